"""A player at the end of the NBoard protocol.

Commands are obeyed in their order; those that come while the player thinks wait until it is done.
Two do not wait: `ping` ends the thinking at once, and what was asked before it is answered no more;
`quit` ends everything.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue

from outflank._background import Work
from outflank._native import Color, Move
from outflank._text import printable
from outflank.errors import NotationError, OutflankError
from outflank.formats.ggf import parse_game
from outflank.game import Game
from outflank.protocols.clock import TimeLeft, TimeSettings
from outflank.protocols.nboard import read_played, write_answer, write_hints, write_name, write_work
from outflank.protocols.player import ServedPlayer

MAX_AHEAD = 1000
"""Lines that are read before they can be obeyed."""
LISTEN_SECONDS = 0.1
"""Waiting is cut into pieces: Python on Windows hears Ctrl-C only between them."""
MAX_DEPTH = 1000
_CLOCK_TAGS = {Color.BLACK: "black_time", Color.WHITE: "white_time"}
THINKING = ("go", "hint", "analyze")


class NBoardServer:
    """Obeys lines until they end; `write` is given each line of a reply."""

    def __init__(self, player: ServedPlayer, write: Callable[[str], object]) -> None:
        self._player = player
        self._write = write
        self._lock = threading.Lock()
        self._game = Game()
        self._unread = ""
        """Why the last game that was set could not be read, if so."""
        self._depth: int | None = None
        self._events: SimpleQueue[str | int | None] = SimpleQueue()
        """Lines, the numbers of what is thought to its end, and None after the last line."""
        self._ahead = threading.Semaphore(MAX_AHEAD)
        self._waiting: deque[str] = deque()
        self._thinking: Work[None] | None = None
        self._left_alone: Work[None] | None = None
        """Thinking that nobody waits for, of a player that cannot be stopped."""
        self._number = 0
        """Of the last thinking: what an earlier one says is not passed on."""
        self._commands: dict[str, Callable[[str], object]] = {
            "nboard": lambda _: self._say_name(),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "analyze": self._analyze,
            "learn": lambda _: self._say("learned"),
        }

    def serve(self, lines: Iterable[str | None]) -> None:
        """Obeys until `quit`, or until the lines have ended and all is answered."""
        threading.Thread(target=self._listen, args=(lines,), daemon=True).start()
        try:
            self._obey_all()
        finally:
            self._interrupt()  # a search must not come back to an interpreter that is closing down

    def _obey_all(self) -> None:
        ended = False
        while self._thinking is not None or self._waiting or not ended:
            if self._thinking is None and self._waiting:
                self._obey(self._waiting.popleft())
            else:
                event = self._next_event()
                if event is None:
                    ended = True
                elif isinstance(event, int):
                    if self._thinking is not None and event == self._number:
                        self._thinking.answer()  # raises what no player should
                        self._thinking = None
                elif not self._hear(event):
                    return

    def _listen(self, lines: Iterable[str | None]) -> None:
        for line in lines:
            if line is not None:  # a line that is too long can only be ignored
                self._ahead.acquire()
                self._events.put(line)
        self._events.put(None)

    def _next_event(self) -> str | int | None:
        while True:
            with suppress(Empty):
                return self._events.get(timeout=LISTEN_SECONDS)

    def _hear(self, line: str) -> bool:
        """Obeys a line, or lets it wait; False if it was the last."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        if word == "ping":
            self._interrupt()
            while self._waiting:
                early = self._waiting.popleft()
                self._obey("" if early.strip().partition(" ")[0] in THINKING else early)
            self._say(f"pong {printable(rest.strip())}"[:100])
            self._ahead.release()
        else:
            self._waiting.append(line)
        return True

    def _obey(self, line: str) -> None:
        """Unknown lines are ignored, as the protocol has it; a bare move is one of version 1."""
        self._ahead.release()
        word, _, rest = line.strip().partition(" ")
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif word and self._is_move(word):
                self._move(word)
        except OutflankError as error:
            self._say(f"status {printable(str(error))}")

    @staticmethod
    def _is_move(word: str) -> bool:
        try:
            return read_played(word).move is not None
        except OutflankError:
            return False

    def _say(self, *lines: str, number: int | None = None) -> bool:
        """False, and nothing is said, if the thinking with this number has been interrupted."""
        with self._lock:
            if number not in (None, self._number):
                return False
            for line in lines:
                self._write(line)
            return True

    def _set(self, rest: str) -> None:
        word, _, value = rest.partition(" ")
        if word == "game":
            self._unread = "the game could not be read"
            game = parse_game(value.strip())
            self._unread = ""
            if game.size != self._game.size or not game.moves:
                self._player.new_game(game.size)
            self._game = game
        elif word == "depth":
            if value.strip().isdecimal() and value.isascii():
                self._depth = min(max(1, int(value.strip()[:9])), MAX_DEPTH)
            self._say_name()

    def _say_name(self) -> None:
        name = "_".join(self._player.name.split())
        self._say(f"set myname {name}{self._depth or ''}")

    def _place(self) -> Game:
        if self._unread:
            raise NotationError(self._unread)
        return self._game

    def _move(self, rest: str) -> None:
        played = read_played(rest)
        game = self._place()
        if not played.move.is_pass and game.position.must_pass():
            game.play(Move.PASS)
        evaluation = None if played.score is None else played.score / 100
        game.play(played.move, seconds=played.seconds, evaluation=evaluation)

    def _hint(self, rest: str) -> None:
        count = int(rest[:4]) if rest[:4].isdecimal() and rest.isascii() else 1
        game = self._place()

        def look(say: Callable[..., bool]) -> None:
            if game.position.is_over() or not self._player.gives_hints:
                return
            for analysis in self._player.hints(game, max(1, count), self._depth):
                if not say(*write_hints(analysis, game.position)):
                    return

        self._think("is analysing", look)

    def _go(self, _: str) -> None:
        game, depth, time = self._place(), self._depth, self._time_left()

        def choose(say: Callable[..., bool]) -> None:
            if game.position.must_pass() or game.position.is_over():
                say(f"=== {write_name(Move.PASS)}")
                return
            answer = self._player.choose(game, time, depth)
            game.position.play(answer.move)  # says what is wrong with it
            if answer.nodes is not None:
                say(write_work(answer.nodes, answer.seconds or 0.0))
            say(write_answer(answer))

        self._think("is thinking", choose)

    def _analyze(self, _: str) -> None:
        """From the last position to the first: what is found late helps with what came before."""
        game, depth = self._place(), self._depth

        def look(say: Callable[..., bool]) -> None:
            moves = game.moves
            for made in range(len(moves), -1, -1):
                early = Game.from_moves(moves[:made], game.start)
                value = self._value(early, depth)
                if value is None or not say(f"analysis {made} {value:.2f}"):
                    return

        self._think("is analysing", look)

    def _value(self, game: Game, depth: int | None) -> float | None:
        if game.position.is_over():
            return float(game.position.score(game.position.turn))
        if not self._player.gives_hints:
            return None
        last = deque(self._player.hints(game, 1, depth), maxlen=1)
        return float(last[0].best.score) if last else None

    def _think(self, what: str, work: Callable[[Callable[..., bool]], None]) -> None:
        """Begins to think; `work` is given a function that says lines, and whether to go on."""
        self._number += 1
        number, before = self._number, self._left_alone
        name, say = self._player.name, partial(self._say, number=number)

        def think() -> None:
            while before is not None and not before.is_done(1.0):
                pass
            try:
                if say(f"status {name} {what}"):
                    work(say)
                    say(f"status {name} is waiting")
            except OutflankError as error:
                say(f"status {printable(str(error))}")
            finally:
                self._events.put(number)

        self._thinking = Work(think, self._player.stop if self._player.can_stop else None)

    def _interrupt(self) -> None:
        work, self._thinking = self._thinking, None
        with self._lock:
            self._number += 1
        if work is not None and work.can_stop:
            work.end()
        elif work is not None:
            self._left_alone = work

    def _time_left(self) -> TimeLeft | None:
        """What the clock of the game leaves the side to move, by the times noted for its moves."""
        game, color = self._game, self._game.position.turn
        text = game.tags.get(_CLOCK_TAGS[color]) or game.tags.get("time") or ""
        settings = TimeSettings.from_ggf(text)
        if settings is None:
            return None
        turn, left = game.start.turn, settings.main
        for node in game.node.line():
            if turn == color:
                left += settings.increment - (node.seconds or 0.0)
            turn = turn.opponent
        return TimeLeft(max(0.0, left), settings.increment)
