import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from outflank import Color, FileError, Position
from outflank.cli.main import cli
from outflank.engine.evals import evaluation_info, load_evaluation
from outflank.errors import SettingsError
from outflank.training.features import TERMS, WishedFeatures
from outflank.training.linear import LinearPlan, train
from outflank.training.write_evaluation import evaluation_toml

GAMES = 40


def silent(_: str, __: float) -> None:
    pass


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> LinearPlan:
    plan = LinearPlan(tmp_path_factory.mktemp("linear"), 6, games=GAMES, rounds=1)
    train(plan, silent)
    return plan


def test_learns_something(plan: LinearPlan) -> None:
    fit = train(plan, silent)
    assert fit.held_out_loss < 0.69
    assert fit.held_out_accuracy > 0.55
    assert fit.positions > 8 * fit.held_out_positions
    assert set(fit.terms) == {name for name, _, _ in TERMS}
    assert [len(row) for row in fit.tables["mid"]] == [3, 2, 1]


def test_a_finished_run_is_not_done_again(plan: LinearPlan) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in plan.folder.glob("round*")}
    told: list[str] = []
    train(plan, lambda title, _: told.append(title))
    assert {path.name: path.stat().st_mtime_ns for path in plan.folder.glob("round*")} == before
    assert told == []


def test_a_stopped_run_goes_on_and_ends_the_same(plan: LinearPlan, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(plan.folder, folder)
    games = folder / "round-1-games.txt"
    whole = games.read_text()
    (folder / "round-1-fit.json").unlink()
    games.write_text(whole[: len(whole) // 2])  # cut in the middle of a line
    fit = train(replace(plan, folder=folder), silent)
    assert games.read_text() == whole
    assert fit == train(plan, silent)


def test_games_are_whole_and_legal(plan: LinearPlan) -> None:
    from outflank import Game

    lines = (plan.folder / "round-1-games.txt").read_text().splitlines()
    assert len(lines) == GAMES
    for line in lines:
        opening, moves = line.split()
        game = Game.from_transcript(moves, size=6)
        assert game.position.is_over()
        assert 2 <= int(opening) <= 12


def test_one_folder_one_plan(plan: LinearPlan) -> None:
    with pytest.raises(FileError, match="describes another run"):
        train(replace(plan, seed=plan.seed + 1), silent)


@pytest.mark.parametrize(
    ("name", "damage", "missing"),
    [
        ("plan.json", b"", None),
        ("plan.json", b"\xff\xfe\x00", None),
        ("plan.json", b'{"size": 6, "ga', None),
        ("round-1-fit.json", b"", None),
        ("round-1-fit.json", b"\xff\xfe\x00", None),
        ("round-1-fit.json", b'{"size": 6, "te', None),
        ("round-1-fit.json", b"[]", None),
        ("round-1-fit.json", b"{}", None),
        ("round-1-fit.json", b"[" * 100_000, None),
        ("round-1-games.txt", b"\xff\xfe\x00\n", "round-1-fit.json"),
        ("round-1-games.txt", b"12\n" * GAMES, "round-1-fit.json"),
        ("round-1-games.txt", b"x d3\n" * GAMES, "round-1-fit.json"),
        ("round-1-games.txt", b"2 a1a2\n" * GAMES, "round-1-fit.json"),
    ],
)
def test_a_damaged_file_is_named(
    plan: LinearPlan, tmp_path: Path, name: str, damage: bytes, missing: str | None
) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(plan.folder, folder)
    (folder / name).write_bytes(damage)
    if missing is not None:
        (folder / missing).unlink()
    message = f"{folder / name}: damaged; remove it and it is made again"
    with pytest.raises(FileError, match=re.escape(message)):
        train(replace(plan, folder=folder), silent)
    (folder / name).unlink()
    assert train(replace(plan, folder=folder), silent) == train(plan, silent)


def test_a_fit_without_a_weight_is_named(plan: LinearPlan, tmp_path: Path) -> None:
    shutil.copytree(plan.folder, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "round-1-fit.json"
    facts = json.loads(path.read_text())
    del facts["terms"]["corners"]
    path.write_text(json.dumps(facts))
    with pytest.raises(FileError, match=r"round-1-fit\.json: damaged"):
        train(replace(plan, folder=tmp_path), silent)


def test_the_file_is_the_evaluation(plan: LinearPlan, tmp_path: Path) -> None:
    fit = train(plan, silent)
    path = tmp_path / "learned.toml"
    path.write_text(evaluation_toml([fit], "Learned", "a test"))
    assert evaluation_info(path).sizes == (6,)
    position = Position(6)
    native, loaded = WishedFeatures(6).evaluation(fit), load_evaluation(path, 6)
    while moves := position.legal_moves:
        for color in Color:
            value = native.value(position, color)
            assert loaded.value(position, color) == pytest.approx(value, abs=1e-6)
            assert value == pytest.approx(-native.value(position, color.opponent), abs=1e-6)
        position = position.play(moves[-1])


def test_command(tmp_path: Path) -> None:
    arguments = ["train", "linear", "--size", "6", "--games", "12", "--rounds", "1",
                 "--folder", str(tmp_path / "run"), "--output", str(tmp_path / "mine.toml"),
                 "--match", "1"]  # fmt: skip
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert "unseen ones cross-entropy" in done.output
    assert "6x6 against improved-start, 5000 nodes a move:" in done.output
    again = CliRunner().invoke(cli, [*arguments, "--json"], catch_exceptions=False)
    (fit,) = json.loads(again.stdout)["fits"]
    assert (fit["size"], fit["match"]["opponent"]) == (6, "improved-start")
    assert fit["positions"] > fit["held_out_positions"]
    assert evaluation_info(tmp_path / "mine.toml").sizes == (6,)
    plan = json.loads((tmp_path / "run" / "6" / "plan.json").read_text())
    assert plan["games"] == 12


def test_a_missing_folder_is_told_before_any_game(tmp_path: Path) -> None:
    arguments = ["train", "linear", "--size", "6", "--folder", str(tmp_path / "run"),
                 "--output", str(tmp_path / "none" / "mine.toml")]  # fmt: skip
    with pytest.raises(SettingsError, match="there is no folder"):
        CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert not (tmp_path / "run").exists()


def test_bad_requests(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="5 games are too few"):
        train(LinearPlan(tmp_path / "few", 6, games=5), silent)
    with pytest.raises(SettingsError, match="at least one round"):
        train(LinearPlan(tmp_path / "none", 6, games=10, rounds=0), silent)
