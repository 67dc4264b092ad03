"""`outflank games stats`: how games ended, all of them or those with a position."""

from dataclasses import asdict
from typing import Any

import click

from outflank import Color, Engine, Level, Limit, Move, Position
from outflank._board import board_name
from outflank._text import plural
from outflank.cli.options import limit_text
from outflank.cli.output import print_json, print_table
from outflank.cli.progress import progress
from outflank.engine.book import load_book
from outflank.game.openings import opening_at
from outflank.library import Library, PositionStats

_DEFAULT_LEVEL = Level(8)
"""Of the engine, where the book does not know the position and no limit is set."""
_HASH_MB = 64
_NO_GAMES = PositionStats(0, 0, 0, 0, None)


def print_totals(library: Library, *, as_json: bool) -> None:
    totals = library.totals()
    if as_json:
        print_json({"library": str(library.path), **asdict(totals)})
        return
    click.echo(
        f"{library.path}: {plural(totals.games, 'game')} of {plural(totals.players, 'player')}"
    )
    if totals.games:
        boards = (f"{count:,} on {board_name(size)}" for size, count in totals.sizes.items())
        click.echo(f"boards: {', '.join(boards)}")
        click.echo(_results(asdict(totals)))
    if totals.first_date:
        click.echo(f"dates: {totals.first_date} to {totals.last_date}")


def print_position(
    library: Library, position: Position, limit: Limit | Level | None, *, as_json: bool
) -> None:
    """Count the games with a position, and those that reach what each move leads to."""
    stats, moves = library.position_stats(position), library.move_stats(position)
    value, values, source = _values(position, limit)
    record = {
        "position": position.to_text(),
        "opening": _opening(position),
        **_counts(stats),
        "value": value,
        "value_by": source,
        "moves": [
            {
                "move": move.name,
                "opening": _opening(position.play(move)),
                **_counts(moves.get(move, _NO_GAMES)),
                "value": values.get(move),
            }
            for move in dict.fromkeys([*moves, *values])
        ],
    }
    if as_json:
        print_json(record)
        return
    turn = "" if position.is_over() else f", {position.turn.name.lower()} to move"
    average = record["average_score"]
    score = "" if average is None else f"; black's average score {_score(average)}"
    click.echo(f"{record['opening'] or board_name(position.size)}{turn}")
    click.echo(f"{plural(stats.games, 'game')}: {_results(record)}{score}")
    click.echo(f"our value: {value:+d} for black ({source})")
    if record["moves"]:
        numbers = ("games", "black %", "draws %", "white %", "score", "value")
        rows = map(_row, record["moves"])
        print_table(("move", *numbers, "opening"), rows, right=numbers, headed=True)


def _values(position: Position, limit: Limit | Level | None) -> tuple[int, dict[Move, int], str]:
    """What the position and its moves are worth in discs for black, the best move first; by whom.

    The book answers if no limit is set; it may not know all moves.
    """
    if position.is_over():
        return position.score(Color.BLACK), {}, "result"
    book = load_book(position.size) if limit is None else None
    scores = {} if book is None else book.scores(position)
    source = "book"
    if not scores:
        limit = limit or _DEFAULT_LEVEL
        source = limit_text(limit).lstrip("-")
        lines = max(1, len(position.legal_moves))
        with Engine(position.size, hash_mb=_HASH_MB) as engine, progress("analysing") as report:
            report(0.0)
            analysis = engine.analyse(position, limit, lines=lines)
        scores = {line.move: line.score for line in analysis.lines}
    sign = 1 if position.turn == Color.BLACK else -1
    values = {move: sign * score for move, score in scores.items()}
    return next(iter(values.values())), values, source


def _opening(position: Position) -> str | None:
    opening = opening_at(position)
    return opening.name if opening is not None else None


def _counts(stats: PositionStats) -> dict[str, Any]:
    return {
        "games": stats.games,
        "black_wins": stats.black_wins,
        "draws": stats.draws,
        "white_wins": stats.white_wins,
        "unfinished": stats.unfinished,
        "average_score": stats.average,
    }


def _results(counts: dict[str, Any]) -> str:
    return (
        f"black won {counts['black_wins']:,}, draws {counts['draws']:,}, "
        f"white won {counts['white_wins']:,}"
    )


def _row(move: dict[str, Any]) -> list[str]:
    finished = move["games"] - move["unfinished"]
    shares = [
        f"{100 * move[key] / finished:.0f}" if finished else ""
        for key in ("black_wins", "draws", "white_wins")
    ]
    return [
        move["move"],
        f"{move['games']:,}" if move["games"] else "-",
        *shares,
        _score(move["average_score"]) if move["average_score"] is not None else "",
        f"{move['value']:+d}" if move["value"] is not None else "",
        move["opening"] or "",
    ]


def _score(average: float) -> str:
    return f"{round(average, 1) + 0.0:+.1f}"  # no -0.0
