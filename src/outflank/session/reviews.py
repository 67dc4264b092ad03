"""Reviews of games: what the engine says of the moves, what people play, and ratings."""

from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from outflank.agents.builtin import HUMANLIKE_SIZE
from outflank.engine import Level, Limit
from outflank.engine.profile import Profile, profile_of, sides_of
from outflank.engine.review import (
    NODES,
    GameReview,
    ReviewedMove,
    Reviewer,
    judged_steps,
)
from outflank.errors import ArgumentTypeError, SettingsError
from outflank.game import Game

if TYPE_CHECKING:  # numpy and the model take a while: they are loaded by the first review on 8x8
    from outflank.humanlike.surprise import PeopleReview, PeopleReviewer, RatingEstimate


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review has come."""

    done: int
    """Moves that the engine has judged."""
    moves: int
    """In all games together."""
    game: int
    """The number of the game, from 1."""


@dataclass(frozen=True, slots=True)
class ReviewReport:
    games: tuple[GameReview, ...]
    people: "tuple[PeopleReview | None, ...]"
    """For each game; None unless it is on 8x8."""
    player: str | None
    """Whose games they are: a part of the name, or None for everybody."""
    profile: Profile | None
    """Of several games."""
    rating: "RatingEstimate | None"
    """That of the player, by several games on 8x8."""

    @property
    def mistakes(self) -> list[ReviewedMove]:
        return [
            move
            for game in self.games
            for move in game.moves
            if move.mark and move.color in sides_of(game, self.player)
        ]

    def record(self) -> dict[str, Any]:
        """The report as values of JSON: the object of the one game, or `games` and `profile`."""
        from outflank.humanlike.surprise import people_record

        records = [
            {**game.record(), "people": people_record(people)}
            for game, people in zip(self.games, self.people, strict=True)
        ]
        if self.profile is None:
            return records[0]
        rating = None if self.rating is None else asdict(self.rating)
        return {"games": records, "profile": {**self.profile.record(), "rating": rating}}

    def page(self) -> str:
        """The report as one page of HTML that needs no network."""
        from outflank.pages.review import review_page

        return review_page(self.games, self.people, self.profile, self.rating)


class ReviewService(Reviewer):
    """Makes one report at a time; it keeps its engine and the model of people."""

    @cached_property
    def people(self) -> "PeopleReviewer":
        """Compares moves with those of people; made for the first game on 8x8."""
        from outflank.humanlike.surprise import PeopleReviewer

        return PeopleReviewer()

    def report(
        self,
        games: Sequence[Game],
        limit: Limit | Level | None = None,
        *,
        player: str | None = None,
        rating: int | None = None,
    ) -> Generator[ReviewProgress | None, None, ReviewReport]:
        """Review games; `finish` gets the report. NotationError if there is no move in a game.

        The work pauses after each move, and every few milliseconds while moves are compared with
        those of people: people of a `rating`, or of each side's own. `player` is a part of the name
        of whose games they are.
        """
        self.limit = limit or Limit(nodes=NODES)
        done, total = 0, sum(len(judged_steps(game)) for game in games)
        reviews: list[GameReview] = []
        people: list[PeopleReview | None] = []
        for number, game in enumerate(games, 1):
            moves: list[ReviewedMove] = []
            for move in self.moves(game):
                moves.append(move)
                done += 1
                yield ReviewProgress(done, total, number)
            reviews.append(GameReview.of(game, moves))
        for review in reviews:
            compared = None
            if review.size == HUMANLIKE_SIZE:
                yield None  # to load the model takes a while
                compared = yield from self.people.review(review, rating)
            people.append(compared)
        profile = profile_of(reviews, player) if len(reviews) > 1 else None
        logs = [
            compared.logs(color)
            for review, compared in zip(reviews, people, strict=True)
            if compared is not None and profile is not None and player is not None
            for color in sides_of(review, player)
        ]
        estimate = self.people.estimate(logs) if logs else None
        return ReviewReport(tuple(reviews), tuple(people), player, profile, estimate)


def review(
    game: Game,
    *,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    level: int | None = None,
) -> GameReview:
    """Review the main line of a game: the best moves, the mistakes and the players' accuracy.

    The search for the best move of a position is limited by `nodes`, `time` in seconds, `depth` in
    plies, or by a `level` from 1 to 60. [default: 1,000,000 nodes] With 20 empty squares or fewer
    the scores are exact. Raises NotationError if the game has no move.

    >>> game = Game.from_transcript("f5d6c3g5f6d3e3c2")
    >>> [(move.move.name, move.loss) for move in review(game, level=8).moves if move.mark]
    [('g5', 2), ('f6', 2), ('c2', 2)]
    """
    if not isinstance(game, Game):
        raise ArgumentTypeError(f"review takes a Game, not {type(game).__name__}")
    limit: Limit | Level | None = None
    if level is not None:
        if (nodes, time, depth) != (None, None, None):
            raise SettingsError("give either a level or nodes, time and depth")
        limit = Level(level)
    elif (nodes, time, depth) != (None, None, None):
        limit = Limit(nodes=nodes, time=time, depth=depth)
    with Reviewer(limit) as reviewer:
        return reviewer.review(game)
