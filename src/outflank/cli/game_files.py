"""Files of games as commands read, choose and write them, with the options for that."""

import functools
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import click

from outflank import FileError, Game
from outflank._text import listed, plural
from outflank.cli.options import (
    Command,
    date_option,
    options,
    player_option,
    position_option,
    size_option,
)
from outflank.cli.progress import ProgressReport
from outflank.cli.sources import STANDARD_INPUT, position_of
from outflank.formats.format import Format, Losses
from outflank.formats.reading import read_games
from outflank.formats.registry import FORMATS, format_named, format_of_file
from outflank.formats.writing import loss_message, write_with
from outflank.library.filters import RESULTS, GameFilter

_REPORT_EVERY = 100
"""Games between two looks at the progress."""
_MAX_WARNINGS = 5
"""Notes and errors of one kind that are printed one by one."""


source_options = options(
    click.option("--from", "format", metavar="FORMAT", help="Format.  [default: detect it]"),
    click.option("--transposed", is_flag=True, help="Read letters as rows and numbers as columns."),
    click.option("--skip", is_flag=True, help="Skip games that cannot be read."),
)
"""What `GameSources` takes."""
target_options = options(
    click.option("--to", metavar="FORMAT", help="Format.  [default: from the name of OUT]"),
    click.option("--force", is_flag=True, help="Replace OUT if it exists."),
)
"""What `GameTarget` takes."""
_FILTER_OPTIONS = options(
    player_option("Part of the name of either player."),
    click.option("--black", metavar="NAME", help="Part of Black's name."),
    click.option("--white", metavar="NAME", help="Part of White's name."),
    click.option("--event", metavar="NAME", help="Part of the name of the event."),
    date_option(),
    click.option("--result", type=click.Choice([*RESULTS]), help="Games with this result."),
    size_option("Games on this board."),
    position_option(),
)


def filter_options(command: Command) -> Command:
    """Add the options that choose games; the command gets them as `requested`, a GameFilter."""

    @functools.wraps(command)
    def run(*args: Any, position: str | None, size: int | None, **parameters: Any) -> Any:
        names = ("player", "black", "white", "event")
        requested = GameFilter(
            **{name: parameters.pop(name) or "" for name in names},
            dates=parameters.pop("dates"),
            result=parameters.pop("result"),
            size=size,
            position=position_of(position, size or 8) if position else None,
        )
        return command(*args, requested=requested, **parameters)

    return _FILTER_OPTIONS(run)  # type: ignore[return-value]


class GameSources:
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
                label=STANDARD_INPUT if name == "-" else "",
            )
            for name in names
        ]

    def games(self, report: ProgressReport) -> Iterator[Game]:
        """All games, counted on the way."""
        for number, reader in enumerate(self._readers):
            for game in reader:
                self.read += 1
                if self.read % _REPORT_EVERY == 0:
                    fraction = (number + reader.fraction) / len(self._readers)
                    report(fraction, plural(self.read, "game"))
                yield game
            self.skipped += reader.skipped
            if reader.format is not None and reader.format.name not in self.formats:
                self.formats.append(reader.format.name)
            self._warn("read", reader.notes, len(reader.notes))
            self._warn("skipped", list(map(str, reader.errors)), reader.skipped)

    def _warn(self, kind: str, texts: list[str], count: int) -> None:
        texts = texts[:_MAX_WARNINGS]
        if count > len(texts):
            texts.append(f"{count - len(texts):,} more like these")
        self.warnings += [f"{kind}: {text}" for text in texts]


class GameTarget:
    """A file that games are written to, as a whole or not at all; a lone - is standard output."""

    def __init__(self, name: str, format: str | None, *, force: bool, as_json: bool) -> None:
        if name == "-" and as_json:
            raise click.UsageError("Give either --json or - for OUT: both are standard output.")
        self.format = _format(name, format)
        self.left_out: Counter[str] = Counter()
        """Games that the format cannot hold at all, by the reason."""
        self.losses = Losses()
        self._file: Path | BinaryIO = sys.stdout.buffer if name == "-" else Path(name)
        if isinstance(self._file, Path) and not force:
            _refuse_existing(self._file, self.format)

    def write(self, games: Iterable[Game]) -> int:
        """Write the games that the format can hold; return how many."""
        return write_with(self.format, self._fitting(games), self._file, self.losses)

    @property
    def warnings(self) -> list[str]:
        texts = [
            f"left out {plural(count, 'game')}: {self.format.title}: {why}"
            for why, count in self.left_out.items()
        ]
        return [*texts, loss_message(self.format, self.losses)] if self.losses.counts else texts

    @property
    def record(self) -> dict[str, Any]:
        """The format and what was left out, as JSON."""
        return {
            "left_out": dict(self.left_out),
            "to": self.format.name,
            "lost": dict(self.losses.counts),
        }

    def _fitting(self, games: Iterable[Game]) -> Iterator[Game]:
        size: int | None = None
        for game in games:
            why = self.format.refusal(game)
            if why is None and self.format.write is None and size not in (None, game.size):
                why = "a file holds games of one board"
            if why is not None:
                self.left_out[why] += 1
                continue
            size = game.size
            yield game


def _format(target: str, name: str | None) -> Format:
    if name is not None:
        return format_named(name)
    format = format_of_file(Path(target).name) if target != "-" else None
    if format is None:
        raise click.UsageError(
            f"The name {target!r} tells no format. Give --to {', '.join(FORMATS)}."
        )
    return format


def _refuse_existing(path: Path, format: Format) -> None:
    paths = [path]
    if format.write is None:
        paths += [path.with_suffix(".jou"), path.with_suffix(".trn")]
    existing = [str(path) for path in paths if path.is_file()]
    if existing:
        raise FileError(f"{listed(existing)} would be replaced; --force does that")
