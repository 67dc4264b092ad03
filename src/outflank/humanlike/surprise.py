"""How many people of a rating play a move, and which rating the moves of a game speak for."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank._native import Color, Move, Position
from outflank._text import plural
from outflank.engine.review import GameReview
from outflank.humanlike.choices import joined
from outflank.humanlike.model import HumanModel, load_model
from outflank.humanlike.popularity import keys_after
from outflank.humanlike.values import SIZE, MoveValues

RATINGS = tuple(range(800, 2201, 50))
"""Those that a game is asked about."""
INTERVAL = 0.95
SHOWN_STEP = 10
"""Ratings are shown in such steps: nobody knows them better."""
_MIN_CHANCE = 1e-4


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """A rating, and the middle 95 % of what is believed about it."""

    rating: int
    low: int
    high: int
    moves: int
    """It is from so many moves with a choice."""

    def __str__(self) -> str:
        return f"{self.rating} ({self.low} to {self.high})"

    @property
    def words(self) -> str:
        """The same as a sentence about a player of several games."""
        return f"Rating, by {plural(self.moves, 'move')} on 8x8: {self}; in brackets 95 %."


@dataclass(frozen=True, slots=True)
class PeopleReview:
    """What people of each rating would have made of the positions of a game."""

    chances: NDArray[np.float64]
    """Of the moves that were played: (`RATINGS`, moves of the game); 1 where it was forced."""
    colors: tuple[Color, ...]
    """Who played each move."""
    forced: tuple[bool, ...]
    estimates: dict[Color, RatingEstimate]
    fixed_rating: int | None = None
    """The rating that was asked about; without it, each side's estimate is."""

    def rating(self, color: Color) -> int:
        """The rating of the people that a side is compared with."""
        return self.estimates[color].rating if self.fixed_rating is None else self.fixed_rating

    def chance(self, number: int) -> float | None:
        """How many of these people play a move, by its number from 0; None if it was forced."""
        if self.forced[number]:
            return None
        rating = self.rating(self.colors[number])
        return float(np.interp(rating, RATINGS, self.chances[:, number]))

    def words(self, number: int) -> str:
        """The same as a sentence: 7 % of 1500 players play this."""
        chance = self.chance(number)
        if chance is None:
            return "the only move"
        return f"{percent(chance)} of {self.rating(self.colors[number])} players play this"

    @property
    def summary(self) -> tuple[str, ...]:
        """The ratings of both sides, and who the people are, in sentences."""
        sides = [
            f"{color.name.capitalize()} {self.estimates[color]}"
            for color in Color
            if self.estimates[color].moves
        ]
        who = "of that rating" if self.fixed_rating is None else f"rated {self.fixed_rating}"
        people = f'"people": tournament players {who} who play the move.'
        if not sides:
            return (people,)
        return f"Ratings, by the moves: {', '.join(sides)}", f"In brackets 95 %. {people}"

    def logs(self, color: Color) -> NDArray[np.float64]:
        """The log-likelihood of a side's moves with a choice: (`RATINGS`, moves)."""
        moves = zip(self.colors, self.forced, strict=True)
        chosen = np.array([who == color and not forced for who, forced in moves], np.bool_)
        return logs_of(self.chances[:, chosen])


class GameStep(NamedTuple):
    """A move of a game, and at least the two before it."""

    position: Position
    move: Move
    past: tuple[Move, ...]


