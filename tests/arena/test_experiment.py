"""Experiments: their files, what is refused, runs from end to end, and going on."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from outflank.agents import agent
from outflank.arena import experiment_run
from outflank.arena.experiment import (
    Experiment,
    Variant,
    experiment_names,
    load_experiment,
    read_experiment,
)
from outflank.arena.experiment_evals import variant_toml, write_variants
from outflank.arena.experiment_run import player_specs, run_experiment, with_files
from outflank.arena.log import read_log
from outflank.engine.evals import evaluation_terms, load_evaluation
from outflank.errors import EngineError, NotationError
from outflank.executor import open_executor

NAMES = (
    "champion-design",
    "champion-heuristics",
    "champion-mcts",
    "champion-stability",
    "champion-weights",
    "depth-and-breadth",
    "determinism",
    "kandlikar-terms",
    "parity-ramp",
    "reports-cup",
    "sommer-round-robin",
    "wishes",
)
TINY = """
title = "Tiny"
report = "nobody"
question = "Does corners beat random?"
says = "It does."

[evaluations.alone]
of = "hybrid4"
drop = ["mobility", "stability"]

[players]
alone = "hybrid4:eval={alone},table=1"
random = "random"
third = "greedy"

[quick]
games = 2
sizes = [4, 6]

[[part]]
name = "one"
title = "One"
players = ["alone", "random"]
sizes = [4, 6]
games = 8
seed = 1
nodes = 50

[[part]]
name = "all"
title = "All"
players = ["alone", "random", "third"]
sizes = [4]
games = 4
seed = 1
depth = 1

[[claim]]
says = "It is better"
figure = "10-0"
parts = ["one"]
sizes = [4, 6]
first = "alone"
second = "random"
expect = "better"

[[claim]]
says = "It is better than all"
figure = "none"
parts = ["all"]
first = "alone"
expect = "better"

[[discs]]
title = "Discs"
parts = ["one"]
games = 2
[discs.figures]
alone = "100-0"

[[chart]]
title = "Scores"
by = "size"
parts = ["one"]
players = ["alone"]
against = "random"

[[chart]]
title = "Everybody"
by = "cross-table"
parts = ["all"]
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Experiment:
    return read(tmp_path, TINY)


def read(folder: Path, text: str, *, quick: bool = False) -> Experiment:
    path = folder / "tiny.toml"
    path.write_text(text)
    return read_experiment(path, quick=quick)


# What comes with Outflank


def test_the_experiments_of_the_reports_are_there() -> None:
    assert experiment_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quick", [False, True])
def test_every_player_can_play_on_every_size(name: str, quick: bool, tmp_path: Path) -> None:
    chosen = load_experiment(name, quick=quick)
    specs = player_specs(chosen, tmp_path)
    for part in chosen.parts:
        settings = part.settings(specs)
        for spec in settings.players:
            with agent(settings.conditions.spec(spec)) as player:
                evaluation = getattr(player, "evaluation", None)
                for size in part.sizes:
                    if evaluation is not None:
                        load_evaluation(evaluation, size)
    assert {player for part in chosen.parts for player in part.players} == set(chosen.players)


def test_matches_have_equal_nodes_unless_time_or_depth_is_the_point() -> None:
    other = {
        name: {part.limit for part in load_experiment(name).parts} - {"nodes"} for name in NAMES
    }
    assert {name for name, limits in other.items() if "seconds" in limits} == {
        "champion-design",
        "champion-heuristics",
        "champion-mcts",
        "champion-stability",
    }
    assert {name for name, limits in other.items() if "depth" in limits} == {"sommer-round-robin"}


def test_names_are_suggested() -> None:
    with pytest.raises(NotationError, match="the nearest name is 'champion-weights'"):
        load_experiment("champion-wieghts")


