"""The measures of depth and breadth: searches of positions from games, by size, phase and limit."""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any

from outflank._board import PHASES, phase_of
from outflank._native import Position
from outflank.agents import agent
from outflank.agents.base import decide
from outflank.agents.turns import Turns
from outflank.experiments.experiment import Experiment
from outflank.experiments.measure import (
    Findings,
    Measure,
    MeasurementJob,
    Records,
    measured_claim,
    size_chart,
    size_table,
)
from outflank.experiments.verdict import FAILS, HOLDS, NOISE, judge, slope
from outflank.stats.elo import Mean, mean_error
from outflank.stats.pairs import random_openings

GAME_NODES = 500
"""Nodes per move in the games that the positions are taken from."""
OPENING_PLIES = 5
"""Random moves before the games; with more, 6x6 would be left without an early phase."""
MIN_ERROR = 0.05
"""Plies: a few positions that were all searched equally deep do not prove more than this."""
ROUNDING = 0.5
"""Plies: an average this far from a whole number is still called by it."""
REPORT_LIMIT = "the report, 1.9 s in Python"


def game_positions(spec: str, size: int, games: int, seed: int) -> Iterator[list[Position]]:
    """The positions of games of a player against itself, those with a choice only."""
    with agent(f"{spec}:nodes={GAME_NODES},table=4") as player:
        for opening in random_openings(size, games, seed, OPENING_PLIES):
            turns, positions = Turns(opening), []
            for position, moves in turns:
                if len(moves) > 1:
                    positions.append(position)
                turns.play(decide(player, position).move)
            yield positions


def count_moves(values: dict[str, Any], spec: str, size: int) -> dict[str, Any]:
    """How many moves there were to choose from, by phase."""
    counts: dict[str, list[int]] = {phase: [] for phase in PHASES}
    for positions in game_positions(spec, size, values["games"], values["seed"]):
        for position in positions:
            counts[_phase(position)].append(len(position.legal_moves))
    return {"moves": counts}


def search(values: dict[str, Any], spec: str, size: int, phase: str) -> dict[str, Any]:
    """Search one position of the phase from each game.

    By limit, a row for each position: depth, nodes, children generated and children pruned.
    """
    draw = random.Random(f"{values['seed']} {size} {phase}")
    chosen: list[Position] = []
    # Some games are over before their late phase.
    for game in game_positions(spec, size, 4 * values["positions"], values["seed"]):
        here = [position for position in game if _phase(position) == phase]
        if here:
            chosen.append(draw.choice(here))
        if len(chosen) == values["positions"]:
            break
    searches: dict[str, Any] = {}
    for limit in limits(values):
        rows = searches[limit] = []
        with agent(f"{spec}:{limit}") as player:
            # Time is dear, so fewer positions are searched by the clock.
            timed = limit.startswith("time")
            for position in chosen[: values["timed"]] if timed else chosen:
                decision = decide(player, position)
                generated = sum(ply.generated for ply in decision.plies)
                pruned = sum(ply.pruned for ply in decision.plies)
                rows.append([decision.depth, decision.nodes, generated, pruned])
    return searches


def _phase(position: Position) -> str:
    return phase_of(position.size, position.size**2 - position.empties)


def limits(values: dict[str, Any]) -> dict[str, str]:
    """The limits of the searches as options of an agent, and in words."""
    return {
        **{f"nodes={nodes}": f"{nodes:,} nodes" for nodes in values["nodes"]},
        **{f"time={seconds:g}": f"{1000 * seconds:g} ms" for seconds in values["seconds"]},
    }


def main_limit(values: dict[str, Any]) -> str:
    """The limit that tables by phase go by: it does not depend on the machine."""
    return f"nodes={sorted(values['nodes'])[len(values['nodes']) // 2]}"


def search_jobs(
    values: dict[str, Any], spec: str, phases: Iterable[str] = PHASES
) -> list[MeasurementJob]:
    by_nodes = values["positions"] * sum(values["nodes"]) / 1e6
    seconds = values["timed"] * sum(values["seconds"]) + by_nodes
    return [
        MeasurementJob(f"{spec} {size} {phase}", search, (values, spec, size, phase), seconds)
        for size in values["sizes"]
        for phase in phases
    ]


