from outflank import Engine, Game, Move, Position
from outflank.drill.decks import (
    BOOK_MARGIN,
    book_cards,
    endgame_cards,
    mistake_cards,
    opening_cards,
)
from outflank.engine.book import packed_book, parse_book
from outflank.game.openings import opening_at, openings
from outflank.library import Mistake
from support.books import built


def test_the_right_moves_make_the_opening() -> None:
    cards = list(opening_cards())
    assert [card.name for card in cards] == [opening.name for opening in openings()]
    assert len({card.name for card in cards}) == len(cards)
    for card in cards:
        assert card.moves
        for move in card.position.legal_moves:
            found = opening_at(card.position.play(move))
            assert (found is not None and found.name == card.name) == (move in card.moves)


def test_the_book_has_one_best_move() -> None:
    tree = built(200, size=8, nodes=1000)
    book = parse_book(packed_book(8, tree.entries, {}), "a book")
    cards = list(book_cards(book))
    assert cards
    assert len({card.name for card in cards}) == len(cards)
    assert [card.difficulty for card in cards] == sorted(card.difficulty for card in cards)
    for card in cards:
        ((best, score), (_, second), *_) = book.scores(card.position).items()
        assert card.moves == (best,)
        assert score - second >= BOOK_MARGIN
        assert card.difficulty == 61 - card.position.empties
        # Whatever the book does not know is no better than its leaf.
        known = book.get(card.position)
        assert known is not None
        assert known.leaf in book.scores(card.position) or known.leaf is None


def test_endgames_have_one_best_move() -> None:
    cards = endgame_cards(4, empties=6, size=6, seed=3)
    assert cards == endgame_cards(4, empties=6, size=6, seed=3)
    assert cards != endgame_cards(4, empties=6, size=6, seed=4)
    assert len({card.name for card in cards}) == 4
    with Engine(6, threads=1, hash_mb=1) as engine:
        for card in cards:
            assert card.position.empties == card.difficulty == 6
            scores = {
                move: -_worth(engine, card.position.play(move))
                for move in card.position.legal_moves
            }
            best = max(scores.values())
            assert [move for move, score in scores.items() if score > best - 2] == list(card.moves)


def _worth(engine: Engine, position: Position) -> int:
    """The true score for the side to move."""
    if position.is_over():
        return position.score(position.turn)
    if position.must_pass():
        return -_worth(engine, position.play(Move.PASS))
    return engine.solve(position).best.score


def test_mistakes_ask_for_the_better_move() -> None:
    position = Game.from_transcript("f5d6").position
    (card,) = mistake_cards([Mistake(position, Move("c3"), Move("c6"), 7.5)])
    assert card.question == "c6 loses 7.5 discs here. What is better?"
    assert card.moves == (Move("c3"),)
    assert card.position == position
