"""`outflank play` in a real pseudo-terminal of 80 by 24, as a person meets it."""

import os
import re
from pathlib import Path

import pytest

from outflank import Game
from support.commands import OUTFLANK
from support.terminal import PASSING_GAME
from support.waiting import PATIENCE

pexpect = pytest.importorskip("pexpect")
if not hasattr(pexpect, "spawn"):
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)

pytestmark = pytest.mark.integration

PROMPT = r"such as (\w+) \(or help\): "
LEAVE = r"Enter to leave.*: "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
CLEARED = "\x1b[2J\x1b[H"


class Person:
    """Sits at the terminal, reads and types."""

    def __init__(self, home: Path, *arguments: str, **environment: str) -> None:
        kept = (
            "NO_COLOR",
            "FORCE_COLOR",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "LC_ALL",
            "COLUMNS",
            "LINES",
        )
        base = {key: value for key, value in os.environ.items() if key not in kept}
        base |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": str(home), **environment}
        self.screen: list[str] = []
        self.child = pexpect.spawn(
            OUTFLANK,
            [*arguments],
            env=base,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self.child.logfile_read = self

    def write(self, text: str) -> None:
        self.screen.append(text)

    def flush(self) -> None:
        pass

    @property
    def seen(self) -> str:
        """Everything that was written so far."""
        return "".join(self.screen)

    def read(self, pattern: str) -> str:
        """What the first group of the pattern matched, once it is on the screen."""
        self.child.expect(pattern)
        return self.child.match[1] if self.child.match.re.groups else ""

    def type(self, *lines: str) -> None:
        for line in lines:
            self.child.sendline(line)

    def answer(self, pattern: str, line: str) -> None:
        self.read(pattern)
        self.type(line)

    def play_on(self) -> None:
        """Plays the square that the prompt suggests until the game is over."""
        while self.child.expect([PROMPT, LEAVE]) == 0:
            self.type(self.child.match[1])
        assert "Game over" in self.seen

    def leaves(self, code: int = 0, *, by_interrupt: bool = False) -> str:
        """Waits for the end of the program; what was shown since."""
        # Python's input() does not hear a Ctrl-C that comes just before it begins to wait, and on
        # a busy machine that moment is long: a person would press again.
        for _ in range(10 if by_interrupt else 0):
            self.child.sendintr()
            if self.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
                break
        else:
            self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.signalstatus is None
        assert self.child.exitstatus == code
        assert "Traceback" not in self.seen
        return ESCAPES.sub("", self.child.before)

    def stops(self, stop: str, code: int) -> str:
        """Presses Ctrl-C or Ctrl-D; what was shown since."""
        if stop == "sendintr":
            return self.leaves(code, by_interrupt=True)
        self.child.sendeof()
        return self.leaves(code)

    def transcript(self) -> str:
        """The last one shown; it is one line, however long, so that it can be copied."""
        return str(re.findall(r"Transcript: (\w+)\n", ESCAPES.sub("", self.seen))[-1])


def frames(text: str) -> list[list[str]]:
    """The screens between two clearings, as lines without escapes."""
    screens = [frame.replace("\r\n", "\n").split("\n") for frame in text.split(CLEARED)[1:]]
    # What is written after a lone carriage return replaces what stood on the line.
    return [[ESCAPES.sub("", line.split("\r")[-1]) for line in lines] for lines in screens]


@pytest.mark.parametrize(
    ("size", "colour"),
    [
        ("4", "white"),
        ("6", "black"),
        ("8", "white"),
        ("12", "black"),
        pytest.param("4", "black", marks=pytest.mark.slow),
        pytest.param("6", "white", marks=pytest.mark.slow),
        pytest.param("8", "black", marks=pytest.mark.slow),
        pytest.param("10", "black", marks=pytest.mark.slow),
        pytest.param("10", "white", marks=pytest.mark.slow),
        pytest.param("12", "white", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game(tmp_path: Path, size: str, colour: str) -> None:
    arguments = ("--size", size, "--colour", colour, "--skill", "1", "--nodes", "300")
    person = Person(tmp_path, "play", *arguments, "--seed", "3")
    person.play_on()
    person.type("")
    person.leaves()
    game = Game.from_transcript(person.transcript(), size=int(size))
    assert game.position.is_over()
    assert game.result is not None
    winner = {1: "Black", -1: "White", 0: "a draw"}[
        (game.result.score > 0) - (game.result.score < 0)
    ]
    assert re.search(rf"Game over: {winner}", person.seen)
    # Green squares and discs; every screen fits.
    assert "●" in person.seen
    assert "\x1b[38;5;" in person.seen or "\x1b[38;2;" in person.seen
    for frame in frames(person.seen):
        if not frame[-1]:
            frame.pop()  # after the last Enter
        assert sum(1 + len(line) // 80 for line in frame) <= 24
        assert all(len(line) <= 80 for line in frame if not line.startswith("Transcript"))


def test_the_questions_with_dynamic_depth(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.answer(r"Black \(B\) or White \(W\)\? \[B\] ", "B")
    person.answer(r"Board size.* \[8\] ", "6")
    person.answer(r"Opponent.* \[3\] ", "faraji-osama")
    person.read(r"1\. Dynamic depth.*2\. Time-limited depth")
    person.answer(r"Enter your choice \(1 or 2\): \[1\] ", "1")
    person.play_on()
    person.type("stats")
    person.read(r"Last search of White \(faraji-osama\): depth [1-7], ")
    person.type("")
    person.leaves()


def test_the_questions_with_a_time_limit(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.answer(r"\[B\] ", "w")
    person.answer(r"Board size", "6")
    person.answer(r"Opponent", "sommer")
    person.answer(r"1 or 2", "2")
    for bad in ("0", "-1", "soon"):
        person.answer(r"in seconds: \[1\] ", bad)
        person.read("the time must be a positive number of seconds")
    person.answer(r"in seconds", "0.02")
    person.play_on()
    person.type("")
    person.leaves()
    # The next game suggests what was answered.
    person = Person(tmp_path)
    for suggestion in ("W", "6", "sommer", "2", "0.02"):
        person.answer(rf"\[{suggestion}\] ", "")
    person.answer(PROMPT, "quit")
    person.leaves()


def test_enter_all_the_way_starts_a_game(tmp_path: Path) -> None:
    person = Person(tmp_path)
    for _ in range(3):
        person.answer(r"\[\w+\] ", "")
    assert person.read(PROMPT) == "d3"
    person.type("d3")
    person.read(r"White \(skill 3\) played ")
    person.answer(PROMPT, "quit")
    person.leaves()


def test_a_forced_pass_for_two_people(tmp_path: Path) -> None:
    person = Person(tmp_path, "play", "--opponent", "human", "--size", "4")
    for move in PASSING_GAME[:5]:
        person.answer(PROMPT, move)
    person.read(r"White has no move and passes\.")
    person.answer(PROMPT, PASSING_GAME[5])
    person.read(r"Game over: Black wins 9 to 1, by 14 with the empty squares\.")
    person.answer(LEAVE, "")
    person.leaves()
    assert person.transcript() == "D3d2D1d4B4A1"


def test_undo_redo_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    person = Person(tmp_path, "play", "--black", "human", "--white", "greedy", "--size", "8")
    person.answer(PROMPT, "d3")
    person.read(r"White \(greedy\) played c3")
    person.answer(PROMPT, f"save {file}")
    person.read(r"Saved as ")
    person.answer(PROMPT, "undo")
    person.read(r"Taken back: 2 moves\.")
    person.answer(PROMPT, "undo")
    person.read(r"there is no move of yours to take back\.")
    person.answer(PROMPT, "redo")
    person.read(r"Played again: 2 moves\.")
    person.answer(PROMPT, "new")
    person.answer(r"Leave it, y or n\? \[n\] ", "n")
    person.read(r"Then it goes on\.")
    person.answer(PROMPT, "new")
    person.answer(r"Leave it, y or n\? \[n\] ", "y")
    person.read(r"The game you left: D3c3\s+A new game\.")
    person.answer(PROMPT, f"load {file}")
    person.read(r"Loaded .*: 2 moves on 8x8\.")
    person.answer(PROMPT, "quit")
    person.leaves()
    assert person.transcript() == "D3c3"


def test_every_bad_input(tmp_path: Path) -> None:
    person = Person(tmp_path)
    for question, bad, sentence in (
        (r"\[B\] ", "green", "the colour is B or W, not 'green'"),
        (r"\[8\] ", "9", "the board size is 6, 8, 10 or 12"),
        (r"\[3\] ", "99", "the skill is a whole number from 0 to 10, not '99'"),
        (r"\[3\] ", "nobody", "there is no agent 'nobody'"),
        (r"\[1\] ", "3", "the choice is 1 or 2, not '3'"),
    ):
        person.answer(question, bad)
        person.read(re.escape(sentence))
        if bad != "99":
            person.answer(question, "sommer" if bad == "nobody" else "")
    for bad, sentence in (
        ("d4", "d4 is occupied."),
        ("c3", "c3 flips nothing for black."),
        ("k9", "k9 is not on a board of 8x8."),
        ("d99", "'d99' is neither a move nor a command"),
        ("pass", "black cannot pass"),
        ("", "type a square to play on, or help."),
        ("hlep", "did you mean help?"),
        ("save", "save what? Write save FILE."),
        ("save /", "is no name for a file."),
        ("save no/such/folder", "cannot be written: no such file or directory."),
        ("load missing.txt", "cannot be read: no such file or directory."),
        ("undo", "there is no move of yours to take back."),
        ("redo", "there is no move to play again."),
        ("stats", "no search was done in this game yet."),
        ("why x9", "'x9' is neither a move nor a command"),
        ("é●\x7f", "is neither a move nor a command"),
    ):
        person.answer(PROMPT, bad)
        person.read(re.escape(sentence))
    person.answer(PROMPT, "quit")
    person.leaves()


def test_the_advice(tmp_path: Path) -> None:
    person = Person(tmp_path, "play", "--opponent", "greedy", "--size", "6", "--colour", "b")
    person.answer(PROMPT, "help")
    person.read("leave; the transcript is shown")
    person.answer(PROMPT, "hint")
    person.read(r"Hint: \w\d, score [+-]\d+ \(")
    person.answer(PROMPT, "eval")
    person.read(r"Discs you would win by \(.*\): (\w\d [+-]\d+\s*){4}")
    person.answer(PROMPT, "c2")
    person.answer(PROMPT, "why")
    person.read(r"Why \w\d and not \w\d\?")
    person.answer(PROMPT, "flip")
    person.read("f    e    d    c    b    a")
    person.answer(PROMPT, "resign")
    person.read(r"Black \(you\) resigns\.\s+Game over: White \(greedy\) wins\.")
    person.answer(LEAVE, "")
    person.leaves()


def thinking(tmp_path: Path, opponent: str) -> Person:
    person = Person(tmp_path, "play", "--colour", "black", "--size", "8", "--opponent", opponent)
    person.answer(PROMPT, "d3")
    person.read(r"White \([\w.]+\) is thinking")
    return person


def test_ctrl_c_during_thought_then_it_moves(tmp_path: Path) -> None:
    person = thinking(tmp_path, "engine:time=600,book=no")
    person.read(r"depth \d+, [+-]\d+, [\d.]+ [kM] nodes/s, [a-h][1-8]")
    person.child.sendintr()
    person.answer(r"Interrupted\. Enter: it moves at once; quit: leave\. ", "")
    person.read(r"White \(engine\) played ")
    person.answer(PROMPT, "quit")
    person.leaves()


def test_ctrl_c_during_thought_then_quit(tmp_path: Path) -> None:
    person = thinking(tmp_path, "engine:time=600,book=no")
    person.child.sendintr()
    person.answer(r"quit: leave\. ", "quit")
    assert "Transcript: D3" in person.leaves()


def test_ctrl_c_during_thought_twice(tmp_path: Path) -> None:
    person = thinking(tmp_path, "engine:time=600,book=no")
    person.child.sendintr()
    person.read(r"quit: leave\. ")
    assert "Transcript: D3" in person.leaves(130, by_interrupt=True)


def test_an_agent_that_cannot_be_stopped_can_be_left(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\n"
        "from agents.agent import Agent\n"
        "from store import register_agent\n"
        '@register_agent("slow")\n'
        "class Slow(Agent):\n"
        "    def step(self, chess_board, player, opponent):\n"
        "        time.sleep(600)\n"
    )
    person = thinking(tmp_path, f"{file}:seconds=500")
    person.child.sendintr()
    person.answer(r"Enter: it cannot be hurried, so wait; quit: leave\. ", "quit")
    assert "Transcript: D3" in person.leaves()


def test_a_native_search_can_be_left(tmp_path: Path) -> None:
    person = thinking(tmp_path, "alphabeta:depth=60")
    person.child.sendintr()
    person.answer(r"quit: leave\. ", "quit")
    assert "Transcript: D3" in person.leaves()


def test_ctrl_c_and_end_of_input_at_the_prompt(tmp_path: Path) -> None:
    for stop, code in (("sendintr", 130), ("sendeof", 0)):
        person = Person(tmp_path, "play", "--opponent", "human", "--size", "8")
        person.answer(PROMPT, "d3")
        person.read(PROMPT)
        assert "Transcript: D3" in person.stops(stop, code)


def test_ctrl_c_and_end_of_input_at_a_question(tmp_path: Path) -> None:
    for stop, code, words in (("sendintr", 130, "Stopped."), ("sendeof", 0, "input ended")):
        person = Person(tmp_path)
        person.read(r"\[B\] ")
        assert words in person.stops(stop, code)


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}], ids=str
)
def test_poorer_terminals_get_ascii(tmp_path: Path, environment: dict[str, str]) -> None:
    arguments = ("play", "--opponent", "random:seed=1", "--size", "6", "--colour", "b")
    person = Person(tmp_path, *arguments, **environment)
    person.play_on()
    person.type("")
    person.leaves()
    assert ESCAPES.sub("", person.seen).isascii()
    board = person.seen.split("Score:")[0]
    assert "X" in board
    assert "#" in board
    coloured = re.search(r"\x1b\[[0-9;]*[34]8;", person.seen) is not None
    assert coloured == ("PYTHONIOENCODING" in environment)
    if "TERM" in environment:
        assert "\x1b" not in person.seen


@pytest.mark.parametrize("theme", ["classic", "dots", "colour-blind", "plain"])
def test_themes(tmp_path: Path, theme: str) -> None:
    arguments = ("play", "--opponent", "human", "--size", "8", "--theme", theme)
    person = Person(tmp_path, *arguments)
    person.read(PROMPT)
    mark = {"classic": "#", "dots": "·", "colour-blind": "+", "plain": "#"}[theme]
    board = ESCAPES.sub("", person.seen).split("Score:")[0]
    assert board.count(mark) == 4
    person.type("quit")
    person.leaves()


def test_rows_as_letters(tmp_path: Path) -> None:
    arguments = ("play", "--opponent", "human", "--size", "8", "--notation", "letters-rows")
    person = Person(tmp_path, *arguments)
    assert person.read(PROMPT) == "c4"
    assert "1    2    3    4    5    6    7    8" in ESCAPES.sub("", person.seen)
    person.type("d3")
    person.read(r"Black played d3")
    person.answer(PROMPT, "quit")
    assert "Transcript (columns are letters): C4" in person.leaves()


def test_a_game_is_resumed(tmp_path: Path) -> None:
    person = Person(tmp_path, "play", "--colour", "w", "--size", "6", "--opponent", "greedy")
    first = person.read(PROMPT)
    person.type(first)
    person.read(r"White \(you\) played")
    person.answer(PROMPT, "exit")
    assert "outflank play --resume goes on with this game." in person.leaves()
    left = person.transcript()
    person = Person(tmp_path, "play", "--resume")
    person.answer(PROMPT, "moves")
    person.read(rf"Transcript: {left}")
    person.play_on()
    person.type("")
    person.leaves()
    assert person.transcript().startswith(left)
    person = Person(tmp_path, "play", "--resume")
    assert "There is no unfinished game to go on with" in person.leaves(2)


def test_a_game_survives_the_terminal(tmp_path: Path) -> None:
    person = Person(tmp_path, "play", "--opponent", "human", "--size", "8")
    person.answer(PROMPT, "d3")
    person.read(r"Black played d3")
    person.read(PROMPT)
    person.child.close(force=True)  # the window is closed
    person = Person(tmp_path, "play", "--resume")
    person.answer(PROMPT, "q")
    person.leaves()
    assert person.transcript() == "D3"


def test_flags_hold_for_one_game(tmp_path: Path) -> None:
    flags = ("--theme", "colour-blind", "--notation", "letters-rows", "--size", "6")
    person = Person(tmp_path, "play", *flags)
    person.answer(r"\[B\] ", "")
    person.answer(r"\[3\] ", "1")
    person.answer(PROMPT, "quit")
    person.leaves()
    person = Person(tmp_path)
    person.answer(r"\[B\] ", "")
    person.answer(r"Board size.* \[8\] ", "")
    person.answer(r"Opponent.* \[1\] ", "")  # what was answered is suggested
    assert person.read(PROMPT) == "d3"
    assert "#" in ESCAPES.sub("", person.seen)
    person.type("quit")
    person.leaves()


def test_two_agents_to_watch(tmp_path: Path) -> None:
    arguments = ("--black", "greedy", "--white", "random:seed=2", "--size", "6", "--delay", "0")
    person = Person(tmp_path, *arguments)
    person.read(r"Game over: ")
    person.leaves()
    assert Game.from_transcript(person.transcript(), size=6).position.is_over()


def test_solving_tells_what_it_knows_so_far(tmp_path: Path) -> None:
    """FFO #55: hours, if nobody interrupts."""
    board = "--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O"
    person = Person(tmp_path, "solve", board)
    person.read(r"solving 1: [a-h][1-8] [+-]\d+ \(\d+ plies @ \d+ %\)")
    person.read(r"\d:\d\d:\d\d")
    person.leaves(130, by_interrupt=True)
