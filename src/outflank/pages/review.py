"""Reviews as one web page: board, graph, moves and words.

All of it can be read and printed without its script, which steps through the games.
"""

from collections.abc import Sequence
from typing import Any

from outflank._text import printable
from outflank.engine import accuracy
from outflank.engine.profile import Profile
from outflank.engine.reasons import KIND_WORDS
from outflank.engine.review import EXACT_EMPTIES, GameReview, PlayerStats, ReviewedMove
from outflank.game import Color, Move
from outflank.humanlike.surprise import PeopleReview, RatingEstimate, percent
from outflank.pages.rendering import render

MAX_LINE = 12
"""Plies of a line that are shown."""
GRAPH_WIDTH, GRAPH_HALF = 600, 90
"""In the units of the picture; the half is what lies above zero."""
MIN_SCALE = 8
"""Discs at the edge of the graph, at least."""


def review_page(
    reviews: Sequence[GameReview],
    people: Sequence[PeopleReview | None],
    profile: Profile | None = None,
    estimate: RatingEstimate | None = None,
) -> str:
    """Return the page; for each review what is known about people, and for the profile a rating."""
    return render(
        "review.html.j2",
        title=_title(reviews[0]) if len(reviews) == 1 else f"Review of {len(reviews):,} games",
        games=[_game(review, known) for review, known in zip(reviews, people, strict=True)],
        profile=None if profile is None else _profile(profile),
        estimate=estimate,
        steps=[_steps(review) for review in reviews],
        accuracy=accuracy,
        exact_empties=EXACT_EMPTIES,
        label=_label,
        line=_line,
        marks=accuracy.MARKS,
        percent=percent,
    )


def _game(review: GameReview, people: PeopleReview | None) -> dict[str, Any]:
    return {
        "review": review,
        "people": people,
        "title": _title(review),
        "details": ", ".join([review.outcome, *review.details]),
        "players": [_figures(review.players[color]) for color in Color],
        "graph": _graph(review),
    }


def _profile(profile: Profile) -> dict[str, Any]:
    rows = {"all moves": profile.total}
    rows |= {f"as {color.name.capitalize()}": profile.colors[color] for color in Color}
    rows |= {f"{name} ({games})": stats for name, (games, stats) in profile.openings.items()}
    return {
        "player": "everybody" if profile.player is None else f"“{printable(profile.player)}”",
        "rows": {printable(name): _figures(stats) for name, stats in rows.items()},
        "mistakes": [(KIND_WORDS[row.kind], row.count, row.loss) for row in profile.mistakes],
    }


def _figures(stats: PlayerStats) -> dict[str, str]:
    shares = {"accuracy": stats.accuracy, **stats.phases, "last 20": stats.last_20}
    return {
        **{name: "-" if share is None else f"{share:.1f} %" for name, share in shares.items()},
        **{mark: str(count) for mark, count in stats.marks.items()},
        "discs lost": str(stats.loss),
    }


def _title(review: GameReview) -> str:
    names = [printable(review.name(color)) or color.name.capitalize() for color in Color]
    return f"{names[0]} (black) against {names[1]} (white)"


def _label(move: ReviewedMove) -> str:
    return f"{move.ply} {move.color.name.capitalize()} {move.move.name}{move.mark}"


def _line(line: Sequence[Move]) -> str:
    names = [move.name for move in line[:MAX_LINE]]
    return " ".join([*names, *(["…"] if len(line) > MAX_LINE else [])])


def _graph(review: GameReview) -> dict[str, Any]:
    """A bar for each move, as high as the game's value after it."""
    values = [move.black_value for move in review.moves]
    scale = max(MIN_SCALE, 4 * -(-max(map(abs, values)) // 4))
    heights = [GRAPH_HALF * abs(value) / scale for value in values]
    return {
        "width": GRAPH_WIDTH,
        "half": GRAPH_HALF,
        "scale": scale,
        "step": GRAPH_WIDTH / len(values),
        "bars": list(zip(review.moves, values, heights, strict=True)),
    }


def _steps(review: GameReview) -> dict[str, Any]:
    positions = (*(move.position for move in review.moves), review.final_position)
    points = review.turning_points
    return {
        "size": review.size,
        "boards": [position.to_text()[: review.size**2] for position in positions],
        "begin": points[0].ply if points else len(review.moves),
        "moves": [
            {
                "square": move.move.row * review.size + move.move.column,
                "best": move.best.row * review.size + move.best.column,
                "value": move.value,
                "played": move.played,
                "mark": move.mark,
                "label": _label(move),
                "words": move.words if move.mark else "",
                "line": _line(move.best_line),
                "kind": move.kind,
            }
            for move in review.moves
        ],
    }