@dataclass(frozen=True, slots=True)
class Searches:
    """What the searches of a player came to, in some phases of the game."""

    spec: str
    values: dict[str, Any]
    records: Records
    phases: Sequence[str] = PHASES

    def during(self, *phases: str) -> "Searches":
        return replace(self, phases=phases)

    def rows(self, size: int, limit: str) -> list[list[int]]:
        keys = [f"{self.spec} {size} {phase}" for phase in self.phases]
        return [row for key in keys for row in self.records[key][limit]]

    def depths(self, size: int, limit: str) -> list[int]:
        return [row[0] for row in self.rows(size, limit)]

    def mean_depth(self, size: int, limit: str) -> Mean:
        return mean_error(self.depths(size, limit))

    def moves(self, size: int) -> list[int]:
        """How many moves there were to choose from, position by position."""
        counts = self.records[f"{self.spec} {size} breadth"]["moves"]
        return [count for phase in self.phases for count in counts[phase]]

    def table(self, title: str, note: str, cell: Callable[[int, str], str]) -> dict[str, Any]:
        """A table by size and limit."""
        values, phases = self.values, len(self.phases)
        note += f"{phases * values['positions']} positions a size with nodes, "
        note += f"{phases * values['timed']} with time, seed {values['seed']}"
        return size_table(title, note, "limit", values["sizes"], limits(values), cell=cell)

    def chart(self, title: str) -> dict[str, Any]:
        """Mean depths by size and limit."""
        series = {
            text: [self.mean_depth(size, limit) for size in self.values["sizes"]]
            for limit, text in limits(self.values).items()
        }
        return size_chart(title, "plies", self.values["sizes"], series)


def _lead(first: Mean, second: Mean) -> tuple[str, str]:
    """By how much the first average is larger, and whether that is sure."""
    lead, error = first.value - second.value, math.hypot(first.error, second.error)
    return f"{lead:+.1f} ± {error:.1f} plies", judge("rises", lead, error)


# Depth and breadth


def breadth_jobs(experiment: Experiment) -> list[MeasurementJob]:
    values = experiment.values
    jobs = []
    for spec in experiment.figures["players"]:
        for size in values["sizes"]:
            args, seconds = (values, spec, size), values["games"] * size**2 / 2000
            jobs.append(MeasurementJob(f"{spec} {size} breadth", count_moves, args, seconds))
        jobs += search_jobs(values, spec)
    return jobs


def breadth_findings(experiment: Experiment, records: Records) -> Findings:
    """Tables and verdicts; those by phase, and the verdicts, are about the first player."""
    values, figures = experiment.values, experiment.figures
    players = [Searches(spec, values, records) for spec in figures["players"]]
    tables = [_depth_table(searches) for searches in players]
    medians, largest = (
        [figures[key][str(size)] for size in values["sizes"]]
        for key in ("median_depths", "largest_branching")
    )
    tables[0]["rows"].append([REPORT_LIMIT, *medians])
    searches = players[0]
    tables += [_phase_table(searches), _breadth_table(searches, largest)]
    claims = [
        *_trend_claims(searches, "/".join(medians)),
        *_late_claims(searches),
        *_largest_claims(searches, largest, figures["about"]),
    ]
    depth_chart = searches.chart(f"Mean depth of {searches.spec} by size and limit")
    return Findings(tables, claims, [depth_chart, _pruned_chart(searches)])


def _depth_table(searches: Searches) -> dict[str, Any]:
    def cell(size: int, limit: str) -> str:
        mean, error = searches.mean_depth(size, limit)
        return f"{median(searches.depths(size, limit)):g} ({mean:.1f} ± {error:.1f})"

    return searches.table(f"Depth reached by {searches.spec}", "median (mean) of ", cell)


def _phase_table(searches: Searches) -> dict[str, Any]:
    values, limit = searches.values, main_limit(searches.values)

    def cell(size: int, phase: str) -> str:
        rows = searches.during(phase).rows(size, limit)
        pruned = sum(row[3] for row in rows) / max(1, sum(row[2] for row in rows))
        roots = [row[1] ** (1 / row[0]) for row in rows if row[0] and row[1]]
        depth = median(row[0] for row in rows)
        return f"{depth:g} / {100 * pruned:.0f} % / {fmean(roots):.1f}"

    title = f"Depth, pruning and effective branching of {searches.spec} by phase"
    note = "median depth / children never looked at / depth-th root of the nodes; "
    rows = {phase: phase for phase in PHASES}
    note += limits(values)[limit]
    return size_table(title, note, "phase", values["sizes"], rows, cell=cell)


def _breadth_table(searches: Searches, largest: list[int]) -> dict[str, Any]:
    values = searches.values

    def cell(size: int, phases: tuple[str, ...]) -> str:
        counts = searches.during(*phases).moves(size)
        return f"{fmean(counts):.1f} / {max(counts)}"

    title = f"Moves to choose from in games of {searches.spec}"
    note = f"mean / largest, {values['games']} games a size, forced moves left out"
    rows: dict[tuple[str, ...], str] = {(phase,): phase for phase in PHASES}
    rows[PHASES] = "whole game"
    table = size_table(title, note, "phase", values["sizes"], rows, cell=cell)
    table["rows"].append(["largest in the report", *(f"about {most}" for most in largest)])
    return table


