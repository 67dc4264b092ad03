"""Games of people from the WTHOR database, and how strong the people are.

Programs are left out, and games that nobody played in earnest. A game is in one part only: the fit
sees the years up to 2012, choices are made on 2013, and the report is about 2014 and 2015. Players
are numbers here; their names are only read to tell programs from people.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank.errors import FileError, OutflankError, SettingsError
from outflank.formats.wthor import read_database, read_players, read_tournaments
from outflank.humanlike.choices import square_of
from outflank.training.wthor_games import LAST_YEAR, wthor_files

FIT, CHOOSE, REPORT = PARTS = ("fit", "choose", "report")
"""What the games are for, by their years."""
CHOICE_YEAR = LAST_YEAR + 1
LAST_REPORT_YEAR = LAST_YEAR + 3
NO_EVENTS = ("Parties Internet", "Etudes")
"""How the names of tournaments begin that are none."""
MIN_MOVES = 20
MIN_GAMES = 20
"""Who has played fewer in the years of the fit has no rating."""
MEAN_RATING = 1500.0
ELO_UNIT = 400 / math.log(10)
"""Points per unit of log-odds."""
PRIOR_GAMES = 1.0
"""Games drawn against an average player that each player is given: nobody is infinitely strong."""
PLIES = 60


@dataclass(frozen=True, slots=True)
class PeopleGames:
    """Games, one in a row of each array."""

    year: NDArray[np.int16]
    black: NDArray[np.int32]
    """The number of the player; 0 where it is not known."""
    white: NDArray[np.int32]
    score: NDArray[np.int8]
    """Black's disc difference."""
    moves: NDArray[np.int8]
    """Squares without passes, then -1."""

    def __len__(self) -> int:
        return len(self.year)

    @property
    def part(self) -> NDArray[np.str_]:
        return np.select([self.year <= LAST_YEAR, self.year == CHOICE_YEAR], [FIT, CHOOSE], REPORT)


def people_games(folder: Path) -> PeopleGames:
    """All games between people in a folder of WTHOR files, each once; 8x8 only."""
    players = read_players(_only_file(folder, ".jou"))
    tournaments = read_tournaments(_only_file(folder, ".trn"))
    unknown = {number for number, name in enumerate(players) if name in ("???", "")}
    # Names of programs carry their author in parentheses.
    programs = {number for number, name in enumerate(players) if "(" in name}
    left_out = {number for number, name in enumerate(tournaments) if name.startswith(NO_EVENTS)}
    rows: list[tuple[int, ...]] = []
    moves: list[bytes] = []
    seen: set[bytes] = set()
    for path in wthor_files(folder):
        database = read_database(path)
        if database.header.size != 8 or database.year > LAST_REPORT_YEAR:
            continue
        for number, record in enumerate(database.records, 1):
            if max(record.black, record.white) >= len(players):
                raise FileError(f"{path}: game {number} names a player who is not in the .jou file")
            if {record.black, record.white} & programs or record.tournament in left_out:
                continue
            # The same game is in the database twice now and then, also in two years.
            if len(record.squares) < MIN_MOVES or record.squares in seen:
                continue
            seen.add(record.squares)
            try:
                squares = bytes(square_of(move) for move, _ in record.moves() if not move.is_pass)
            except OutflankError as error:
                raise FileError(f"{path}: game {number}: {error}") from None
            moves.append(squares.ljust(PLIES, b"\xff"))
            sides = (0 if who in unknown else who + 1 for who in (record.black, record.white))
            rows.append((database.year, *sides, record.score))
    if not rows:
        raise SettingsError(f"{folder} holds no games between people on 8x8")
    year, black_of, white_of, score = np.array(rows).T
    return PeopleGames(
        year.astype(np.int16),
        black_of.astype(np.int32),
        white_of.astype(np.int32),
        score.astype(np.int8),
        np.frombuffer(b"".join(moves), np.int8).reshape(-1, PLIES),
    )


def _only_file(folder: Path, suffix: str) -> Path:
    files = [path for path in folder.iterdir() if path.suffix.lower() == suffix]
    if len(files) != 1:
        raise SettingsError(
            f"{folder} must hold one {suffix} file beside its games, to tell programs from people"
        )
    return files[0]


def ratings(games: PeopleGames) -> NDArray[np.float32]:
    """The rating of each player by number, by Bradley and Terry; 0 for who has none.

    Those with `MIN_GAMES` games in the years of the fit have one, from these games alone. A draw
    is half a win. Their mean is `MEAN_RATING`.
    """
    known = (games.year <= LAST_YEAR) & (games.black > 0) & (games.white > 0)
    black, white, score = games.black[known], games.white[known], games.score[known]
    players = int(max(games.black.max(), games.white.max())) + 1
    played = np.bincount(black, minlength=players) + np.bincount(white, minlength=players)
    rated = played >= MIN_GAMES
    between = rated[black] & rated[white]
    black, white = black[between], white[between]
    points = (np.sign(score[between].astype(np.float64)) + 1) / 2
    strength = np.zeros(players)
    meetings = np.bincount(black, minlength=players) + np.bincount(white, minlength=players)
    won = np.bincount(black, points, players) + np.bincount(white, 1 - points, players)
    for _ in range(2000):
        # Each player's own Newton step, damped: those of all others move at the same time.
        expected = 1 / (1 + np.exp(strength[white] - strength[black]))
        doubt = expected * (1 - expected)
        own = 1 / (1 + np.exp(-strength))
        slope = won - np.bincount(black, expected, players) + PRIOR_GAMES * (0.5 - own)
        slope = slope - np.bincount(white, 1 - expected, players)
        curve = PRIOR_GAMES * own * (1 - own) + np.bincount(black, doubt, players)
        curve = curve + np.bincount(white, doubt, players)
        step = np.where(rated & (meetings > 0), 0.5 * slope / curve, 0)
        strength += step
        if np.abs(step).max() < 1e-5:
            break
    if not rated.any():
        return np.zeros(players, np.float32)
    elo = MEAN_RATING + ELO_UNIT * (strength - strength[rated].mean())
    return np.where(rated, elo, 0).astype(np.float32)
