"""What can be typed at the prompt: a square, or one of these commands."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from outflank import Ending, Game, IllegalMoveError, NotationError
from outflank._text import near, plural, quoted
from outflank.cli.play.explain import comparison_lines, statistics_lines
from outflank.cli.play.terminal_table import TerminalTable
from outflank.session import insight
from outflank.session.saved_game import load_game, save_game


class Leave(Exception):  # noqa: N818  # nothing went wrong
    """The player wants to go."""


def execute(table: TerminalTable, line: str) -> bool:
    """Does what a line says; true if the board changed. OutflankError: what is wrong with it."""
    word, _, argument = line.strip().partition(" ")
    command = COMMANDS.get(word.lower())
    if command is None:
        return _move(table, line.strip())
    argument = argument.strip()
    if command.argument.isupper() and not argument:
        raise NotationError(f"{command.name} what? Write {command.name} {command.argument}")
    if argument and not command.argument:
        raise NotationError(f"{command.name} stands alone, without {quoted(argument)}")
    return command.run(table, argument)


def _move(table: TerminalTable, text: str) -> bool:
    if not text:
        raise NotationError("type a square to play on, or help")
    try:
        move = table.view.notation.move(text)
    except NotationError as error:
        meant = near(text.lower(), COMMANDS)
        hint = f"; did you mean {meant}?" if meant else "; help lists the commands"
        raise NotationError(f"{error}{hint}") from None
    if not table.waits_for_person():
        raise IllegalMoveError("it is not your turn")
    if not table.game.position.is_legal(move):
        raise IllegalMoveError(table.view.notation.refusal(table.game.position, move))
    table.play(move)
    return True


def _require_turn(table: TerminalTable) -> None:
    if not table.waits_for_person():
        raise IllegalMoveError("the game is over: there is no move to look for")


def _hint(table: TerminalTable, _: str) -> bool:
    _require_turn(table)
    analysis = table.consult(table.game.position, all_moves=False)
    names = table.view.notation.names(analysis.best.line)
    table.screen.say(f"Hint: {names.split()[0]}, score {analysis.best.score:+d} ({analysis.kind})")
    table.screen.say(f"  expected: {names}")
    return False


def _eval(table: TerminalTable, _: str) -> bool:
    _require_turn(table)
    analysis = table.consult(table.game.position, all_moves=True)
    table.show({line.move: f"{line.score:+d}" for line in analysis.lines})
    name = table.view.notation.name
    listed = "  ".join(f"{name(line.move)} {line.score:+d}" for line in analysis.lines)
    table.screen.say(f"Discs you would win by ({analysis.kind}): {listed}")
    return False


def _why(table: TerminalTable, argument: str) -> bool:
    words = argument.split()
    if len(words) > 2:
        raise NotationError("why compares two moves at most, such as: why d3 c4")
    moves = [table.view.notation.move(word) for word in words]
    node = table.game.node
    if not moves:
        while node.move is not None and node.move.is_pass and node.parent is not None:
            node = node.parent
        if node.move is None or node.parent is None:
            raise NotationError("no move was played yet; why d3 explains one you could play")
        moves, node = [node.move], node.parent
    position = node.position
    for move in moves:
        if not position.is_legal(move) or move.is_pass:
            raise IllegalMoveError(table.view.notation.refusal(position, move))
    # A move to come is explained with the opponent's evaluation: it is the one to be beaten.
    side = position.turn if not words else position.turn.opponent
    evaluation = insight.evaluation_of(table.sides[side].agent, position.size)
    other = moves[1] if len(moves) > 1 else insight.favourite(position, evaluation, moves[0])
    if other is None:
        table.screen.say(f"{table.view.notation.name(moves[0])} was the only legal move.")
        return False
    comparison = insight.compare(position, evaluation, moves[0], other)
    for line in comparison_lines(comparison, table.view.notation):
        table.screen.say(line)
    return False


def _stats(table: TerminalTable, _: str) -> bool:
    search = table.last_search
    if search is None:
        raise NotationError("no search was done in this game yet")
    who = table.who(search.color)
    for line in statistics_lines(search.decision, who, table.view.notation):
        table.screen.say(line)
    return False


def _undo(table: TerminalTable, _: str) -> bool:
    table.news.append(f"Taken back: {plural(table.undo(), 'move')}.")
    return True


def _redo(table: TerminalTable, _: str) -> bool:
    table.news.append(f"Played again: {plural(table.redo(), 'move')}.")
    return True


def _flip(table: TerminalTable, _: str) -> bool:
    table.view = replace(table.view, turned=not table.view.turned)
    return True


def _save(table: TerminalTable, name: str) -> bool:
    save_game(table.game, name)
    table.screen.say(f"Saved as {quoted(name)}.")
    return False


def _load(table: TerminalTable, name: str) -> bool:
    game = load_game(name, table.game.size)
    table.set_up(game)
    table.news.append(f"Loaded {quoted(name)}: {len(game.moves)} moves on {game.size}x{game.size}.")
    return True


def _new(table: TerminalTable, _: str) -> bool:
    table.set_up(Game(size=table.game.size))
    table.news.append("A new game.")
    return True


def _resign(table: TerminalTable, _: str) -> bool:
    if not table.waits_for_person():
        raise IllegalMoveError("the game is over: there is nothing to resign")
    table.declare(table.game.position.turn, Ending.RESIGNED)
    return True


def _help(table: TerminalTable, _: str) -> bool:
    moves = [move for move in table.game.position.legal_moves if not move.is_pass]
    example = table.view.notation.name(moves[0]) if moves else "d3"
    table.screen.say(f"Type a square to play on, such as {example}, or one of these:")
    for command in COMMANDS.values():
        table.screen.say(f"  {f'{command.name} {command.argument}':<17} {command.doc}".rstrip())
    return False


def _quit(_table: TerminalTable, _: str) -> bool:
    raise Leave


@dataclass(frozen=True, slots=True)
class Command:
    """A word, what follows it (in capitals: must follow), and what it does."""

    name: str
    argument: str
    doc: str
    run: Callable[[TerminalTable, str], bool]


COMMANDS = {
    command.name: command
    for command in (
        Command("hint", "", "the move the engine would play", _hint),
        Command("eval", "", "what every legal move is worth, in discs", _eval),
        Command("why", "[move [move]]", "heuristics behind the last move, or one of yours", _why),
        Command("stats", "", "depth, nodes, pruning and table hits of the last search", _stats),
        Command("undo", "", "take back your last move and the answer to it", _undo),
        Command("redo", "", "play again what was taken back", _redo),
        Command("flip", "", "look at the board from the other side", _flip),
        Command("save", "FILE", "write the game to a file", _save),
        Command("load", "FILE", "go on with a game from a file", _load),
        Command("new", "", "start again on an empty board", _new),
        Command("resign", "", "give up", _resign),
        Command("help", "", "this list", _help),
        Command("quit", "", "leave; the transcript is shown", _quit),
    )
}
