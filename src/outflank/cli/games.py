"""`outflank games`: the library of games, filled and searched."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from outflank import Game, Level, Limit, OutflankError
from outflank._text import plural, printable
from outflank.cli.game_files import (
    GameSources,
    GameTarget,
    filter_options,
    source_options,
    target_options,
)
from outflank.cli.game_stats import print_position, print_totals
from outflank.cli.options import json_option, library_option, limit_options, number_option
from outflank.cli.output import print_json, print_table, warn
from outflank.cli.progress import progress
from outflank.cli.sources import BoardCommand, position_of
from outflank.game.openings import opening_of
from outflank.library import Added, GameFilter, Library, StoredGame, library_path


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

    POSITION is moves such as f5d6c3, a board in any format, a file of one, or the name of an
    opening (outflank openings). It is found however the board is turned.

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """


@games.command("import", short_help="Add the games of files in any format.")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@source_options
@library_option()
@json_option()
def import_games(
    *,
    sources: tuple[str, ...],
    format: str | None,
    transposed: bool,
    skip: bool,
    library: Path | None,
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
    source = GameSources(sources, format=format, transposed=transposed, skip=skip)
    done = Added(0, 0)

    def note(added: Added) -> None:
        nonlocal done
        done = added

    with _open(library, create=True) as opened:
        try:
            with progress("importing") as report:
                opened.add(source.games(report), report=note)
        except OutflankError as error:
            before = f"{error}; {plural(done.added, 'game')} before it were added"
            raise type(error)(before if done.added else str(error)) from None
        except KeyboardInterrupt:
            warn(f"{plural(done.added, 'game')} were added; the same command adds the others")
            raise
        total = opened.count()
    warn(*source.warnings)
    if as_json:
        print_json(
            {
                "library": str(opened.path),
                "read": source.read,
                **asdict(done),
                "skipped": source.skipped,
                "games": total,
                "warnings": source.warnings,
            }
        )
        return
    known = f"; {done.known:,} were there already" if done.known else ""
    click.echo(f"Added {plural(done.added, 'game')}{known}. {opened.path} has {total:,}.")


@games.command(cls=BoardCommand)
@filter_options
@number_option("--limit", default=20, help="Games to list.")
@library_option()
@json_option()
def search(*, requested: GameFilter, limit: int, library: Path | None, as_json: bool) -> None:
    """List games, the latest first.

    \b
    Examples:
      outflank games search --player tastet --result draw
      outflank games search --position f5f6e6f4 --date 2010..2015 --limit 100
      outflank games search --black brightwell --json
    """
    with _open(library) as opened:
        count = opened.count(requested)
        matches = [
            (stored, opened.game(stored.id)) for stored in opened.search(requested, limit=limit)
        ]
    if as_json:
        rows = [
            {**asdict(stored), "opening": _opening(game), "moves": game.transcript()}
            for stored, game in matches
        ]
        print_json({"found": count, "games": rows})
        return
    print_table(
        ("game", "date", "black", "white", "discs", "opening", "event"),
        [_row(stored, game) for stored, game in matches],
        right=("game", "discs"),
        headed=bool(matches),
    )
    if sys.stdout.isatty() or not matches:
        more = f", the latest {len(matches)} of them here" if count > len(matches) else ""
        click.echo(f"{plural(count, 'game')}{more}.")


@games.command(cls=BoardCommand, short_help="Count games, or those with a position.")
@click.argument("position", metavar="[POSITION]", required=False)
@limit_options()
@library_option()
@json_option()
def stats(
    *, position: str | None, limit: Limit | Level | None, library: Path | None, as_json: bool
) -> None:
    """Count games: all of them, or how they ended in which POSITION occurs, move by move.

    Scores and values are discs for black. A move counts all games that reach the position after
    it, by whatever moves. Our value is that of the book; if it does not know the position, or with
    a limit such as --level, the engine's.

    \b
    Examples:
      outflank games stats
      outflank games stats f5d6c3d3c4
      outflank games stats "Rose-Bill" --level 16
      outflank games stats f5f6 --json
    """
    if position is None and limit is not None:
        raise click.UsageError("Give a POSITION for the engine, or leave out its limit.")
    place = position_of(position) if position is not None else None
    with _open(library) as opened:
        if place is None:
            print_totals(opened, as_json=as_json)
        else:
            print_position(opened, place, limit, as_json=as_json)


@games.command(cls=BoardCommand, short_help="Write games to a file of any format.")
@click.argument("target", metavar="OUT")
@filter_options
@target_options
@library_option()
@json_option()
def export(
    *,
    target: str,
    requested: GameFilter,
    to: str | None,
    force: bool,
    library: Path | None,
    as_json: bool,
) -> None:
    """Write games to a file, in the format that its name asks for; a lone - is standard output.

    \b
    Examples:
      outflank games export all.jsonl
      outflank games export tastet.pgn --player tastet
      outflank games export - --to ggf --position heath
    """
    out = GameTarget(target, to, force=force, as_json=as_json)
    with _open(library) as opened, progress("exporting") as report:
        total, done = opened.count(requested), 0

        def counted(game: Game) -> Game:
            nonlocal done
            done += 1
            report(done / total, plural(done, "game"))
            return game

        written = out.write(map(counted, opened.games(requested)))
    warn(*out.warnings)
    if as_json:
        print_json({"written": written, **out.record, "warnings": out.warnings})
    elif target != "-":
        click.echo(f"Wrote {plural(written, 'game')} to {target} ({out.format.title}).")


def _open(path: Path | None, *, create: bool = False) -> Library:
    return Library(path or library_path(), create=create)


def _opening(game: Game) -> str:
    opening = opening_of(game)
    return opening.name if opening is not None else ""


def _row(stored: StoredGame, game: Game) -> list[str]:
    texts = (stored.date[:10], stored.black, stored.white, _discs(stored), _opening(game))
    return [str(stored.id), *map(printable, (*texts, stored.event))]


def _discs(stored: StoredGame) -> str:
    if stored.score is None:
        return "*"
    black = (stored.size**2 + stored.score) / 2
    return f"{black:g}-{stored.size**2 - black:g}"
