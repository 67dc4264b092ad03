"""Strategies for games: moves, names, tags, results, and what may be noted about a move."""

from collections.abc import Callable

from hypothesis import strategies as st

from outflank import Ending, Game, OutflankError, Position, Result
from outflank.formats.tags import KEYS
from support.boards import positions, sizes

words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
"""One word in any script."""
plain_words = st.text("abcdefghijklmnopqrstuvwxyzABC0123456789-_'", max_size=12)
numbers = st.none() | st.floats(-1e6, 1e6).map(lambda number: number + 0.0)
counts = st.none() | st.integers(0, 2**40)
times = st.none() | st.floats(0, 1e6)


@st.composite
def starts(draw: st.DrawFn, size: int | None = None) -> Position:
    """The usual start of a board, or any other position."""
    if size is not None:
        return Position(size)
    return draw(st.builds(Position, sizes) | positions)


@st.composite
def plain_games(draw: st.DrawFn, size: int | None = None) -> Game:
    """Moves alone, from any start, or from the usual one on a board of `size`."""
    game = Game(draw(starts(size)))
    for choice in draw(st.lists(st.integers(0, 1000), max_size=game.size**2 + 10)):
        moves = game.position.legal_moves
        if not moves:
            break
        game.play(moves[choice % len(moves)])
    return game


@st.composite
def results(draw: st.DrawFn, game: Game) -> Result | None:
    """A declared result, or none."""
    squares = game.size**2
    score = st.integers(-squares, squares)
    return draw(st.none() | st.builds(Result, score, st.sampled_from(Ending)))


@st.composite
def annotated_games(draw: st.DrawFn, text: st.SearchStrategy[str] = words) -> Game:
    """With names, a result, and notes about each move."""
    game = draw(plain_games())
    game.black, game.white = draw(text), draw(text)
    game.result = draw(results(game))
    game.root.comment = draw(text)
    for node in game.main_line():
        node.evaluation, node.seconds = draw(numbers), draw(times)
        node.comment = draw(text)
    return game


tag_keys = st.sampled_from([*sorted(KEYS), "KM", "GC", "Annotator", "own key", ""])


@st.composite
def any_games(draw: st.DrawFn) -> Game:
    """With variations, tags and all that can be noted, in any text at all."""
    texts = draw(st.sampled_from([st.just(""), plain_words, words, st.text(max_size=12)]))
    game = draw(annotated_games(texts)) if draw(st.booleans()) else draw(plain_games())
    game.tags = draw(st.dictionaries(tag_keys, texts, max_size=3))
    if draw(st.booleans()):
        game.tags["date"] = draw(st.sampled_from(["2004", "2004-09-18", "2004-09-18 05:54:38 MDT"]))
    for _ in range(draw(st.integers(0, 4))):
        line = [game.root, *game.main_line()]
        game.go_to(draw(st.sampled_from(line)))
        for _ in range(draw(st.integers(0, 4))):
            moves = game.position.legal_moves
            if moves:
                game.play(draw(st.sampled_from(moves)))
                game.node.comment = draw(texts)
                game.node.depth, game.node.nodes = draw(counts), draw(counts)
    game.go_to(game.end)
    return game


def refusal(read: Callable[[str], object], text: str) -> OutflankError | None:
    """The error with which a reader refuses a text, or none if it reads it."""
    try:
        read(text)
    except OutflankError as error:
        return error
    return None
