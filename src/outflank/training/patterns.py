"""The recipe `patterns`: the weights of the pattern evaluation, learned from final scores.

Each round plays games against itself, fits the weights of every phase to the final scores, and
plays a match against the weights before. The first round plays with a hand-made evaluation, each
later one with the weights of the round before it.

Every stage leaves a file in the folder and is not done again where its file exists: a run that
was stopped goes on where it was, and a finished one changes nothing.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from outflank._board import START_DISCS
from outflank._files import replacing, write_text
from outflank._native import EngineCore, Move, PatternLayout, PatternWeights, Position
from outflank.agents import Agent, agent
from outflank.agents.pairs import PairScore, play_pairs, random_openings
from outflank.engine import Decision
from outflank.engine.level import MIDGAME_SELECTIVITY
from outflank.engine.weights import WeightsFacts, read_weights, weights_facts, write_weights
from outflank.errors import FileError, SettingsError
from outflank.executor import open_executor
from outflank.training.dataset import HELD_OUT, Games, read_games, samples
from outflank.training.pattern_fit import Errors, Outlook, PhaseFit, fit_phase
from outflank.training.reading import reading
from outflank.training.self_play import FIRST_EVALUATION, HASH_MB, Round, play_round
from outflank.training.shapes import PHASES, shapes

Report = Callable[[str, float], None]
"""Called with what is being done and the fraction of it that is done."""

SEARCH_DEPTHS = {6: 4, 8: 4, 10: 3, 12: 2}
EXACT_EMPTIES = {6: 14, 8: 14, 10: 12, 12: 10}
MATCH_NODES = 10_000
MATCH_PAIRS = 20


@dataclass(frozen=True, slots=True)
class PatternPlan:
    """What to train, and how much."""

    folder: Path
    size: int
    games: int = 10_000
    """In each round."""
    rounds: int = 2
    seed: int = 1

    @property
    def command(self) -> str:
        """What to type for the same weights."""
        return (
            f"outflank train --recipe patterns --size {self.size} --games {self.games} "
            f"--rounds {self.rounds} --seed {self.seed}"
        )

    def round(self, number: int) -> Round:
        """The self-play of a round, from 1."""
        before = number - 1
        return Round(
            size=self.size,
            seed=self.seed,
            number=number,
            games=self.games,
            depth=SEARCH_DEPTHS[self.size],
            exact=EXACT_EMPTIES[self.size],
            weights=self.folder / f"round-{before}" / "weights.ofw" if before else None,
            folder=self.folder / f"round-{number}",
        )


@dataclass(frozen=True, slots=True)
class Trained:
    """What a run has made."""

    weights: Path
    facts: WeightsFacts
    matches: tuple[PairScore, ...]
    """Each round's weights against those before; the first against a hand-made evaluation."""

    @property
    def errors(self) -> tuple[Errors, ...]:
        """By phase, on the games the last fit did not see."""
        return tuple(Errors(**phase) for phase in self.facts.training["errors"])


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
    plan.folder.mkdir(parents=True, exist_ok=True)
    _check_plan(plan)
    matches = []
    for number in range(1, plan.rounds + 1):
        this, title = plan.round(number), f"{plan.size}x{plan.size} round {number}"
        weights = this.folder / "weights.ofw"
        if not weights.exists():
            with open_executor(workers, cluster) as executor:
                play_round(this, executor, partial(report, f"{title}: games"))
            _fit_round(plan, number, partial(report, f"{title}: fit"))
        if pairs:
            matches.append(_match(this, weights, pairs, partial(report, f"{title}: match")))
    return Trained(weights, weights_facts(weights), tuple(matches))


def _check_plan(plan: PatternPlan) -> None:
    """A folder belongs to one plan: mixing two would give weights nobody could reproduce."""
    path = plan.folder / "plan.json"
    facts = {"size": plan.size, "games": plan.games, "seed": plan.seed}
    if path.exists():
        with reading(path):
            stored = json.loads(path.read_bytes())
        if stored != facts:
            raise FileError(f"{path} describes another run; choose another folder or remove it")
    write_text(path, json.dumps(facts, indent=1))


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


def _fitted_discs(size: int, phase: int) -> range:
    """Those of the phase and of the nearer halves of its neighbours.

    A phase learns from more positions this way, and does not differ wildly from the next.
    """
    discs = phase_discs(size, phase)
    more = len(discs) // 2
    return range(max(START_DISCS, discs.start - more), min(size * size, discs.stop + more))


