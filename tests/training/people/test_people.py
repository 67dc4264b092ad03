"""Games of people: no programs, no game twice, each in one part; and ratings that order them."""

from pathlib import Path

import numpy as np
import pytest

from outflank import FileError, SettingsError
from outflank.formats.wthor import write_players
from outflank.training.people.games import (
    CHOOSE,
    FIT,
    MEAN_RATING,
    MIN_GAMES,
    PARTS,
    REPORT,
    PeopleGames,
    people_games,
    ratings,
)
from support.people import PROGRAM, write_people

GAMES = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wthor")
    write_people(folder, GAMES)
    return folder


def test_only_games_between_people_are_taken_and_each_once(folder: Path) -> None:
    games = people_games(folder)
    assert len(games) == 5 * GAMES
    assert PROGRAM + 1 not in {*games.black.tolist(), *games.white.tolist()}
    assert len({row.tobytes() for row in games.moves}) == len(games)


def test_each_year_has_one_part(folder: Path) -> None:
    games = people_games(folder)
    parts = {int(year): set(games.part[games.year == year].tolist()) for year in games.year}
    assert parts == {2011: {FIT}, 2012: {FIT}, 2013: {CHOOSE}, 2014: {REPORT}, 2015: {REPORT}}
    assert set(PARTS) == {FIT, CHOOSE, REPORT}


def test_ratings_predict_the_results() -> None:
    dice = np.random.default_rng(1)
    strength = np.array([0, 1200, 1400, 1600, 1800.0])
    black, white = dice.integers(1, 5, (2, 3000)).astype(np.int32)
    black, white = black[black != white], white[black != white]
    expected = 1 / (1 + 10 ** ((strength[white] - strength[black]) / 400))
    score = np.where(dice.random(len(black)) < expected, 10, -10).astype(np.int8)
    games = PeopleGames(
        np.full(len(black), 2012, np.int16),
        black,
        white,
        score,
        np.zeros((len(black), 60), np.int8),
    )
    found = ratings(games)
    assert found[1:].mean() == pytest.approx(MEAN_RATING, abs=0.01)
    assert found[1:] == pytest.approx(strength[1:], abs=60)
    assert found[0] == 0


def test_few_games_and_later_years_give_no_rating(folder: Path) -> None:
    games = people_games(folder)
    found = ratings(games)
    known = games.year <= 2012
    played = np.bincount(np.concatenate([games.black[known], games.white[known]]), minlength=7)
    assert ((found > 0) == (played >= MIN_GAMES)).all()
    later = PeopleGames(games.year + 5, games.black, games.white, games.score, games.moves)
    assert not ratings(later).any()


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    write_people(tmp_path, 2)
    (tmp_path / "WTH.JOU").unlink()
    with pytest.raises(SettingsError, match=r"must hold one \.jou file"):
        people_games(tmp_path)
    write_players(tmp_path / "WTH.JOU", ["ada"])
    with pytest.raises(FileError, match=r"WTH_2011\.wtb: game 1 names a player"):
        people_games(tmp_path)
    for path in tmp_path.glob("*.wtb"):
        path.unlink()
    with pytest.raises(SettingsError, match="holds no games of WTHOR"):
        people_games(tmp_path)
