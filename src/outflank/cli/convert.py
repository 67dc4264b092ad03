"""`outflank convert`: games from one format to another, all of them or those that are asked for."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import click

from outflank import FileError, Game, Move, NotationError, OutflankError, Position
from outflank._board import SIZES
from outflank._text import listed, plural, printable, sentence
from outflank.cli.progress import Report, progress
from outflank.formats.format import Format, Losses
from outflank.formats.reading import GameReader
from outflank.formats.registry import FORMATS, format_named, format_of_file
from outflank.formats.writing import told, write_with
from outflank.game.game import main_moves
from outflank.game.transcript import parse_line

RESULTS = ("black", "white", "draw", "unfinished")
KEEP_THE_START = (0, 3, 4, 7)
"""Symmetries under which an opening is the same."""
_REPORT_EVERY = 100
"""Games between two looks at the progress."""
_MOST_TOLD = 5
"""Notes and errors of one kind that are told one by one."""


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


@dataclass(slots=True)
class Conversion:
    """What was read and written, and what became of the rest."""

    read: int = 0
    written: int = 0
    skipped: int = 0
    """Parts that are no games."""
    formats: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    """Games that the format cannot hold at all, by the reason."""
    losses: Losses = field(default_factory=Losses)
    warnings: list[str] = field(default_factory=list)

    def games(
        self, readers: list[GameReader], filters: Filters, target: Format, report: Report
    ) -> Iterator[Game]:
        """The games to write, counted on the way."""
        size: int | None = None
        for number, reader in enumerate(readers):
            for game in reader:
                self.read += 1
                if self.read % _REPORT_EVERY == 0:
                    fraction = (number + reader.fraction) / len(readers)
                    report(fraction, plural(self.read, "game"))
                if not filters.want(game):
                    continue
                why = target.refusal(game)
                if why is None and target.write is None and size not in (None, game.size):
                    why = "a file holds games of one board"
                if why is not None:
                    self.refused[why] += 1
                    continue
                size = game.size
                yield game
            self._note(reader)

    def _note(self, reader: GameReader) -> None:
        self.skipped += reader.skipped
        if reader.format is not None and reader.format.name not in self.formats:
            self.formats.append(reader.format.name)
        for kind, texts in (("read", reader.notes), ("skipped", list(map(str, reader.errors)))):
            shown = [f"{kind}: {text}" for text in texts[:_MOST_TOLD]]
            count = len(texts) if kind == "read" else reader.skipped
            if count > len(shown):
                shown.append(f"{kind}: {count - len(shown):,} more like these")
            self.warnings += shown

    def finish(self, target: Format) -> None:
        """Adds what was left out to the warnings."""
        for why, count in self.refused.items():
            self.warnings.append(f"left out {plural(count, 'game')}: {target.title}: {why}")
        if self.losses.counts:
            self.warnings.append(told(target, self.losses))


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
    format = _target_format(target, target_format)
    if target == "-" and as_json:
        raise click.UsageError("give either --json or - for OUT: both are standard output")
    filters = _filters(asked)
    if target != "-" and not force:
        _refuse_existing(Path(target), format)
    readers = [
        GameReader(
            _opened(source),
            errors="skip" if skip else "raise",
            format=source_format,
            transposed=transposed,
            label="standard input" if source == "-" else "",
        )
        for source in sources
    ]
    done = Conversion()
    with progress("converting") as report:
        out: Path | BinaryIO = sys.stdout.buffer if target == "-" else Path(target)
        games = done.games(readers, filters, format, report)
        done.written = write_with(format, games, out, done.losses)
    done.finish(format)
    for warning in done.warnings:
        click.echo(f"outflank: {sentence(printable(warning))}", err=True)
    if as_json:
        print(json.dumps(_facts(done, format)))
    elif target != "-":
        left = f" of {done.read:,}" if done.read != done.written else ""
        print(f"Wrote {done.written:,}{left} games to {target} ({format.title}).")


def _facts(done: Conversion, format: Format) -> dict[str, Any]:
    return {
        "read": done.read,
        "written": done.written,
        "skipped": done.skipped,
        "left_out": dict(done.refused),
        "from": done.formats,
        "to": format.name,
        "lost": dict(done.losses.counts),
        "warnings": done.warnings,
    }


def _filters(asked: dict[str, Any]) -> Filters:
    return Filters(
        player=asked["player"].casefold(),
        years=_years(asked["year"]) if asked["year"] else None,
        result=asked["result"],
        size=int(asked["size"]) if asked["size"] else None,
        openings=_openings(asked["opening"]) if asked["opening"] else None,
    )


def _opened(source: str) -> Path | BinaryIO:
    return sys.stdin.buffer if source == "-" else Path(source)


def _target_format(target: str, name: str | None) -> Format:
    if name is not None:
        return format_named(name)
    found = format_of_file(Path(target).name) if target != "-" else None
    if found is None:
        raise click.UsageError(f"which format is {target!r} to be? Give --to {_one_of()}")
    return found


def _one_of() -> str:
    *others, last = FORMATS
    return f"{', '.join(others)} or {last}"


def _refuse_existing(path: Path, format: Format) -> None:
    paths = [path]
    if format.write is None:
        paths += [path.with_suffix(".jou"), path.with_suffix(".trn")]
    there = [str(one) for one in paths if one.is_file()]
    if there:
        raise FileError(f"{listed(there)} would be replaced; --force does that")
