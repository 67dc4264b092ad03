"""`outflank play`: its flags, and the way from them to the first move."""

import os
import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from outflank.cli.options import limit_options, size_option
from outflank.cli.terminal.themes import THEMES
from outflank.session.settings import COLOURS, MAX_SECONDS, memory_path

if TYPE_CHECKING:
    from outflank.cli.play.terminal_table import TerminalTable
    from outflank.cli.terminal.board import View
    from outflank.cli.terminal.screen import TerminalScreen

NOTATION_TITLES = ("standard", "letters-rows")
"""Those of notation.py, which --help cannot ask: it needs the compiled core."""
MAX_SEED = 2**31
Command = TypeVar("Command", bound=Callable[..., Any])


def _agents(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[Any]:
    """For the shell: the agents whose name begins that way."""
    from click.shell_completion import CompletionItem

    from outflank.agents import agents

    matches = [info for info in agents() if info.name.startswith(begun)]
    return [CompletionItem(info.name, help=info.doc) for info in matches]


def _agent_option(flag: str, text: str) -> Callable[[Command], Command]:
    return click.option(flag, metavar="AGENT", shell_complete=_agents, help=text)


@click.command()
@size_option()
@click.option(
    "--colour",
    "--color",
    type=click.Choice([*COLOURS, "b", "w"], case_sensitive=False),
    help="What you play. Black begins.",
)
@click.option("--resume", is_flag=True, help="Go on with the last game that was not finished.")
@click.option("--load", "file", metavar="FILE", help="Go on with a game from a file of any format.")
@click.option("--skill", type=click.IntRange(0, 10), help="The opponent: 0 is easy, 10 the engine.")
@_agent_option("--opponent", "Any agent instead; human for two people.")
@_agent_option("--black", "Who plays black, whoever it is.")
@_agent_option("--white", "Who plays white.")
@limit_options("move of an agent", dynamic=True)
@click.option(
    "--seed", type=click.IntRange(0, MAX_SEED), help="The same seed throws the same dice."
)
@click.option(
    "--delay",
    type=click.FloatRange(min=0, max=MAX_SECONDS),
    default=0.5,
    show_default=True,
    help="Seconds between the moves when two agents play.",
)
@click.option(
    "--theme",
    type=click.Choice([*THEMES]),
    default="classic",
    show_default=True,
    help="How the board looks.",
)
@click.option(
    "--notation",
    type=click.Choice(NOTATION_TITLES),
    default=NOTATION_TITLES[0],
    show_default=True,
    help="letters-rows: letters for the rows, numbers for the columns.",
)
def play(seed: int | None, delay: float, theme: str, notation: str, **flags: Any) -> None:
    """Play a game in the terminal. What no flag says is asked; Enter takes the suggestion.

    At the prompt type a square such as d3, or help. Ctrl-C while an agent thinks makes it move at
    once. What you answer is suggested again the next time; flags hold for one game.

    \b
    Examples:
      outflank play
      outflank play --size 6 --colour white --skill 3
      outflank play --opponent kandlikar-parry --time 1
      outflank play --opponent human
      outflank play --black improved --white sommer --delay 1
      outflank play --opponent "gtp:edax -q -gtp"    (an engine of somebody else)
      outflank play --resume

    \b
    Exit codes: 0 the game is over or you left it, 2 bad input, 130 stopped with Ctrl-C.
    """
    from outflank.cli.play.commands import Leave
    from outflank.cli.play.loop import run
    from outflank.cli.terminal.notation import NOTATIONS
    from outflank.cli.terminal.screen import open_terminal

    _refuse_contradictions(flags)
    screen, view = open_terminal(theme, NOTATIONS[notation])
    if seed is None:
        seed = random.randrange(MAX_SEED)
    try:
        with _set_up(screen, view, flags, seed) as table:
            code = run(table, delay=delay)
    except EOFError:
        screen.say("The input ended before the game began.")
        code = 0
    except Leave:
        code = 0
    _leave(code)


def _set_up(
    screen: "TerminalScreen", view: "View", flags: dict[str, Any], seed: int
) -> "TerminalTable":
    from outflank import Game
    from outflank.cli.play.arrange import Flags, against, arrange
    from outflank.cli.play.terminal_table import TerminalTable
    from outflank.session.autosave import autosave_path, resume
    from outflank.session.saved_game import load_game
    from outflank.session.sides import is_person, make_sides

    file, game, notes = flags.pop("file"), None, list[str]()
    if flags.pop("resume"):
        game, specs = resume(autosave_path())
        specs = against(specs, flags["opponent"])
    else:
        if file is not None:
            game, notes = load_game(file, flags["size"] or 8)
            flags["size"] = game.size
        arranged = arrange(Flags(**flags), screen, memory_path() if screen.interactive else None)
        specs = arranged.specs
        game = game or Game(size=arranged.answers.size)
    watched = not any(is_person(spec) for spec in specs.values())
    autosave = None if watched or not screen.interactive else autosave_path()
    table = TerminalTable(make_sides(specs, seed), game, view, screen, autosave=autosave)
    table.news += [f"Note: {note}." for note in notes]
    return table


def _leave(code: int) -> NoReturn:
    """Ends the program, even while an agent that cannot be stopped still thinks."""
    from outflank._background import is_anybody_thinking

    if is_anybody_thinking():
        # A search that comes back to an interpreter which is closing down would abort it.
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def _refuse_contradictions(flags: dict[str, Any]) -> None:
    used = {name for name, value in flags.items() if value is not None and value is not False}
    if "resume" in used and used - {"resume", "opponent"}:
        other = min(used - {"resume", "opponent"})
        names = {"file": "--load", "limit": "a limit"}
        raise click.UsageError(f"Give either --resume or {names.get(other, f'--{other}')}.")
    if {"skill", "opponent"} <= used:
        raise click.UsageError("Give either --skill or --opponent.")
    seats, questions = used & {"black", "white"}, used & {"colour", "skill", "opponent"}
    if seats and questions:
        raise click.UsageError(f"Give either --{min(seats)} or --{min(questions)}.")
