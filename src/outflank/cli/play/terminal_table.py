"""The table as a terminal shows it: the board, the score, and the news since the last look."""

from collections.abc import Mapping
from pathlib import Path

from outflank import Analysis, Color, Decision, Game, Move, Position
from outflank.cli.play.thinking import Progress, watch
from outflank.cli.terminal.board import INDENT, Highlights, View, draw, flips, marked, score_line
from outflank.cli.terminal.screen import TerminalScreen
from outflank.game.openings import opening_at
from outflank.session.sides import Side
from outflank.session.table import Adviser, GameTable

# With more lines a board of 12x12, and in the end its transcript, would not fit 24 rows.
MAX_NEWS = 4
MAX_NEWS_AT_THE_END = 2


class TerminalTable(GameTable):
    """A table with a screen; the commands and the game loop share it."""

    def __init__(
        self,
        sides: Mapping[Color, Side],
        game: Game,
        view: View,
        screen: TerminalScreen,
        adviser: Adviser | None = None,
        *,
        autosave: Path | None = None,
    ) -> None:
        super().__init__(sides, game, adviser, autosave=autosave)
        self.view = view
        self.screen = screen
        self.news: list[str] = []
        """What happened since a person could last read it."""

    def play(self, move: Move, decision: Decision | None = None) -> None:
        before = self.game.position
        super().play(move, decision)
        if move.is_pass:
            self.news.append(f"{self.who(before.turn)} has no move and passes.")
        else:
            name = self.view.notation.name(move)
            count = len(flips(before, move))
            self.news.append(f"{self.who(before.turn)} played {name}, flipping {count}.")
        opening = opening_at(self.game.position)
        if opening is not None:
            self.news.append(f"This opening is called {opening.name}.")

    def show(self, values: Mapping[Move, str] | None = None) -> None:
        """The board, the score and the news. `values` are written on their squares."""
        node = self.game.node
        while node.move is not None and node.move.is_pass and node.parent is not None:
            node = node.parent
        last, flipped = node.move, frozenset[tuple[int, int]]()
        if last is not None and node.parent is not None:
            flipped = flips(node.parent.position, last)
        position = self.game.position
        marks = marked(position.legal_moves if self.waits_for_person() else ())
        highlights = Highlights(last, flipped, marks, values or {})
        self.screen.clear()
        self.screen.say(draw(position, self.view, highlights, self.screen.width))
        self.screen.say(" " * INDENT, score_line(position, self.view), "\n")
        for line in self.news[-(MAX_NEWS if self.result is None else MAX_NEWS_AT_THE_END) :]:
            # What has no space to break it at, such as a transcript, stays whole for copying.
            longest = max(map(len, line.split()), default=0)
            self.screen.say(line, whole=longest > self.screen.width)
        # A board that is wiped away at once takes its news with it: a pass would go unnoticed.
        if self.waits_for_person() or self.result is not None or not self.screen.redraws:
            self.news.clear()

    def show_transcript(self) -> None:
        """The moves so far on a line that can be copied; nothing if there are none."""
        transcript = self.game.transcript()
        usual = " (columns are letters)" if self.view.notation.rows_are_letters else ""
        if transcript:
            self.screen.say(f"Transcript{usual}: {transcript}", whole=True)

    def consult(self, position: Position, *, all_moves: bool) -> Analysis:
        """Asks the adviser and waits; Ctrl-C makes it answer with what it has."""
        line = Progress("The engine", self.view.notation)
        work = self.ask_adviser(position, line.hear, all_moves=all_moves)
        try:
            watch(work, self.screen, line)
        except KeyboardInterrupt:
            work.end()
        return work.answer()
