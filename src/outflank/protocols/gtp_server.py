"""A player at the end of GTP, for GoGui and other controllers.

Squares have the letters and numbers of Othello, row 1 at the top. Go programs draw it at the
bottom, so that their board looks mirrored. A side that must pass may be passed over: the next move
of the other side implies it.
"""

import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from outflank._board import SIZES
from outflank._files import read_text
from outflank._native import Color, Move
from outflank._text import printable
from outflank._version import __version__
from outflank.errors import IllegalMoveError, NotationError, OutflankError
from outflank.formats.sgf import parse_game
from outflank.game import Game
from outflank.protocols.clock import Clock, TimeSettings
from outflank.protocols.gtp import Vertices, parse_command, read_color, write_reply
from outflank.protocols.player import ServedPlayer

GAME = "Othello"
MAX_SECONDS = 1e9
LARGEST_SGF = 2**20
"""Bytes of a file that is loaded."""
_GLYPHS = {None: ".", Color.BLACK: "X", Color.WHITE: "O"}


class _RefusalError(Exception):
    """What the reply says in the place of an answer."""


class GtpServer:
    """Answers commands, one at a time; `write` is given the text of each reply."""

    def __init__(
        self, player: ServedPlayer, write: Callable[[str], object], vertices: Vertices | None = None
    ) -> None:
        self._player = player
        self._write = write
        self._vertices = vertices or Vertices()
        self._game = Game()
        self._steps: list[int] = []
        """The plies of each move that `undo` takes back: two if it implied a pass."""
        self._settings: TimeSettings | None = None
        self._clocks: dict[Color, Clock] = {}
        self._commands: dict[str, Callable[[tuple[str, ...]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: player.name,
            "version": lambda _: __version__,
            "known_command": lambda words: str(" ".join(words).lower() in self._commands).lower(),
            "list_commands": lambda _: "\n".join(sorted(self._commands)),
            "quit": lambda _: "",
            "boardsize": self._boardsize,
            "clear_board": lambda _: self._begin(self._game.size),
            "komi": lambda _: "",
            "play": self._play,
            "genmove": lambda arguments: self._choose(arguments, plays=True),
            "reg_genmove": lambda arguments: self._choose(arguments, plays=False),
            "undo": self._undo,
            "loadsgf": self._loadsgf,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": self._showboard,
            "final_score": self._final_score,
            "list_games": lambda _: GAME,
            "set_game": self._set_game,
            "gogui-rules_game_id": lambda _: GAME,
            "gogui-rules_board": self._rules_board,
            "gogui-rules_board_size": lambda _: str(self._game.size),
            "gogui-rules_legal_moves": self._rules_legal_moves,
            "gogui-rules_side_to_move": lambda _: self._game.position.turn.name.lower(),
            "gogui-rules_final_result": self._rules_final_result,
        }

    def serve(self, lines: Iterable[str | None]) -> None:
        """Answers until `quit`, or until the lines end."""
        for line in lines:
            if not self.answer(line):
                return

    def answer(self, line: str | None) -> bool:
        """Answers a line, None for one too long; False if it was the last."""
        if line is None:
            self._write(write_reply("", "the line is too long", ok=False))
            return True
        command = parse_command(line)
        if command is None:
            return True
        try:
            if command.name not in self._commands:
                raise _RefusalError("unknown command")
            self._write(write_reply(command.id, self._commands[command.name](command.arguments)))
        except (_RefusalError, OutflankError) as error:
            self._write(write_reply(command.id, printable(str(error)), ok=False))
        return command.name != "quit"

    def _boardsize(self, arguments: tuple[str, ...]) -> str:
        size = _whole(arguments, 0)
        if size not in SIZES:
            raise _RefusalError("unacceptable size")
        return self._begin(size)

    def _begin(self, size: int) -> str:
        self._game, self._steps = Game(size=size), []
        self._start_clocks()
        self._player.new_game(size)
        return ""

    def _start_clocks(self) -> None:
        settings = self._settings
        self._clocks = {} if settings is None else {color: Clock(settings) for color in Color}

    def _play(self, arguments: tuple[str, ...]) -> str:
        if len(arguments) < 2:
            raise _RefusalError("syntax error: expected a colour and a square")
        color = read_color(arguments[0])
        move = self._vertices.read(arguments[1], self._game.size)
        passes = self._pass_to(color)
        try:
            self._game.play(move)
        except IllegalMoveError as error:
            self._take_back(passes)
            raise _RefusalError(f"illegal move: {error}") from None
        self._steps.append(passes + 1)
        return ""

    def _choose(self, arguments: tuple[str, ...], *, plays: bool) -> str:
        if not arguments:
            raise _RefusalError("syntax error: expected a colour")
        color = read_color(arguments[0])
        if self._game.position.is_over():
            return self._vertices.write(Move.PASS)
        passes = self._pass_to(color)
        try:
            move = self._ask(color)
        except BaseException:
            self._take_back(passes)
            raise
        if plays:
            self._game.play(move)
            self._steps.append(passes + 1)
        else:
            self._take_back(passes)
        return self._vertices.write(move)

    def _ask(self, color: Color) -> Move:
        position = self._game.position
        if position.must_pass():
            return Move.PASS
        clock = self._clocks.get(color)
        begun = time.monotonic()
        answer = self._player.choose(self._game, None if clock is None else clock.left, None)
        if clock is not None:
            clock.spend(time.monotonic() - begun)
        position.play(answer.move)  # says what is wrong with it
        return answer.move

    def _pass_to(self, color: Color) -> int:
        position = self._game.position
        if position.turn == color:
            return 0
        if not position.must_pass():
            raise _RefusalError(f"illegal move: it is the turn of {position.turn.name.lower()}")
        self._game.play(Move.PASS)
        return 1

    def _take_back(self, plies: int) -> None:
        for _ in range(plies):
            node = self._game.node
            self._game.undo()
            self._game.remove(node)

    def _undo(self, _: tuple[str, ...]) -> str:
        if not self._steps:
            raise _RefusalError("cannot undo")
        self._take_back(self._steps.pop())
        return ""

    def _loadsgf(self, arguments: tuple[str, ...]) -> str:
        """The game of a file up to its end, or to the position before the move with a number."""
        number = _whole(arguments, 1) if len(arguments) > 1 else None
        try:
            game = parse_game(read_text(Path(" ".join(arguments[:1])), LARGEST_SGF))
        except OutflankError as error:
            raise _RefusalError(f"cannot load file: {error}") from None
        nodes = list(game.main_line())[: None if number is None else max(0, number - 1)]
        self._begin(game.size)
        self._game = game
        game.go_to(nodes[-1] if nodes else game.root)
        self._steps = [1] * len(nodes)
        return ""

    def _time_settings(self, arguments: tuple[str, ...]) -> str:
        main, byo_yomi = _seconds(arguments, 0), _seconds(arguments, 1)
        self._settings = TimeSettings.from_gtp(main, byo_yomi, _whole(arguments, 2))
        self._start_clocks()
        return ""

    def _time_left(self, arguments: tuple[str, ...]) -> str:
        color = read_color(arguments[0] if arguments else "")
        seconds, stones = _seconds(arguments, 1), _whole(arguments, 2)
        if color not in self._clocks:
            self._clocks[color] = Clock(TimeSettings(seconds))
        self._clocks[color].set(seconds, stones)
        return ""

    def _showboard(self, _: tuple[str, ...]) -> str:
        rows = str(self._game.position).splitlines()[1:]
        return "\n".join(["", f"   {' '.join(self._vertices.letters[: self._game.size])}", *rows])

    def _final_score(self, _: tuple[str, ...]) -> str:
        score = self._score()
        return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score)}"

    def _score(self) -> int:
        if not self._game.position.is_over():
            raise _RefusalError("cannot score: the game is not over")
        return self._game.position.score(Color.BLACK)

    def _set_game(self, arguments: tuple[str, ...]) -> str:
        if " ".join(arguments).lower() != GAME.lower():
            raise _RefusalError("unsupported game")
        return ""

    def _rules_board(self, _: tuple[str, ...]) -> str:
        """The rows as GoGui draws them: the last one on top."""
        size, position = self._game.size, self._game.position
        return "\n".join(
            "".join(_GLYPHS[position.color_at(row, column)] for column in range(size))
            for row in reversed(range(size))
        )

    def _rules_legal_moves(self, _: tuple[str, ...]) -> str:
        return " ".join(map(self._vertices.write, self._game.position.legal_moves))

    def _rules_final_result(self, _: tuple[str, ...]) -> str:
        score = self._score()
        return "draw" if score == 0 else f"{'Black' if score > 0 else 'White'} wins by {abs(score)}"


def _whole(arguments: tuple[str, ...], place: int) -> int:
    text = arguments[place] if place < len(arguments) else ""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise NotationError(f"syntax error: argument {place + 1} must be a whole number")
    return int(text)


def _seconds(arguments: tuple[str, ...], place: int) -> float:
    """Seconds as they are sent; some controllers send fractions, or less than nothing."""
    try:
        seconds = float(arguments[place])
    except (IndexError, ValueError):
        seconds = math.nan
    if math.isnan(seconds):
        raise NotationError(f"syntax error: argument {place + 1} must be a number of seconds")
    return min(max(0.0, seconds), MAX_SECONDS)
