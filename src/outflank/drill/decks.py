"""What can be practised: openings by their names, endgames, mistakes of your own."""

import random
from collections.abc import Callable, Iterable, Iterator

from outflank._native import Position
from outflank.engine import Engine, Limit
from outflank.engine.book import Book, key_of
from outflank.game import Game
from outflank.game.keys import position_key
from outflank.game.openings import next_openings, opening_at, openings
from outflank.library import Card, Mistake

OPENINGS, ENDGAMES, MISTAKES = "openings", "endgames", "mistakes"
DECKS = {
    OPENINGS: "the move that makes an opening, by its name, or the best one by the book",
    ENDGAMES: "the only best move near the end, found by the solver",
    MISTAKES: "what you played wrong in games that were reviewed",
}
"""What each deck asks for."""
MIN_EMPTIES, MAX_EMPTIES = 4, 16
"""Of endgames; more would take long to solve."""
BOOK_PLIES, BOOK_MARGIN, BOOK_LOSS = 10, 3, 2
"""Cards of the book: positions of its first plies, in which the best move is so many discs better
than any other, after moves that lost at most so many each."""
_MARGIN = 2
"""Discs by which the best move of an endgame is better than the next."""
_RANDOM_PLIES = 10
_PLAYERS = Limit(nodes=100)
"""Of both sides, on the way to an endgame."""


def opening_cards() -> Iterator[Card]:
    """A card for each opening with a name: the position before it, and the moves to it."""
    for opening in openings():
        position = Game.from_moves(opening.moves[:-1]).position
        moves = [move for move, after in next_openings(position).items() if after == opening]
        yield Card(
            OPENINGS,
            opening.name,
            position,
            f"Which move makes it {opening.name}?",
            tuple(moves),
            difficulty=len(opening.moves),
        )


def book_cards(book: Book) -> Iterator[Card]:
    """A card for each position of a book, near its best lines, in which one move is clearly best.

    They come by plies, after the first move that the names of openings begin with.
    """
    first = Game.from_moves(openings()[0].moves[:1]).position
    level = {key_of(first): (first, "")}
    for length in range(2, BOOK_PLIES + 2):
        after: dict[bytes, tuple[Position, str]] = {}
        for position, name in level.values():
            scores = book.scores(position)
            best, *others = scores.values() or (0,)
            if others and best - others[0] >= BOOK_MARGIN:
                side = position.turn.name.capitalize()
                yield Card(
                    OPENINGS,
                    f"best {position_key(position):016x}",
                    position,
                    f"{f'{name}: ' if name else ''}{side} to move. Which move is best?",
                    (next(iter(scores)),),
                    difficulty=length,
                )
            for move, score in scores.items():
                child = position.play(move)
                if best - score <= BOOK_LOSS and book.get(child) is not None:
                    named = opening_at(child)
                    after.setdefault(key_of(child), (child, named.name if named else name))
        level = after


def mistake_cards(mistakes: Iterable[Mistake]) -> Iterator[Card]:
    """A card for each mistake; the dearest are the easiest to see."""
    for mistake in mistakes:
        yield Card(
            MISTAKES,
            f"{position_key(mistake.position):016x} {mistake.played.name}",
            mistake.position,
            f"{mistake.played.name} loses {mistake.loss:g} discs here. What is better?",
            (mistake.best,),
            difficulty=-round(mistake.loss),
        )


def endgame_cards(
    count: int,
    *,
    empties: int,
    size: int = 8,
    seed: int = 0,
    report: Callable[[int], None] = lambda _: None,
) -> list[Card]:
    """Endgames with one best move, two discs better than the next; the same for the same seed.

    `report` hears how many there are.
    """
    draw = random.Random(f"{size} {empties} {seed}")
    cards: dict[int, Card] = {}
    with Engine(size, threads=1, hash_mb=16, book=False) as engine:
        while len(cards) < count:
            position = _endgame(engine, draw, empties)
            card = _puzzle(engine, position) if position is not None else None
            if card is not None:
                cards[position_key(card.position)] = card
                report(len(cards))
    return list(cards.values())


def _endgame(engine: Engine, draw: random.Random, empties: int) -> Position | None:
    """Where a game of two weak players comes to so many empty squares; None if it ends before."""
    position = Position(engine.size)
    for ply in range(10 * engine.size**2):
        if position.is_over():
            return None
        if position.empties == empties and not position.must_pass():
            return position
        if ply < _RANDOM_PLIES:
            move = draw.choice(position.legal_moves)
        else:
            move = engine.play(position, _PLAYERS).move
        position = position.play(move)
    return None


def _puzzle(engine: Engine, position: Position) -> Card | None:
    """The position as a card, if there is a choice and only one best move."""
    if len(position.legal_moves) < 3:
        return None
    first, second, *_ = engine.solve(position, all_moves=True).lines
    if first.score < second.score + _MARGIN:
        return None
    side, score = position.turn.name.capitalize(), first.score
    goal = f"wins by {score}" if score > 0 else f"loses only {-score}" if score else "draws"
    return Card(
        ENDGAMES,
        f"{position_key(position):016x}",
        position,
        f"{side} to move, {position.empties} empty squares. Which move {goal}?",
        (first.move,),
        difficulty=position.empties,
    )
