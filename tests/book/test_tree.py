"""Values backed up by negamax: against a plain recursion, with passes and finished games."""

from dataclasses import replace

import pytest

from outflank import Engine, Move, Position
from outflank.book.check import faults
from outflank.book.tree import BookTree, edges_of
from outflank.engine.book import Entry, key_of, packed_book, parse_book, position_of
from support.books import built


def plain_value(tree: BookTree, position: Position) -> int | None:
    """Negamax over what the book stores, without its keys' order or its edges."""
    if position.is_over():
        return position.score(position.turn)
    if position.must_pass():
        below = plain_value(tree, position.play(Move.PASS))
        return None if below is None else -below
    entry = tree.entries.get(key_of(position))
    if entry is None:
        return None
    found = [plain_value(tree, position.play(move)) for move in position.legal_moves]
    scores = [-value for value in found if value is not None]
    if entry.leaf is not None:
        scores.append(entry.leaf_score)
    return max(scores) if scores else entry.value


def everything(position: Position, tree: BookTree) -> None:
    """Adds a position and all that may come, without any value."""
    if position.must_pass():
        position = position.play(Move.PASS)
    if not position.is_over() and key_of(position) not in tree.entries:
        tree.entries[key_of(position)] = Entry(0)
        for move in position.legal_moves:
            everything(position.play(move), tree)


@pytest.mark.thorough
def test_the_whole_of_an_endgame_is_proven() -> None:
    position = Position.from_text("-OXXX--OXX-OOXO- X")
    tree = BookTree(4)
    everything(position, tree)
    assert len(tree) > 15
    tree.back_up()
    assert all(entry.exact for entry in tree.entries.values())
    with Engine(4, threads=1, hash_mb=1) as engine:
        for key, entry in tree.entries.items():
            assert entry.value == engine.solve(position_of(key, 4)).best.score
    assert not list(faults(tree))


def test_values_are_those_of_plain_negamax() -> None:
    tree = built(60)
    for key, entry in tree.entries.items():
        assert entry.exact or entry.value == plain_value(tree, position_of(key, 6))
    # A change at the end of a line reaches the start.
    deepest = tree.from_most_empties()[-1]
    tree.entries[deepest] = replace(tree.entries[deepest], leaf_score=30, value=30, exact=True)
    tree.back_up()
    for key in tree.entries:
        if not tree.entries[key].exact:
            assert tree.entries[key].value == plain_value(tree, position_of(key, 6))


def test_edges() -> None:
    position = Position.from_text("XO" + "-" * 34 + " O").play(Move.PASS)
    (edge,) = edges_of(position)
    assert (edge.move.name, edge.key, edge.score) == ("c1", None, 36)
    for edge in edges_of(Position(6)):
        assert edge.key == key_of(Position(6).play(edge.move))
        assert edge.sign == -1


def test_a_book_and_its_tree() -> None:
    tree = built(20)
    book = parse_book(packed_book(6, tree.entries, {}), "a.book")
    assert BookTree.of(book).entries == tree.entries


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda entry: replace(entry, value=entry.value + 1), "but its best move is worth"),
        (lambda entry: replace(entry, leaf=Move("a1")), "the leaf a1 is no legal move"),
        (lambda entry: replace(entry, leaf_score=35), "but its best move is worth +35"),
    ],
)
def test_faults_are_found(change: object, words: str) -> None:
    tree = built(20)
    assert not list(faults(tree))
    key = next(key for key in sorted(tree.entries) if tree.entries[key].leaf is not None)
    assert callable(change)
    tree.entries[key] = change(tree.entries[key])
    found = list(faults(tree))
    assert any(words in fault for fault in found)


def test_positions_that_no_book_stores_are_faults() -> None:
    over = Position.from_text("XX" + "-" * 34 + " X")
    other_image = next(
        image for image in Position(6).play("c2").symmetries() if image != image.canonical()
    )
    black, white = other_image.to_bitboards()
    key = white.to_bytes(5, "little") + black.to_bytes(5, "little")
    tree = BookTree(6, {key_of(over): Entry(0), key: Entry(0)})
    told = sorted(fault.split(": ")[1] for fault in faults(tree))
    assert told == ["not the image that is stored", "the side to move has no move"]
