"""Books: what is stored comes back, for every image and both colours; damaged files say so."""

import hashlib
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Engine, EngineError, FileError, Level, Limit, Move, Position, SettingsError
from outflank.engine.book import (
    MAX_DEPTH,
    MAX_GAMES,
    NEAR_EQUAL_DISCS,
    Book,
    Entry,
    book_for,
    from_canonical,
    key_of,
    load_book,
    packed_book,
    parse_book,
    position_of,
    read_book,
    to_canonical,
    write_book,
)
from support.boards import SIZES, reachable_positions, sizes


def made(size: int, entries: dict[bytes, Entry]) -> Book:
    return parse_book(packed_book(size, entries, {"made": "by hand"}), "test.book", size)


def after(*moves: str, size: int = 8) -> Position:
    position = Position(size)
    for move in moves:
        position = position.play(move)
    return position


def random_position(size: int, seed: int) -> Position:
    draw, position = random.Random(seed), Position(size)
    for _ in range(draw.randrange(size * size)):
        if not position.is_over():
            position = position.play(draw.choice(position.legal_moves))
    return position


def patched(data: bytes, at: int, new: bytes) -> bytes:
    """A file with other bytes at a place (below 0: from its end) and a right checksum."""
    body = bytearray(data[:-32])
    at %= len(body)
    body[at : at + len(new)] = new
    return bytes(body) + hashlib.sha256(body).digest()


@given(sizes, st.data())
def test_what_is_stored_comes_back(size: int, data: st.DataObject) -> None:
    squares = size * size
    entries = {}
    for position in data.draw(st.lists(reachable_positions(size), max_size=5)):
        if position.is_over() or position.must_pass():
            continue
        leaf = data.draw(st.sampled_from([None, *position.legal_moves]))
        entries[key_of(position)] = Entry(
            data.draw(st.integers(-squares, squares)),
            data.draw(st.integers(0, MAX_DEPTH)),
            data.draw(st.booleans()),
            None if leaf is None else to_canonical(position, leaf),
            0 if leaf is None else data.draw(st.integers(-squares, squares)),
            data.draw(st.integers(0, MAX_GAMES)),
        )
    book = made(size, entries)
    assert len(book) == len(entries)
    assert dict(book.entries()) == entries
    assert book.notes == {"made": "by hand"}
    assert packed_book(size, dict(book.entries()), book.notes) == packed_book(
        size, entries, book.notes
    )


@pytest.mark.parametrize("size", SIZES)
def test_all_images_and_both_colours_are_one(size: int) -> None:
    for seed in range(20):
        position = random_position(size, seed)
        black, white = position.to_bitboards()
        swapped = Position.from_bitboards(white, black, 3 - position.turn, size)
        keys = {key_of(image) for one in (position, swapped) for image in one.symmetries()}
        assert len(keys) == 1
        assert key_of(position_of(keys.pop(), size)) == key_of(position)
        for move in position.legal_moves:
            assert from_canonical(position, to_canonical(position, move)) is move


def test_a_leaf_is_turned_with_its_position() -> None:
    position = after("f5", "f6", "e6")
    leaf = position.legal_moves[0]
    book = made(8, {key_of(position): Entry(3, 9, leaf=to_canonical(position, leaf), leaf_score=3)})
    for symmetry in range(8):
        image = position.transform(symmetry)
        entry = book.get(image)
        assert entry is not None
        assert entry.leaf is not None
        # The position may be its own image: then either leaf leads to the same.
        assert key_of(image.play(entry.leaf)) == key_of(position.play(leaf))
    assert book.get(after("f5", "f4")) is None
    assert book.get(Position(6)) is None


def test_moves_with_their_scores() -> None:
    root = after("f5")
    good, bad, out = root.play("d6"), root.play("f4"), Move("f6")
    book = made(
        8,
        {
            key_of(root): Entry(2, 10, leaf=to_canonical(root, out), leaf_score=1),
            key_of(good): Entry(-2, 8),
            key_of(bad): Entry(6, 8),
        },
    )
    found = book.analysis(root)
    assert found is not None
    assert [(line.move.name, line.score) for line in found.lines] == [
        ("d6", 2), ("f6", 1), ("f4", -6),
    ]  # fmt: skip
    assert (found.depth, found.exact, found.nodes, found.finished) == (10, False, 0, True)
    assert book.choose(root) == found
    assert book.analysis(after("f5", "d6", "c3")) is None
    # With dice also what is nearly as good, always the same with the same.
    chosen = {}
    for number in range(40):
        one, again = book.choose(root, str(number)), book.choose(root, str(number))
        assert one is not None
        assert one == again
        chosen[one.best.move.name] = found.best.score - one.best.score
        assert sorted(one.lines, key=str) == sorted(found.lines, key=str)
    assert chosen == {"d6": 0, "f6": 1}
    assert max(chosen.values()) <= NEAR_EQUAL_DISCS


def test_dice_never_give_away_what_is_proven() -> None:
    root = after("f5")
    children = {key_of(root.play(move)): Entry(-2, exact=True) for move in ("d6", "f4")}
    children[key_of(root.play("f6"))] = Entry(-1, exact=True)
    book = made(8, {key_of(root): Entry(2, exact=True), **children})
    chosen = set()
    for number in range(40):
        found = book.choose(root, str(number))
        assert found is not None
        assert found.kind == "exact"
        chosen.add(found.best.move.name)
    assert chosen == {"d6", "f4"}


