from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Move, NotationError
from outflank._board import SIZES
from outflank.protocols.gtp import (
    GtpCommand,
    Reply,
    Vertices,
    is_reply,
    parse_command,
    parse_reply,
    read_color,
    write_reply,
)


@pytest.mark.parametrize("skip_i", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_every_square_reads_as_it_is_written(size: int, skip_i: bool) -> None:
    vertices = Vertices(skip_i)
    squares = [Move.at(row, column) for row in range(size) for column in range(size)]
    names = [vertices.write(move) for move in (*squares, Move.PASS)]
    assert len(set(names)) == size * size + 1
    assert [vertices.read(name, size) for name in names] == [*squares, Move.PASS]
    assert [vertices.read(name.lower(), size) for name in names] == [*squares, Move.PASS]
    assert any(name.startswith("I") for name in names) == (size > 8 and not skip_i)


def test_letters() -> None:
    assert Vertices().write(Move("i10")) == "I10"
    assert Vertices(skip_i=True).write(Move("i10")) == "J10"
    assert Vertices(skip_i=True).read("m12", 12) == Move("l12")


@pytest.mark.parametrize(
    "text", ["", "i9", "a0", "a9", "a01", "5f", "f5 ", "resign", "ä1", "a\x0011"]
)
def test_what_is_no_square(text: str) -> None:
    with pytest.raises(NotationError, match="is no square of a 8x8 board"):
        Vertices().read(text, 8)


def test_colours() -> None:
    assert [read_color(text) for text in ("b", "Black", "W", "white")] == [
        Color.BLACK, Color.BLACK, Color.WHITE, Color.WHITE,
    ]  # fmt: skip
    with pytest.raises(NotationError, match="'x' is no colour"):
        read_color("x")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", GtpCommand("", "name", ())),
        ("17 play B F5", GtpCommand("17", "play", ("B", "F5"))),
        ("\t2  GenMove\tw  # a comment", GtpCommand("2", "genmove", ("w",))),
        ("na\x07me\x1b", GtpCommand("", "name", ())),
        ("3", GtpCommand("3", "", ())),
        ("3x", GtpCommand("", "3x", ())),
        ("", None),
        ("  # only this", None),
    ],
)
def test_commands(line: str, command: GtpCommand | None) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("=1001 F5", Reply(True, "1001", "F5")),
        ("= 1001 F5", Reply(True, "1001", "F5", spaced=True)),  # Edax
        ("= F5", Reply(True, "", "F5")),
        ("=", Reply(True, "", "")),
        ("=1001", Reply(True, "1001", "")),
        ("= 2", Reply(True, "", "2")),
        ("= 8x8 board", Reply(True, "", "8x8 board")),
        ("?1001 unknown command", Reply(False, "1001", "unknown command")),
        ("? 1001 no", Reply(False, "1001", "no", spaced=True)),
        ("=7 F5", Reply(True, "7", "F5")),
        ("=1001 a\nb\nc", Reply(True, "1001", "a\nb\nc")),
        ("=1001\na\nb", Reply(True, "1001", "a\nb")),
    ],
)
def test_replies(text: str, reply: Reply) -> None:
    assert parse_reply(text, "1001") == reply


@given(
    st.sampled_from(["", "1", "1001"]),
    st.lists(st.from_regex(r"[A-Za-z+][A-Za-z0-9+. ]{0,20}", fullmatch=True), max_size=4),
    st.booleans(),
)
def test_a_reply_reads_as_it_is_written(id: str, lines: list[str], ok: bool) -> None:
    text = "\n".join(line.strip() for line in lines)
    written = write_reply(id, text, ok=ok)
    assert written.endswith("\n\n")
    assert is_reply(written)
    assert parse_reply(written.removesuffix("\n\n"), id) == Reply(ok, id, text)


@given(st.text(max_size=60))
def test_any_line_is_a_command_a_reply_or_none(line: str) -> None:
    command = parse_command(line)
    assert command is None or command.name.isprintable()
    with suppress(NotationError):
        reply = parse_reply(line, "1001")
        assert reply.id == "1001" or not reply.spaced
