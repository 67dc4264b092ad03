"""The reports of a run, checked before it begins and written when it has ended."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from outflank._files import replacing, write_text
from outflank.arena.summary import Summary
from outflank.errors import SettingsError
from outflank.pages.replay import ReplayGames


@dataclass(frozen=True, slots=True)
class Outputs:
    html: Path | None
    csv: Path | None
    plots: Path | None
    plot_format: str

    def check(self, files: Mapping[str, Path | None]) -> None:
        """SettingsError for a report that will not be written, or that is one of the `files`."""
        reports: dict[str, Path | None] = {"--html": self.html, "--csv": self.csv}
        for path in filter(None, reports.values()):
            if not path.parent.is_dir():
                raise SettingsError(f"there is no folder {path.parent} to write {path.name} into")
        pictures = {f"the plot {kind}": path for kind, path in self._pictures().items()}
        _check_different({**files, **reports, **pictures})

    def write(self, summary: Summary, games: ReplayGames) -> list[Path]:
        if self.html is not None:
            from outflank.pages.arena import arena_page

            write_text(self.html, arena_page(summary, games.chosen()))
        if self.csv is not None:
            from outflank.arena.table import as_csv

            write_text(self.csv, as_csv(summary))
        pictures = self._pictures()
        for kind, path in pictures.items():
            from outflank.arena.plots import draw

            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                file.write(draw(summary, kind, self.plot_format))
        return [*filter(None, (self.html, self.csv)), *pictures.values()]

    def _pictures(self) -> dict[str, Path]:
        if self.plots is None:
            return {}
        from outflank.arena.charts import require_matplotlib
        from outflank.arena.plots import KINDS

        require_matplotlib()
        return {kind: self.plots / f"{kind}.{self.plot_format}" for kind in KINDS}


def _check_different(files: Mapping[str, Path | None]) -> None:
    names: dict[object, str] = {}
    for name, path in files.items():
        if path is None or (path.exists() and not path.is_file()):
            continue  # devices and pipes take everything
        place: object = os.path.realpath(path)  # unlike resolve, it takes links in a circle
        if path.exists():
            status = path.stat()
            place = (status.st_dev, status.st_ino)
        if place in names:
            raise SettingsError(f"{names[place]} and {name} are the same file, {path}")
        names[place] = name
