"""The recipe `patterns`: the weights of the pattern evaluation, learned from self-play.

Each round plays games against itself; games of people may be added. Phase by phase, the last one
first, it says what the positions are worth and fits the weights of the phase to that. Then it
measures how far shallow searches with them miss deep ones, and plays a match against the weights
before. Each round plays with the weights of the round before it, and expects to find them again.
The first one begins with weights that are there already, or else plays with a hand-made evaluation.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outflank._board import START_DISCS
from outflank._files import read_bytes, replacing, write_text
from outflank._native import EngineCore, Move, PatternLayout, PatternWeights, Position
from outflank.agents import Agent, agent
from outflank.engine import Decision
from outflank.engine.level import MIDGAME_SELECTIVITY
from outflank.engine.probcut import UNFITTED
from outflank.engine.weights import (
    LARGEST_FILE,
    WeightsFacts,
    read_discs,
    read_weights,
    weights_facts,
    write_weights,
)
from outflank.errors import FileError, SettingsError
from outflank.executor import Executor, open_executor
from outflank.stats.pairs import PairScore, play_pairs, random_openings
from outflank.training.dataset import HELD_OUT, samples
from outflank.training.labels import SEEN_PHASES, LabelConditions, label_files, packed
from outflank.training.pattern_fit import Errors, PhaseFit, fit_phase
from outflank.training.probcut import POSITIONS, fit_probcut
from outflank.training.run import Report, best_move, check_plan, reading
from outflank.training.self_play import FIRST_EVALUATION, HASH_MB, Round, play_round
from outflank.training.shapes import PHASES, shapes
from outflank.training.wthor_games import import_wthor, wthor_digest

FIRST_SHARE = 10
"""A first round without weights has a tenth of the games: its own need not do more than play."""
UNFINISHED = "unfinished.ofw"
"""The weights of a round, before it is known how far shallow searches with them miss."""
MATCH_NODES = 10_000
MATCH_PAIRS = 20


@dataclass(frozen=True, slots=True)
class PatternPlan:
    folder: Path
    size: int
    games: int = 10_000
    """In each round; in a first one without weights a tenth of them."""
    rounds: int = 2
    seed: int = 1
    start: Path | None = None
    wthor: Path | None = None
    """A folder with games of people, for more positions."""

    @property
    def command(self) -> str:
        return (
            f"outflank train --recipe patterns --size {self.size} --games {self.games} "
            f"--rounds {self.rounds} --seed {self.seed}"
            + (f" --start {self.start.name}" if self.start else "")
            + (f" --wthor {self.wthor.name}" if self.wthor else "")
        )

    def record(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "games": self.games,
            "seed": self.seed,
            "start": self.start and hashlib.sha256(self.start.read_bytes()).hexdigest(),
            "wthor": self.wthor and wthor_digest(self.wthor),
        }

    def round(self, number: int) -> Round:
        before = self.folder / f"round-{number - 1}" / "weights.ofw" if number > 1 else self.start
        return Round(
            size=self.size,
            seed=self.seed,
            number=number,
            games=self.games if before else max(self.games // FIRST_SHARE, HELD_OUT),
            weights=before,
            folder=self.folder / f"round-{number}",
        )


@dataclass(frozen=True, slots=True)
class Trained:
    weights: Path
    header: WeightsFacts
    matches: tuple[PairScore, ...]
    """Each round's weights against those before."""
    start: str

    @property
    def errors(self) -> tuple[Errors, ...]:
        """By phase, on the games the last fit did not see."""
        return tuple(Errors(**phase) for phase in self.header.training["errors"])


def train(
    plan: PatternPlan,
    report: Report,
    *,
    workers: int = 1,
    cluster: str | None = None,
    pairs: int = MATCH_PAIRS,
) -> Trained:
    """Runs all rounds, or what is left of them.

    Games are played by so many processes, or by the workers of the Dask cluster at an address.
    """
    if plan.size not in PHASES:
        raise SettingsError(f"there are no patterns for {plan.size}x{plan.size}")
    if plan.games < HELD_OUT:
        raise SettingsError(f"{plan.games} games are too few; {HELD_OUT} are the least")
    if plan.rounds < 1 or workers < 1:
        raise SettingsError("training needs at least one round and one worker")
    check_plan(plan.folder, plan.record())
    matches = []
    for number in range(1, plan.rounds + 1):
        this, title = plan.round(number), f"{plan.size}x{plan.size} round {number}"
        weights = this.folder / "weights.ofw"
        if not weights.exists():
            with open_executor(workers, cluster) as executor:
                play_round(this, executor, partial(report, f"{title}: games"))
                _fit_round(plan, number, executor, partial(report, f"{title}: fit"))
                _fit_errors(this, executor, partial(report, f"{title}: searches"))
        if pairs:
            matches.append(_match(this, weights, pairs, partial(report, f"{title}: match")))
    start = FIRST_EVALUATION if plan.start is None else plan.start.name
    return Trained(weights, weights_facts(weights), tuple(matches), start)


# The fit of a round


