"""The recipe `linear`: weights of a hand-made evaluation, learned from the results of games.

Each round plays games against itself, labels every position with how its game ended, and fits a
logistic regression: the weighted sum of the features is to predict the winner. Weights depend on
the phase; the coin parity has one weight whose share ramps up with the number of discs. The next
round plays with the new weights.

Everything is kept in a folder and nothing is done twice: a run that was stopped goes on where it
was, and a finished one changes nothing.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank._board import PHASES, phase_of
from outflank._files import write_text
from outflank._native import Evaluation, Move, Position
from outflank.agents.turns import Turns
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import load_evaluation
from outflank.errors import FileError, MissingExtraError, SettingsError
from outflank.game.transcript import parse_moves, write_moves
from outflank.training.reading import reading

Report = Callable[[str, float], None]
"""Called with what is being done and the fraction of it that is done."""

# Name, feature and scale of the terms with a weight per phase. All change sign with the player,
# so one side's view of a position holds everything there is to learn from it.
TERMS = (
    ("mobility", "mobility", "ratio"),
    ("potential", "potential-mobility", "ratio"),
    ("corners", "corners", "difference"),
    ("takeable", "potential-corners", "difference"),
    ("x", "x-open", "difference"),
    ("c", "c-open", "difference"),
    ("edges", "edges", "difference"),
    ("frontier", "frontier", "ratio"),
    ("classes", "stability-classes", "difference"),
)
RAMP_K = 5.0
"""How steeply the coin parity's weight rises: w(t) = wmax * exp(k * (t - 1))."""
POINTS_PER_LOG_ODDS = 100.0
"""Points per unit of log-odds: a value of 100 is a winning chance of 73 %."""
HELD_OUT = 10
"""Every tenth game is kept from the fit, to measure it."""
GAME_DEPTH = 3
SOLVED_EMPTIES = 8
"""The last moves of a training game are perfect: its result is that of the position."""


@dataclass(frozen=True, slots=True)
class LinearPlan:
    """What to train, and how much."""

    folder: Path
    size: int
    games: int = 3000
    rounds: int = 2
    seed: int = 1
    start: str = "improved-start"
    """The evaluation the first round plays with."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Learned weights on one board, and how well they predict games they have not seen."""

    size: int
    terms: dict[str, dict[str, float]]
    """By term and phase."""
    tables: dict[str, list[list[float]]]
    """By phase: an eighth of the board, as evaluation files write it."""
    parity: float
    """wmax of the coin parity."""
    positions: int
    held_out_positions: int
    held_out_loss: float
    """Cross-entropy per position; 0.693 is guessing."""
    held_out_accuracy: float
    by_phase: dict[str, float]
    """Held-out cross-entropy of each phase."""


def train(plan: LinearPlan, report: Report) -> Fit:
    """Runs all rounds, or what is left of them, and returns the last round's weights."""
    if plan.games < HELD_OUT:
        raise SettingsError(f"{plan.games} games are too few; {HELD_OUT} are the least")
    plan.folder.mkdir(parents=True, exist_ok=True)
    _check_plan(plan)
    evaluation, fit = load_evaluation(plan.start, plan.size), None
    for number in range(1, plan.rounds + 1):
        games = plan.folder / f"round-{number}-games.txt"
        fitted = plan.folder / f"round-{number}-fit.json"
        if not fitted.exists():
            _self_play(plan, number, evaluation, games, report)
            write_text(fitted, json.dumps(asdict(_fit(plan, games, report)), indent=1))
        with reading(fitted):
            fit = Fit(**json.loads(fitted.read_bytes()))
            evaluation = evaluation_of(fit)
    if fit is None:
        raise SettingsError("training needs at least one round")
    return fit


def evaluation_of(fit: Fit) -> Evaluation:
    """The evaluation with the learned weights."""
    size = fit.size
    phases = [phase_of(size, discs) for discs in range(size * size + 1)]
    ramp = [float(value) for value in fit.parity * _ramp(size)]
    terms: list[tuple[str, str, str, list[float], list[float]]] = [
        ("parity", "discs", "ratio", ramp, [])
    ]
    for name, feature, scale in TERMS:
        weights = [fit.terms[name][phase] for phase in phases]
        terms.append((name, feature, scale, weights, []))
    for phase in PHASES:
        weights = [float(here == phase) for here in phases]
        table = [float(v) for v in _unfold(fit.tables[phase], size)]
        terms.append(("squares", "table", "difference", weights, table))
    return Evaluation(size, terms)


def _check_plan(plan: LinearPlan) -> None:
    """A folder belongs to one plan: mixing two would give weights nobody could reproduce."""
    path = plan.folder / "plan.json"
    facts = {k: v for k, v in asdict(plan).items() if k not in ("folder", "rounds")}
    if path.exists():
        with reading(path):
            stored = json.loads(path.read_bytes())
        if stored != facts:
            raise FileError(f"{path} describes another run; choose another folder or remove it")
    write_text(path, json.dumps(facts))


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
            draw.choice(
                (Move.PASS,)
            )  # takes a throw, as it always has: the same seed, the same games
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


# Positions to numbers


