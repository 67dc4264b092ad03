"""Experiments from end to end, what is refused before anything is played, and going on."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.log import read_log
from outflank.errors import FileError, SettingsError
from outflank.executor import open_executor
from outflank.experiments import run as experiment_run
from outflank.experiments.experiment import Experiment
from outflank.experiments.run import run_experiment
from support.tiny_experiment import TINY, read


def run(chosen: Experiment, folder: Path, *, quick: bool = False) -> dict[str, Any]:
    with open_executor() as executor:
        return run_experiment(chosen, folder, executor, quick=quick)


@pytest.fixture
def tiny(tmp_path: Path) -> Experiment:
    return read(tmp_path, TINY)


# What is refused


def test_a_term_that_is_not_there_cannot_be_dropped(tmp_path: Path) -> None:
    chosen = read(tmp_path, TINY.replace('"stability"', '"stabilty"'))
    with pytest.raises(FileError, match="hybrid4 has no term 'stabilty'"):
        run(chosen, tmp_path / "out")


def test_a_player_that_cannot_play_is_told_before_anything_is_played(tmp_path: Path) -> None:
    chosen = read(tmp_path, TINY.replace('third = "greedy"', 'third = "greedy:x=1"'))
    with pytest.raises(SettingsError, match="part all, player third: greedy has no option 'x'"):
        run(chosen, tmp_path / "out")
    small = read(tmp_path, TINY.replace('third = "greedy"', 'third = "champion-gin"'))
    with pytest.raises(SettingsError, match="player third: champion-gin is not for 4x4"):
        run(small, tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.jsonl"))


def test_a_folder_with_a_comma_cannot_be_part_of_a_spec(tiny: Experiment, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="must have no comma"):
        run(tiny, tmp_path / "a,b")


# Runs


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder of a finished run, and what came out."""
    folder = tmp_path_factory.mktemp("played")
    return folder, run(read(folder, TINY), folder / "out")


@pytest.fixture
def finished(played: tuple[Path, dict[str, Any]], tmp_path: Path) -> dict[str, Any]:
    """A copy of it in `out`; what came out."""
    folder, result = played
    shutil.copytree(folder / "out", tmp_path / "out")
    return result


