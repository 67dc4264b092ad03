"""Building: what is added next, that stopping and workers change nothing, and learning games."""

from collections.abc import Callable

import pytest

from outflank import Game, Position, SettingsError
from outflank.book.build import MIN_BATCH, build, next_positions
from outflank.book.check import faults
from outflank.book.learn import learn, line_keys
from outflank.book.search import Searcher, best_outside
from outflank.book.tree import BookTree
from outflank.engine.book import Entry, key_of, packed_book, parse_book, position_of
from outflank.executor import open_executor
from support.books import built, nothing


def test_a_book_holds_together() -> None:
    tree = built(60)
    assert 60 <= len(tree) < 60 + MIN_BATCH
    assert key_of(Position(6)) in tree.entries
    assert not list(faults(tree))
    for key, entry in tree.entries.items():
        # Whatever leads out of the book is known by its best, and nothing is left out.
        outside = len(tree.edges(key)) - len(tree.inside(key))
        assert (entry.leaf is not None) == (outside > 0)


def test_a_book_that_was_stopped_becomes_the_same() -> None:
    whole = built(60)
    saved: list[bytes] = []

    class KilledError(Exception):
        pass

    tree = BookTree(6)

    def save() -> None:
        saved.append(packed_book(6, tree.entries, {}))
        if len(saved) % 2 == 0:
            raise KilledError

    for _ in range(50):
        if saved:
            tree = BookTree.of(parse_book(saved[-1], "saved"))
        with open_executor() as executor:
            try:
                build(Searcher(tree, executor, 300), positions=60, plies=30, on_batch=save)
            except KilledError:
                continue
        break
    assert len(saved) > 3
    assert tree.entries == whole.entries


@pytest.mark.integration
def test_workers_change_nothing() -> None:
    tree = BookTree(6)
    with open_executor(2) as executor:
        build(Searcher(tree, executor, 300), positions=30, plies=30, on_batch=nothing)
    assert tree.entries == built(30).entries


def test_the_line_with_the_least_loss_is_followed_first() -> None:
    start = Position()
    tree = BookTree(8)
    after = start.play("f5")
    good, bad = after.play("d6"), after.play("f4")

    def leaf(position: Position, score: int) -> Entry:
        key = key_of(position)
        move = tree.edges(key)[0].move
        return Entry(score, 5, leaf=move, leaf_score=score)

    tree.entries = {
        key_of(start): Entry(0, 5),
        key_of(after): Entry(0, 5),
        key_of(good): leaf(good, 0),
        key_of(bad): leaf(bad, 3),
    }
    tree.back_up()
    first, second = next_positions(tree, 30)
    assert first in {edge.key for edge in tree.edges(key_of(good))}
    assert second in {edge.key for edge in tree.edges(key_of(bad))}
    assert next_positions(tree, 2) == []


def test_nothing_is_added_below_what_is_proven() -> None:
    tree = built(12, size=4, nodes=100_000)
    assert tree.entries[key_of(Position(4))].exact
    assert len(tree) == 1  # the first search has solved the game


def test_lines_end_at_the_last_ply() -> None:
    tree = built(1000, plies=2)
    assert len(tree) == 1 + 1 + 3
    assert min(map(tree.empties, tree.entries)) == 30


def test_the_best_move_outside() -> None:
    position = Position(6).play("c2")
    key = key_of(position)
    first = best_outside(6, 2000, None, key, ())
    assert first is not None
    assert first.leaf is not None
    second = best_outside(6, 2000, None, key, (first.leaf,))
    assert second is not None
    assert second.leaf != first.leaf
    assert second.value <= first.value + 2
    moves = position_of(key, 6).legal_moves
    assert best_outside(6, 2000, None, key, moves) is None


def test_learning_games() -> None:
    tree = built(20)
    game = Game.from_transcript("c2b4e5e2a4b5", size=6)
    other = Game.from_transcript("c2b2", size=6)

    def taught(*games: Game) -> int:
        with open_executor() as executor:
            return learn(Searcher(tree, executor, 300), games, 30, on_batch=nothing)

    added = taught(game, other, game)
    assert added > 0
    assert not list(faults(tree))
    assert taught(game) == 0
    counts = [tree.entries[key].games for key in line_keys(game, 6, 30)]
    assert counts == [4, 4, 3, 3, 3, 3, 3]
    assert len(line_keys(game, 6, 3)) == 4
    with pytest.raises(SettingsError, match="a game on 6x6 does not fit a book for 8x8"):
        line_keys(game, 8, 30)


def test_learning_that_was_stopped_becomes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.book.learn.BATCH", 2)
    games = [Game.from_transcript(moves, size=6) for moves in ("c2b4e5e2a4b5", "c2b4d5", "c2b2")]

    class KilledError(Exception):
        pass

    def save() -> None:
        saved.append(packed_book(6, tree.entries, {}))
        if len(saved) == 2:
            raise KilledError

    def taught(tree: BookTree, on_batch: Callable[[], None]) -> None:
        with open_executor() as executor:
            learn(Searcher(tree, executor, 300), games, 30, on_batch=on_batch)

    whole, tree, saved = BookTree(6), BookTree(6), list[bytes]()
    taught(whole, nothing)
    with pytest.raises(KilledError):
        taught(tree, save)
    tree = BookTree.of(parse_book(saved[-1], "saved"))
    assert 0 < len(tree) < len(whole)
    taught(tree, nothing)
    assert tree.entries == whole.entries