def _classes(size: int) -> NDArray[np.int64]:
    """For each square the index of its symmetry class: an eighth of the board, row by row."""
    half = size // 2
    index: dict[tuple[int, int], int] = {}
    for row in range(half):
        for column in range(row, half):
            index[row, column] = len(index)
    near = [min(i, size - 1 - i) for i in range(size)]
    return np.array([index[min(r, c), max(r, c)] for r in near for c in near])


def _unfold(eighth: list[list[float]], size: int) -> NDArray[np.float64]:
    return np.array([value for row in eighth for value in row])[_classes(size)]


def _ramp(size: int) -> NDArray[np.float64]:
    return np.exp(RAMP_K * (np.arange(size * size + 1) / (size * size) - 1))


class _Describer:
    """Turns a position into its row of features, seen by the side to move."""

    def __init__(self, size: int) -> None:
        ones = [1.0] * (size * size + 1)
        terms: list[tuple[str, str, str, list[float], list[float]]] = [
            (name, feature, scale, ones, [])
            for name, feature, scale in (("parity", "discs", "ratio"), *TERMS)
        ]
        self._unit = Evaluation(size, terms)
        classes = _classes(size)
        self._one_hot = np.eye(classes.max() + 1)[classes]
        self._ramp, self._squares = _ramp(size), size * size
        self.width = len(TERMS) + self._one_hot.shape[1]

    def row(self, position: Position) -> tuple[int, NDArray[np.float64]]:
        """The phase, and parity (ramped), terms and square classes."""
        parity, *terms = (part[3] for part in self._unit.explain(position, position.turn))
        board = position.to_numpy().ravel()
        sides = (board == position.turn).astype(float) - (board == position.turn.opponent)
        discs = self._squares - position.empties
        phase = PHASES.index(phase_of(position.size, discs))
        return phase, np.array([parity * self._ramp[discs], *terms, *(sides @ self._one_hot)])


def _rows(plan: LinearPlan, path: Path) -> Iterator[tuple[int, int, NDArray[np.float64], float]]:
    """Game, phase, features and result (1 won, 0 lost) of each position after the opening."""
    describer, start = _Describer(plan.size), Position(plan.size)
    for game, line in enumerate(_games(path)):
        with reading(path):
            opening, moves = line.split()
            positions = [position for _, position in parse_moves(moves, start)]
            first, score = int(opening), positions[-1].score()
        for position in positions[first:-1]:
            if position.must_pass():
                continue
            result = score if position.turn == 1 else -score
            phase, row = describer.row(position)
            yield game, phase, row, 0.5 + 0.5 * ((result > 0) - (result < 0))


# The fit


def _fit(plan: LinearPlan, path: Path, report: Report) -> Fit:
    try:
        from scipy.optimize import minimize
        from scipy.special import expit
    except ImportError:
        raise MissingExtraError("training needs scipy") from None
    title = f"{plan.size}x{plan.size}: fit"
    report(title, 0.0)
    data = list(_rows(plan, path))
    games = np.array([row[0] for row in data])
    phases = np.array([row[1] for row in data])
    raw = np.array([row[2] for row in data])
    results = np.array([row[3] for row in data])
    # One block of columns per phase, and one column for the parity in all of them.
    width = raw.shape[1] - 1
    columns = np.zeros((len(raw), 1 + 3 * width), dtype=np.float32)
    columns[:, 0] = raw[:, 0]
    for phase in range(3):
        here = phases == phase
        columns[here, 1 + phase * width : 1 + (phase + 1) * width] = raw[here, 1:]
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

    found = minimize(loss, np.zeros(columns.shape[1]), jac=True, method="L-BFGS-B")
    report(title, 1.0)
    odds = columns[held] @ found.x
    costs = np.logaddexp(0, odds) - results[held] * odds
    decided = results[held] != 0.5
    weights = POINTS_PER_LOG_ODDS * found.x / scale
    return Fit(
        size=plan.size,
        **_named(plan.size, weights),
        positions=int((~held).sum()),
        held_out_positions=int(held.sum()),
        held_out_loss=float(costs.mean()),
        held_out_accuracy=float(((odds > 0) == (results[held] > 0.5))[decided].mean()),
        by_phase={phase: float(costs[phases[held] == i].mean()) for i, phase in enumerate(PHASES)},
    )


def _named(size: int, weights: NDArray[np.float64]) -> dict[str, Any]:
    """The flat vector of weights by name, rounded to what a file shows."""
    width = (len(weights) - 1) // 3
    blocks = [weights[1 + i * width : 1 + (i + 1) * width] for i in range(3)]
    by_phase = list(zip(PHASES, blocks, strict=True))
    terms = {
        name: {phase: round(float(block[i]), 3) for phase, block in by_phase}
        for i, (name, _, _) in enumerate(TERMS)
    }
    half, tables = size // 2, {}
    for phase, block in by_phase:
        values = iter(block[len(TERMS) :])
        tables[phase] = [
            [round(float(next(values)), 2) for _ in range(row, half)] for row in range(half)
        ]
    return {"terms": terms, "tables": tables, "parity": round(float(weights[0]), 3)}
