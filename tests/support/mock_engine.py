"""An Othello engine that plays the first legal move, with a quirk or a vice as it is told.

Run as a program: mock_engine.py PROTOCOL [WORD...]
"""

import os
import sys
import time
from pathlib import Path

from outflank import Color, Game, Move, Position
from outflank.errors import OutflankError
from outflank.formats.ggf import parse_game

COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
COMMANDS = ("name", "version", "protocol_version", "list_commands", "known_command", "boardsize",
            "clear_board", "komi", "play", "genmove", "undo", "showboard", "time_settings",
            "time_left", "quit")  # fmt: skip


def command(protocol: str, *words: str) -> list[str]:
    """The command that starts it."""
    return [sys.executable, str(Path(__file__)), protocol, *words]


def misbehave(vices: set[str]) -> str | None:
    """What it answers instead of a move, if it answers at all."""
    if "dies" in vices:
        sys.stderr.write("boo\x1b[31m\nSegmentation fault \x1b[0mreally\n")
        sys.stderr.flush()
        os._exit(3)
    if "hangs" in vices:
        time.sleep(600)
    if "eats" in vices:
        kept = b"1" * 1_000_000_000
        time.sleep(600)
        del kept
    if "floods" in vices:
        while True:
            sys.stdout.write("blah " * 1000 + "\n")
    if "endless" in vices:
        while True:
            sys.stdout.write("x" * 10_000)
    return "a1" if "cheats" in vices else "\x1b[2J%%" if "babbles" in vices else None


class GtpEngine:
    def __init__(self, quirks: set[str]) -> None:
        self.quirks = quirks
        self.position = Position()
        self.moves = 0
        self.commands = [name for name in COMMANDS if f"no-{name}" not in quirks]
        if "no-time" in quirks:
            self.commands = [name for name in self.commands if not name.startswith("time")]
        if "othergame" in quirks:
            self.commands.append("gogui-rules_game_id")

    def answer(self, line: str) -> bool:
        id, words = "", line.partition("#")[0].split()
        if not words:
            return True
        if words[0].isdigit() and "numberless" not in self.quirks:
            id, *words = words
        try:
            mark, text = "=", self.obey(words)
        except (OutflankError, ValueError, LookupError) as error:
            mark, text = "?", str(error)
        shown = "" if "no-id" in self.quirks else f" {id}" if "spaced" in self.quirks else id
        if "wrong-id" in self.quirks and words[0] == "genmove":
            shown = "7"
        end = "\r\n" if "crlf" in self.quirks else "\n"
        text = text.upper() if "upper" in self.quirks else text
        sys.stdout.write(f"{mark}{shown} {text}{end}{end}")
        sys.stdout.flush()
        return words[0] != "quit"

    def obey(self, words: list[str]) -> str:
        name, *arguments = words
        if "chatty" in self.quirks:
            print("thinking hard ...")
        if name not in self.commands:
            raise ValueError("unknown command")
        if name == "boardsize":
            if int(arguments[0]) != 8 and "sizeless" not in self.quirks:
                raise ValueError("unacceptable size")
        elif name == "clear_board":
            if "leaves" in self.quirks and self.moves > 20:
                os._exit(0)
            self.position, self.moves = Position(), 0
        elif name == "play":
            self.play(COLORS[arguments[0]], arguments[1].lower())
        elif name == "genmove":
            return self.genmove(COLORS[arguments[0]])
        facts = {"name": "Mock", "protocol_version": "2", "version": "1",
                 "list_commands": "\n".join(self.commands), "gogui-rules_game_id": "Havannah",
                 "known_command": str(bool(arguments) and arguments[0] in self.commands).lower(),
                 "showboard": "a board"}  # fmt: skip
        return facts.get(name, "")

    def play(self, color: Color, square: str) -> None:
        if "passless" in self.quirks and square == "pass":
            raise ValueError("illegal move")
        if "refuses" in self.quirks and self.moves == 1:
            raise ValueError("illegal \x1b]0;move")
        if color != self.position.turn:
            self.position = self.position.play(Move.PASS)
        self.position = self.position.play(Move(square))
        self.moves += 1

    def genmove(self, color: Color) -> str:
        if color != self.position.turn:
            self.position = self.position.play(Move.PASS)
        legal = self.position.legal_moves
        # The moves by which it is tried come from games of few moves.
        if len(legal) > 1 and (said := misbehave(self.quirks)):
            return said
        self.position = self.position.play(legal[0])
        self.moves += 1
        return legal[0].name


class NBoardEngine:
    def __init__(self, quirks: set[str]) -> None:
        self.quirks = quirks
        self.game = Game()

    def answer(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        if word == "nboard":
            if "old" in self.quirks and rest != "1":
                sys.exit("version 1 only")
            if "complains" in self.quirks:
                sys.stderr.write("unknown version\n")
        elif word == "set" and rest.startswith("game "):
            self.game = parse_game(rest.removeprefix("game "))
            if self.game.size != 8:
                self.game = Game()
        elif word == "set" and rest.startswith("depth") and "nameless" not in self.quirks:
            self.say("set myname Mock")
        elif word == "ping" and "mute" not in self.quirks:
            self.say(f"pong {rest}")
        elif word == "go":
            self.go()
        elif word == "move" or ("old" in self.quirks and (word[1:].isdigit() or word == "PA")):
            name = (rest or word).partition("/")[0].lower()
            self.game.play(Move.PASS if name == "pa" else Move(name))
        return word != "quit"

    def go(self) -> None:
        legal = self.game.position.legal_moves
        if len(legal) > 1 and (said := misbehave(self.quirks)):
            self.say(f"=== {said}")
            return
        name = "PA" if legal[0].is_pass else legal[0].name
        self.say("status Mock is thinking", "blah blah", "nodestats 123 0.01")
        self.say(f"=== {name} -1.00 0.0" if "spaced" in self.quirks else f"=== {name}/-1.00/0.0")

    def say(self, *lines: str) -> None:
        end = "\r\n" if "crlf" in self.quirks else "\n"
        sys.stdout.write("".join(line + end for line in lines))
        sys.stdout.flush()


def main() -> None:
    protocol, *words = sys.argv[1:]
    engine = GtpEngine(set(words)) if protocol == "gtp" else NBoardEngine(set(words))
    if "banner" in words:
        print("Welcome to Mock!\n", flush=True)
    for line in sys.stdin:
        if not engine.answer(line):
            break


if __name__ == "__main__":
    main()
