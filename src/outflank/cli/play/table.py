"""The table: the game on it, who sits at it, and what is shown of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from outflank import Analysis, Color, Decision, Ending, Game, Move, Result
from outflank.cli.play.adviser import Adviser
from outflank.cli.play.board import INDENT, Highlights, View, draw, flips, marked, score_line
from outflank.cli.play.players import Player
from outflank.cli.play.screen import Screen
from outflank.cli.play.thinking import Progress, Work, watch

# With more lines a board of 12x12, and in the end its transcript, would not fit 24 rows.
MOST_NEWS = 4
MOST_NEWS_AT_THE_END = 2


@dataclass(frozen=True, slots=True)
class Search:
    """The last search that a player of the table did."""

    color: Color
    decision: Decision


class Table:
    """Everything that commands and the game loop share; it changes as the game goes on."""

    def __init__(
        self, players: dict[Color, Player], view: View, screen: Screen, adviser: Adviser
    ) -> None:
        self.game = Game()
        self.players = players
        self.view = view
        self.screen = screen
        self.adviser = adviser
        self.last_search: Search | None = None
        self.news: list[str] = []
        """What happened since a person could last read it."""
        self._declared: Result | None = None

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self._declared is not None:
            return self._declared
        position = self.game.position
        return Result(position.score()) if position.is_over() else None

    def declare(self, loser: Color, ending: Ending) -> None:
        """`loser` has lost, whatever lies on the board."""
        squares = self.game.size**2
        self._declared = Result(-squares if loser == Color.BLACK else squares, ending)

    def reopen(self) -> None:
        """The game goes on after all."""
        self._declared = None

    def set_up(self, game: Game) -> None:
        """Puts another game on the table."""
        self.game = game
        self.last_search = None
        self.reopen()
        for player in self.players.values():
            if player.agent is not None:
                player.agent.new_game()

    @property
    def has_people(self) -> bool:
        """Whether anybody plays who reads the screen."""
        return any(player.agent is None for player in self.players.values())

    def waits_for_person(self) -> bool:
        """Whether it is up to a person to choose a square."""
        position = self.game.position
        person = self.players[position.turn].agent is None
        return person and self.result is None and not position.must_pass()

    def who(self, color: Color) -> str:
        """What a side is called: Black (you), White (skill 5)."""
        name = self.players[color].name
        return color.name.capitalize() + (f" ({name})" if name else "")

    def play(self, move: Move, decision: Decision | None = None) -> None:
        """Plays a legal move and makes it news."""
        before = self.game.position
        self.game.play(
            move,
            seconds=decision.seconds if decision is not None else None,
            evaluation=decision.score if decision is not None else None,
        )
        if decision is not None:
            self.last_search = Search(before.turn, decision)
        if move.is_pass:
            self.news.append(f"{self.who(before.turn)} has no move and passes.")
        else:
            name = self.view.notation.name(move)
            count = len(flips(before, move))
            self.news.append(f"{self.who(before.turn)} played {name}, flipping {count}.")

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
        self.screen.clear()
        self.screen.say(draw(position, self.view, Highlights(last, flipped, marks, values or {})))
        self.screen.say(" " * INDENT, score_line(position, self.view), "\n")
        for line in self.news[-(MOST_NEWS if self.result is None else MOST_NEWS_AT_THE_END) :]:
            self.screen.say(line)
        # A board that is wiped away at once takes its news with it: a pass would go unnoticed.
        if self.waits_for_person() or self.result is not None or not self.screen.redraws:
            self.news.clear()

    def consult(self, *, all_moves: bool) -> Analysis:
        """Asks the adviser about the board; Ctrl-C makes it answer with what it has."""
        position, line = self.game.position, Progress("The engine", self.view.notation)
        work = Work(
            lambda: self.adviser.advise(position, line.hear, all_moves=all_moves), self.adviser.stop
        )
        try:
            watch(work, self.screen, line)
        except KeyboardInterrupt:
            work.stop()
        return work.answer()