class PeopleReviewer:
    """Says of reviewed games how surprising their moves are."""

    def __init__(self, model: HumanModel | None = None) -> None:
        self.model = model or load_model()
        self._values = MoveValues()

    def review(
        self, game: GameReview, rating: int | None = None
    ) -> Generator[None, None, PeopleReview | None]:
        """Compare with people of a rating, or of each side's own; None unless the board is 8x8.

        The work pauses every few milliseconds; `finish` gets its result.
        """
        if game.size != SIZE:
            return None
        steps: list[GameStep] = []
        past: tuple[Move, ...] = ()
        before = game.start
        for one in game.moves:
            if one.position != before:
                past = (*past, Move.PASS)
            steps.append(GameStep(one.position, one.move, past))
            past = (*past[-1:], one.move)
            before = one.position.play(one.move)
        chances = yield from self.chances(steps)
        colors = tuple(one.color for one in game.moves)
        forced = tuple(one.is_forced for one in game.moves)
        people = PeopleReview(chances, colors, forced, {}, rating)
        for color in Color:
            people.estimates[color] = self.estimate([people.logs(color)])
        return people

    def chances(self, steps: Sequence[GameStep]) -> Generator[None, None, NDArray[np.float64]]:
        """How likely people of each of `RATINGS` play some moves: (ratings, moves).

        Moves that lead to images of one position are one move: all first moves are the same. There
        is a pause after each move that is looked at, and after each rating.
        """
        chances = np.ones((len(RATINGS), len(steps)))
        questions, numbers, same = [], [], []
        for number, (position, move, past) in enumerate(steps):
            moves = position.legal_moves
            if len(moves) > 1:
                questions.append(self.model.question(position, moves, past, 0, self._values))
                numbers.append(number)
                keys = keys_after(position, moves)
                same.append(keys == keys[moves.index(move)])
                yield
        if questions:
            choices = joined(questions)
            played = np.concatenate(same)
            for line, rating in enumerate(RATINGS):
                shares = self.model.chances(choices.rated(rating)) * played
                chances[line, numbers] = np.add.reduceat(shares, choices.starts[:-1])
                yield
        return chances

    def estimate(self, logs: Iterable[NDArray[np.float64]]) -> RatingEstimate:
        """The rating that some moves speak for, in one game or in many."""
        return estimate_rating(list(logs), Population(**self.model.training["ratings"]))


def logs_of(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-likelihoods of moves; no move is so surprising that it decides alone."""
    logs: NDArray[np.float64] = np.log(np.maximum(chances, _MIN_CHANCE))
    return logs


class Population(NamedTuple):
    """What is known about ratings before the first move."""

    mean: float
    deviation: float
    doubt: float = 0.0
    """How far, as a standard deviation, a player is from the rating that endless moves speak for:
    people have their own style, and good and bad years."""


def update_belief(
    logs: Sequence[NDArray[np.float64]], known: Population
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is believed about a rating after some moves: ratings, and the chance of each."""
    ratings = np.array(RATINGS, np.float64)
    belief = -(((ratings - known.mean) / known.deviation) ** 2) / 2
    for each in logs:
        belief = belief + each.sum(axis=1)
    fine = np.arange(ratings[0], ratings[-1] + 1, SHOWN_STEP)
    shares = np.exp(np.interp(fine, ratings, belief - belief.max()))
    return fine, shares / shares.sum()


def estimate_rating(logs: Sequence[NDArray[np.float64]], known: Population) -> RatingEstimate:
    """The mean of what is believed about a rating after some moves, and the middle 95 %."""
    fine, shares = update_belief(logs, known)
    moves = sum(each.shape[1] for each in logs)
    if moves and known.doubt:
        apart = (fine[:, np.newaxis] - fine) / known.doubt
        spread = np.exp(-(apart**2) / 2)
        shares = (spread / spread.sum(axis=0)) @ shares
    below = np.cumsum(shares)
    low, high = (
        int(fine[min(int(np.searchsorted(below, share)), len(fine) - 1)])
        for share in ((1 - INTERVAL) / 2, (1 + INTERVAL) / 2)
    )
    middle = int(SHOWN_STEP * np.round((fine * shares).sum() / SHOWN_STEP))
    return RatingEstimate(middle, low, high, moves)


def percent(chance: float) -> str:
    """A chance for people to read: 7 %, and < 1 % rather than none.

    >>> percent(0.066), percent(0.004)
    ('7 %', '< 1 %')
    """
    return "< 1 %" if chance < 0.005 else f"{100 * chance:.0f} %"


def people_record(people: PeopleReview | None) -> dict[str, Any] | None:
    """For programs: the estimates, and the chance of each move in percent; None if nobody knows."""
    if people is None:
        return None
    chances = [people.chance(number) for number in range(len(people.colors))]
    return {
        "ratings": {color.name.lower(): people.rating(color) for color in Color},
        "estimates": {color.name.lower(): asdict(people.estimates[color]) for color in Color},
        "chances": [None if chance is None else round(100 * chance, 1) for chance in chances],
    }
