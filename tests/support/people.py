"""What the tests of people's moves share: positions, a small model, and a database of games."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from outflank import Move, Position
from outflank._background import finish
from outflank.formats.wthor import (
    Database,
    Header,
    write_database,
    write_players,
    write_tournaments,
)
from outflank.humanlike.calibration import Calibration
from outflank.humanlike.choices import Choices, joined
from outflank.humanlike.features import INPUTS
from outflank.humanlike.model import HumanModel
from outflank.humanlike.network import Network
from outflank.humanlike.popularity import Popularity, game_keys
from outflank.humanlike.surprise import PeopleReview, PeopleReviewer
from outflank.humanlike.values import MoveValues
from support.reviews import cheap_review
from support.wthor_year import random_record

PROGRAM, NO_EVENT = 3, 1
"""The numbers of a program and of a tournament that is none."""


def random_games(count: int, seed: int = 1) -> Iterator[list[tuple[Position, Move]]]:
    """Games of random moves: each position with the move that was played, passes too."""
    draw = random.Random(seed)
    for _ in range(count):
        position, game = Position(), []
        while not position.is_over():
            move = draw.choice(position.legal_moves)
            game.append((position, move))
            position = position.play(move)
        yield game


def small_model(seed: int = 1) -> HumanModel:
    """A model that has learned nothing."""
    network = Network.random(INPUTS, np.random.default_rng(seed))
    opening = game_keys([Move("f5"), Move("d6"), Move("c3")])
    return HumanModel(
        network,
        Popularity.of_games([opening] * 3).without_rare(),
        Calibration(),
        {"ratings": {"mean": 1600.0, "deviation": 200.0}},
    )


@cache
def cheap_people() -> PeopleReview:
    """What the model that has learned nothing makes of `cheap_review`; tests share it."""
    found = finish(PeopleReviewer(small_model()).review(cheap_review()))
    assert found is not None
    return found


def random_choices(count: int, rating: float = 1500, seed: int = 1) -> Choices:
    """Positions of random games with two moves or more."""
    model, values = small_model(), MoveValues()
    asked: list[Choices] = []
    for game in random_games(count, seed):
        past: list[Move] = []
        for number, (position, move) in enumerate(game):
            moves = position.legal_moves
            if len(moves) > 1 and number % 7 == 3 and len(asked) < count:
                asked.append(model.question(position, moves, past, rating, values))
            past.append(move)
    return joined(asked)


def write_people(folder: Path, games: int = 30) -> None:
    """A folder like that of WTHOR: four people, a program, and the years 2011 to 2015."""
    folder.mkdir(exist_ok=True)
    write_players(folder / "WTH.JOU", ["???", "Ada Q", "Ben Q", "Deep (Cyd)", "Eve Q", "Fay Q"])
    write_tournaments(folder / "WTH.TRN", ["open", "Parties Internet (1-6)"])
    number = 0
    for year in range(2011, 2016):
        records = []
        for _ in range(games):
            black, white = ((1, 2), (2, 4), (4, 5), (5, 1))[number % 4]
            record = random_record(number, 8)
            records.append(replace(record, tournament=0, black=black, white=white))
            number += 1
        records.append(replace(random_record(number, 8), tournament=0, black=PROGRAM, white=1))
        records.append(replace(random_record(number, 8), tournament=NO_EVENT, black=1, white=2))
        records.append(records[0])  # twice
        header = Header(games=len(records), year=year, board=8)
        write_database(folder / f"WTH_{year}.wtb", Database(year, 22, records, header))
