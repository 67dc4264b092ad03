"""`outflank games`: the library of games, filled and searched."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click

from outflank import Game, Move, OutflankError, Position
from outflank._board import SIZES, board_name
from outflank._text import plural, printable
from outflank.cli.boards import BoardCommand, position_of
from outflank.cli.game_files import Sources, Target, warn
from outflank.cli.progress import progress
from outflank.cli.tables import print_table
from outflank.cli.values import Values, values_of
from outflank.engine.level import LEAST_LEVEL, MOST_LEVEL
from outflank.game.openings import opening_at, opening_of
from outflank.library import Added, GameFilter, Library, PositionStats, StoredGame, library_path
from outflank.library.filters import RESULTS

Command = TypeVar("Command", bound=Callable[..., Any])
_SHOWN = 20
"""Games that a search shows by default."""


def _library_option(command: Command) -> Command:
    return click.option(
        "--library",
        "path",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Another library than your own; OUTFLANK_LIBRARY names one, too.",
    )(command)


def _json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def _filter_options(command: Command) -> Command:
    options = [
        click.option("--player", default="", help="A part of the name of either player."),
        click.option("--black", default="", help="A part of black's name."),
        click.option("--white", default="", help="A part of white's name."),
        click.option("--event", default="", help="A part of the name of the event."),
        click.option("--date", metavar="DATE[..DATE]", help="2004, 2004-09-18, or 2001..2005."),
        click.option("--result", type=click.Choice([*RESULTS]), help="Who won."),
        click.option("--size", type=click.Choice([*map(str, SIZES)]), help="The board."),
        click.option(
            "--position",
            metavar="POSITION",
            help="Games in which it occurs, turned or mirrored: moves, a board, or an opening.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def games() -> None:
    """Keep games in a library, and find them by player, date, result or position.

    \b
    Examples:
      outflank games import WTH_*.wtb club.pgn
      outflank games stats                     what there is
      outflank games stats f5d6c3d3c4          how games went on from a position
      outflank games search --player tastet --date 2004..2006 --position tiger
      outflank games export draws.sgf --result draw
      outflank games import arena.jsonl        the games of an arena's log

    POSITION is moves such as f5d6c3, a board in any format, or the name of an opening
    (outflank openings). It is found however the board is turned.

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """


@games.command("import", short_help="Add the games of files in any format.")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@click.option("--from", "format", metavar="FORMAT", help="If the contents do not tell it.")
@click.option(
    "--transposed", is_flag=True, help="Bare moves have letters for rows and numbers for columns."
)
@click.option("--skip", is_flag=True, help="Go on after a game that cannot be read.")
@_library_option
@_json_option
def import_games(
    *,
    sources: tuple[str, ...],
    format: str | None,
    transposed: bool,
    skip: bool,
    path: Path | None,
    as_json: bool,
) -> None:
    """Add the games of files in any format; a lone - is standard input.

    A game that the library has already is not added again, so the same files may be imported twice,
    or again after a Ctrl-C. Games are kept in steps of some thousand.

    \b
    Examples:
      outflank games import WTH_2001.wtb WTH_2002.wtb
      outflank games import arena.jsonl --library arena.sqlite --json
    """
    given = Sources(sources, format=format, transposed=transposed, skip=skip)
    done = Added(0, 0)

    def note(added: Added) -> None:
        nonlocal done
        done = added

    with _opened(path, create=True) as library:
        try:
            with progress("importing") as report:
                library.add(given.games(report), report=note)
        except OutflankError as error:
            kept = f"{error}; {plural(done.added, 'game')} before it were added"
            raise type(error)(kept if done.added else str(error)) from None
        except KeyboardInterrupt:
            warn([f"{plural(done.added, 'game')} were added; the same command adds the others"])
            raise
        total = library.count()
    warn(given.warnings)
    if as_json:
        facts = {
            "library": str(library.path),
            "read": given.read,
            **asdict(done),
            "skipped": given.skipped,
            "games": total,
            "warnings": given.warnings,
        }
        print(json.dumps(facts))
        return
    there = f"; {done.known:,} were there already" if done.known else ""
    print(f"Added {plural(done.added, 'game')}{there}. {library.path} has {total:,}.")


@games.command(cls=BoardCommand)
@_filter_options
@click.option(
    "--limit", type=click.IntRange(min=1), default=_SHOWN, show_default=True, help="How many."
)
@_library_option
@_json_option
def search(path: Path | None, as_json: bool, limit: int, **asked: Any) -> None:
    """List games, the latest first.

    \b
    Examples:
      outflank games search --player tastet --result draw
      outflank games search --position f5f6e6f4 --date 2010..2015 --limit 100
      outflank games search --black brightwell --json
    """
    wanted = _wanted(asked)
    with _opened(path) as library:
        count, found = library.count(wanted), library.search(wanted, limit=limit)
        read = [library.game(one.id) for one in found]
    if as_json:
        rows = [_facts(one, game) for one, game in zip(found, read, strict=True)]
        print(json.dumps({"found": count, "games": rows}))
        return
    print_table(
        ("game", "date", "black", "white", "discs", "opening", "event"),
        [_row(one, game) for one, game in zip(found, read, strict=True)],
        right=("game", "discs"),
        headed=bool(found),
    )
    if sys.stdout.isatty() or not found:
        more = f", the latest {len(found)} of them here" if count > len(found) else ""
        print(f"{plural(count, 'game')}{more}.")


@games.command(cls=BoardCommand, short_help="Count games, or those with a position.")
@click.argument("position", metavar="[POSITION]", required=False)
@click.option(
    "--level",
    type=click.IntRange(LEAST_LEVEL, MOST_LEVEL),
    help="Ask the engine, at this level, what each move is worth, not the book.",
)
@_library_option
@_json_option
def stats(position: str | None, level: int | None, path: Path | None, as_json: bool) -> None:
    """Count games: all of them, or how they ended in which POSITION occurs, move by move.

    Scores and values are discs for black. A move counts all games that reach the position after
    it, by whatever moves. Our value is that of the book; if it does not know the position, or with
    --level, the engine's.

    \b
    Examples:
      outflank games stats
      outflank games stats f5d6c3d3c4
      outflank games stats "Rose-Bill" --level 16
      outflank games stats f5f6 --json
    """
    place = position_of(position) if position is not None else None
    if place is None and level is not None:
        raise click.UsageError("--level is for a position")
    with _opened(path) as library:
        if place is None:
            _print_totals(library, as_json)
            return
        counted, moves = library.position_stats(place), library.move_stats(place)
    values = values_of(place, level)
    if as_json:
        print(json.dumps(_position_facts(place, counted, moves, values)))
    else:
        _print_position(place, counted, moves, values)


@games.command(cls=BoardCommand, short_help="Write games to a file of any format.")
@click.argument("target", metavar="OUT")
@_filter_options
@click.option("--to", "format", metavar="FORMAT", help="If the name of OUT does not tell it.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@_library_option
@_json_option
def export(
    target: str, format: str | None, force: bool, path: Path | None, as_json: bool, **asked: Any
) -> None:
    """Write games to a file, in the format that its name asks for; a lone - is standard output.

    \b
    Examples:
      outflank games export all.jsonl
      outflank games export tastet.pgn --player tastet
      outflank games export - --to ggf --position heath
    """
    if target == "-" and as_json:
        raise click.UsageError("give either --json or - for OUT: both are standard output")
    out, wanted = Target(target, format, force=force), _wanted(asked)
    with _opened(path) as library, progress("exporting") as report:
        total, done = library.count(wanted), 0

        def counted(game: Game) -> Game:
            nonlocal done
            done += 1
            report(done / total, plural(done, "game"))
            return game

        written = out.write(map(counted, library.games(wanted)))
    warn(out.warnings)
    if as_json:
        facts = {"written": written, "left_out": dict(out.refused), "to": out.format.name}
        print(json.dumps({**facts, "lost": dict(out.losses.counts), "warnings": out.warnings}))
    elif target != "-":
        print(f"Wrote {plural(written, 'game')} to {target} ({out.format.title}).")


def _opened(path: Path | None, *, create: bool = False) -> Library:
    return Library(path or library_path(), create=create)


def _wanted(asked: dict[str, Any]) -> GameFilter:
    date, size, position = (asked.pop(name) for name in ("date", "size", "position"))
    number = int(size) if size else None
    first, _, last = (date or "").partition("..")
    return GameFilter(
        dates=(first, last or first) if date else None,
        size=number,
        position=position_of(position, number or 8) if position else None,
        **asked,
    )


def _opening(game: Game) -> str:
    found = opening_of(game)
    return found.name if found is not None else ""


def _facts(one: StoredGame, game: Game) -> dict[str, Any]:
    return {**asdict(one), "opening": _opening(game), "moves": game.transcript()}


def _row(one: StoredGame, game: Game) -> list[str]:
    texts = (one.date[:10], one.black, one.white, _discs(one), _opening(game), one.event)
    return [str(one.id), *map(printable, texts)]


def _discs(one: StoredGame) -> str:
    """The result as players write it: 40-24."""
    if one.score is None:
        return "*"
    black = (one.size**2 + one.score) / 2
    return f"{black:g}-{one.size**2 - black:g}"


def _print_totals(library: Library, as_json: bool) -> None:
    totals = library.totals()
    if as_json:
        print(json.dumps({"library": str(library.path), **asdict(totals)}))
        return
    print(f"{library.path}: {plural(totals.games, 'game')} of {plural(totals.players, 'player')}")
    if totals.games:
        boards = (f"{count:,} on {board_name(size)}" for size, count in totals.sizes.items())
        print(f"boards: {', '.join(boards)}")
        print(
            f"black won {totals.black_wins:,}, draws {totals.draws:,}, "
            f"white won {totals.white_wins:,}"
        )
    if totals.first_date:
        print(f"dates: {totals.first_date} to {totals.last_date}")


def _counts(stats: PositionStats) -> dict[str, Any]:
    return {
        "games": stats.games,
        "black_wins": stats.black_wins,
        "draws": stats.draws,
        "white_wins": stats.white_wins,
        "unfinished": stats.unfinished,
        "average_score": stats.average,
    }


def _position_facts(
    position: Position,
    counted: PositionStats,
    moves: dict[Move, PositionStats],
    values: Values,
) -> dict[str, Any]:
    opening = opening_at(position)
    facts = {
        "position": position.to_text(),
        "opening": opening.name if opening is not None else None,
        **_counts(counted),
        "value": values.whole,
        "value_by": values.source,
    }
    listed = []
    for move in dict.fromkeys([*moves, *values.moves]):
        named = opening_at(position.play(move))
        row: dict[str, Any] = {
            "move": move.name,
            "opening": named.name if named is not None else None,
        }
        row |= _counts(moves.get(move, PositionStats(0, 0, 0, 0, None)))
        listed.append({**row, "value": values.moves.get(move)})
    return {**facts, "moves": listed}


def _print_position(
    position: Position,
    counted: PositionStats,
    moves: dict[Move, PositionStats],
    values: Values,
) -> None:
    opening = opening_at(position)
    turn = "" if position.is_over() else f", {position.turn.name.lower()} to move"
    print(f"{opening.name if opening else board_name(position.size)}{turn}")
    print(f"{plural(counted.games, 'game')}: {_ended(counted)}")
    print(f"our value: {values.whole:+d} for black ({values.source})")
    rows = []
    for move in dict.fromkeys([*moves, *values.moves]):
        after, named = moves.get(move), opening_at(position.play(move))
        rows.append(
            [
                move.name,
                f"{after.games:,}" if after else "-",
                *(_percentages(after) if after else ("", "", "")),
                _score(after.average) if after and after.average is not None else "",
                f"{values.moves[move]:+d}" if move in values.moves else "",
                named.name if named is not None else "",
            ]
        )
    headings = ["move", "games", "black %", "draws %", "white %", "score", "value", "opening"]
    if rows:
        print_table(
            headings,
            rows,
            right=("games", "black %", "draws %", "white %", "score", "value"),
            headed=True,
        )


def _percentages(stats: PositionStats) -> tuple[str, str, str]:
    finished = stats.games - stats.unfinished
    if not finished:
        return "", "", ""
    black, draws, white = (
        f"{100 * count / finished:.0f}"
        for count in (stats.black_wins, stats.draws, stats.white_wins)
    )
    return black, draws, white


def _score(average: float) -> str:
    return f"{round(average, 1) + 0.0:+.1f}"  # no -0.0


def _ended(stats: PositionStats) -> str:
    average = "" if stats.average is None else f"; black's average score {_score(stats.average)}"
    return (
        f"black won {stats.black_wins:,}, draws {stats.draws:,}, white won {stats.white_wins:,}"
        f"{average}"
    )