def phase_discs(size: int, phase: int) -> range:
    """The numbers of discs that belong to a phase, as the core divides them.

    >>> phase_discs(8, 0), phase_discs(8, 14)
    (range(4, 8), range(60, 64))
    """
    phases, squares = PHASES[size], size * size - START_DISCS
    first = -(-phase * squares // phases)
    last = -(-(phase + 1) * squares // phases)
    return range(START_DISCS + first, START_DISCS + last)


def _fit_round(
    plan: PatternPlan, number: int, executor: Executor, report: Callable[[float], None]
) -> None:
    """Labels and fits phase by phase, the last one first; what is done is kept if it is stopped."""
    this, board = plan.round(number), shapes(plan.size)
    layout = PatternLayout(plan.size, board)
    phases = PHASES[plan.size]
    empties_ids = range(layout.columns - plan.size**2 - 1, layout.columns)
    probcut, before = UNFITTED[plan.size], None
    if this.weights is not None:
        start, before = read_discs(this.weights)
        probcut = start.probcut
        if (start.size, start.shapes) != (plan.size, board):
            raise FileError(f"{this.weights}: weights of other shapes than those to be trained")
    games = [path for path, _ in this.chunks()]
    if plan.wthor is not None:
        games += import_wthor(plan.wthor, plan.size, plan.seed, plan.folder)
    fits: list[PhaseFit] = []  # of this phase and those after it
    for phase in reversed(range(phases)):
        path, done = this.folder / f"phase-{phase:02}.npz", len(fits) / phases
        if not path.exists():
            discs = phase_discs(plan.size, phase)
            files = {this.folder / f"labels-{phase:02}-{each.name}": each for each in games}
            after = fits[0] if fits else None
            if before is not None:  # which may have fewer phases, or more
                middle = discs[len(discs) // 2] - START_DISCS
                expected = before[middle * len(before) // (plan.size**2 - START_DISCS)]
            else:
                expected = after.weights if after else np.zeros(layout.columns, np.float32)
            seen = [expected, *(fit.weights for fit in fits[: SEEN_PHASES - 1])]
            label_files(
                LabelConditions(plan.size, discs, phase, probcut),
                packed(np.stack(seen)),
                files,
                executor,
                lambda fraction, done=done: report(done + fraction / phases),  # type: ignore[misc]
            )
            fit_phase(samples(layout, files, discs), empties_ids, expected, after).save(path)
        fits.insert(0, PhaseFit.load(path, layout.columns))
        report(len(fits) / phases)
    write_weights(
        this.folder / UNFINISHED,
        size=plan.size,
        shapes=board,
        discs=np.stack([fit.weights for fit in fits]),
        training={
            "command": plan.command,
            "seed": plan.seed,
            "round": number,
            "games": this.games,
            "positions": sum(fit.positions for fit in fits),
            "errors": [asdict(fit.errors) for fit in fits],
        },
    )


def _fit_errors(this: Round, executor: Executor, report: Callable[[float], None]) -> None:
    """Finishes the round's weights: how far shallow searches with them miss deep ones."""
    unfinished = this.folder / UNFINISHED
    model, agreement = fit_probcut(
        this.size,
        read_bytes(unfinished, LARGEST_FILE),
        seed=this.seed,
        folder=this.folder / "searches",
        executor=executor,
        report=report,
        positions=min(this.games, POSITIONS),
    )
    header, discs = read_discs(unfinished)
    write_weights(
        this.folder / "weights.ofw",
        size=this.size,
        shapes=header.shapes,
        discs=discs,
        training={**header.training, "agreement": agreement},
        probcut=model,
    )


# What the weights are worth


class WeightsPlayer(Agent):
    """The engine with some weights, and so many nodes a move."""

    def __init__(self, size: int, weights: PatternWeights, nodes: int) -> None:
        self._core = EngineCore(size, weights, threads=1, hash_mb=HASH_MB)
        self._nodes = nodes

    def choose(self, position: Position) -> Move | Decision:
        core, nodes = self._core, self._nodes
        return best_move(core, position, nodes=nodes, selectivity=MIDGAME_SELECTIVITY)[0]


def _match(this: Round, weights: Path, pairs: int, report: Callable[[float], None]) -> PairScore:
    path = this.folder / "match.json"
    if not path.exists():
        new = WeightsPlayer(this.size, read_weights(weights), MATCH_NODES)
        with (
            agent(f"{FIRST_EVALUATION}:nodes={MATCH_NODES}")
            if this.weights is None
            else WeightsPlayer(this.size, read_weights(this.weights), MATCH_NODES)
        ) as old:
            openings = random_openings(this.size, pairs, seed=this.seed)
            score = play_pairs(new, old, openings, lambda done: report(done / len(openings)))
        write_text(path, json.dumps(asdict(score), indent=1))
    with reading(path):
        stored = json.loads(path.read_bytes())
        return PairScore(**{**stored, "pairs": tuple(stored["pairs"])})


# What people get to see


def describe(trained: Trained) -> str:
    """The errors by phase and the results of the matches, as text."""
    header, training = trained.header, trained.header.training
    lines = [
        f"{header.size}x{header.size}: {training['games']:,} games, "
        f"{training['positions']:,} positions fitted",
        "errors on unseen positions, in discs:",
        "phase  discs   positions  mean absolute  root mean square  always zero",
    ]
    for phase, error in enumerate(trained.errors):
        discs = phase_discs(header.size, phase)
        lines.append(
            f"{phase:5}  {discs[0]:>3}-{discs[-1]:<3} {error.positions:>9,}  "
            f"{error.mean_absolute:13.2f}  {error.root_mean_square:16.2f}  {error.spread:11.2f}"
        )
    shares = [f"{100 * share:.1f} % at {at} %" for at, share in training["agreement"].items()]
    lines.append(f"narrowest cuts of the selective search that are right: {', '.join(shares)}")
    opponents = [trained.start, *(f"round {n}" for n in range(1, len(trained.matches)))]
    for number, (opponent, match) in enumerate(zip(opponents, trained.matches, strict=False), 1):
        lines.append(f"round {number} against {opponent}, {MATCH_NODES:,} nodes a move: {match}")
    return "\n".join(lines)


def export(trained: Trained, path: Path) -> None:
    with replacing(path) as file:
        file.write(trained.weights.read_bytes())
