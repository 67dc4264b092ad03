"""The book for 8x8 that comes with Outflank."""

import importlib.resources

import pytest

from outflank import Engine, Limit, Position
from outflank.book.check import faults
from outflank.book.tree import BookTree
from outflank.engine.book import Book, load_book
from outflank.game.openings import openings

MOST_BYTES = 4_000_000


@pytest.fixture(scope="module")
def book() -> Book:
    found = load_book(8)
    assert found is not None
    return found


def test_its_size_and_how_it_was_made(book: Book) -> None:
    file = importlib.resources.files("outflank") / "data" / "books" / "8.book"
    assert len(file.read_bytes()) <= MOST_BYTES
    *learned, built = book.notes["made"].split("; ")
    assert all(command.startswith("outflank book learn --size 8 ") for command in learned)
    assert built.startswith("outflank book build --size 8 ")


@pytest.mark.thorough
def test_every_value_follows_from_the_moves_below(book: Book) -> None:
    assert not list(faults(BookTree.of(book)))


def test_the_common_openings_are_in_it(book: Book) -> None:
    """Those of the first plies, which everybody plays."""
    for opening in openings():
        if len(opening.moves) <= 4:
            position = Position()
            for move in opening.moves:
                position = position.play(move)
            assert book.get(position) is not None, opening.name


def test_the_engine_plays_from_it_unless_told_otherwise() -> None:
    with Engine(threads=1, hash_mb=1) as engine:
        decision = engine.play(Position(), Limit(nodes=100))
        assert (decision.book, decision.nodes) == (True, 0)
        assert not engine.analyse(Position(), Limit(nodes=100)).book
    with Engine(threads=1, hash_mb=1, book=False) as engine:
        decision = engine.play(Position(), Limit(nodes=100))
        assert not decision.book
        assert decision.nodes