def test_passes_and_ends_are_known_without_being_stored() -> None:
    # White must pass; black then takes the last disc.
    position = Position.from_text("XO" + "-" * 34 + " O")
    assert position.must_pass()
    then = position.play(Move.PASS)
    book = made(6, {key_of(then): Entry(36, exact=True, leaf=Move("c1"), leaf_score=36)})
    assert book.value(position) == -36
    assert book.value(then) == 36
    found = book.analysis(then)
    assert found is not None
    assert [(line.move.name, line.score) for line in found.lines] == [("c1", 36)]
    assert book.get(position) is None


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:0], "not a book"),
        (lambda data: b"OUTFLANK" + data[8:], "not a book"),
        (lambda data: data[:12], "cut short after 12 bytes"),
        (lambda data: patched(data, 8, b"\x09\0"), "format version 9"),
        (lambda data: patched(data, 10, b"\x07"), "boards of size 7"),
        (lambda data: data[:-1], "damaged: "),
        (lambda data: data + b"x", "damaged: "),
        (lambda data: data[:50] + bytes([data[50] ^ 1]) + data[51:], "the checksum is wrong"),
        (lambda data: patched(data, 20, b"["), "the notes cannot be understood"),
        (lambda data: patched(data, -54, data[-59:-32] + data[-86:-59]), "not in order"),
        (lambda data: patched(data, -27, b"\xff" * 16), "none of the board"),
        (lambda data: patched(data, -11, b"\x41\0"), "a value is more"),
        (lambda data: patched(data, -5, b"\x40"), "a move is none"),
        (lambda data: patched(data, -8, b"\x02"), "a flag"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_told_in_one_sentence(damage: object, message: str) -> None:
    entries = {key_of(after("f5", move)): Entry(-1, 5) for move in ("d6", "f4", "f6")}
    assert callable(damage)
    data = damage(packed_book(8, entries, {}))
    with pytest.raises(FileError) as caught:
        parse_book(data, "my.book", 8)
    assert str(caught.value).startswith("my.book: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_damaged_byte_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    write_book(path, 8, {key_of(Position()): Entry(0, 5)}, {"made": "for a test"})
    data = path.read_bytes()
    assert read_book(path).value(Position()) == 0
    for at in range(len(data)):
        for flip in (1, 0x80):
            with pytest.raises(FileError):
                parse_book(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :], "a.book")


def test_a_book_that_lies_plays_nothing_illegal() -> None:
    root = after("f5")
    book = made(8, {key_of(root): Entry(2, leaf=Move("a1"), leaf_score=2)})
    assert book.get(root) is None
    assert book.analysis(root) is None


def test_which_book(tmp_path: Path) -> None:
    assert book_for(8, False) is None
    assert book_for(6, True) is load_book(6)
    assert book_for(12, True) is None
    path = tmp_path / "mine.book"
    write_book(path, 8, {key_of(Position()): Entry(0, 5)}, {})
    book = book_for(8, path)
    assert book is not None
    assert book_for(8, book) is book
    assert repr(book) == "<Book 8x8, 1 positions>"
    with pytest.raises(SettingsError, match="boards of size 8, not 6"):
        book_for(6, book)
    with pytest.raises(FileError, match="a book for 8x8, not for 6x6"):
        book_for(6, str(path))
    with pytest.raises(FileError, match="cannot be read"):
        book_for(8, tmp_path / "none.book")
    with pytest.raises(TypeError, match="book must be"):
        book_for(8, 3)  # type: ignore[arg-type]


def test_the_engine_plays_from_a_book_and_analyses_without(tmp_path: Path) -> None:
    root, other = after("f5"), after("f5", "f6")
    worst = Move("f4")  # the parallel opening, which no search finds best
    path = tmp_path / "mine.book"
    leaf = to_canonical(root, worst)
    write_book(path, 8, {key_of(root): Entry(5, 9, leaf=leaf, leaf_score=5)}, {})
    with (
        Engine(threads=1, hash_mb=1, book=path) as reader,
        Engine(threads=1, hash_mb=1, book=False) as thinker,
    ):
        heard: list[int] = []
        decision = reader.play(root, Limit(depth=4), watch=lambda known: heard.append(known.nodes))
        assert (decision.move, decision.score, decision.nodes) == (worst, 5.0, 0)
        assert heard == [0]
        assert thinker.play(root, Limit(depth=4)).move != worst
        assert reader.play(other, Level(4)).nodes == thinker.play(other, Level(4)).nodes
        for limit in (Limit(depth=4), Limit(nodes=2000)):
            assert reader.analyse(root, limit).lines == thinker.analyse(root, limit).lines
        reader.close()
        with pytest.raises(EngineError, match="closed"):
            reader.play(root)


def test_dice_of_the_engine() -> None:
    root = after("f5")
    children = {key_of(root.play(move)): Entry(-2, 8) for move in ("d6", "f4", "f6")}
    book = made(8, {key_of(root): Entry(2, 8), **children})
    with Engine(threads=1, hash_mb=1, book=book) as engine:
        assert {engine.play(root).move for _ in range(5)} == {root.legal_moves[0]}
        rolls = [engine.play(root, dice=str(number)).move for number in range(30)]
        assert set(rolls) == set(root.legal_moves)
        assert rolls == [engine.play(root, dice=str(number)).move for number in range(30)]


def test_levels_from_ten_on_solve_6x6() -> None:
    assert Level(10).search_at(27, 6) == (27, 100)
    assert Level(10).search_at(28, 6) == (10, 100)
    assert Level(9).search_at(27, 6) == (9, 100)
    assert Level(10).search_at(27) == Level(10).search_at(27, 10) == (10, 100)
    draw = random.Random(3)
    position = Position(6)
    while position.empties > 22:
        position = position.play(draw.choice(position.legal_moves))
    with Engine(6, threads=1, hash_mb=16) as engine:
        assert engine.analyse(position).exact
