"""The questions before a game. Enter takes the suggestion; a wrong answer is asked again.

`quit` leaves, as it does at the prompt.
"""

import math
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

from outflank import OutflankError, SettingsError, agent
from outflank._board import SIZES
from outflank._text import quoted, sentence
from outflank.agents import agent_info
from outflank.agents.spec import AgentSpec
from outflank.cli.play.commands import QUIT, Leave
from outflank.cli.terminal.screen import TerminalScreen
from outflank.session.settings import DYNAMIC, MAX_SECONDS, GameSettings
from outflank.session.sides import has_strategy, is_person, is_skill, spec_of

Answer = TypeVar("Answer")

_FIRST = GameSettings()
"""What is suggested where the last answer cannot be given again."""

STRATEGIES = (
    "How should it choose its depth?",
    "  1. Dynamic depth (by the state of the board)",
    "  2. Time-limited depth (as deep as the seconds allow)",
)


def ask_all(
    screen: TerminalScreen,
    answers: GameSettings,
    given: Collection[str],
    named: Collection[AgentSpec] = (),
) -> GameSettings:
    """Asks for what was not given by a flag; the answers so far are the suggestions.

    `named` are the players that flags have named: the board must be one of theirs.
    """

    def ask(name: str, question: str, default: str, read: Callable[[str], object]) -> None:
        nonlocal answers
        if name in given:
            return
        try:
            read(default)
        except OutflankError:
            default = str(getattr(_FIRST, name))
        answers = replace(answers, **{name: _ask(screen, question, default, read)})  # type: ignore[arg-type]

    def check_board(size: int) -> None:
        for spec in named:
            agent_info(spec).check_board(size)

    def read_board(text: str) -> int:
        size = read_size(text)
        check_board(size)
        return size

    def read_player(text: str) -> str:
        opponent = read_opponent(text)
        agent_info(spec_of(opponent)).check_board(answers.size)
        return opponent

    if "size" in given:
        check_board(answers.size)
    if not ("opponent" in given and is_person(spec_of(answers.opponent))):
        question = "Do you want to play as Black (B) or White (W)?"
        ask("colour", question, answers.colour[0].upper(), read_colour)
    ask("size", "Board size: 6, 8, 10 or 12?", str(answers.size), read_board)
    question = "Opponent: a skill from 0 (easy) to 10 (the full engine), or an agent's name?"
    ask("opponent", question, answers.opponent, read_player)
    if "strategy" not in given and has_strategy(spec_of(answers.opponent)):
        for line in STRATEGIES:
            screen.say(line)
        default = "1" if answers.strategy == DYNAMIC else "2"
        ask("strategy", "Enter your choice (1 or 2):", default, read_strategy)
        if answers.strategy != DYNAMIC:
            question = "Time limit for its moves, in seconds:"
            ask("seconds", question, f"{answers.seconds:g}", read_seconds)
    return answers


def _ask(
    screen: TerminalScreen, question: str, default: str, read: Callable[[str], Answer]
) -> Answer:
    while True:
        text = screen.ask(f"{question} [{default}] ") or default
        if text.lower() in QUIT:
            raise Leave
        try:
            return read(text)
        except OutflankError as error:
            screen.say(sentence(str(error)))


def read_colour(text: str) -> str:
    colour = {"b": "black", "w": "white", "black": "black", "white": "white"}.get(text.lower())
    if colour is None:
        raise SettingsError(f"the colour is B or W, not {quoted(text)}")
    return colour


def read_size(text: str) -> int:
    """A board size; `8x8` is fine too."""
    sizes = {name: size for size in SIZES for name in (str(size), f"{size}x{size}")}
    if text.lower() not in sizes:
        raise SettingsError(f"the board size is 6, 8, 10 or 12 (or a tiny 4), not {quoted(text)}")
    return sizes[text.lower()]


def read_opponent(text: str) -> str:
    """A skill, or the spec of an agent that can be made."""
    if is_skill(text):
        return str(int(text))
    if text.lstrip("+-").replace(".", "", 1).isdecimal():
        raise SettingsError(f"the skill is a whole number from 0 to 10, not {quoted(text)}")
    spec = spec_of(text)
    if not is_person(spec):
        agent(spec).close()
    return text


def read_strategy(text: str) -> str:
    if text not in ("1", "2"):
        raise SettingsError(f"the choice is 1 or 2, not {quoted(text)}")
    return DYNAMIC if text == "1" else "time"


def read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_SECONDS:
        raise SettingsError(f"the time must be a positive number of seconds, not {quoted(text)}")
    return seconds
