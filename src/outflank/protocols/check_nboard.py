"""What an NBoard engine gets wrong."""

import re
import time

from outflank._native import Move
from outflank._text import listed, quoted
from outflank.errors import FaultKind, NotationError, PlayerError
from outflank.game import Game
from outflank.protocols.check import (
    MOVE_SECONDS,
    PASS_LINE,
    SLACK_SECONDS,
    Check,
    EngineChecks,
    FaultError,
    NoteError,
    judge,
)
from outflank.protocols.client import START_SECONDS
from outflank.protocols.nboard import read_hint, read_number
from outflank.protocols.nboard_client import NBoardClient

HINT_SECONDS = 2.0
"""How long a check listens to hints."""
LINE = "f5d6c3d3c4"
KNOWN = ("status", "set", "nodestats", "===", "search", "book", "pong", "learned", "analysis",
         "warning")  # fmt: skip


class NBoardChecks(EngineChecks[NBoardClient]):
    def __init__(self, client: NBoardClient) -> None:
        super().__init__(client)
        self._seen: list[str] = []

    def all(self) -> list[Check]:
        return [
            ("version 2", self._version),
            ("its name", self._name),
            ("unknown lines are ignored", self._unknown),
            ("board sizes", self._sizes),
            ("the form of an answer", self._form),
            ("go plays nothing", self._go),
            ("move plays a move", self._move),
            ("go passes when it must", self._passes),
            ("games from other positions", self._positions),
            ("hints", self._hints),
            ("ping ends a hint", self._ping),
            ("analyze", self._analyze),
            ("learn", self._learn),
            ("whole games", self._games),
            ("nothing but the protocol", self._noise),
            ("quit ends it", self._quit),
        ]

    def _read_until(self, word: str, seconds: float = START_SECONDS) -> list[str]:
        lines = self._client.channel.read_until(lambda line: line.startswith(word), seconds)
        self._seen += [line for line in lines if line.strip()][:1000]
        return lines

    def _set(self, line: str) -> Game:
        game = Game.from_transcript(line)
        self._client.set_game(game)
        self._seen += [line for line in self._client.ping() if line.strip()]
        return game

    def _ask(self, game: Game) -> Move:
        self._client.channel.send("go")
        move = self._client.read_answer(self._read_until("===", MOVE_SECONDS)[-1]).move
        judge(move, game.position)
        return move

    def _send_move(self, move: str) -> None:
        first = self._client.version == 1
        self._client.channel.send(move.partition("/")[0] if first else f"move {move}")

    def _version(self) -> None:
        if self._client.version != 2:
            raise NoteError("it ends at nboard 2; it was started with nboard 1")

    def _name(self) -> str:
        self._client.channel.send("set depth 4")
        self._seen += self._client.ping()
        if not self._client.name:
            raise NoteError("it sends no set myname")
        return self._client.name

    def _unknown(self) -> None:
        self._client.channel.send("outflank-no-such-command 3")
        self._client.channel.send("")
        self._seen += self._client.ping()

    def _form(self) -> str:
        game = self._set(LINE)
        self._client.channel.send("go")
        line = self._read_until("===", MOVE_SECONDS)[-1]
        judge(self._client.read_answer(line).move, game.position)
        if re.search(r"[^\s/]\s+[^\s/]", line.removeprefix("===").strip()):
            raise NoteError(f"{quoted(line)}: spaces where slashes belong")
        return line

    def _go(self) -> None:
        game = self._set(LINE)
        for _ in range(2):
            self._ask(game)

    def _move(self) -> None:
        game = self._set(LINE)
        move = game.position.legal_moves[0]
        self._send_move(f"{move.name.upper()}/0/1.5")
        game.play(move)
        self._ask(game)

    def _passes(self) -> None:
        game = self._set(PASS_LINE)
        self._ask(game)
        self._send_move("PA")
        game.play(Move.PASS)
        self._ask(game)

    def _positions(self) -> None:
        end = Game.from_transcript(LINE).position
        game = Game(end)
        self._client.set_game(game)
        self._client.ping()
        self._ask(game)

    def _hints(self) -> str:
        game = self._set(LINE)
        self._client.channel.send("hint 2")
        lines = self._listen()
        hints = [line for line in lines if line.split(" ")[0] in ("search", "book")]
        if not hints:
            raise NoteError("it gives none")
        try:
            firsts = {read_hint(line, game.position).move for line in hints}
        except NotationError as error:
            raise FaultError(str(error)) from None
        return f"{len(hints)} lines about {listed(sorted(map(str, firsts)))}"

    def _listen(self) -> list[str]:
        time.sleep(HINT_SECONDS)
        lines = self._client.ping()
        self._seen += lines[:1000]
        return lines

    def _ping(self) -> str:
        self._client.channel.send("set depth 40")
        self._set(LINE)
        self._client.channel.send("hint 1")
        time.sleep(0.2)
        begun = time.monotonic()
        self._client.ping(MOVE_SECONDS)
        seconds = time.monotonic() - begun
        self._client.channel.send("set depth 4")
        late = self._client.ping()
        if any(line.startswith(("search", "book")) for line in late):
            raise FaultError("hints come after pong")
        if seconds > SLACK_SECONDS:
            raise FaultError(f"pong comes {seconds:.1f} s after ping")
        return f"{1000 * seconds:.0f} ms"

    def _analyze(self) -> None:
        game = self._set(LINE)
        self._client.channel.send("analyze")
        numbers = set()
        for line in self._listen():
            words = line.split()
            if words[:1] == ["analysis"]:
                if len(words) < 3 or not words[1].isdecimal() or read_number(words[2]) is None:
                    raise FaultError(f"{quoted(line)} is no analysis")
                numbers.add(int(words[1]))
        if not numbers:
            raise NoteError("it gives none")
        if missing := set(range(len(game.moves) + 1)) - numbers:
            raise NoteError(f"nothing about {listed(map(str, sorted(missing)))} moves made")

    def _learn(self) -> None:
        self._client.channel.send("learn")
        try:
            self._read_until("learned")
        except PlayerError as error:
            if error.kind != FaultKind.TIME:
                raise
            self._client.start()
            raise NoteError("it does not answer learned") from None

    def _games(self) -> str:
        return self._play_games(None)

    def _noise(self) -> None:
        strange = [line for line in self._seen if line.strip() and line.split()[0] not in KNOWN]
        if strange:
            raise NoteError(f"it also prints {quoted(strange[0], 60)}")

    def _quit(self) -> None:
        self._client.channel.send("quit")
        self._end()
