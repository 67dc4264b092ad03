"""An engine of somebody else at the other end of GTP."""

from collections.abc import Sequence

from outflank._native import Color, Move, Position
from outflank._text import printable, quoted
from outflank.errors import EngineError, FaultKind, NotationError
from outflank.protocols.client import MAX_TEXT, START_SECONDS, EngineClient
from outflank.protocols.gtp import Reply, Vertices, is_reply, parse_reply
from outflank.values import Decision

FIRST_ID = 1000
"""Numbers of commands begin above what an answer is likely to be: some engines put a space before
them."""
GAMES = ("othello", "reversi")


class GtpClient(EngineClient):
    """Asks for moves; what differs from the standard is borne as far as it can be understood.

    An engine may print lines of its own before a reply, put a space before the number of a command
    or leave the number out, answer in any case, and know no time commands, no board sizes and no
    passes.
    """

    def __init__(
        self, title: str, command: Sequence[str], *, megabytes: int, skip_i: bool = False
    ) -> None:
        super().__init__(title, command, megabytes=megabytes)
        self.noise: list[str] = []
        """The first lines it printed that belong to no reply."""
        self._vertices = Vertices(skip_i)
        self._number = FIRST_ID
        self._numbered = True
        self._commands: frozenset[str] = frozenset()
        self._size = 8
        self._sent: list[Move] = []
        self._think: tuple[Color, float] | None = None

    def ask(self, command: str, seconds: float = START_SECONDS, *, grace: float = 0.0) -> Reply:
        """The reply to a command; PlayerError if there is none that can be read."""
        self._number += 1
        id = str(self._number) if self._numbered else ""
        self.channel.send(f"{id} {command}".strip())
        begun = False

        def is_last(line: str) -> bool:
            nonlocal begun
            if not begun:
                begun = is_reply(line)
                return False
            return not line.strip()

        lines = self.channel.read_until(is_last, seconds, grace=grace)
        first = next(i for i, line in enumerate(lines) if is_reply(line))
        self.noise += [line for line in lines[:first] if line.strip()][: 10 - len(self.noise)]
        reply = parse_reply("\n".join(lines[first:]), id)
        if reply.id not in ("", id):
            raise self.channel.host.fail(FaultKind.CRASH, "sent a reply to another question")
        return reply

    def start(self) -> None:
        if self.channel.is_running:
            return
        self._numbered, self._think = True, None
        with self.expecting("name", "GTP"):
            reply = self.ask("name")
        if not reply.ok and not reply.id:
            self._numbered = False  # it may have taken the number for a command
            reply = self.ask("name")
        self.name = printable(reply.text[:MAX_TEXT]) if reply.ok else ""
        reply = self.ask("list_commands")
        self._commands = frozenset(reply.text.lower().split()) if reply.ok else frozenset()
        self._check_game()

    def knows(self, command: str) -> bool:
        """False if the engine says what it knows, and this is not in it."""
        return not self._commands or command in self._commands

    def begin(self, size: int) -> None:
        self.start()
        if size != 8 or self.knows("boardsize"):
            reply = self.ask(f"boardsize {size}")
            if not reply.ok and size != 8:
                raise EngineError(
                    f"{self.title} does not play on {size}x{size}: {_quote(reply.text)}"
                )
        self._size = size
        self._clear()

    def choose(
        self,
        start: Position,
        moves: Sequence[Move],
        think: float | None,
        seconds: float,
        grace: float = 0.0,
    ) -> Decision:
        if start != Position(start.size):
            raise EngineError(
                f"{self.title} cannot be told of this game: in GTP all games begin at "
                f"the start position"
            )
        if self._size != start.size:
            self.begin(start.size)
        position = start
        if list(moves[: len(self._sent)]) != self._sent:
            self._clear()
        for number, move in enumerate(moves):
            if number >= len(self._sent):
                self._send_move(position.turn, move)
            position = position.play(move)
        if think is not None:
            self._send_time(position.turn, think)
        reply = self.ask(f"genmove {_word(position.turn)}", seconds, grace=grace)
        if not reply.ok:
            raise self.wrong(f"refuses to move: {_quote(reply.text)}")
        try:
            move = self._vertices.read(reply.text.split()[0] if reply.text else "", start.size)
        except NotationError as error:
            raise self.wrong(f"answers: {error}") from None
        self._sent.append(move)
        return Decision(move)

    def _check_game(self) -> None:
        for command in ("gogui-rules_game_id", "list_games"):
            if command not in self._commands:
                continue
            reply = self.ask(command)
            if reply.ok and not any(game in reply.text.lower() for game in GAMES):
                raise EngineError(
                    f"{self.title} is no Othello player: it plays {_quote(reply.text)}"
                )
        if "set_game" in self._commands:
            self.ask("set_game Othello")

    def _clear(self) -> None:
        reply = self.ask("clear_board")
        if not reply.ok:
            raise self.wrong(f"does not clear its board: {_quote(reply.text)}")
        self._sent = []

    def _send_move(self, color: Color, move: Move) -> None:
        reply = self.ask(f"play {_word(color)} {self._vertices.write(move)}")
        # Some take no passes: the next move of the other side tells them.
        if not reply.ok and not move.is_pass:
            raise self.wrong(f"refuses the legal move {move}: {_quote(reply.text)}")
        self._sent.append(move)

    def _send_time(self, color: Color, think: float) -> None:
        """So many seconds for each move; an engine without time commands keeps its own ways."""
        if (color, think) != self._think and self.knows("time_settings"):
            self.ask(f"time_settings 0 {think:.3f} 1")
        self._think = color, think
        if self.knows("time_left"):
            self.ask(f"time_left {_word(color)} {think:.3f} 1")


def _word(color: Color) -> str:
    return color.name.lower()


def _quote(text: str) -> str:
    return quoted(text or "it does not say why", MAX_TEXT)
