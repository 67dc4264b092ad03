import json
import lzma
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from outflank import FileError, Position, SettingsError
from outflank._native import PatternLayout, PatternWeights
from outflank.cli.main import cli
from outflank.engine import weights as weights_module
from outflank.engine.weights import read_discs, read_weights, weights_facts, write_weights
from outflank.training import labels, patterns, probcut
from outflank.training.dataset import read_labels, write_array
from outflank.training.pattern_fit import PhaseFit
from outflank.training.patterns import PatternPlan, describe, export, phase_discs, train
from outflank.training.shapes import PHASES, shapes
from support.commands import outflank
from support.wthor_year import COUNT, write_year

PAIRS = 1
STAGES = ("games", "fit", "searches", "match")


def silent(_: str, __: float) -> None:
    pass


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """Shallower searches, shorter matches, larger files: what is tested needs no better."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(labels, "SOLVED", {6: 6, 8: 4})
        patch.setattr(labels, "PLIES", dict.fromkeys(labels.PLIES, 2))
        patch.setattr(labels, "LATE_PLIES", {6: 2, 8: 2})
        patch.setattr(probcut, "DEEPEST", {6: 4, 8: 3})
        patch.setattr(probcut, "MAX_SOLVED", {6: 10, 8: 10})
        patch.setattr(patterns, "FIRST_SHARE", 1)
        patch.setattr(patterns, "MATCH_NODES", 200)
        patch.setattr(weights_module, "_FILTERS", [{"id": lzma.FILTER_LZMA2, "preset": 0}])
        yield


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> PatternPlan:
    plan = PatternPlan(tmp_path_factory.mktemp("patterns"), 6, games=400, rounds=2)
    train(plan, silent, pairs=PAIRS)
    return plan


def files(folder: Path) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.mark.parametrize("size", PHASES)
def test_phases_are_those_of_the_core(size: int) -> None:
    layout = PatternLayout(size, [[0]])
    weights = PatternWeights(layout, np.zeros((PHASES[size], layout.columns), np.int16))
    phases = [(count, phase) for phase in range(PHASES[size]) for count in phase_discs(size, phase)]
    assert phases == [(count, weights.phase(count)) for count in range(4, size * size)]


def test_learns_something(plan: PatternPlan) -> None:
    trained = train(plan, silent, pairs=PAIRS)
    late = trained.errors[-1]
    assert late.positions > 10
    assert late.root_mean_square < 0.6 * late.spread
    weights = read_weights(trained.weights, 6)
    assert isinstance(weights, PatternWeights)
    assert weights.phases == PHASES[6]
    # A board black has nearly filled is worth more to black than to white.
    full = "X" * 26 + "O" * 6 + "X--O"
    black = weights.value(Position.from_text(full + "X"))
    assert black > weights.value(Position.from_text(full + "O"))


def test_facts(plan: PatternPlan) -> None:
    trained = train(plan, silent, pairs=PAIRS)
    facts = weights_facts(trained.weights)
    assert facts == trained.header
    assert facts.shapes == shapes(6)
    assert facts.training["command"] == plan.command
    assert facts.training["games"] == plan.games
    assert len(facts.training["errors"]) == PHASES[6]
    positions = sum(error.positions for error in trained.errors)
    assert facts.training["positions"] > 8 * positions
    text = describe(trained)
    assert f"{facts.training['positions']:,} positions fitted" in text
    assert "narrowest cuts of the selective search that are right: " in text
    assert " % at 73 %, " in text
    assert "round 1 against improved, 200 nodes a move: +" in text
    assert "round 2 against round 1, 200 nodes a move: +" in text


def test_a_finished_run_is_not_done_again(plan: PatternPlan) -> None:
    def times() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in plan.folder.glob("round*/*")}

    before, told = times(), []
    train(plan, lambda title, _: told.append(title), pairs=PAIRS)
    assert told == []
    assert times() == before
    assert not list(plan.folder.rglob("*.tmp"))


def test_a_stopped_run_goes_on_and_ends_the_same(plan: PatternPlan, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(plan.folder, folder)
    whole = files(folder)
    for name in ("weights.ofw", "match.json", "phase-03.npz", "games-00000.npy",
                 "labels-03-games-00000.npy", "searches/searches-00100.npy"):  # fmt: skip
        (folder / "round-2" / name).unlink()
    told: list[str] = []
    train(replace(plan, folder=folder), lambda title, _: told.append(title), pairs=PAIRS)
    assert files(folder) == whole
    assert set(told) == {f"6x6 round 2: {stage}" for stage in STAGES}


@pytest.mark.parametrize("stage", STAGES)
def test_ctrl_c_at_any_stage(plan: PatternPlan, tmp_path: Path, stage: str) -> None:
    def stop(title: str, _: float) -> None:
        if title == f"6x6 round 1: {stage}":
            raise KeyboardInterrupt

    short = replace(plan, folder=tmp_path, rounds=1)
    with pytest.raises(KeyboardInterrupt):
        train(short, stop, pairs=PAIRS)
    train(short, silent, pairs=PAIRS)
    assert weights_of(tmp_path) == weights_of(plan.folder)


def weights_of(folder: Path) -> float:
    return read_weights(folder / "round-1" / "weights.ofw").value(Position(6).play("c2"))


def test_more_rounds_continue_a_run(plan: PatternPlan, tmp_path: Path) -> None:
    folder = tmp_path / "shorter"
    shutil.copytree(plan.folder, folder)
    shutil.rmtree(folder / "round-2")
    train(replace(plan, folder=folder), silent, pairs=PAIRS)
    assert files(folder) == files(plan.folder)


def test_one_folder_one_plan(plan: PatternPlan) -> None:
    with pytest.raises(FileError, match="describes another run"):
        train(replace(plan, seed=plan.seed + 1), silent)


DAMAGED = "damaged; remove it and it is made again"
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "binary": lambda _: b"\x93\xff\x00\xfe" * 50,
    "cut short": lambda whole: whole[: len(whole) // 2],
    "of another kind": lambda _: b"[]",
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("plan.json", []),
        ("round-1/match.json", []),
        ("round-2/searches/searches-00100.npy", ["weights.ofw"]),
        ("round-2/phase-05.npz", ["weights.ofw"]),
        ("round-2/phase-05.npz", ["weights.ofw", "phase-03.npz"]),
        ("round-2/games-00000.npy", ["weights.ofw", "phase-03.npz"]),
        ("round-2/labels-03-games-00000.npy", ["weights.ofw", "phase-03.npz"]),
    ],
)
def test_a_damaged_file_is_named(
    plan: PatternPlan, tmp_path: Path, name: str, missing: list[str], damage: str
) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(plan.folder, folder)
    path = folder / name
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    for other in missing:
        (folder / "round-2" / other).unlink()
    other_plan = name == "plan.json" and damage == "of another kind"
    message = f"{path} describes another run" if other_plan else f"{path}: {DAMAGED}"
    with pytest.raises(FileError, match=re.escape(message)):
        train(replace(plan, folder=folder), silent, pairs=PAIRS)
    path.unlink()
    train(replace(plan, folder=folder), silent, pairs=PAIRS)
    assert files(folder) == files(plan.folder)


def test_a_fit_for_other_shapes_is_named(plan: PatternPlan, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    shutil.copytree(plan.folder, folder)
    path = folder / "round-2" / "phase-05.npz"
    fit = PhaseFit.load(path, PatternLayout(6, shapes(6)).columns)
    replace(fit, weights=fit.weights[:100]).save(path)
    path.with_name("weights.ofw").unlink()
    with pytest.raises(FileError, match=r"phase-05\.npz: 100 weights, where .* are needed"):
        train(replace(plan, folder=folder), silent, pairs=PAIRS)


def test_labels_of_other_games_are_named(plan: PatternPlan, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    shutil.copytree(plan.folder, folder)
    path = folder / "round-2" / "labels-03-games-00000.npy"
    write_array(path, read_labels(path)[1:])
    for name in ("weights.ofw", "phase-03.npz"):
        path.with_name(name).unlink()
    with pytest.raises(
        FileError, match=r"labels-03-games-00000\.npy: \d+ labels for \d+ positions"
    ):
        train(replace(plan, folder=folder), silent, pairs=PAIRS)


@pytest.fixture(scope="module")
def continued(plan: PatternPlan, tmp_path_factory: pytest.TempPathFactory) -> PatternPlan:
    """One round that begins with the weights of another run."""
    start = plan.folder / "round-1" / "weights.ofw"
    continued = replace(plan, folder=tmp_path_factory.mktemp("more"), rounds=1, start=start)
    train(continued, silent, pairs=PAIRS)
    return continued


def test_a_start_is_played_with_and_expected(plan: PatternPlan, continued: PatternPlan) -> None:
    trained = train(continued, silent, pairs=PAIRS)
    assert trained.header.training["command"].endswith(" --rounds 1 --seed 1 --start weights.ofw")
    assert "round 1 against weights.ofw, 200 nodes a move: +" in describe(trained)
    assert continued.round(1).weights == plan.round(2).weights
    # The last phase of a run without a start knows nothing of what its games have not met.
    _, before = read_discs(plan.folder / "round-1" / "weights.ofw")
    _, after = read_discs(trained.weights)
    known = np.abs(before[-1]) > 0.1
    assert (after[-1][known] != 0).mean() > 0.95
    _, second = read_discs(plan.folder / "round-2" / "weights.ofw")
    assert (second[-1][known] != 0).mean() > 0.95


def test_one_folder_one_start(plan: PatternPlan, continued: PatternPlan) -> None:
    other = plan.folder / "round-2" / "weights.ofw"
    with pytest.raises(FileError, match="describes another run"):
        train(replace(continued, start=other), silent, pairs=PAIRS)


def test_a_start_of_other_shapes(plan: PatternPlan, tmp_path: Path) -> None:
    start = tmp_path / "corners.ofw"
    layout = PatternLayout(6, [[0, 1]])
    discs = np.zeros((2, layout.columns), np.float32)
    write_weights(start, size=6, shapes=[[0, 1]], discs=discs, training={})
    with pytest.raises(FileError, match=r"corners\.ofw: weights of other shapes"):
        train(replace(plan, folder=tmp_path / "run", start=start), silent)


def test_games_of_people(tmp_path: Path) -> None:
    """Their positions are fitted too, and a folder belongs to them."""
    wthor = tmp_path / "wthor"
    wthor.mkdir()
    year = write_year(wthor, 2012)
    alone = PatternPlan(tmp_path / "alone", 8, games=20, rounds=1)
    with_people = replace(alone, folder=tmp_path / "both", wthor=wthor)
    before, after = train(alone, silent, pairs=0), train(with_people, silent, pairs=0)
    assert after.header.training["command"].endswith(" --seed 1 --wthor wthor")
    more = after.header.training["positions"] - before.header.training["positions"]
    assert 10 * COUNT < more < 16 * COUNT
    with pytest.raises(FileError, match="describes another run"):
        train(replace(with_people, wthor=None), silent, pairs=0)
    shutil.rmtree(tmp_path / "both" / "round-1")
    year.write_bytes(b"")
    with pytest.raises(FileError, match="describes another run"):
        train(with_people, silent, pairs=0)


@pytest.mark.integration
def test_the_command_says_so_in_a_sentence(plan: PatternPlan, tmp_path: Path) -> None:
    """An empty file above all: what numpy raises for it, click takes for Ctrl-D."""
    folder = tmp_path / "run"
    shutil.copytree(plan.folder, folder)
    path = folder / "round-1" / "phase-05.npz"
    path.write_bytes(b"")
    path.with_name("weights.ofw").unlink()
    arguments = ["train", "patterns", "--size", "6", "--games", str(plan.games),
                 "--folder", str(folder), "--output", str(tmp_path / "mine.ofw")]  # fmt: skip
    done = outflank(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: {path}: {DAMAGED}.\n"


def test_bad_requests(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="5 games are too few"):
        train(PatternPlan(tmp_path, 6, games=5), silent)
    with pytest.raises(SettingsError, match="at least one round"):
        train(PatternPlan(tmp_path, 6, rounds=0), silent)
    with pytest.raises(SettingsError, match="no patterns for 4x4"):
        train(PatternPlan(tmp_path, 4), silent)
    assert list(tmp_path.iterdir()) == []


def test_export(plan: PatternPlan, tmp_path: Path) -> None:
    trained = train(plan, silent, pairs=PAIRS)
    export(trained, tmp_path / "mine.ofw")
    assert files(tmp_path) == {"mine.ofw": trained.weights.read_bytes()}


def command(folder: Path, *more: str) -> list[str]:
    return ["train", "patterns", "--size", "6", "--games", "40", "--rounds", "1",
            "--folder", str(folder / "run"), "--match", "1", *more]  # fmt: skip


def test_command(tmp_path: Path) -> None:
    output = tmp_path / "mine.ofw"
    arguments = command(tmp_path, "--output", str(output))
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert "errors on unseen positions, in discs:" in done.output
    assert f"Wrote {output}." in done.output
    assert weights_facts(output).training["command"] == (
        "outflank train --recipe patterns --size 6 --games 40 --rounds 1 --seed 1"
    )
    assert json.loads((tmp_path / "run" / "plan.json").read_text())["games"] == 40


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--output", "mine.toml"], "mine.toml must end in .ofw"),
        (["--output", "none/mine.ofw"], "there is no folder none"),
    ],
)
def test_bad_commands(tmp_path: Path, more: list[str], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        CliRunner().invoke(cli, command(tmp_path, *more), catch_exceptions=False)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("option", [("--workers", "2"), ("--start", __file__), ("--wthor", ".")])
def test_what_is_for_patterns_alone(tmp_path: Path, option: tuple[str, str]) -> None:
    arguments = ["train", "linear", "--size", "6", *option,
                 "--folder", str(tmp_path / "run"), "--output", "mine.toml"]  # fmt: skip
    done = CliRunner().invoke(cli, arguments)
    assert (done.exit_code, f"No such option '{option[0]}'" in done.stderr) == (2, True)
    assert not (tmp_path / "run").exists()


def test_patterns_are_for_one_board(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, command(tmp_path, "--output", "mine.ofw", "--size", "6,8"))
    assert (done.exit_code, "'6,8' is not one of" in done.stderr) == (2, True)


def test_json(tmp_path: Path) -> None:
    output = tmp_path / "mine.ofw"
    done = CliRunner().invoke(cli, command(tmp_path, "--output", str(output), "--json"))
    assert done.exit_code == 0
    record = json.loads(done.stdout)
    assert (record["output"], record["size"]) == (str(output), 6)
    (match,) = record["matches"]
    assert match["wins"] + match["draws"] + match["losses"] == 2