def _trend_claims(searches: Searches, figure: str) -> Iterator[dict[str, Any]]:
    values = searches.values
    for limit in (main_limit(values), f"time={max(values['seconds']):g}"):
        points, medians = [], []
        for size in values["sizes"]:
            plies = searches.depths(size, limit)
            mean, error = mean_error(plies)
            points.append((float(size), mean, max(error, MIN_ERROR)))
            medians.append(f"{median(plies):g}")
        rise, error = slope(points)
        yield measured_claim(
            "The larger the board, the less deep the search",
            figure,
            f"{'/'.join(medians)}; {rise:+.2f} ± {error:.2f} plies for each row more",
            judge("falls", rise, error),
            how=f"median depth of {searches.spec}, {len(plies)} positions a size",
            where=limits(values)[limit],
        )


def _late_claims(searches: Searches) -> Iterator[dict[str, Any]]:
    values, limit = searches.values, main_limit(searches.values)
    how = f"late against mid-game, {limits(values)[limit]}, {values['positions']} positions each"
    for size in values["sizes"]:
        late, mid = (searches.during(phase).mean_depth(size, limit) for phase in ("late", "mid"))
        says, figure = "The search is deeper late in the game", "slightly greater depth"
        yield measured_claim(says, figure, *_lead(late, mid), how=how, size=size)


def _largest_claims(
    searches: Searches, largest: list[int], about: float
) -> Iterator[dict[str, Any]]:
    """The report says "about": so much more or less still agrees with it."""
    how = f"the largest number of moves in {searches.values['games']} games"
    for size, figure in zip(searches.values["sizes"], largest, strict=True):
        most = max(searches.moves(size))
        verdict = HOLDS if figure / about <= most <= figure * about else FAILS
        says, text = "The largest branching", f"about {figure}"
        yield measured_claim(says, text, str(most), verdict, how=how, size=size)


def _pruned_chart(searches: Searches) -> dict[str, Any]:
    sizes, limit = searches.values["sizes"], main_limit(searches.values)

    def pruned(size: int, phase: str) -> Mean:
        rows = searches.during(phase).rows(size, limit)
        return mean_error([100 * row[3] / max(1, row[2]) for row in rows])

    series = {phase: [pruned(size, phase) for size in sizes] for phase in PHASES}
    title = f"Share of children that {searches.spec} never looks at"
    return size_chart(title, "% pruned", sizes, series)


BREADTH = Measure(
    values={
        tuple[int, ...]: "sizes nodes",
        int: "positions timed games seed",
        tuple[float, ...]: "seconds",
    },
    figures={str: "report", tuple[str, ...]: "players", float: "about"},
    by_size={dict[str, int]: "largest_branching", dict[str, str]: "median_depths"},
    jobs=breadth_jobs,
    findings=breadth_findings,
)


# Depth in mid-game


def midgame_findings(experiment: Experiment, records: Records) -> Findings:
    """Mean depths by board and limit, beside the report's, and of small boards against large."""
    values, figures = experiment.values, experiment.figures
    sizes, main = values["sizes"], main_limit(values)
    searches = Searches(figures["player"], values, records, ("mid",))
    ranges = [(figures["least"][str(size)], figures["most"][str(size)]) for size in sizes]
    texts = [str(low) if low == high else f"{low} or {high}" for low, high in ranges]

    def cell(size: int, limit: str) -> str:
        return "{:.1f} ± {:.1f}".format(*searches.mean_depth(size, limit))

    table = searches.table(f"Mean depth of {searches.spec} in mid-game", "", cell)
    table["rows"].append([REPORT_LIMIT, *texts])
    how = f"{searches.spec}, {limits(values)[main]}, {values['positions']} positions"
    means = [searches.mean_depth(size, main) for size in sizes]
    claims = [
        measured_claim(
            "The mean depth in mid-game",
            text,
            f"{cell(size, main)} plies",
            _range_verdict(mean, *bounds),
            how=how,
            size=size,
        )
        for size, text, mean, bounds in zip(sizes, texts, means, ranges, strict=True)
    ]
    claims.append(
        measured_claim(
            "The search is deeper on the smallest board than on the largest",
            f"{texts[0]} against {texts[-1]}",
            *_lead(means[0], means[-1]),
            how=how,
        )
    )
    return Findings([table], claims, [searches.chart(table["title"])])


def _range_verdict(mean: Mean, least: int, most: int) -> str:
    """The verdict on an average that should round to one of some whole numbers."""
    low, high = mean.value - mean.error, mean.value + mean.error
    bottom, top = least - ROUNDING, most + ROUNDING
    if high < bottom or low > top:
        return FAILS
    return HOLDS if bottom <= low and high <= top else NOISE


MIDGAME = Measure(
    values={
        tuple[int, ...]: "sizes nodes",
        int: "positions timed seed",
        tuple[float, ...]: "seconds",
    },
    figures={str: "player"},
    by_size={dict[str, int]: "least most"},
    jobs=lambda experiment: search_jobs(experiment.values, experiment.figures["player"], ["mid"]),
    findings=midgame_findings,
)
