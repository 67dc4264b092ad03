"""`outflank convert`: games from one format to another, all of them or some."""

import click

from outflank.cli.game_files import (
    GameSources,
    GameTarget,
    filter_options,
    source_options,
    target_options,
)
from outflank.cli.options import json_option
from outflank.cli.output import print_json, warn
from outflank.cli.progress import progress
from outflank.cli.sources import BoardCommand
from outflank.library.filters import GameFilter


@click.command(cls=BoardCommand)
@click.argument("sources", metavar="IN...", nargs=-1, required=True)
@click.argument("target", metavar="OUT")
@filter_options
@source_options
@target_options
@json_option()
def convert(
    *,
    sources: tuple[str, ...],
    target: str,
    format: str | None,
    transposed: bool,
    skip: bool,
    to: str | None,
    force: bool,
    requested: GameFilter,
    as_json: bool,
) -> None:
    """Convert games between formats.

    The format of IN is detected by its contents, that of OUT by its name (.txt .ggf .sgf .pgn
    .jsonl .wtb .obf .fen ...; --to has the names of all). A lone - is standard input or output.
    What OUT cannot hold is named in a warning. OUT is written as a whole or not at all.

    \b
    Examples:
      outflank convert games.ggf games.sgf
      outflank convert WTH_2001.wtb WTH_2002.wtb tastet.pgn --player tastet --result draw
      outflank convert mine.txt - --to ggf --position f5d6c3
      outflank convert arena.jsonl best.wtb --size 8 --skip --json

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """
    out = GameTarget(target, to, force=force, as_json=as_json)
    games = GameSources(sources, format=format, transposed=transposed, skip=skip)
    with progress("converting") as report:
        written = out.write(filter(requested.passes, games.games(report)))
    warnings = [*games.warnings, *out.warnings]
    warn(*warnings)
    if as_json:
        print_json(
            {
                "read": games.read,
                "written": written,
                "skipped": games.skipped,
                "from": games.formats,
                **out.record,
                "warnings": warnings,
            }
        )
    elif target != "-":
        total = f" of {games.read:,}" if games.read != written else ""
        click.echo(f"Wrote {written:,}{total} games to {target} ({out.format.title}).")
