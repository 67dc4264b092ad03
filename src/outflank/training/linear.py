"""The recipe `linear`: weights of a hand-made evaluation, learned from the results of games.

Each round plays games against itself, labels every position with how its game ended, and fits a
logistic regression: the weighted sum of the features is to predict the winner. Weights depend on
the phase. The next round plays with the new weights.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank._board import PHASES, phase_of
from outflank._files import write_text
from outflank._native import Color, Evaluation, Move, Position
from outflank.agents.turns import Turns
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import evaluation_terms, load_evaluation
from outflank.errors import MissingExtraError, SettingsError
from outflank.game.transcript import parse_moves, write_moves
from outflank.training.features import Row, TermFeatures, Weights, WishedFeatures, learnable_terms
from outflank.training.run import Report, check_plan, reading

POINTS_PER_LOG_ODDS = 100.0
"""Points per unit of log-odds: a value of 100 is a winning chance of 73 %."""
HELD_OUT = 10
"""Every tenth game is kept from the fit, to measure it."""
WISHED_START = "improved-start"
GAME_DEPTH = 3
SOLVED_EMPTIES = 8
"""The last moves of a training game are perfect: its result is that of the position."""


@dataclass(frozen=True, slots=True)
class LinearPlan:
    folder: Path
    size: int
    games: int = 3000
    rounds: int = 2
    seed: int = 1
    terms: str | None = None
    """The evaluation whose terms get new weights; by default the features of `improved`."""

    @property
    def start(self) -> str:
        return WISHED_START if self.terms is None else self.terms

    @property
    def features(self) -> TermFeatures:
        if self.terms is None:
            return WishedFeatures(self.size)
        return TermFeatures(self.size, learnable_terms(self.terms, self.size))

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = {
            "size": self.size,
            "games": self.games,
            "seed": self.seed,
            "start": self.start,
        }
        if self.terms is not None:  # of a file, what is in it counts
            record["terms"] = [list(term) for term in evaluation_terms(self.terms, self.size)]
        return record


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearFit(Weights):
    """Learned weights on one board, and how well they predict games they have not seen."""

    positions: int
    held_out_positions: int
    held_out_loss: float
    """Cross-entropy per position; 0.693 is guessing."""
    held_out_accuracy: float
    by_phase: dict[str, float]
    """Held-out cross-entropy of each phase."""


def train(plan: LinearPlan, report: Report) -> LinearFit:
    """Runs all rounds, or what is left of them, and returns the last round's weights."""
    if plan.games < HELD_OUT:
        raise SettingsError(f"{plan.games} games are too few; {HELD_OUT} are the least")
    features = plan.features
    evaluation, fit = load_evaluation(plan.start, plan.size), None
    check_plan(plan.folder, plan.record())
    for number in range(1, plan.rounds + 1):
        games = plan.folder / f"round-{number}-games.txt"
        fitted = plan.folder / f"round-{number}-fit.json"
        if not fitted.exists():
            _self_play(plan, number, evaluation, games, report)
            write_text(fitted, json.dumps(asdict(_fit(plan, games, report)), indent=1))
        with reading(fitted):
            fit = LinearFit(**json.loads(fitted.read_bytes()))
            evaluation = features.evaluation(fit)
    if fit is None:
        raise SettingsError("training needs at least one round")
    return fit


# Games


def _self_play(
    plan: LinearPlan, number: int, evaluation: Evaluation, path: Path, report: Report
) -> None:
    """Appends games until the file has enough; each line is one game."""
    done = len(_games(path))
    search = ClassicSearch(evaluation, table_mb=8)
    title = f"{plan.size}x{plan.size} round {number}: games"
    with path.open("a") as file:
        for game in range(done, plan.games):
            file.write(_play_game(plan, number, game, search) + "\n")
            file.flush()
            report(title, (game + 1) / plan.games)


def _games(path: Path) -> list[str]:
    """Whole games only: a line that was cut short is dropped from the file."""
    if not path.exists():
        return []
    with reading(path):
        text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return whole.splitlines()


