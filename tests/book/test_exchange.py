"""Books of other programs: bytes made by hand after their descriptions, round trips, damage."""

import json
import random
import struct
from pathlib import Path

import pytest

from outflank import FileError, Move, OutflankError, Position
from outflank.book.check import faults
from outflank.book.exchange import export_book, import_book, parse_import
from outflank.book.tree import BookTree
from outflank.engine.book import Entry, key_of, to_canonical
from support.books import built

AFTER = Position().play("f5")
REPLY = AFTER.play("d6")


def discs(position: Position) -> tuple[int, int]:
    """Of the side to move and of the other; bit 0 is a1."""
    black, white = position.to_bitboards()
    return (black, white) if position.turn == 1 else (white, black)


def reversed_bits(board: int) -> int:
    """Bit 63 is a1, as Egaroucid has it."""
    return int(f"{board:064b}"[::-1], 2)


def egaroucid_discs(position: Position) -> tuple[int, int]:
    own, other = discs(position)
    return reversed_bits(own), reversed_bits(other)


def egbk3() -> bytes:
    # f6 is bit 63 - 45 where a1 is bit 63.
    head = b"EGAROUCID" + bytes([3]) + struct.pack("<I", 2)
    first = struct.pack("<QQbBIbbB", *egaroucid_discs(AFTER), -2, 21, 1, -3, 63 - 45, 19)
    second = struct.pack("<QQbBIbbB", *egaroucid_discs(REPLY), 2, 21, 0, 2, 63 - 18, 21)
    return head + first + second


def egbk2() -> bytes:
    head = b"EGAROUCID" + bytes([2]) + struct.pack("<I", 2)
    first = struct.pack("<QQbBIbb", *egaroucid_discs(AFTER), -2, 21, 1, -2, 63 - 43)
    return head + first + struct.pack("<QQbBI", *egaroucid_discs(REPLY), 2, 21, 0)


def egbk1() -> bytes:
    records = (
        struct.pack("<QQB", *egaroucid_discs(position), value + 64)
        for position, value in ((AFTER, -2), (REPLY, 2))
    )
    return struct.pack("<I", 2) + b"".join(records)


def edax() -> bytes:
    head = struct.pack("<II", 0x45444158, 0x424F4F4B) + bytes([4, 6])
    head += struct.pack("<hbbbbbx", 2024, 5, 6, 7, 8, 9) + struct.pack("<5iI", 21, 36, 2, 2, 1, 2)
    first = struct.pack("<QQ4I3hBB", *discs(AFTER), 5, 1, 2, 9, -2, -3, -1, 1, 21)
    first += struct.pack("<bB", -2, 43) + struct.pack("<bB", -3, 45)
    second = struct.pack("<QQ4I3hBB", *discs(REPLY), 0, 0, 0, 1, 2, 2, 2, 0, 21)
    return head + first + second + struct.pack("<bB", 2, 18)


def read(data: bytes, folder: Path) -> BookTree:
    path = folder / "book"
    path.write_bytes(data)
    return import_book(path)


@pytest.mark.parametrize("data", [egbk3(), edax()], ids=["egbk3", "edax"])
def test_books_with_leaves(data: bytes, tmp_path: Path) -> None:
    tree = read(data, tmp_path)
    assert len(tree) == 2
    first, second = tree.entries[key_of(AFTER)], tree.entries[key_of(REPLY)]
    assert (first.value, first.depth, first.leaf_score) == (-2, 21, -3)
    assert first.leaf == to_canonical(AFTER, Move("f6"))
    assert (second.value, second.leaf_score) == (2, 2)
    assert second.leaf == to_canonical(REPLY, Move("c3"))
    assert not list(faults(tree))
    assert first.games == (8 if data[:4] == b"XADE" else 0)


@pytest.mark.parametrize("data", [egbk2(), egbk1()], ids=["egbk2", "egbk"])
def test_books_without_leaves(data: bytes, tmp_path: Path) -> None:
    tree = read(data, tmp_path)
    assert {key: entry.value for key, entry in tree.entries.items()} == {
        key_of(AFTER): -2,
        key_of(REPLY): 2,
    }
    assert not list(faults(tree))


def test_the_sizes_of_the_headers() -> None:
    assert len(egbk3()) == 14 + 2 * 25
    assert len(edax()) == 42 + 2 * (40 + 2) + 2


@pytest.mark.parametrize("suffix", [".jsonl", ".egbk3"])
def test_round_trips(suffix: str, tmp_path: Path) -> None:
    tree = built(40, size=8)
    path = tmp_path / f"book{suffix}"
    export_book(path, tree)
    again = import_book(path)
    if suffix == ".jsonl":
        assert again.entries == tree.entries
    else:  # which knows neither proofs nor games
        assert set(again.entries) == set(tree.entries)
        for key, entry in tree.entries.items():
            found = again.entries[key]
            assert (found.value, found.depth, found.leaf) == (entry.value, entry.depth, entry.leaf)
    first = path.read_bytes()
    export_book(path, again)
    assert path.read_bytes() == first


