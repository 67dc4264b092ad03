"""Reviews as one web page that needs nothing else: board, graph, moves and words.

All of it can be read and printed without its script, which steps through the games. Names come from
strangers: every text is escaped on its way in.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from outflank._board import PHASES, board_name
from outflank._text import plural, printable
from outflank.arena.page_frame import CSS
from outflank.arena.replay_page import page_data, page_json
from outflank.engine.accuracy import (
    BLUNDER_DISCS,
    HALVING_DROP,
    INACCURACY_DISCS,
    MARKS,
    MISTAKE_DISCS,
)
from outflank.engine.profile import Profile
from outflank.engine.reasons import KIND_WORDS
from outflank.engine.review import EXACT_EMPTIES, GameReview, ReviewedMove, Tally
from outflank.game import Color, Move, Position
from outflank.humanlike.surprise import Estimate, PeopleReview
from outflank.humanlike.surprise import percent as share

LONGEST_LINE = 12
"""Plies of a line that are shown."""
GRAPH_WIDTH, GRAPH_HALF = 600, 90
"""In the units of the picture; the half is what lies above zero."""
LEAST_SCALE = 8
"""Discs at the edge of the graph, at least."""
_COUNTED = ("accuracy", *PHASES, "last 20", *MARKS, "discs lost")


def review_page(
    reviews: Sequence[GameReview],
    people: Sequence[PeopleReview | None],
    profile: Profile | None = None,
    estimate: Estimate | None = None,
) -> str:
    """The whole page; for each review what is known about people, and for the profile a rating."""
    title = _title(reviews[0]) if len(reviews) == 1 else f"Review of {len(reviews):,} games"
    games = [
        _game(number, review, found, len(reviews) > 1)
        for number, (review, found) in enumerate(zip(reviews, people, strict=True))
    ]
    data = page_json([_steps(review) for review in reviews])
    scripts = "\n".join(map(page_data, ("board.js", "review.js")))
    style = CSS + page_data("board.css") + page_data("review.css")
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body><main>\n"
        f"<h1>{escape(title)}</h1>\n"
        + ("" if profile is None else _profile(profile, estimate))
        + "\n".join(games)
        + f"\n{_reading(any(found is not None for found in people))}\n"
        + f"<script type=application/json id=review-games>{data}</script>\n"
        + f'<script>"use strict";\n(() => {{\n{scripts}}})();</script>\n</main></body></html>\n'
    )


def _title(review: GameReview) -> str:
    names = [printable(review.name(color)) or color.name.capitalize() for color in Color]
    return f"{names[0]} (black) against {names[1]} (white)"


def _game(number: int, review: GameReview, people: PeopleReview | None, several: bool) -> str:
    facts = [review.outcome, board_name(review.size), plural(len(review.moves), "move")]
    if review.opening is not None:
        facts.append(f"opening {review.opening}")
    facts += [review.tags[key] for key in ("event", "date") if review.tags.get(key)]
    told = escape(printable(", ".join(facts)))
    body = (
        "<div class=review-sides><div class=review-play hidden>"
        "<svg class=board role=img aria-label=Board></svg>"
        "<p class=review-status role=status></p>"
        f"{_BUTTONS}</div><div>"
        f"<figure class=review-graph>{_graph(review)}<figcaption>What the game was worth after "
        "each move, in discs: up for Black, down for White.</figcaption></figure>"
        f"{_players(review)}{_ratings(people)}"
        f"</div></div>\n{_turning_points(review, people)}\n<h3>Moves</h3>\n{_moves(review, people)}"
    )
    if not several:
        head = f"<p class=lead>{told}</p>"
        return f"<article class=review data-game={number}>{head}\n{body}</article>"
    accuracies = " - ".join(_percent(review.players[color].accuracy) for color in Color)
    summary = f"{number + 1}. {escape(_title(review))}: {told}; accuracy {accuracies}"
    return (
        f"<details class=review data-game={number}><summary>{summary}</summary>\n{body}</details>"
    )


# What is counted


def _percent(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.1f}&nbsp;%"


def _table(label: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th scope=col>{cell}</th>" for cell in heads)
    body = "\n".join(rows)
    return (
        f'<div class=box tabindex=0 role=region aria-label="{label}"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def _players(review: GameReview) -> str:
    """The two players side by side, which is narrow enough for a telephone."""
    columns = [_cells(review.players[color]) for color in Color]
    rows = [_row(name, cells) for name, *cells in zip(_COUNTED, *columns, strict=True)]
    return _table("Accuracy", ("", *(color.name.capitalize() for color in Color)), rows)


def _ratings(people: PeopleReview | None) -> str:
    return "" if people is None else f"<p>{'<br>'.join(map(escape, people.summary))}</p>"


def _cells(tally: Tally) -> list[str]:
    numbers = (tally.accuracy, *(tally.phases[phase] for phase in PHASES), tally.last_20)
    return [*map(_percent, numbers), *(str(tally.marks[mark]) for mark in MARKS), str(tally.loss)]


def _tallies(rows: Sequence[tuple[str, Tally]]) -> str:
    lines = [_row(escape(printable(name)), _cells(tally)) for name, tally in rows]
    return _table("Accuracy", ("", *_COUNTED), lines)


def _row(name: str, cells: Iterable[str]) -> str:
    columns = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr><th scope=row>{name}</th>{columns}</tr>"


def _profile(profile: Profile, estimate: Estimate | None) -> str:
    who = "everybody" if profile.player is None else f"“{printable(profile.player)}”"
    rows = [("all moves", profile.total)]
    rows += [(f"as {color.name.capitalize()}", profile.colors[color]) for color in Color]
    rows += [(f"{name} ({games})", tally) for name, (games, tally) in profile.openings.items()]
    costs = [
        _row(KIND_WORDS[one.kind], (str(one.count), str(one.loss))) for one in profile.mistakes
    ]
    kinds = _table("Mistakes", ("what cost most", "mistakes", "discs"), costs) if costs else ""
    rating = "" if estimate is None else f"<p>{escape(estimate.words)}</p>\n"
    return (
        f"<section><h2>Profile of {escape(who)}</h2>\n{_tallies(rows)}\n{rating}{kinds}</section>\n"
    )


# The graph


def _graph(review: GameReview) -> str:
    """A bar for each move, as high as what the game was worth after it."""
    values = [move.black_value for move in review.moves]
    scale = max(LEAST_SCALE, 4 * -(-max(map(abs, values)) // 4))
    wide = GRAPH_WIDTH / len(values)
    bars = []
    for index, (move, value) in enumerate(zip(review.moves, values, strict=True)):
        high = GRAPH_HALF * abs(value) / scale
        top = GRAPH_HALF - high if value > 0 else GRAPH_HALF
        x = index * wide
        side = "up" if value > 0 else "down"
        bars.append(
            f'<g class=bar data-ply={move.ply}><rect class=hit x="{x:.2f}" y=0 width="{wide:.2f}" '
            f'height="{2 * GRAPH_HALF}"/><rect class={side} x="{x + 0.08 * wide:.2f}" '
            f'y="{top:.2f}" width="{0.84 * wide:.2f}" height="{high:.2f}"/>'
            f"<title>{escape(_label(move))}: {value:+d}</title>"
            + (
                f'<circle class="{_mark_class(move.mark)}" cx="{x + wide / 2:.2f}" '
                f'cy="{GRAPH_HALF}" r="{min(4.5, 0.42 * wide):.2f}"/>'
                if move.mark
                else ""
            )
            + "</g>"
        )
    label = "Graph of the values, move by move"
    return (
        f'<svg viewBox="-34 -4 {GRAPH_WIDTH + 40} {2 * GRAPH_HALF + 8}" role=img '
        f'aria-label="{label}"><g>{"".join(bars)}</g>'
        f'<path class=axis d="M0 {GRAPH_HALF}h{GRAPH_WIDTH}"/>'
        f"<text x=-6 y=8>{scale:+d}</text><text x=-6 y={GRAPH_HALF + 4}>0</text>"
        f"<text x=-6 y={2 * GRAPH_HALF}>{-scale:+d}</text></svg>"
    )


def _mark_class(mark: str) -> str:
    return {"": "", "?!": "inaccuracy", "?": "mistake", "??": "blunder"}[mark]


def _label(move: ReviewedMove) -> str:
    return f"{move.ply} {move.color.name.capitalize()} {move.move.name}{move.mark}"


# The words and the list


def _turning_points(review: GameReview, people: PeopleReview | None) -> str:
    points = review.turning_points
    if not points:
        return "<h3>What turned the game</h3><p>No move did.</p>"
    items = []
    for move in points:
        told = [("best", _line(move.best_line)), ("played", _line(move.played_line))]
        if people is not None:
            told.append(("people", escape(people.words(review.moves.index(move)))))
        lines = "<br>".join(f"<small>{name}: {words}</small>" for name, words in told)
        items.append(
            f"<li><b class={_mark_class(move.mark)} data-ply={move.ply}>{escape(_label(move))}</b> "
            f"{escape(move.words)}<br>{lines}</li>"
        )
    return f"<h3>What turned the game</h3>\n<ul class=points>{''.join(items)}</ul>"


def _line(line: Sequence[Move]) -> str:
    names = [move.name for move in line[:LONGEST_LINE]]
    return " ".join([*names, *(["…"] if len(line) > LONGEST_LINE else [])])


def _moves(review: GameReview, people: PeopleReview | None) -> str:
    rows = []
    for number, move in enumerate(review.moves):
        disc = f'<span class="disc {move.color.name.lower()}"></span>'
        name = f'{move.ply} {disc} <span class="go">{move.move.name}</span>'
        mark = f"<b class={_mark_class(move.mark)}>{escape(move.mark)}</b>" if move.mark else ""
        cells = (
            mark,
            f"{move.value:+d}",
            f"{move.played:+d}",
            str(move.loss or ""),
            move.best.name if move.best != move.move else "",
            *([] if people is None else [_share(people.chance(number))]),
            "only move" if move.is_forced else escape(move.kind),
        )
        columns = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f"<tr data-ply={move.ply}><th scope=row>{name}</th>{columns}</tr>")
    known = () if people is None else ("people",)
    heads = ("move", "", "value", "played", "loss", "best", *known, "looked")
    return _table("Moves", heads, rows)


def _share(chance: float | None) -> str:
    return "" if chance is None else escape(share(chance)).replace(" ", "&nbsp;")


# What the script steps through


def _steps(review: GameReview) -> dict[str, Any]:
    points = review.turning_points
    positions = (*(move.position for move in review.moves), review.final_position)
    return {
        "size": review.size,
        "boards": [_squares(position) for position in positions],
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


def _squares(position: Position) -> str:
    """The board row by row: 0 for an empty square, 1 for black, 2 for white."""
    black, white = position.to_bitboards()
    return "".join(
        "1" if black >> square & 1 else "2" if white >> square & 1 else "0"
        for square in range(position.size**2)
    )


_BUTTONS = """<div class=review-steps role=group aria-label=Steps>
<button type=button data-go=first aria-label="To the start">|&lt;</button>
<button type=button data-go=back aria-label="One move back">&lt;</button>
<button type=button data-go=next aria-label="One move on">&gt;</button>
<button type=button data-go=last aria-label="To the end">&gt;|</button>
<button type=button data-go=mistake>next mistake</button>
</div>
<p class=review-keys><small>Keys: left and right step, Home and End go to the ends, M goes to the
next mistake.</small></p>"""


def _reading(has_people: bool) -> str:
    items = _READING + (_READING_PEOPLE if has_people else "")
    return f"<section class=reading><h2>How to read this</h2><ul>\n{items}</ul></section>"


_READING = f"""<li>Values are discs for the side that moves: what the best move is worth, and what
the played one is. With {EXACT_EMPTIES} empty squares or fewer they are exact.</li>
<li>?! is a move that loses {INACCURACY_DISCS} discs or more, ? one that loses {MISTAKE_DISCS}, and
?? one that loses {BLUNDER_DISCS} and changes who wins. On the board the ring is
where the best move was.</li>
<li>Accuracy is 100&nbsp;% for the best moves, and half of that for a move that lowers the expected
score of its side by {HALVING_DROP}.</li>
"""

_READING_PEOPLE = """<li>A rating is a guess by the moves, in brackets with 95&nbsp;%, which
held 9 times in 10. 1500 is the average of tournament players. “People” says how many of those who
have the rating play the move.</li>
"""