def _play_game(plan: LinearPlan, number: int, game: int, search: ClassicSearch) -> str:
    """A random opening of random length, then the search's best moves.

    The line is the number of random plies, a space and the transcript.
    """
    draw = random.Random(f"{plan.seed} {number} {game}")
    opening = draw.randint(2, plan.size**2 // 3)
    moves: list[Move] = []

    def on_pass() -> None:
        if len(moves) < opening:
            # It takes a throw, as it always has: the same seed, the same games.
            draw.choice((Move.PASS,))
        moves.append(Move.PASS)

    turns = Turns(Position(plan.size), on_pass)
    for position, legal in turns:
        if len(moves) < opening:
            move = draw.choice(legal)
        else:
            depth = GAME_DEPTH if position.empties > SOLVED_EMPTIES else 2 * SOLVED_EMPTIES
            move = search.search(position, Limit(depth=depth)).move
        turns.play(move)
        moves.append(move)
    return f"{opening} {write_moves(Position(plan.size), moves, passes=True)}"


# The fit


def _rows(plan: LinearPlan, path: Path) -> Iterator[tuple[int, int, Row, float]]:
    """Game, phase, features and result (1 won, 0 lost) of each view after the opening."""
    features, start = plan.features, Position(plan.size)
    for game, line in enumerate(_games(path)):
        with reading(path):
            opening, moves = line.split()
            positions = [position for _, position in parse_moves(moves, start)]
            first, score = int(opening), positions[-1].score()
        for position in positions[first:-1]:
            if position.must_pass():
                continue
            phase = PHASES.index(phase_of(plan.size, plan.size**2 - position.empties))
            for color, row in features.rows(position):
                result = score if color is Color.BLACK else -score
                yield game, phase, row, 0.5 + 0.5 * ((result > 0) - (result < 0))


def _fit(plan: LinearPlan, path: Path, report: Report) -> LinearFit:
    try:
        from scipy.optimize import minimize
        from scipy.special import expit
    except ImportError:
        raise MissingExtraError("training needs scipy") from None
    title = f"{plan.size}x{plan.size}: fit"
    report(title, 0.0)
    games, phases, raw, results = map(np.array, zip(*_rows(plan, path), strict=True))
    # The columns that all phases share, and one block of columns per phase.
    features = plan.features
    shared, width = features.shared, raw.shape[1] - features.shared
    columns = np.zeros((len(raw), shared + len(PHASES) * width), dtype=np.float32)
    columns[:, :shared] = raw[:, :shared]
    for phase in range(len(PHASES)):
        here, first = phases == phase, shared + phase * width
        columns[here, first : first + width] = raw[here, shared:]
    scale = columns.std(axis=0) + 1e-6
    columns /= scale
    held = games % HELD_OUT == 0
    seen, answers = columns[~held], results[~held]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        odds = seen @ weights.astype(np.float32)
        cost = np.logaddexp(0, odds).sum() - answers @ odds
        # Weights of features that say little stay small; 20 positions' worth of doubt.
        slope = seen.T @ (expit(odds) - answers) + 20 * weights
        return float(cost + 10 * weights @ weights), slope.astype(float)

    fitted = minimize(loss, np.zeros(columns.shape[1]), jac=True, method="L-BFGS-B")
    report(title, 1.0)
    odds = columns[held] @ fitted.x
    costs = np.logaddexp(0, odds) - results[held] * odds
    decided = results[held] != 0.5
    return LinearFit(
        **asdict(features.named(POINTS_PER_LOG_ODDS * fitted.x / scale)),
        positions=int((~held).sum()) // features.views,
        held_out_positions=int(held.sum()) // features.views,
        held_out_loss=float(costs.mean()),
        held_out_accuracy=float(((odds > 0) == (results[held] > 0.5))[decided].mean()),
        by_phase={phase: float(costs[phases[held] == i].mean()) for i, phase in enumerate(PHASES)},
    )