@pytest.mark.parametrize("suffix", [".jsonl", ".egbk3"])
def test_progress_is_told(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.book.tree._TOLD_EVERY", 1)
    tree, path = built(40, size=8), tmp_path / f"book{suffix}"
    told: list[float] = []
    export_book(path, tree, told.append)
    assert len(told) == len(tree)
    told.clear()
    import_book(path, told.append)
    assert len(told) == 2 * len(tree)  # read, and linked
    assert told == sorted(told)
    assert (told[0], round(told[-1], 1)) == (0.0, 1.0)


def test_json_lines_of_every_board(tmp_path: Path) -> None:
    for size in (4, 6, 10, 12):
        position = Position(size)
        key, leaf = key_of(position), to_canonical(position, position.legal_moves[0])
        tree = BookTree(size, {key: Entry(-3, 7, True, leaf, -3, 5)})
        path = tmp_path / "book.jsonl"
        export_book(path, tree)
        assert import_book(path).entries == tree.entries


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"as \.jsonl or \.egbk3"):
        export_book(tmp_path / "book.dat", BookTree(8))
    with pytest.raises(FileError, match="for 8x8, not 6x6"):
        export_book(tmp_path / "book.egbk3", BookTree(6))
    assert not list(tmp_path.iterdir())


HEAD = '{"format": "outflank book", "version": 1, "size": 8}\n'
BOARD = AFTER.to_text()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither a book of Egaroucid or Edax nor JSON lines"),
        (b"hello, this is no book", "neither a book"),
        (b"EGAROUCID", "cut short after 9 bytes"),
        (b"EGAROUCID" + bytes([9]) + bytes(4), "version 9 of Egaroucid's books is not known"),
        (egbk3()[:-1], "damaged: 63 bytes instead of 64"),
        (egbk2()[:-1], "cut short in position 2"),
        (egbk2() + b"x", "2 positions end at byte"),
        (egbk2()[:32] + struct.pack("<I", 2**31) + egbk2()[36:], "and no board has so many"),
        (b"EGAROUCID" + bytes([2]) + b"\xff" * 4, "4,294,967,295 positions; 2,000,000 can be read"),
        (edax()[:30], "cut short after 30 bytes"),
        (edax()[:-2], "cut short in position 2"),
        (edax() + b"x", "2 positions end at byte"),
        (edax()[:38] + b"\xff" * 4 + edax()[42:], "can be read at most"),
        (edax()[:42] + b"\xff" * 16 + edax()[58:], "position 1: a1 is in black's bitboard"),
        (edax()[:74] + b"\xff\x0f" + edax()[76:], "position 1: a value of 4095"),
        (b"{", "book:1: not a JSON object"),
        (b'{"format": "other"}', "book:1: not the first line"),
        (HEAD.replace("8}", "7}").encode(), "book:1: a book for boards of size 7"),
        (HEAD.encode() + b"[]", "book:2: not a JSON object"),
        (HEAD.encode() + b'{"board": "X", "value": 0}', "book:2: "),
        (HEAD.encode() + b'{"board": "X"}', "book:2: a position has board, value and of"),
        (
            (HEAD + json.dumps({"board": BOARD, "value": 65})).encode(),
            "book:2: value must be a whole number from -64 to 64",
        ),
        (
            (HEAD + json.dumps({"board": BOARD, "value": 0, "leaf": "a1"})).encode(),
            "book:2: the leaf a1 is no legal move",
        ),
        (
            (HEAD + json.dumps({"board": BOARD, "value": 0, "exact": 1})).encode(),
            "book:2: exact must be true or false",
        ),
        ((HEAD + json.dumps({"board": "X" * 64, "value": 0})).encode(), "has no move"),
        (HEAD.encode() + b"\xff", "book:2: not UTF-8 text"),
    ],
)
def test_what_cannot_be_read(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read(data, tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_leaf_that_is_no_move_is_left_out(tmp_path: Path) -> None:
    data = bytearray(egbk3())
    data[14 + 23] = 63  # a1
    tree = read(bytes(data), tmp_path)
    assert tree.entries[key_of(AFTER)].leaf is None


def test_passes_are_left_out(tmp_path: Path) -> None:
    must_pass = Position.from_text("XO" + "-" * 62 + " O")
    assert must_pass.must_pass()
    own, other = discs(must_pass)
    data = struct.pack("<I", 1) + struct.pack("<QQB", own, other, 64)
    assert len(read(data, tmp_path)) == 0


def test_damaged_books_raise_nothing_else() -> None:
    draw = random.Random(7)
    samples = [
        egbk3(),
        egbk2(),
        egbk1(),
        edax(),
        (HEAD + json.dumps({"board": BOARD, "value": 1})).encode(),
    ]
    told = []
    for _ in range(1500):
        data = bytearray(draw.choice(samples))
        for _ in range(draw.choice((1, 2, 5))):
            at = draw.randrange(len(data))
            data[at : at + draw.choice((0, 1, 1, 4))] = draw.randbytes(draw.choice((0, 1, 1, 4)))
        try:
            parse_import(bytes(data), "damaged")
        except OutflankError as error:
            told.append(str(error))
    assert len(told) > 500
    assert all(text.startswith("damaged") for text in told)
