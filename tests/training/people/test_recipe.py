"""The recipe humanlike on a small database: split, draw, fit, calibrate, report; and again."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from outflank import FileError, Move, Position, SettingsError
from outflank.agents.skill import SkillAgent
from outflank.cli.main import cli
from outflank.executor.local import Serial
from outflank.humanlike.calibration import KNOTS, Calibration
from outflank.humanlike.model import HumanModel, read_model, scores_of
from outflank.humanlike.popularity import Popularity
from outflank.humanlike.surprise import Population
from outflank.training.people import calibration, fit, recipe
from outflank.training.people.calibration import calibrate, rating_doubt
from outflank.training.people.choices import (
    FIRST_PLY,
    People,
    PeopleSamples,
    all_game_keys,
    draw,
    turns,
    write_chunks,
)
from outflank.training.people.fit import fit_network, log_likelihood
from outflank.training.people.games import CHOOSE, FIT, REPORT, people_games, ratings
from outflank.training.people.recipe import HumanPlan, describe, export, train
from outflank.training.people.report import measured, skill_shares, table
from support.people import small_model, write_people


def nothing(*_: object) -> None:
    """For whoever wants to be told something."""


ALONE: dict[str, Any] = {"executor": Serial(), "report": nothing}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wthor")
    write_people(folder)
    return folder


@pytest.fixture(scope="module")
def people(folder: Path) -> People:
    games = people_games(folder)
    return People(games, ratings(games), Popularity.of_games(all_game_keys(games, FIT)))


@pytest.fixture(scope="module")
def samples(people: People, tmp_path_factory: pytest.TempPathFactory) -> PeopleSamples:
    """Judged positions of 2013."""
    target = tmp_path_factory.mktemp("chunks")
    return PeopleSamples.load(
        write_chunks(people, CHOOSE, draw(people.games, CHOOSE, 150, 1), target, **ALONE)
    )


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "EPOCHS", 2)
    monkeypatch.setattr(recipe, "MIN_POSITIONS", 50)
    monkeypatch.setattr(recipe, "SHARES", {FIT: 1.0, CHOOSE: 0.2, REPORT: 0.12})


def test_draws_of_parts_share_no_game(people: People) -> None:
    found = {part: draw(people.games, part, 10**6, 1) for part in (FIT, CHOOSE, REPORT)}
    games = {part: {game for game, _ in drawn} for part, drawn in found.items()}
    assert not games[FIT] & games[CHOOSE]
    assert not (games[FIT] | games[CHOOSE]) & games[REPORT]
    for part in (CHOOSE, REPORT):
        assert min(ply for _, ply in found[part]) == FIRST_PLY
    assert min(ply for _, ply in found[FIT]) == 1
    assert len(set(found[FIT])) == len(found[FIT])
    assert draw(people.games, FIT, 20, 1) == found[FIT][:20]
    assert draw(people.games, FIT, 20, 2) != found[FIT][:20]


def test_turns_are_those_of_the_game(people: People) -> None:
    position, past = Position(), list[Move]()
    for turn in turns(people.games.moves[0]):
        while position != turn.position:
            position = position.play(Move.PASS)
            past.append(Move.PASS)
        assert turn.past == tuple(past)
        past.append(turn.move)
        position = position.play(turn.move)
    assert position.is_over()


def test_samples_hold_what_was_played(people: People, samples: PeopleSamples) -> None:
    for number in range(0, len(samples), 10):
        wanted = int(samples.ply[number])
        turn = list(turns(people.games.moves[samples.game[number]]))[wanted - 1]
        square = int(samples.choices.squares[samples.rows[number]])
        assert square == 8 * turn.move.row + turn.move.column
        assert samples.choices.sizes[number] == len(turn.position.legal_moves) > 1
    assert len(samples.judged) == len(samples.choices.squares)
    assert samples.losses.min() == 0


def test_a_game_of_the_fit_does_not_count_itself(people: People, tmp_path: Path) -> None:
    first = [each for each in draw(people.games, FIT, 10**6, 1) if each[1] > 20][:20]
    fit = PeopleSamples.load(write_chunks(people, FIT, first, tmp_path, **ALONE))
    # Random games never meet again so late: whatever is counted would be the game itself.
    assert not fit.choices.counts.any()
    assert not len(fit.judged)


@pytest.mark.usefixtures("quick")
def test_a_fit_learns_and_goes_on_where_it_was(
    samples: PeopleSamples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "BATCH", 16)
    whole = fit_network(samples, samples, 1, tmp_path / "whole.npz", nothing)
    assert whole.history[-1] > whole.history[0]
    monkeypatch.setattr(
        fit.NetworkFit, "ended", property(lambda state: state.epoch >= 1), raising=True
    )
    fit_network(samples, samples, 1, tmp_path / "parts.npz", nothing)
    monkeypatch.setattr(
        fit.NetworkFit, "ended", property(lambda state: state.epoch >= 2), raising=True
    )
    parts = fit_network(samples, samples, 1, tmp_path / "parts.npz", nothing)
    assert parts.history == whole.history
    for one, other in zip(parts.network.parameters, whole.network.parameters, strict=True):
        assert (one == other).all()


def test_calibration_makes_the_expected_loss_that_of_people(samples: PeopleSamples) -> None:
    model = small_model()
    choices = samples.choices
    assert (choices.rating > 0).any()
    scores = scores_of(model.network, choices)
    found = calibrate(samples, scores)
    assert isinstance(found, Calibration)
    before, after = (
        log_likelihood(samples, choices.shares(each.scores(choices, scores)))[choices.rating > 0]
        for each in (Calibration(), found)
    )
    assert after.mean() > before.mean()
    assert len(found.loss) == len(KNOTS)


def test_skills_lose_less_the_higher_they_are_and_as_the_agent_does(samples: PeopleSamples) -> None:
    lost, firsts = samples.losses, samples.choices.starts[:-1]
    means = []
    for level in (0, 4, 9):
        shares = skill_shares(samples, level)
        assert np.add.reduceat(shares, firsts) == pytest.approx(1, abs=1e-4)
        means.append(float((shares * lost).sum()) / len(samples))
    assert means == sorted(means, reverse=True)
    agent = SkillAgent(4, seed=1)
    number = int(np.argmax(samples.ply > 20))
    begin, end = samples.choices.starts[number : number + 2]
    values = lost[begin:end]
    filled = (samples.ply[number] - 1) / 60
    drawn = []
    for _ in range(4000):
        budget = agent._budget(8, float(filled))
        drawn.append(max(value for value in values if value <= budget))
    expected = float((skill_shares(samples, 4)[begin:end] * values).sum())
    assert np.mean(drawn) == pytest.approx(expected, abs=0.35)


def test_figures_of_a_model_that_knows_nothing(samples: PeopleSamples) -> None:
    figures = measured(small_model(), samples)
    whole = figures["plies 8-45"]["all"]
    sizes = samples.choices.sizes[samples.ply < 46]
    assert whole["positions"] == len(sizes)
    guess = figures["plies 8-45"]["baselines"]["any legal move"]["all"]
    assert guess == pytest.approx(100 * float((1 / sizes).mean()), abs=0.1)
    assert any("rating" in line for line in table(figures))


@pytest.mark.usefixtures("quick")
def test_the_recipe_and_again(folder: Path, tmp_path: Path) -> None:
    plan = HumanPlan(tmp_path / "run", folder, positions=120)
    trained = train(plan, nothing)
    text = describe(trained)
    assert "plies 46-60" in text
    assert "60 games to fit" in text
    for name in ("Ada Q", "Ben Q", "Eve Q", "Fay Q"):
        assert name.encode() not in trained.path.read_bytes()
    made = {
        path: path.stat().st_mtime_ns for path in plan.folder.iterdir() if path.suffix != ".json"
    }
    train(plan, nothing)
    assert made == {path: path.stat().st_mtime_ns for path in made}
    export(trained, tmp_path / "mine.ofh")
    assert isinstance(read_model(tmp_path / "mine.ofh"), HumanModel)
    with pytest.raises(FileError, match="describes another run"):
        train(HumanPlan(plan.folder, folder, positions=121), nothing)
    # A stage that is lost is made again, and gives the same.
    trained.path.unlink()
    (plan.folder / "report-000.npz").unlink()
    again = train(plan, nothing)
    assert again.model.training == trained.model.training


def test_too_little_to_learn_from(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="10 positions are too few"):
        train(HumanPlan(tmp_path / "run", folder, positions=10), nothing)
    only = tmp_path / "old"
    write_people(only, 2)
    for year in (2014, 2015):
        (only / f"WTH_{year}.wtb").unlink()
    with pytest.raises(SettingsError, match="there is none to report with"):
        train(HumanPlan(tmp_path / "other", only, positions=1000), nothing)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([], "Missing option '--wthor'"),
        (["--wthor", "{wthor}", "--size", "6"], "No such option '--size'"),
        (["--wthor", "{wthor}", "--terms", "improved"], "No such option '--terms'"),
        (["--wthor", "{wthor}", "--positions", "7"], "7 positions are too few"),
    ],
)
def test_bad_commands(folder: Path, tmp_path: Path, more: list[str], message: str) -> None:
    arguments = ["train", "humanlike", "--folder", str(tmp_path / "run")]
    arguments += ["--output", str(tmp_path / "mine.ofh")]
    arguments += [each.format(wthor=folder) for each in more]
    result = CliRunner().invoke(cli, arguments)
    assert isinstance(result.exception, SettingsError) or result.exit_code == 2
    assert message in result.stderr + str(result.exception)
    assert not (tmp_path / "mine.ofh").exists()


def test_a_board_is_asked_for_where_there_are_several(tmp_path: Path) -> None:
    arguments = ["train", "linear", "--folder", str(tmp_path / "run")]
    result = CliRunner().invoke(cli, [*arguments, "--output", str(tmp_path / "mine.toml")])
    assert "Missing option '--size'" in result.stderr


@pytest.mark.usefixtures("quick")
def test_the_command(folder: Path, tmp_path: Path) -> None:
    arguments = ["train", "humanlike", "--wthor", str(folder), "--positions", "200"]
    arguments += ["--folder", str(tmp_path / "run"), "--output", str(tmp_path / "mine.ofh")]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    assert "discs lost" in result.output
    assert f"Wrote {tmp_path / 'mine.ofh'}." in result.output
    model = read_model(tmp_path / "mine.ofh")
    assert model.training["positions"][FIT] > 20
    again = CliRunner().invoke(cli, [*arguments, "--json"])
    record = {"output": str(tmp_path / "mine.ofh"), **model.training}
    assert json.loads(again.stdout) == json.loads(json.dumps(record))


@pytest.mark.integration
@pytest.mark.usefixtures("quick")
def test_two_processes_make_the_same_model(folder: Path, tmp_path: Path) -> None:
    made = [
        train(HumanPlan(tmp_path / str(workers), folder, positions=120), nothing, workers=workers)
        for workers in (1, 2)
    ]
    assert made[0].path.read_bytes() == made[1].path.read_bytes()


def test_doubt_is_what_the_moves_do_not_explain(
    samples: PeopleSamples, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = small_model()
    for layer in model.network.weights:
        layer[:] = 0  # moves tell nothing: what is believed is what was believed before
    known = Population(1700, 20)
    assert rating_doubt(model, samples, known) == 0  # nobody has moves enough
    monkeypatch.setattr(calibration, "MIN_MOVES", 5)
    rated = samples.choices.rating > 0
    players = np.unique(samples.player[rated])
    errors = [samples.choices.rating[samples.player == each][0] - 1700 for each in players]
    expected = max(float(np.mean(np.square(errors))) - 20**2, 0) ** 0.5
    assert expected > 0
    assert rating_doubt(model, samples, known) == pytest.approx(expected, rel=0.02)
