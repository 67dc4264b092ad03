"""Experiments that measure more than matches: depth and breadth, and determinism."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outflank import Position
from outflank._board import PHASES
from outflank.errors import FileError
from outflank.executor import open_executor
from outflank.experiments import depth, determinism, memory
from outflank.experiments.experiment import Experiment
from outflank.experiments.measure import MeasurementJob, run_jobs
from outflank.experiments.reading import load_experiment
from outflank.experiments.run import run_experiment
from outflank.game.transcript import parse_moves
from outflank.stats.pairs import random_lines


def small(name: str, **values: Any) -> Experiment:
    """The experiment without its matches, and with less to measure."""
    found = load_experiment(name)
    return replace(found, parts=(), claims=(), charts=(), values={**found.values, **values})


# Jobs


def double(number: int) -> dict[str, Any]:
    return {"twice": 2 * number}


def refuse(number: int) -> dict[str, Any]:
    pytest.fail(f"{number} was measured again")


def test_measurements_are_kept_and_not_repeated(tmp_path: Path) -> None:
    path, done = tmp_path / "m.jsonl", list[float]()
    jobs = [MeasurementJob(str(number), double, (number,), 1.0) for number in range(4)]
    with open_executor() as executor:
        found = run_jobs(jobs, path, {"a": 1}, executor, done.append)
        assert found == {str(number): {"twice": 2 * number} for number in range(4)}
        assert done == [0.0, 1.0, 2.0, 3.0, 4.0]
        again = [MeasurementJob(job.key, refuse, job.args, 1.0) for job in jobs]
        assert run_jobs(again, path, {"a": 1}, executor, done.append) == found
        lines = path.read_text().splitlines()
        path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:5])
        left = [
            MeasurementJob(job.key, refuse if job.key in "01" else double, job.args, 1)
            for job in jobs
        ]
        assert run_jobs(left, path, {"a": 1}, executor, done.append) == found
        with pytest.raises(FileError, match="holds other measurements"):
            run_jobs(jobs, path, {"a": 2}, executor, done.append)


# Determinism


def test_a_sound_agent_repeats_itself_and_a_kept_table_does_not() -> None:
    values = {"repeats": 3, "nodes": 150, "seconds": 0.01}
    line = random_lines(6, 1, seed=12)[0]
    sound = determinism.series(values, "greedy-corners", (), 6, line)["games"]
    assert [color for color, _, _ in sound] == ["black", "white"] * 3
    assert len({moves for _, moves, _ in sound}) == 2
    kept = determinism.series(values, "greedy-corners", ("kept_table",), 6, line)["games"]
    assert len({moves for _, moves, _ in kept}) > 2
    # The first game of a series knows nothing of others.
    assert kept[0] == sound[0]


def test_a_series_records_whole_games_as_the_agent_sees_them() -> None:
    values = {"repeats": 1, "nodes": 20, "seconds": 0.01}
    for color, moves, score in determinism.series(values, "greedy-corners", (), 6, ())["games"]:
        *_, (_, end) = parse_moves(moves, Position(6))
        assert end.is_over()
        assert score == end.score(1 if color == "black" else 2)


def test_determinism_from_end_to_end(tmp_path: Path) -> None:
    chosen = small("determinism", sizes=(6,), openings=1, repeats=2, nodes=60, seconds=0.001)
    with open_executor() as executor:
        result = run_experiment(chosen, tmp_path, executor)
    [table] = result["tables"]
    rows = {row[0]: row for row in table["rows"]}
    assert set(rows) == set(determinism.CASES)
    assert rows["none of them"][1:4] == ["8", "4 (1.0 a start)", "0 of 4"]
    words = {claim["says"]: claim["verdict"] for claim in result["claims"]}
    assert words["Keys without the side to move explain it"] == "fails"
    assert words["Time-outs stored as exact values explain it"] == "fails"
    assert (tmp_path / "determinism-1.png").exists()


def test_determinism_verdicts_from_made_games() -> None:
    chosen = small("determinism")
    same, other = ["black", "f5", 10], ["black", "d3", 4]
    lost, white = ["black", "c4", -4], ["white", "f5", 2]
    made = {
        "clock": [same, lost, white],
        "table kept": [same, other, white],
        "key without side": [same, same, white],
    }
    records = {
        f"{case}, 6x6, start 0": {"games": made.get(case, [same, white])}
        for case in determinism.CASES
    }
    found = determinism.findings(chosen, records)
    words = [claim["verdict"] for claim in found.claims]
    # clock, stored time-outs, key without side, table kept
    assert words == ["holds", "fails", "fails", "noise"]
    row = found.tables[0]["rows"][1]
    assert row == ["clock", "3", "3 (1.5 a start)", "1 of 2", "1 of 2", "1 (33.3 %)"]


# Depth and breadth


def test_breadth_counts_the_moves_of_games() -> None:
    values = {"games": 2, "seed": 1}
    moves = depth.count_moves(values, "champion-gin", 6)["moves"]
    assert set(moves) == set(PHASES)
    games = list(depth.game_positions("champion-gin", 6, 2, 1))
    assert sum(map(len, moves.values())) == sum(map(len, games))
    assert min(count for counts in moves.values() for count in counts) > 1


def test_more_nodes_look_deeper() -> None:
    values = {"positions": 3, "timed": 1, "seed": 1, "nodes": (100, 5000), "seconds": (0.001,)}
    found = depth.search(values, "kandlikar-parry", 8, "mid")
    assert [len(rows) for rows in found.values()] == [3, 3, 1]
    shallow, deep = found["nodes=100"], found["nodes=5000"]
    for few, many in zip(shallow, deep, strict=True):
        assert few[0] < many[0]
        assert 0 < many[3] < many[2]


def test_depth_and_breadth_from_end_to_end(tmp_path: Path) -> None:
    values = {"positions": 2, "timed": 1, "games": 1, "nodes": (50, 100, 200), "seconds": (0.001,)}
    chosen = small("depth-and-breadth", sizes=(6, 8), **values)
    with open_executor() as executor:
        result = run_experiment(chosen, tmp_path, executor)
    assert [(claim["says"], claim["where"]) for claim in result["claims"]][-2:] == [
        ("The largest branching", "6x6"),
        ("The largest branching", "8x8"),
    ]
    assert json.loads((tmp_path / "result.json").read_text()) == result
    assert len(result["charts"]) == 2


def test_verdicts_from_made_measurements() -> None:
    chosen = small("depth-and-breadth", sizes=(6, 12), positions=3, games=1)
    depths = {6: [7, 8, 9], 12: [3, 4, 5]}
    records: dict[str, dict[str, Any]] = {}
    for spec in chosen.figures["players"]:
        for size, found in depths.items():
            most = {6: 13, 12: 40}[size]
            records[f"{spec} {size} breadth"] = {"moves": {one: [2, most] for one in PHASES}}
            for phase in PHASES:
                later = 20 * (phase == "late" and size == 6)
                rows = [[plies + later, 1000, 100, 60] for plies in found]
                limits = depth.limits(chosen.values)
                records[f"{spec} {size} {phase}"] = dict.fromkeys(limits, rows)
    claims = depth.breadth_findings(chosen, records).claims
    assert [(claim["figure"], claim["verdict"]) for claim in claims] == [
        ("6-7/3-4", "holds"),
        ("6-7/3-4", "holds"),
        ("slightly greater depth", "holds"),
        ("slightly greater depth", "noise"),
        ("about 12", "holds"),  # 13 is about 12
        ("about 30", "fails"),
    ]


# Depth in mid-game


def test_depths_in_mid_game_from_made_measurements() -> None:
    chosen = small("champion-midgame", sizes=(6, 8, 12), nodes=(100,), seconds=(0.1,))
    depths = {6: [4, 5, 4, 5], 8: [9, 9, 9, 9], 12: [3, 3, 3, 4]}
    records = {
        f"champion-gin {size} mid": {
            limit: [[one] for one in found] for limit in depth.limits(chosen.values)
        }
        for size, found in depths.items()
    }
    found = depth.midgame_findings(chosen, records)
    # 12x12: 3.25 with an interval beyond 3.5
    assert [claim["verdict"] for claim in found.claims] == ["holds", "fails", "noise", "holds"]
    assert [claim["figure"] for claim in found.claims][:3] == ["4 or 5", "4 or 5", "3"]
    assert found.tables[0]["rows"][0][:2] == ["100 nodes", "4.5 ± 0.9"]


def test_mid_game_from_end_to_end(tmp_path: Path) -> None:
    values = {"positions": 2, "timed": 1, "nodes": (50, 100, 200), "seconds": (0.001, 0.002)}
    chosen = small("champion-midgame", sizes=(6, 8), **values)
    with open_executor() as executor:
        result = run_experiment(chosen, tmp_path, executor)
    assert [claim["size"] for claim in result["claims"]] == [6, 8, None]


# Memory


def test_a_table_holds_more_after_more_nodes() -> None:
    few, many = (
        memory.stored({"games": 1, "seed": 1, "nodes": nodes}, "champion-gin", 6, 0)
        for nodes in (20, 100)
    )
    assert 0 < sum(few["stored"]) < sum(many["stored"])
    # A dictionary of four entries alone takes more than a hundred bytes.
    assert 100 < few["entry"] < 2000


@pytest.mark.parametrize(
    ("positions", "word"), [(100, "fails"), (10**6, "holds"), (10**7, "fails")]
)
def test_memory_verdicts_from_made_counts(positions: int, word: str) -> None:
    chosen = small("champion-memory", sizes=(12,), games=1)
    records = {"12 0": {"stored": [positions, positions // 2], "entry": 400.0}}
    found = memory.findings(chosen, records)
    assert [claim["verdict"] for claim in found.claims] == [word]
    assert found.tables[0]["rows"][0][2] == f"{positions:,}"
