"""Says at once which players only lose by faults, before a night of games is spent on them."""

from rich.console import Console

from outflank._text import printable
from outflank.arena.tally import ArenaTally


class BrokenPlayers:
    """Tells once of each player that has begun a run with nothing but faults."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._settled: set[int] = set()

    def look(self, tally: ArenaTally) -> None:
        """Called whenever games have been counted."""
        for number, spec in enumerate(tally.settings.players):
            if number in self._settled:
                continue
            games = tally.player(number).score.games
            if not games:
                continue
            self._settled.add(number)
            if tally.faults[number].total() == games:
                kind = tally.faults[number].most_common(1)[0][0]
                self._console.print(
                    f"outflank: {spec} has lost every game so far by a fault: "
                    f"{printable(tally.reasons[number, kind])}",
                    markup=False, highlight=False, soft_wrap=True,
                )  # fmt: skip