def _fit_round(plan: PatternPlan, number: int, report: Callable[[float], None]) -> None:
    """Fits phase by phase, the last one first; what is fitted is kept if the run is stopped."""
    folder, board = plan.round(number).folder, shapes(plan.size)
    layout = PatternLayout(plan.size, board)
    phases = PHASES[plan.size]
    paths = [folder / f"phase-{phase:02}.npz" for phase in range(phases)]
    games: Games | None = None
    outlook: Outlook | None = None
    fits: list[PhaseFit] = []
    for phase in reversed(range(phases)):
        # A phase looks ahead into the two after it, no further.
        if not all(path.exists() for path in paths[max(0, phase - 2) : phase + 1]):
            games = _games(plan, number) if games is None else games
            step = len(phase_discs(plan.size, phases // 2))
            outlook = Outlook(len(games), plan.size, step) if outlook is None else outlook
            discs = phase_discs(plan.size, phase)
            found = samples(layout, games, _fitted_discs(plan.size, phase))
            if not paths[phase].exists():
                after = fits[-1] if fits else None
                targets = outlook.targets(found)
                fit_phase(found, discs, layout.columns, after, targets).save(paths[phase])
            fits.append(PhaseFit.load(paths[phase], layout.columns))
            outlook.add(fits[-1], found, discs)
        else:
            fits.append(PhaseFit.load(paths[phase], layout.columns))
        report(len(fits) / phases)
    fits.reverse()
    write_weights(
        folder / "weights.ofw",
        size=plan.size,
        shapes=board,
        discs=np.stack([fit.weights for fit in fits]),
        training={
            "command": plan.command,
            "seed": plan.seed,
            "round": number,
            "games": plan.games * len(_used_rounds(number)),
            "positions": sum(fit.positions for fit in fits),
            "errors": [asdict(fit.errors) for fit in fits],
        },
    )


def _used_rounds(number: int) -> range:
    """Games of the hand-made evaluation tell nothing new beside those of a round with weights."""
    return range(min(number, 2), number + 1)


def _games(plan: PatternPlan, number: int) -> Games:
    files = [path for used in _used_rounds(number) for path, _ in plan.round(used).chunks()]
    return read_games(files, plan.size)


# What the weights are worth


class WeightsPlayer(Agent):
    """The engine with some weights, and so many nodes a move."""

    def __init__(self, size: int, weights: PatternWeights, nodes: int) -> None:
        self._core = EngineCore(size, weights, threads=1, hash_mb=HASH_MB)
        self._nodes = nodes

    def choose(self, position: Position) -> Move | Decision:
        """The engine's best move."""
        *_, lines = self._core.search(
            position,
            depth=0,
            nodes=self._nodes,
            seconds=0.0,
            selectivity=MIDGAME_SELECTIVITY,
            to_end=False,
            lines=1,
            outcome_only=False,
            fresh=True,
        )
        move: Move = lines[0][0]
        return move


def _match(this: Round, weights: Path, pairs: int, report: Callable[[float], None]) -> PairScore:
    """The round's weights against those it played with, at equal nodes."""
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
    facts, training = trained.facts, trained.facts.training
    lines = [
        f"{facts.size}x{facts.size}: {training['games']:,} games, "
        f"{training['positions']:,} positions fitted",
        "errors on unseen positions, in discs:",
        "phase  discs   positions  mean absolute  root mean square  always zero",
    ]
    for phase, error in enumerate(trained.errors):
        discs = phase_discs(facts.size, phase)
        lines.append(
            f"{phase:5}  {discs[0]:>3}-{discs[-1]:<3} {error.positions:>9,}  "
            f"{error.mean_absolute:13.2f}  {error.root_mean_square:16.2f}  {error.spread:11.2f}"
        )
    opponents = [FIRST_EVALUATION, *(f"round {n}" for n in range(1, len(trained.matches)))]
    for number, (opponent, match) in enumerate(zip(opponents, trained.matches, strict=False), 1):
        lines.append(f"round {number} against {opponent}, {MATCH_NODES:,} nodes a move: {match}")
    return "\n".join(lines)


def export(trained: Trained, path: Path) -> None:
    """Writes the weights to another place."""
    with replacing(path) as file:
        file.write(trained.weights.read_bytes())
