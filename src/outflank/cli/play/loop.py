"""The game loop: whose turn it is, and what happens until the game is over or somebody leaves."""

import time

from outflank import Color, Decision, Ending, Move, OutflankError
from outflank.agents import decide
from outflank.cli.play.board import marked
from outflank.cli.play.commands import Leave, execute
from outflank.cli.play.players import Player
from outflank.cli.play.table import Table
from outflank.cli.play.thinking import Progress, Work, watch

INTERRUPTED = 130
"""The exit code after Ctrl-C, as the shell has it."""


def run(table: Table, *, delay: float = 0.0) -> int:
    """Plays until everybody has had enough; the exit code."""
    try:
        while True:
            while table.result is None:
                _turn(table, delay)
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


def _turn(table: Table, delay: float) -> None:
    position = table.game.position
    if position.must_pass():
        table.play(Move.PASS)
        return
    table.show()
    player = table.players[position.turn]
    if player.agent is None:
        _ask_person(table)
        return
    _let_think(table, player)
    if delay and not table.has_people:
        _pause(table, delay)


def _ask_person(table: Table) -> None:
    """Asks until the board has changed."""
    position, notation = table.game.position, table.view.notation
    moves = tuple(sorted(marked(position.legal_moves)))
    table.screen.say(f"{table.who(position.turn)} to move: {notation.names(moves)}")
    _obey(table, f"Your move, such as {notation.name(moves[0])} (or help): ")


def _obey(table: Table, prompt: str) -> None:
    changed = False
    while not changed:
        line = table.screen.ask(prompt)
        try:
            changed = execute(table, line)
        except OutflankError as error:
            table.screen.say(f"{error}.")


def _let_think(table: Table, player: Player) -> None:
    """The move of an agent. One that fails or breaks the rules has lost."""
    agent, position = player.agent, table.game.position
    assert agent is not None
    line = Progress(table.who(position.turn), table.view.notation)
    agent.watch = line.hear
    work = Work(lambda: decide(agent, position), agent.stop if agent.can_stop else None)
    while True:
        try:
            watch(work, table.screen, line)
            break
        except KeyboardInterrupt:
            work.stop()
            hurry = "it moves at once" if work.can_stop else "it cannot be hurried, so wait"
            _ask_whether_to_go_on(table, f"Interrupted. Enter: {hurry}; quit: leave. ")
    try:
        decision = work.answer()
        _check(decision, player)
        position.play(decision.move)  # says why, if it is illegal
    except Exception as error:  # whatever an agent does, the person at the table gets a sentence
        reason = (
            str(error) if isinstance(error, OutflankError) else f"{type(error).__name__}: {error}"
        )
        table.news.append(f"{table.who(position.turn)} cannot go on: {reason}.")
        table.declare(position.turn, Ending.FORFEIT)
        return
    table.play(decision.move, decision)


def _check(decision: Decision, player: Player) -> None:
    if not isinstance(decision.move, Move):
        raise TypeError(f"{player.name} answered {decision.move!r:.60} instead of a move")


def _ask_whether_to_go_on(table: Table, prompt: str) -> None:
    while True:
        answer = table.screen.ask(prompt).lower()
        if answer == "quit":
            raise Leave
        if not answer:
            return
        table.screen.say("Press Enter, or type quit.")


def _pause(table: Table, seconds: float) -> None:
    try:
        time.sleep(seconds)
    except KeyboardInterrupt:
        _ask_whether_to_go_on(table, "Interrupted. Enter: go on; quit: leave. ")


def _show_end(table: Table) -> None:
    """Winner, score and transcript."""
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
    _show_transcript(table)


def _goes_on(table: Table) -> bool:
    """Asks what to do after the end: a command may bring the board back to life, Enter leaves."""
    while True:
        line = table.screen.ask("Enter to leave, or new, undo, save FILE (or help): ")
        if not line:
            return False
        try:
            if execute(table, line):
                return True
        except OutflankError as error:
            table.screen.say(f"{error}.")


def _farewell(table: Table) -> None:
    table.screen.say("Goodbye.")
    if table.result is None:
        _show_transcript(table)


def _show_transcript(table: Table) -> None:
    transcript = table.game.transcript()
    usual = " (columns are letters)" if table.view.notation.rows_are_letters else ""
    if transcript:
        table.screen.say(f"Transcript{usual}: {transcript}", whole=True)