def test_a_part_is_played_alone_and_the_whole_goes_on_from_it(
    tiny: Experiment, played: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    alone = run(tiny.only(["all"]), folder)
    assert [part["name"] for part in alone["parts"]] == ["all"]
    assert {claim["says"] for claim in alone["claims"]} == {"It is better than all"}
    assert [table["title"] for table in alone["tables"]] == ["All"]
    assert [chart["title"] for chart in alone["charts"]] == ["Everybody"]
    before = (folder / "all.jsonl").read_bytes()
    assert run(tiny, folder)["claims"] == played[1]["claims"]
    assert (folder / "all.jsonl").read_bytes() == before


def test_a_part_that_is_not_there(tiny: Experiment) -> None:
    with pytest.raises(SettingsError, match="tiny has no part 'al'; its parts are one, all"):
        tiny.only(["all", "al"])


def test_a_run_from_end_to_end(tiny: Experiment, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    fractions: list[float] = []
    with open_executor() as executor:
        result = run_experiment(tiny, folder, executor, fractions.append)
    assert [part["games"] for part in result["parts"]] == [16, 12]
    assert result["games"] == 28
    assert fractions[-1] == pytest.approx(1.0)
    assert fractions == sorted(fractions)
    claims = result["claims"]
    assert [(claim["says"], claim["where"]) for claim in claims] == [
        ("It is better", "4x4"),
        ("It is better", "6x6"),
        ("It is better than all", ""),
    ]
    assert {claim["verdict"] for claim in claims} <= {"holds", "fails", "noise"}
    assert json.loads((folder / "result.json").read_text()) == result
    text = (folder / "report.md").read_text()
    assert "outflank experiment tiny" in text
    assert "seed 1" in text
    for claim in claims:
        says = claim["says"] + (f" ({claim['where']})" if claim["where"] else "")
        assert f"| {says} | {claim['figure']} | ours | {claim['measured']} |" in text
    for chart in result["charts"]:
        assert f"]({chart['file']})" in text
        assert (folder / chart["file"]).read_bytes().startswith(b"\x89PNG")
    assert str(tmp_path) not in (folder / "result.json").read_text()


def test_discs_are_shown_for_as_many_games_as_the_report_has(
    finished: dict[str, Any], tmp_path: Path
) -> None:
    table = next(table for table in finished["tables"] if table["title"] == "Discs")
    [[name, figure, ours]] = table["rows"]
    assert (name, figure) == ("alone", "100-0")
    _, pairs = read_log(tmp_path / "out" / "one.jsonl")
    own = sum(game.discs[game.white == 0] for pair in pairs for game in pair)
    theirs = sum(game.discs[game.white == 1] for pair in pairs for game in pair)
    assert ours == f"{own / 8:.0f}-{theirs / 8:.0f}"


def test_a_finished_experiment_plays_nothing(
    tiny: Experiment,
    finished: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logs = {path: path.read_bytes() for path in (tmp_path / "out").glob("*.jsonl")}
    assert len(logs) == 2
    monkeypatch.setattr(experiment_run, "play_run", lambda *_: pytest.fail("it played"))
    assert run(tiny, tmp_path / "out") == finished
    assert {path: path.read_bytes() for path in logs} == logs


def test_a_stopped_experiment_goes_on(
    tiny: Experiment, finished: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "out" / "all.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:6]) + lines[6][:20])
    # Another place does not matter either.
    (tmp_path / "out").rename(tmp_path / "moved")
    assert run(tiny, tmp_path / "moved") == finished
    again = (tmp_path / "moved" / "all.jsonl").read_text().splitlines(keepends=True)
    assert [_moves(line) for line in again[1:]] == [_moves(line) for line in lines[1:]]


def _moves(line: str) -> str:
    return re.sub(r'"seconds":\[[^]]*\]', "", line)


@pytest.mark.usefixtures("finished")
def test_games_of_another_definition_are_not_mixed_in(tmp_path: Path) -> None:
    other = read(tmp_path, TINY.replace("games = 8", "games = 6"))
    with pytest.raises(FileError, match=r"one\.jsonl was played with other games"):
        run(other, tmp_path / "out")


@pytest.mark.usefixtures("finished")
def test_games_of_another_evaluation_are_not_mixed_in(tmp_path: Path) -> None:
    other = read(tmp_path, TINY.replace('drop = ["mobility", "stability"]', 'drop = ["mobility"]'))
    evaluation = tmp_path / "out" / "evaluations" / "alone.toml"
    before = evaluation.read_bytes()
    with pytest.raises(FileError, match=r"alone\.toml has changed since games were played"):
        run(other, tmp_path / "out")
    assert evaluation.read_bytes() == before


CONCLUDING = (
    TINY
    + """
[[conclusion]]
text = "Here is what came out."

[[conclusion]]
text = "On 6x6 the heuristic beats random."
word = "better"
claims = ["It is better"]
sizes = [6]

[[conclusion]]
text = "On 6x6 the heuristic loses."
word = "worse"
claims = ["It is better"]
sizes = [6]
"""
)


def test_only_a_whole_run_has_conclusions_and_only_those_its_figures_carry(tmp_path: Path) -> None:
    concluding = CONCLUDING.replace("games = 8", "games = 40")
    whole = run(read(tmp_path, concluding), tmp_path / "whole")
    [on_six] = [one for one in whole["claims"] if one["where"] == "6x6"]
    assert on_six["verdict"] == "holds"
    assert [one["carried"] for one in whole["conclusions"]] == [True, True, False]
    text = (tmp_path / "whole" / "report.md").read_text()
    kept, _, refused = text.partition("**What these figures do not carry:**")
    assert "**Conclusions.**\n\n- Here is what came out.\n- On 6x6 the heuristic beats" in kept
    assert f"beats random. (6x6: {on_six['measured']})" in kept
    assert "- On 6x6 the heuristic loses." in refused
    quick = run(read(tmp_path, concluding, quick=True), tmp_path / "quick", quick=True)
    assert quick["conclusions"] == []
    text = (tmp_path / "quick" / "report.md").read_text()
    assert "heuristic beats" not in text
    assert "too few games for a conclusion" in text


FROM_THE_START = TINY.replace(
    "nodes = 50", 'nodes = 50\nstart = true\nconditions = "the report\'s"', 1
).replace('random = "random"', 'random = "greedy-corners"')


def test_games_that_repeat_are_no_new_trials(tmp_path: Path) -> None:
    text = (
        FROM_THE_START
        + """
[[claim]]
says = "Black wins"
figure = "none"
parts = ["one"]
sizes = [6]
first = "alone"
second = "random"
black = true
expect = "better"

[[grid]]
title = "Games"
parts = ["one"]
[grid.figures.alone]
random = "3-1"
[grid.figures.random]
alone = "0-4"
"""
    )
    result = run(read(tmp_path, text), tmp_path / "out")
    assert result["games"] == 28
    settings, pairs = read_log(tmp_path / "out" / "one.jsonl")
    assert settings.start
    assert {game.moves[:2] for pair in pairs for game in pair} != set()
    assert len({(game.size, game.black, game.moves) for pair in pairs for game in pair}) == 4
    by_size = {one["size"]: one for one in result["claims"] if one["says"] == "It is better"}
    # Four pairs were played, and two players without dice have one.
    assert by_size[6]["how"].endswith("; 1 pair, which cannot tell")
    assert by_size[6]["conditions"] == "the report's"
    table = next(one for one in result["tables"] if one["title"] == "One")
    assert table["note"].endswith("from the start position, seed 1, 4 of 16 games different")
    [black] = [one for one in result["claims"] if one["says"] == "Black wins"]
    here = [game for pair in pairs for game in pair if game.size == 6][:2]
    won = sum(game.points_of(game.black) for game in here) / 2
    assert black["interval"][0] == pytest.approx(won)
    grid = next(one for one in result["tables"] if one["title"] == "Games: One")
    both = [
        [game.discs for pair in pairs for game in pair if game.black == number] for number in (0, 1)
    ]
    for row, games, figure in zip(grid["rows"], both, ("3-1", "0-4"), strict=True):
        own, theirs = (sum(one[side] for one in games) / len(games) for side in (0, 1))
        assert f"{figure} / {own:.0f}-{theirs:.0f}" in row


def test_a_quick_run_is_smaller(tmp_path: Path) -> None:
    quick = read(tmp_path, TINY, quick=True)
    assert [(part.sizes, part.games) for part in quick.parts] == [((4, 6), 2), ((4,), 2)]
    result = run(quick, tmp_path / "out", quick=True)
    assert result["command"] == "outflank experiment tiny --quick"
    only_six = read(tmp_path, TINY.replace("sizes = [4, 6]\n\n", "sizes = [6]\n\n"), quick=True)
    # A part that has none of the quick sizes plays its own first one.
    assert [part.sizes for part in only_six.parts] == [(6,), (4,)]
    claims = run(only_six, tmp_path / "six", quick=True)["claims"]
    assert (claims[0]["measured"], claims[0]["verdict"]) == ("not played", "noise")
