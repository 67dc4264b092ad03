"""The game loop: whose turn it is, and what happens until the game is over or somebody leaves.

It is not `agents.turns`: people take moves back, load other games and leave in the middle of one,
so that the game on the table, and not a loop over its moves, says what comes next.
"""

import time

from outflank import Color, Ending, Move, OutflankError
from outflank._text import sentence
from outflank.cli.play.commands import QUIT, Leave, execute
from outflank.cli.play.terminal_table import TerminalTable
from outflank.cli.play.thinking import Progress, watch
from outflank.cli.terminal.board import marked

INTERRUPTED = 130
"""The exit code after Ctrl-C, as the shell has it."""


def run(table: TerminalTable, *, delay: float = 0.0) -> int:
    """Plays until everybody has had enough; the exit code."""
    try:
        while True:
            while table.result is None:
                table.keep()
                _turn(table, delay)
            table.keep()
            _show_end(table)
            if not (table.screen.interactive and table.has_people and _goes_on(table)):
                return 0
    except Leave:
        _farewell(table)
        return 0
    except EOFError:
        table.screen.say("The input ended.")
        _farewell(table)
        return 0
    except KeyboardInterrupt:
        _farewell(table)
        return INTERRUPTED


def _turn(table: TerminalTable, delay: float) -> None:
    position = table.game.position
    if position.must_pass():
        table.play(Move.PASS)
        return
    table.show()
    if table.sides[position.turn].agent is None:
        _ask_person(table)
        return
    _let_think(table)
    if delay and not table.has_people:
        _pause(table, delay)


def _ask_person(table: TerminalTable) -> None:
    position, notation = table.game.position, table.view.notation
    moves = tuple(sorted(marked(position.legal_moves)))
    table.screen.say(f"{table.who(position.turn)} to move: {notation.names(moves)}")
    _obey(table, f"Your move, such as {notation.name(moves[0])} (or help): ")


def _obey(table: TerminalTable, prompt: str) -> None:
    changed = False
    while not changed:
        line = table.screen.ask(prompt)
        try:
            changed = execute(table, line)
        except OutflankError as error:
            table.screen.say(sentence(str(error)))


def _let_think(table: TerminalTable) -> None:
    """The move of an agent. One that fails or breaks the rules has lost."""
    who = table.who(table.game.position.turn)
    line = Progress(who, table.view.notation)
    work = table.think(line.hear)
    while True:
        try:
            watch(work, table.screen, line)
            break
        except KeyboardInterrupt:
            work.stop()
            hurry = "it moves at once" if work.can_stop else "it cannot be hurried, so wait"
            _ask_whether_to_go_on(table, f"Interrupted. Enter: {hurry}; quit: leave. ")
    reason = table.settle(work)
    if reason is not None:
        table.news.append(sentence(f"{who} cannot go on: {reason}"))


def _ask_whether_to_go_on(table: TerminalTable, prompt: str) -> None:
    while True:
        answer = table.screen.ask(prompt).lower()
        if answer in QUIT:
            raise Leave
        if not answer:
            return
        table.screen.say("Press Enter, or type quit.")


def _pause(table: TerminalTable, seconds: float) -> None:
    try:
        time.sleep(seconds)
    except KeyboardInterrupt:
        _ask_whether_to_go_on(table, "Interrupted. Enter: go on; quit: leave. ")


def _show_end(table: TerminalTable) -> None:
    result, position = table.result, table.game.position
    assert result is not None
    table.show()
    black, white = (position.count(color) for color in Color)
    if result.ending == Ending.RESIGNED:
        loser = Color.WHITE if result.winner == Color.BLACK else Color.BLACK
        table.screen.say(f"{table.who(loser)} resigns.")
    if result.winner is None:
        table.screen.say(f"Game over: a draw, {black} to {white}.")
    elif result.ending != Ending.FINISHED:
        table.screen.say(f"Game over: {table.who(result.winner)} wins.")
    else:
        discs = f"{max(black, white)} to {min(black, white)}"
        empty = f", by {abs(result.score)} with the empty squares" if position.empties else ""
        table.screen.say(f"Game over: {table.who(result.winner)} wins {discs}{empty}.")
    table.show_transcript()


def _goes_on(table: TerminalTable) -> bool:
    """Asks what to do after the end: a command may bring the board back to life, Enter leaves."""
    while True:
        line = table.screen.ask("Enter to leave, or new, undo, save FILE (or help): ")
        if not line:
            return False
        try:
            if execute(table, line):
                return True
        except OutflankError as error:
            table.screen.say(sentence(str(error)))


def _farewell(table: TerminalTable) -> None:
    table.screen.say("Goodbye.")
    if table.result is None:
        table.show_transcript()
    if table.autosave is not None and table.is_unfinished:
        table.screen.say("outflank play --resume goes on with this game.")
