"""What can be typed at the prompt: a square, or one of these commands."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from outflank import Color, Ending, Game, IllegalMoveError, Move, NotationError, SettingsError
from outflank._board import board_name
from outflank._text import near, plural, quoted
from outflank.cli.play.explain import statistics_lines, why_lines
from outflank.cli.play.terminal_table import TerminalTable
from outflank.formats.paste import is_unfinished, looks_like_game
from outflank.formats.reading import parse_game
from outflank.game import Node
from outflank.session.insight import evaluation_of, explain_move
from outflank.session.saved_game import keep_game, load_game, save_game
from outflank.session.sides import is_skill, spec_of


class Leave(Exception):  # noqa: N818  # nothing went wrong
    """The player wants to go."""


def execute(table: TerminalTable, line: str) -> bool:
    """Does what a line says; true if the board is to be drawn again.

    OutflankError says what is wrong with the line.
    """
    word, _, argument = line.strip().partition(" ")
    name = word.lower()
    command = COMMANDS.get(SYNONYMS.get(name, name))
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
    if looks_like_game(text):
        return _replay(table, text)
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


def _replay(table: TerminalTable, text: str) -> bool:
    """What was pasted becomes the game, from the start; a text that goes on is asked for."""
    lines = [text]
    while is_unfinished(lines):
        lines.append(table.screen.ask("... "))
    game, notes = parse_game("\n".join(lines), size=table.game.size)
    return _change_game(table, "The game you typed", game, notes)


def _change_game(table: TerminalTable, title: str, game: Game, notes: list[str]) -> bool:
    if not _may_leave(table):
        return False
    table.set_up(game)
    table.news.append(f"{title}: {plural(len(game.moves), 'move')} on {board_name(game.size)}.")
    table.news += [f"Note: {note}." for note in notes]
    return True


def _may_leave(table: TerminalTable) -> bool:
    """Whether another game may take the place of this one.

    If it is not over, a person is asked first; its transcript is news in any case.
    """
    if not table.is_unfinished:
        return True
    if table.screen.interactive:
        answer = table.screen.ask("This game is not over. Leave it, y or n? [n] ")
        if answer.lower() not in ("y", "yes"):
            table.screen.say("Then it goes on.")
            return False
    table.news.append(f"The game you left: {table.game.transcript()}")
    return True


def _require_turn(table: TerminalTable) -> None:
    if not table.waits_for_person():
        raise IllegalMoveError("the game is over: there is no move to look for")


def _hint(table: TerminalTable, _: str) -> bool:
    _require_turn(table)
    analysis = table.consult(table.game.position, all_moves=False)
    names = table.view.notation.names(analysis.best.pv)
    table.screen.say(f"Hint: {names.split()[0]}, score {analysis.best.score:+d} ({analysis.kind})")
    table.screen.say(f"  expected: {names}")
    return False


def _eval(table: TerminalTable, _: str) -> bool:
    _require_turn(table)
    analysis = table.consult(table.game.position, all_moves=True)
    table.show({line.move: f"{line.score:+d}" for line in analysis.lines})
    name = table.view.notation.name
    values = "  ".join(f"{name(line.move)} {line.score:+d}" for line in analysis.lines)
    table.screen.say(f"Discs you would win by ({analysis.kind}): {values}")
    return False


def _why(table: TerminalTable, argument: str) -> bool:
    words = argument.split()
    if len(words) > 2:
        raise NotationError("why compares two moves at most, such as: why d3 c4")
    moves = [table.view.notation.move(word) for word in words]
    node = table.game.node
    if not words:
        while node.move is not None and node.move.is_pass and node.parent is not None:
            node = node.parent
        if node.move is None or node.parent is None:
            raise NotationError("no move was played yet; why d3 explains one you could play")
        moves, node = [node.move], node.parent
    elif (played := _played(node, moves[0])) is not None:
        node = played
    position = node.position
    for move in moves:
        if not position.is_legal(move) or move.is_pass:
            raise IllegalMoveError(table.view.notation.refusal(position, move))
    # A move to come is explained with the opponent's evaluation: it is the one to be beaten.
    side = position.turn.opponent if node is table.game.node else position.turn
    evaluation = evaluation_of(table.sides[side].agent, position.size)
    if len(position.legal_moves) == 1:
        table.screen.say(f"{table.view.notation.name(moves[0])} was the only legal move.")
        return False
    analysis = table.consult(position, all_moves=True)
    explanation = explain_move(position, analysis, evaluation, *moves)
    if explanation is None:
        table.screen.say("The engine was stopped before it had looked at both moves.")
        return False
    for line in why_lines(explanation, table.view.notation):
        table.screen.say(line)
    return False


def _played(node: Node, move: Move) -> Node | None:
    """Where a move that cannot be played any more was played last, if it was."""
    if node.position.is_legal(move):
        return None
    while node.parent is not None:
        if node.move == move:
            return node.parent
        node = node.parent
    return None


def _stats(table: TerminalTable, _: str) -> bool:
    if table.last_search is None:
        raise NotationError("no search was done in this game yet")
    color, decision = table.last_search
    for line in statistics_lines(decision, table.who(color), table.view.notation):
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
    lost = save_game(table.game, name)
    table.screen.say(f"Saved as {quoted(name)}.")
    if lost is not None:
        table.screen.say(f"Some of it is not in the file: {lost}.")
    return False


def _keep(table: TerminalTable, _: str) -> bool:
    if not table.game.moves:
        raise NotationError("no move was played yet: there is no game to keep")
    names = {color: side.spec.short for color, side in table.sides.items()}
    path = keep_game(table.game, names[Color.BLACK], names[Color.WHITE], table.result)
    if path is None:
        table.screen.say("Your library has this game already.")
    else:
        table.screen.say(f"The game is in your library, {path}; outflank games finds it.")
    return False


def _load(table: TerminalTable, name: str) -> bool:
    return _change_game(table, f"Loaded {quoted(name)}", *load_game(name, table.game.size))


def _new(table: TerminalTable, _: str) -> bool:
    if not _may_leave(table):
        return False
    table.set_up(Game(size=table.game.size))
    table.news.append("A new game.")
    return True


def _skill(table: TerminalTable, number: str) -> bool:
    if not is_skill(number):
        raise SettingsError(f"the skill is a whole number from 0 to 10, not {quoted(number)}")
    table.change_opponent(spec_of(number))
    table.news.append(f"You play against skill {int(number)} now.")
    return True


def _swap(table: TerminalTable, _: str) -> bool:
    people = [color for color, side in table.sides.items() if side.agent is None]
    if len(people) != 1:
        raise SettingsError("two people swap sides without the program")
    table.swap_sides()
    table.news.append(f"You play {people[0].opponent.name.capitalize()} now.")
    return True


def _board(_table: TerminalTable, _: str) -> bool:
    return True


def _moves(table: TerminalTable, _: str) -> bool:
    names = (table.view.notation.name(move) for move in table.game.moves)
    text = "  ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    table.screen.say(text or "No move was played yet.")
    table.show_transcript()
    return False


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
    table.screen.say(
        "A game or a position that you paste (f5d6c3, GGF, SGF, a board, ...) is one to go on with."
    )
    return False


def _quit(_table: TerminalTable, _: str) -> bool:
    raise Leave


@dataclass(frozen=True, slots=True)
class PlayCommand:
    """A word, what follows it (in capitals: must follow), and what it does."""

    name: str
    argument: str
    doc: str
    run: Callable[[TerminalTable, str], bool]


COMMANDS = {
    command.name: command
    for command in (
        PlayCommand("hint", "", "the move the engine would play", _hint),
        PlayCommand("eval", "", "what every legal move is worth, in discs", _eval),
        PlayCommand("why", "[move [move]]", "what speaks for the last move, or any other", _why),
        PlayCommand("stats", "", "depth, nodes, pruning and table hits of the last search", _stats),
        PlayCommand("undo", "", "take back your last move and the answer to it", _undo),
        PlayCommand("redo", "", "play again what was taken back", _redo),
        PlayCommand("moves", "", "the moves so far, and the transcript", _moves),
        PlayCommand("board", "", "draw the board again", _board),
        PlayCommand("flip", "", "look at the board from the other side", _flip),
        PlayCommand("swap", "", "change sides with your opponent", _swap),
        PlayCommand("skill", "N", "play on against a skill from 0 to 10", _skill),
        PlayCommand("save", "FILE", "write the game to a file, such as game.sgf", _save),
        PlayCommand("keep", "", "put the game into your library (outflank games)", _keep),
        PlayCommand("load", "FILE", "go on with a game from a file of any format", _load),
        PlayCommand("new", "", "start again", _new),
        PlayCommand("resign", "", "give up", _resign),
        PlayCommand("help", "", "this list (also ?)", _help),
        PlayCommand("quit", "", "leave; the transcript is shown (also q, exit)", _quit),
    )
}
SYNONYMS = {"?": "help", "q": "quit", "exit": "quit"}
QUIT = ("quit", *(synonym for synonym, name in SYNONYMS.items() if name == "quit"))
