import io
import sys

import pytest

from outflank.cli.play.screen import Screen, prepare_streams, shows_colour, usable_theme


class Terminal(io.TextIOWrapper):
    """Standard output or input that says it is a terminal."""

    def __init__(self, data: bytes = b"", encoding: str = "utf-8", tty: bool = True) -> None:
        super().__init__(io.BytesIO(data), encoding=encoding)
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty

    @property
    def written(self) -> bytes:
        self.flush()
        return self.buffer.getvalue()


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize(
    ("environment", "tty", "colour"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, False),
    ],
)
def test_where_colours_are_shown(monkeypatch, environment, tty: bool, colour: bool) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal(tty=tty))
    assert shows_colour() == colour
    assert usable_theme("dots").title == ("dots" if colour else "plain")
    screen = Screen(interactive=False)
    screen.clear()
    screen.say(("red", "bold red"))
    assert (b"\x1b[1;31m" in sys.stdout.written or b"\x1b[1;38" in sys.stdout.written) == colour
    assert (b"\x1b[2J" in sys.stdout.written) == (tty and environment.get("TERM") != "dumb")


def test_text_is_never_markup(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal(tty=False))
    Screen(interactive=False).say("[red]d3[/] [1, 2] :smile: http://x")
    assert sys.stdout.written == b"[red]d3[/] [1, 2] :smile: http://x\n"


def test_a_pipe_is_read_line_by_line_and_echoed(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal(tty=False))
    monkeypatch.setattr(sys, "stdin", Terminal(b" d3 \nlast", tty=False))
    screen = Screen()
    assert not screen.interactive
    assert screen.ask("move: ") == "d3"
    assert screen.ask("move: ") == "last"
    with pytest.raises(EOFError):
        screen.ask("move: ")
    assert sys.stdout.written == b"move:  d3 \nmove: last\nmove: \n"


def test_no_byte_can_break_the_streams(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal(tty=False, encoding="ascii"))
    monkeypatch.setattr(sys, "stdin", Terminal(b"\xff\xfe\nd3\n", tty=False))
    prepare_streams()
    screen = Screen()
    assert screen.ask("") == "\ufffd\ufffd"
    assert screen.ask("") == "d3"
    screen.say("é●")
    assert b"\\xe9\\u25cf" in sys.stdout.written


def test_long_lines_wrap_at_the_width_of_a_terminal(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    Screen(interactive=False).say(" ".join(["d3"] * 60))
    lines = sys.stdout.written.decode().splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
