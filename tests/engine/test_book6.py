"""The book of proven values for 6x6, and that the default player gives nothing away there."""

import random

import pytest

from outflank import Engine, Position, agent
from outflank.agents import decide
from outflank.engine.book import Book, load_book

COMPLETE = 4
"""Plies of which the book has every position."""


@pytest.fixture(scope="module")
def book() -> Book:
    found = load_book(6)
    assert found is not None
    return found


def layers() -> list[list[Position]]:
    """One image of every position, ply by ply; nobody must pass so early."""
    found = [[Position(6)]]
    for _ in range(COMPLETE):
        found.append(
            sorted(
                {one.play(move).canonical() for one in found[-1] for move in one.legal_moves},
                key=str,
            )
        )
    return found


def value(engine: Engine, position: Position) -> int:
    if position.is_over():
        return position.score(position.turn)
    return engine.solve(position).best.score


def test_the_first_plies_are_known_and_proven(book: Book) -> None:
    assert [len(layer) for layer in layers()] == [1, 1, 3, 14, 60]
    for layer in layers():
        for position in layer:
            entry = book.get(position)
            assert entry is not None
            assert entry.exact
    assert book.value(Position(6)) == -4


def test_every_value_follows_from_those_below(book: Book) -> None:
    for layer in layers()[:-1]:
        for position in layer:
            below = [book.value(position.play(move)) for move in position.legal_moves]
            assert book.value(position) == max(-one for one in below if one is not None)


def test_the_default_player_answers_from_it_at_once(book: Book) -> None:
    with agent("engine") as player, agent("skill:level=10,seed=3") as opponent:
        for one in (player, opponent):
            for layer in layers():
                for position in layer:
                    decision = decide(one, position)
                    assert (decision.book, decision.nodes) == (True, 0)
                    assert decision.score == book.value(position)
                    after = book.value(position.play(decision.move))
                    assert after is None or -after == decision.score


@pytest.mark.thorough
def test_the_default_player_keeps_the_value() -> None:
    draw = random.Random(11)
    with agent("engine") as player, Engine(6, threads=1, hash_mb=16) as judge:
        for empties in range(8, 17, 2):
            for _ in range(6):
                position = Position(6)
                while not position.is_over() and position.empties > empties:
                    position = position.play(draw.choice(position.legal_moves))
                if position.is_over() or position.must_pass():
                    continue
                after = position.play(decide(player, position).move)
                assert value(judge, after) == -value(judge, position)


@pytest.mark.slow
def test_values_of_the_book_are_those_of_the_solver(book: Book) -> None:
    with Engine(6, threads=1, hash_mb=256) as judge:
        for position in random.Random(5).sample(layers()[-1], 4):
            assert value(judge, position) == book.value(position)
            found = book.choose(position)
            assert found is not None
            assert value(judge, position.play(found.best.move)) == -found.best.score
