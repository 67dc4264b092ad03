"""`outflank drill`: practice with spaced repetition."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outflank import Move, NotationError, OutflankError
from outflank._board import SIZES
from outflank._text import listed, plural, sentence
from outflank.cli.options import json_option, library_option, number_option, size_option
from outflank.cli.output import print_json, print_table
from outflank.cli.progress import progress
from outflank.drill.decks import (
    DECKS,
    ENDGAMES,
    MAX_EMPTIES,
    MIN_EMPTIES,
    MISTAKES,
    book_cards,
    endgame_cards,
    mistake_cards,
    opening_cards,
)
from outflank.drill.schedule import reschedule
from outflank.engine.book import load_book
from outflank.library import Card, Library, library_path

if TYPE_CHECKING:
    from outflank.cli.terminal.board import View
    from outflank.cli.terminal.screen import TerminalScreen

_QUIT = ("quit", "q", "exit")


@click.command()
@click.argument("deck", type=click.Choice([*DECKS]), required=False)
@number_option("--count", default=10, max=1000, help="Cards to ask.")
@number_option(
    "--empties",
    default=8,
    min=MIN_EMPTIES,
    max=MAX_EMPTIES,
    help="Empty squares of new endgames.",
)
@size_option("The board of new endgames.", default=8, sizes=SIZES[1:])
@library_option()
@json_option("Print how many cards there are, as JSON.")
def drill(
    *, deck: str | None, count: int, empties: int, size: int, library: Path | None, as_json: bool
) -> None:
    """Practise openings, endgames or your own mistakes, or list what there is.

    A card shows a position and asks for a move. What you know comes back after a day, six days, and
    ever longer pauses; what you do not know comes back at once, and tomorrow. Your progress is kept
    in your library after every answer.

    \b
    Examples:
      outflank drill                            the decks, and what is due today
      outflank drill openings
      outflank drill endgames --empties 10 --count 5
      outflank drill mistakes

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """
    if deck is not None and as_json:
        raise click.UsageError("--json lists the decks; it does not ask cards.")
    today = datetime.now().astimezone().date()
    with Library(library or library_path()) as opened:
        opened.cards.add([*opening_cards(), *mistake_cards(opened.mistakes)])
        if (book := load_book(8)) is not None:
            opened.cards.add(book_cards(book))
        if deck is None:
            _list(opened, today, as_json)
            return
        if deck == ENDGAMES:
            _make_endgames(opened, today, count, empties, size)
        cards = opened.cards.due(deck, today, count)
        if not cards:
            click.echo(f"Nothing is due today in the deck {deck}.")
            if deck == MISTAKES and not len(opened.mistakes):
                click.echo("outflank review GAME --keep puts the mistakes of a game there.")
            return
        _ask_all(opened, cards, today)


def _list(library: Library, today: date, as_json: bool) -> None:
    counts = {deck: library.cards.counts(deck, today) for deck in DECKS}
    if as_json:
        print_json({deck: asdict(count) for deck, count in counts.items()})
        return
    rows = [
        (deck, str(count.due), str(count.new), str(count.cards), DECKS[deck])
        for deck, count in counts.items()
    ]
    headings = ("deck", "due", "new", "cards", "what it asks for")
    print_table(headings, rows, right=("due", "new", "cards"), headed=True)


def _make_endgames(library: Library, today: date, count: int, empties: int, size: int) -> None:
    counts = library.cards.counts(ENDGAMES, today)
    missing = count - counts.due - counts.new
    if missing <= 0:
        return
    with progress("solving endgames") as bar:
        cards = endgame_cards(
            missing,
            empties=empties,
            size=size,
            seed=counts.cards,
            report=lambda done: bar(done / missing),
        )
    library.cards.add(cards)


def _ask_all(library: Library, cards: Iterable[Card], today: date) -> None:
    """Asks each card until it was answered right; only the first answer counts."""
    from outflank.cli.terminal.screen import open_terminal

    screen, view = open_terminal()
    waiting, first, right, verdict = list(cards), set[str](), 0, ""
    while waiting:
        card = waiting.pop(0)
        answer = _ask(card, screen, view, verdict)
        verdict = ""
        if answer is None:
            break
        known = answer in card.moves
        names = listed(move.name for move in card.moves)
        verdict = "Right." if known else f"No, not {answer.name} but {names}."
        if not known:
            waiting.append(card)
        if card.name not in first:
            first.add(card.name)
            right += known
            library.cards.save(reschedule(card, today, right=known))
    if verdict:
        screen.say(verdict)
    if first:
        screen.say(f"{right} of {plural(len(first), 'card')} right at once.")


def _ask(card: Card, screen: "TerminalScreen", view: "View", verdict: str) -> Move | None:
    """The move that is answered; None if the player leaves.

    The verdict on the last answer stands under the new board, which may have wiped it away.
    """
    from outflank.cli.terminal.board import Highlights, draw, marked

    screen.clear()
    marks = Highlights(marks=marked(card.position.legal_moves))
    screen.say(draw(card.position, view, marks, screen.width))
    if verdict:
        screen.say(verdict)
    screen.say(card.question)
    while True:
        try:
            line = screen.ask("Your move (or quit): ")
        except EOFError:
            return None
        if line.lower() in _QUIT:
            return None
        try:
            if not line:
                raise NotationError("type a square, or quit")
            move = Move(line)
            card.position.play(move)  # says why, if it is illegal
        except OutflankError as error:
            screen.say(sentence(str(error)))
        else:
            return move
