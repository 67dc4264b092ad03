"""`outflank convert`: games from one format to another, all of them or those that are asked for."""

import json
import re
from dataclasses import dataclass
from typing import Any

import click

from outflank import Game, Move, NotationError, OutflankError, Position
from outflank._board import SIZES
from outflank.cli.game_files import Sources, Target, warn
from outflank.cli.progress import progress
from outflank.game.game import main_moves
from outflank.game.transcript import parse_line

RESULTS = ("black", "white", "draw", "unfinished")
KEEP_THE_START = (0, 3, 4, 7)
"""Symmetries under which an opening is the same."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are wanted."""

    player: str = ""
    years: tuple[int, int] | None = None
    result: str | None = None
    size: int | None = None
    openings: dict[int, set[tuple[Move, ...]]] | None = None
    """The moves and their images, for each board on which they are legal."""

    def want(self, game: Game) -> bool:
        """Whether a game passes all of them."""
        names = (game.black.casefold(), game.white.casefold())
        return (
            (self.size is None or game.size == self.size)
            and any(self.player in name for name in names)
            and (self.result is None or _result_of(game) == self.result)
            and self._is_of_year(game)
            and self._begins(game)
        )

    def _is_of_year(self, game: Game) -> bool:
        if self.years is None:
            return True
        found = re.match(r"\d{4}(?!\d)", game.tags.get("date", ""), re.ASCII)
        return found is not None and self.years[0] <= int(found[0]) <= self.years[1]

    def _begins(self, game: Game) -> bool:
        if self.openings is None:
            return True
        wanted = self.openings.get(game.size)
        if wanted is None or game.start != Position(game.size):
            return False
        length = len(next(iter(wanted)))
        return main_moves(game)[:length] in wanted


def _result_of(game: Game) -> str:
    if game.result is None:
        return "unfinished"
    winner = game.result.winner
    return "draw" if winner is None else winner.name.lower()


def _openings(text: str) -> dict[int, set[tuple[Move, ...]]]:
    found: dict[int, set[tuple[Move, ...]]] = {}
    wrong: OutflankError | None = None
    for size in SIZES:
        try:
            moves, _ = parse_line(text, Position(size))
        except OutflankError as error:
            wrong = error if size == 8 else wrong
            continue
        found[size] = {
            tuple(move.transform(symmetry, size) for move in moves) for symmetry in KEEP_THE_START
        }
    if not found and wrong is not None:
        raise NotationError(f"--opening: {wrong}")
    return found


def _years(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", text, re.ASCII)
    if found is None:
        raise click.UsageError(f"--year is a year or a span such as 2001-2005, not {text!r}")
    return int(found[1]), int(found[2] or found[1])


@click.command()
@click.argument("sources", metavar="IN...", nargs=-1, required=True)
@click.argument("target", metavar="OUT")
@click.option("--player", default="", help="Games of a player whose name contains this.")
@click.option("--year", metavar="YEAR[-YEAR]", help="Games of a year or some years.")
@click.option("--result", type=click.Choice(RESULTS), help="Games with this result.")
@click.option("--size", type=click.Choice([*map(str, SIZES)]), help="Games on this board.")
@click.option(
    "--opening", metavar="MOVES", help="Games that begin so, turned or mirrored as they may be."
)
@click.option("--from", "source_format", metavar="FORMAT", help="If the contents do not tell it.")
@click.option(
    "--to", "target_format", metavar="FORMAT", help="If the name of OUT does not tell it."
)
@click.option(
    "--transposed", is_flag=True, help="Bare moves have letters for rows and numbers for columns."
)
@click.option("--skip", is_flag=True, help="Go on after a game that cannot be read.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as a JSON object.")
def convert(
    *,
    sources: tuple[str, ...],
    target: str,
    source_format: str | None,
    target_format: str | None,
    transposed: bool,
    skip: bool,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Convert games between formats.

    The format of IN is told by what is in it, that of OUT by its name (.txt .ggf .sgf .pgn .jsonl
    .wtb .obf .fen ...; --to has the names of all). A lone - is standard input or output. What OUT
    cannot hold is named in a warning. OUT is written as a whole or not at all.

    \b
    Examples:
      outflank convert games.ggf games.sgf
      outflank convert WTH_2001.wtb WTH_2002.wtb tastet.pgn --player tastet --result draw
      outflank convert mine.txt - --to ggf --opening f5d6c3
      outflank convert arena.jsonl best.wtb --size 8 --skip --json

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """
    if target == "-" and as_json:
        raise click.UsageError("give either --json or - for OUT: both are standard output")
    out = Target(target, target_format, force=force)
    filters = _filters(asked)
    given = Sources(sources, format=source_format, transposed=transposed, skip=skip)
    with progress("converting") as report:
        written = out.write(filter(filters.want, given.games(report)))
    warnings = [*given.warnings, *out.warnings]
    warn(warnings)
    if as_json:
        facts = {
            "read": given.read,
            "written": written,
            "skipped": given.skipped,
            "left_out": dict(out.refused),
            "from": given.formats,
            "to": out.format.name,
            "lost": dict(out.losses.counts),
            "warnings": warnings,
        }
        print(json.dumps(facts))
    elif target != "-":
        left = f" of {given.read:,}" if given.read != written else ""
        print(f"Wrote {written:,}{left} games to {target} ({out.format.title}).")


def _filters(asked: dict[str, Any]) -> Filters:
    return Filters(
        player=asked["player"].casefold(),
        years=_years(asked["year"]) if asked["year"] else None,
        result=asked["result"],
        size=int(asked["size"]) if asked["size"] else None,
        openings=_openings(asked["opening"]) if asked["opening"] else None,
    )