# What is refused


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Tiny"', 'title = "Tiny', r"tiny.toml: .*line 2"),
        ('title = "Tiny"', "title = 3", "tiny.toml: title must be text in quotes, not 3"),
        ('question = "Does corners beat random?"', "", "tiny.toml: question is missing"),
        ('report = "nobody"', 'raport = "nobody"', "tiny.toml: report is missing"),
        ("seed = 1\nnodes", "sed = 1\nnodes", "tiny.toml: part 1, seed is missing"),
        ("nodes = 50", "nodes = 50\nmore = 1", "part 1, more is no key here"),
        ("nodes = 50", "nodes = 50\ndepth = 2", "part 1, depth one of nodes, depth, seconds"),
        ("nodes = 50", "nodes = 0", "part 1, nodes must be a whole number above zero, not 0"),
        ("games = 8", "games = 7", "part 1, name one: every opening is played twice"),
        ("sizes = [4, 6]\ngames = 8", "sizes = [5]\ngames = 8", "no boards of size 5"),
        ('name = "all"', 'name = "one"', "part has 'one' twice"),
        ('name = "all"', 'name = "All!"', "part 2, name names a file"),
        ("{alone}", "{alnoe}", "players, alone needs evaluations.alnoe, which is missing"),
        ('of = "hybrid4"', 'of = "hybrid5"', "evaluations, alone, of names 'hybrid5'"),
        ('players = ["alone", "random"]', 'players = ["alone", "radnom"]', "nearest is 'random'"),
        ('parts = ["one"]\nsizes', 'parts = ["two"]\nsizes', "claim 1, parts names 'two'"),
        ("sizes = [4, 6]\nfirst", "sizes = [8]\nfirst", "claim 1, sizes has 8, which one does"),
        ('second = "random"', 'second = "third"', "claim 1, second names 'third'"),
        ('second = "random"', 'second = "alone"', "whom alone does not meet in one"),
        ('expect = "better"', 'expect = "share"', "claim 1, share is missing"),
        ('expect = "better"', 'expect = "share"\nshare = [0.7, 0.6]', "the lower one first"),
        ('expect = "better"', 'expect = "best"', "the nearest is 'better'"),
        ('by = "size"', 'by = "sizes"', "chart 1, by names 'sizes'"),
        ('alone = "100-0"', 'third = "100-0"', "discs 1, figures names 'third'"),
        ("[quick]\ngames = 2", "[quick]\ngmaes = 2", "quick, gmaes is no key here"),
        ("[quick]", "[[measure]]\n[quick]", "measure must be text"),
        (
            'says = "It does."',
            'says = "It does."\nmeasure = "determinism"',
            "values, sizes is miss",
        ),
    ],
)
def test_mistakes_are_told_with_the_file_and_the_key(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert old in TINY
    with pytest.raises(NotationError, match=message):
        read(tmp_path, TINY.replace(old, new, 1))


def test_a_term_that_is_not_there_cannot_be_dropped(tmp_path: Path) -> None:
    chosen = read(tmp_path, TINY.replace('"stability"', '"stabilty"'))
    with pytest.raises(NotationError, match="hybrid4 has no term 'stabilty'"):
        run(chosen, tmp_path / "out")


def test_a_player_that_cannot_play_is_told_before_anything_is_played(tmp_path: Path) -> None:
    chosen = read(tmp_path, TINY.replace('third = "greedy"', 'third = "greedy:x=1"'))
    with pytest.raises(NotationError, match="part all, player third: greedy has no option 'x'"):
        run(chosen, tmp_path / "out")
    small = read(tmp_path, TINY.replace('third = "greedy"', 'third = "champion-gin"'))
    with pytest.raises(NotationError, match="player third: champion-gin is not for 4x4"):
        run(small, tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.jsonl"))


def test_a_folder_with_a_comma_cannot_be_part_of_a_spec(tiny: Experiment, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="must have no comma"):
        run(tiny, tmp_path / "a,b")


# Evaluations made for an experiment


def test_a_variant_without_a_term_has_the_other_terms_unchanged(tmp_path: Path) -> None:
    [path] = write_variants((Variant("v", "kandlikar-parry", drop=("disc",)),), tmp_path).values()
    for size in (6, 8, 10, 12):
        base = evaluation_terms("kandlikar-parry", size)
        assert evaluation_terms(path, size) == [term for term in base if term[0] != "disc"]


def test_a_variant_of_one_phase_has_its_weights_in_all_phases(tmp_path: Path) -> None:
    [path] = write_variants((Variant("v", "kandlikar-parry", phase="mid"),), tmp_path).values()
    for term, base in zip(
        evaluation_terms(path, 8), evaluation_terms("kandlikar-parry", 8), strict=True
    ):
        assert set(term[3]) == {base[3][32]}


def test_tables_survive_and_terms_are_added() -> None:
    added = {"name": "e", "feature": "edges", "scale": "ratio", "weights": {"6": 5, "any": 1.5}}
    text = variant_toml(Variant("v", "sommer", add=(added,)))
    assert 'description = "sommer with e."' in text
    assert '"6" = 5' in text.splitlines()[-1]


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


def run(chosen: Experiment, folder: Path, *, quick: bool = False) -> dict[str, Any]:
    with open_executor() as executor:
        return run_experiment(chosen, folder, executor, quick=quick)


def test_a_run_from_end_to_end(tiny: Experiment, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    told: list[tuple[str, float]] = []
    with open_executor() as executor:
        result = run_experiment(tiny, folder, executor, lambda *one: told.append(one))
    assert [part["games"] for part in result["parts"]] == [16, 12]
    assert result["games"] == 28
    assert told[-1] == ("All", pytest.approx(1.0))
    assert [fraction for _, fraction in told] == sorted(fraction for _, fraction in told)
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
        assert f"| {says} | {claim['figure']} | {claim['measured']} |" in text
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
    with pytest.raises(NotationError, match=r"one\.jsonl was played with other games"):
        run(other, tmp_path / "out")


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


def test_evaluations_travel_with_the_tasks(tmp_path: Path) -> None:
    path = tmp_path / "far" / "away" / "x.toml"
    assert with_files({path.as_posix(): "text"}, len, "four") == 4
    assert path.read_text() == "text"
    assert with_files({path.as_posix(): "newer"}, len, "four") == 4
    assert path.read_text() == "newer"
    (tmp_path / "file").write_text("")
    with pytest.raises(EngineError, match="cannot be written here"):
        with_files({f"{tmp_path}/file/x.toml": "text"}, len, "four")
