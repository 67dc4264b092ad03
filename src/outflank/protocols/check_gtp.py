"""What a GTP engine gets wrong."""

import time

from outflank._native import Color, Move, Position
from outflank._text import listed, quoted
from outflank.errors import NotationError, OutflankError
from outflank.game import Game
from outflank.protocols.check import (
    MOVE_SECONDS,
    PASS_LINE,
    SLACK_SECONDS,
    THINK_SECONDS,
    Check,
    EngineChecks,
    FaultError,
    NoteError,
    judge,
)
from outflank.protocols.client import START_SECONDS
from outflank.protocols.gtp import Vertices, read_color
from outflank.protocols.gtp_client import GtpClient

REQUIRED = ("clear_board", "genmove", "play", "quit")
USUAL = ("boardsize", "komi", "known_command", "list_commands", "name", "protocol_version",
         "showboard", "time_left", "time_settings", "undo", "version")  # fmt: skip
NONSENSE = "outflank-no-such-command"


class GtpChecks(EngineChecks[GtpClient]):
    def __init__(self, client: GtpClient, *, skip_i: bool = False) -> None:
        super().__init__(client)
        self._vertices = Vertices(skip_i)
        self._ask = client.ask

    def all(self) -> list[Check]:
        return [
            ("protocol_version is 2", self._version),
            ("numbers of commands", self._numbers),
            ("nothing beside replies", self._noise),
            ("commands it should know", self._known),
            ("unknown commands are refused", self._unknown),
            ("comments, tabs and capitals", self._spelling),
            ("board sizes", self._sizes),
            ("legal moves are accepted", self._plays),
            ("illegal moves are refused", self._refuses),
            ("genmove plays its move", self._genmove),
            ("reg_genmove plays nothing", self._reg_genmove),
            ("undo takes back a move", self._undo),
            ("genmove passes when it must", self._passes),
            ("a pass may be left out", self._implied_pass),
            ("time commands are obeyed", self._time),
            ("whole games", self._games),
            ("final_score", self._final_score),
            ("gogui-rules commands", self._rules),
            ("quit ends it", self._quit),
        ]

    def _need(self, command: str, seconds: float = START_SECONDS) -> str:
        reply = self._ask(command, seconds)
        if not reply.ok:
            raise FaultError(f"{command} is refused: {reply.text}")
        return reply.text

    def _optional(self, command: str) -> str:
        name = command.partition(" ")[0]
        if not self._client.knows(name):
            raise NoteError(f"it does not know {name}")
        return self._need(command)

    def _set_up(self, line: str = "") -> Game:
        self._ask("boardsize 8")
        self._need("clear_board")
        game = Game.from_transcript(line)
        color = Color.BLACK
        for move in game.moves:
            self._need(f"play {color.name.lower()} {self._vertices.write(move)}")
            color = color.opponent
        return game

    def _move(self, command: str, position: Position) -> Move:
        text = self._need(command, MOVE_SECONDS)
        try:
            move = self._vertices.read(text, position.size)
        except NotationError as error:
            raise FaultError(f"{command}: {error}") from None
        judge(move, position)
        return move

    def _version(self) -> None:
        text = self._need("protocol_version")
        if text != "2":
            raise NoteError(f"it says {quoted(text)}")

    def _numbers(self) -> None:
        reply = self._ask("name")
        if reply.spaced:
            raise NoteError("it puts a space before them")
        if not reply.id:
            raise NoteError("it leaves them out")

    def _noise(self) -> None:
        if self._client.noise:
            raise NoteError(f"it also prints {quoted(self._client.noise[0], 60)}")

    def _known(self) -> None:
        commands = self._need("list_commands").lower().split()
        if missing := [name for name in REQUIRED if name not in commands]:
            raise FaultError(f"list_commands lacks {listed(missing)}")
        for name, answer in (("genmove", "true"), (NONSENSE, "false")):
            reply = self._ask(f"known_command {name}")
            if reply.ok and reply.text.lower() != answer:
                raise FaultError(f"known_command {name} says {quoted(reply.text)}")
        if missing := [name for name in USUAL if name not in commands]:
            raise NoteError(f"it lacks {listed(missing)}")

    def _unknown(self) -> None:
        if self._ask(NONSENSE).ok:
            raise FaultError(f"it takes {NONSENSE} for a command")

    def _spelling(self) -> None:
        self._client.channel.send("# a comment")
        self._client.channel.send("")
        reply = self._ask("name\t# another")
        if not reply.ok:
            raise FaultError(f"name with a comment is refused: {reply.text}")

    def _plays(self) -> None:
        self._set_up("f5d6c3d3c4")

    def _refuses(self) -> None:
        wrong = {"a1": "where it flips nothing", "d4": "on a disc", "z9": "off the board"}
        for square, why in wrong.items():
            self._set_up()
            if self._ask(f"play black {square}").ok:
                raise FaultError(f"it lets black play {square}, {why}")
        if self._ask("play green f5").ok:
            raise FaultError("it lets green play")
        self._set_up()
        if self._ask("play black pass").ok:
            raise NoteError("it lets black pass with a move to play")

    def _genmove(self) -> None:
        game = self._set_up("f5")
        move = self._move("genmove white", game.position)
        game.play(move)
        self._move("genmove black", game.position)

    def _reg_genmove(self) -> None:
        if not self._client.knows("reg_genmove"):
            raise NoteError("it does not know reg_genmove")
        game = self._set_up("f5")
        self._move("reg_genmove white", game.position)
        self._move("genmove white", game.position)

    def _undo(self) -> None:
        game = self._set_up("f5d6")
        self._optional("undo")
        game.undo()
        self._need(f"play white {self._vertices.write(Move('f4'))}")
        for _ in range(2):
            self._need("undo")
        if self._ask("undo").ok:
            raise NoteError("undo at the start is not refused")

    def _passes(self) -> None:
        game = self._set_up(PASS_LINE)
        self._move("genmove black", game.position)
        game.play(Move.PASS)
        self._move("genmove white", game.position)

    def _implied_pass(self) -> None:
        game = self._set_up(PASS_LINE)
        game.play(Move.PASS)
        reply = self._ask(f"play white {self._vertices.write(game.position.legal_moves[0])}")
        if not reply.ok:
            raise NoteError(f"it wants the pass played: {reply.text}")

    def _time(self) -> str:
        game = self._set_up("f5")
        self._optional(f"time_settings 0 {THINK_SECONDS:g} 1")
        if self._client.knows("time_left"):
            self._need(f"time_left white {THINK_SECONDS:g} 1")
        begun = time.monotonic()
        self._move("genmove white", game.position)
        seconds = time.monotonic() - begun
        if seconds > THINK_SECONDS + SLACK_SECONDS:
            raise FaultError(f"with {THINK_SECONDS:g} s for a move it takes {seconds:.1f} s")
        return f"{seconds:.2f} s of {THINK_SECONDS:g} s"

    def _games(self) -> str:
        self._client.begin(8)
        return self._play_games(THINK_SECONDS / 10)

    def _final_score(self) -> None:
        self._set_up("e6f4e3f6g5d6e7f5c5")
        text = self._optional("final_score").upper().replace(" ", "")
        if text not in ("B+64", "B+13"):
            raise NoteError(f"a game that black wins 13 to 0 is {quoted(text)}, not B+64")

    def _rules(self) -> None:
        game = self._set_up("f5")
        self._optional("gogui-rules_legal_moves")
        moves = {word.upper() for word in self._need("gogui-rules_legal_moves").split()}
        legal = {self._vertices.write(move) for move in game.position.legal_moves}
        if moves != legal:
            raise FaultError(f"after F5 the legal moves are {listed(sorted(legal))}")
        try:
            side = read_color(self._need("gogui-rules_side_to_move"))
        except OutflankError as error:
            raise FaultError(f"gogui-rules_side_to_move: {error}") from None
        if side != Color.WHITE:
            raise FaultError("after F5 it says that black is to move")

    def _quit(self) -> None:
        self._ask("quit")
        self._end()
