"""Files of games as commands read and write them, and what is told about them."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import click

from outflank import FileError, Game
from outflank._text import listed, plural, printable, sentence
from outflank.cli.progress import Report
from outflank.formats.format import Format, Losses
from outflank.formats.reading import GameReader, read_games
from outflank.formats.registry import FORMATS, format_named, format_of_file
from outflank.formats.writing import loss_message, write_with

_REPORT_EVERY = 100
"""Games between two looks at the progress."""
_MOST_TOLD = 5
"""Notes and errors of one kind that are told one by one."""


class Sources:
    """Files that are read one after another; a lone - is standard input."""

    def __init__(
        self, names: Sequence[str], *, format: str | None, transposed: bool, skip: bool
    ) -> None:
        self.read = 0
        """Games so far."""
        self.skipped = 0
        """Parts that are no games."""
        self.formats: list[str] = []
        self.warnings: list[str] = []
        self._readers = [
            read_games(
                sys.stdin.buffer if name == "-" else Path(name),
                errors="skip" if skip else "raise",
                format=format,
                transposed=transposed,
                label="standard input" if name == "-" else "",
            )
            for name in names
        ]

    def games(self, report: Report) -> Iterator[Game]:
        """All games, counted on the way."""
        for number, reader in enumerate(self._readers):
            for game in reader:
                self.read += 1
                if self.read % _REPORT_EVERY == 0:
                    fraction = (number + reader.fraction) / len(self._readers)
                    report(fraction, plural(self.read, "game"))
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


class Target:
    """A file that games are written to, as a whole or not at all; a lone - is standard output."""

    def __init__(self, name: str, format: str | None, *, force: bool) -> None:
        self.name = name
        self.format = _format(name, format)
        self.refused: Counter[str] = Counter()
        """Games that the format cannot hold at all, by the reason."""
        self.losses = Losses()
        if name != "-" and not force:
            _refuse_existing(Path(name), self.format)

    def write(self, games: Iterable[Game]) -> int:
        """Writes the games that the format can hold; how many."""
        out: Path | BinaryIO = sys.stdout.buffer if self.name == "-" else Path(self.name)
        return write_with(self.format, self._fitting(games), out, self.losses)

    @property
    def warnings(self) -> list[str]:
        """What was left out."""
        found = [
            f"left out {plural(count, 'game')}: {self.format.title}: {why}"
            for why, count in self.refused.items()
        ]
        return [*found, loss_message(self.format, self.losses)] if self.losses.counts else found

    def _fitting(self, games: Iterable[Game]) -> Iterator[Game]:
        size: int | None = None
        for game in games:
            why = self.format.refusal(game)
            if why is None and self.format.write is None and size not in (None, game.size):
                why = "a file holds games of one board"
            if why is not None:
                self.refused[why] += 1
                continue
            size = game.size
            yield game


def warn(warnings: Iterable[str]) -> None:
    """Each on a line of standard error."""
    for warning in warnings:
        click.echo(f"outflank: {sentence(printable(warning))}", err=True)


def _format(target: str, name: str | None) -> Format:
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
