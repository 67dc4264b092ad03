import io
import sys

import pytest

from outflank.cli.terminal.screen import TerminalScreen, prepare_streams, shows_colour, usable_theme


class Terminal(io.TextIOWrapper):
    """Standard output or input that says it is a terminal."""

    def __init__(self, data: bytes = b"", encoding: str = "utf-8", tty: bool = True) -> None:
        self.bytes = io.BytesIO(data)
        super().__init__(self.bytes, encoding=encoding)
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty

    @property
    def written(self) -> bytes:
        self.flush()
        return self.bytes.getvalue()


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
def test_where_colours_are_shown(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], tty: bool, colour: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    output = Terminal(tty=tty)
    monkeypatch.setattr(sys, "stdout", output)
    assert shows_colour() == colour
    assert usable_theme("dots").title == ("dots" if colour else "plain")
    screen = TerminalScreen(interactive=False)
    screen.clear()
    screen.say(("red", "bold red"))
    assert (b"\x1b[1;31m" in output.written or b"\x1b[1;38" in output.written) == colour
    assert (b"\x1b[2J" in output.written) == (tty and environment.get("TERM") != "dumb")


def test_text_is_never_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    output = Terminal(tty=False)
    monkeypatch.setattr(sys, "stdout", output)
    TerminalScreen(interactive=False).say("[red]d3[/] [1, 2] :smile: http://x")
    assert output.written == b"[red]d3[/] [1, 2] :smile: http://x\n"


def test_a_pipe_is_read_line_by_line_and_echoed(monkeypatch: pytest.MonkeyPatch) -> None:
    output = Terminal(tty=False)
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stdin", Terminal(b" d3 \nlast", tty=False))
    screen = TerminalScreen()
    assert not screen.interactive
    assert screen.ask("move: ") == "d3"
    assert screen.ask("move: ") == "last"
    with pytest.raises(EOFError):
        screen.ask("move: ")
    assert output.written == b"move:  d3 \nmove: last\nmove: \n"


def test_no_byte_can_break_the_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    output = Terminal(tty=False, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stdin", Terminal(b"\xff\xfe\nd3\n", tty=False))
    prepare_streams()
    screen = TerminalScreen()
    assert screen.ask("") == "\ufffd\ufffd"
    assert screen.ask("") == "d3"
    screen.say("é●")
    assert b"\\xe9\\u25cf" in output.written


def test_long_lines_wrap_at_the_width_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    output = Terminal()
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setenv("COLUMNS", "80")
    TerminalScreen(interactive=False).say(" ".join(["d3"] * 60))
    lines = output.written.decode().splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
