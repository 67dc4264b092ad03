"""The measures of depth and breadth: searches of positions from games, by size, phase and limit."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
    MeasuredClaim,
    MeasurementJob,
    Records,
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


def limits(values: dict[str, Any]) -> tuple[str, ...]:
    """The limits of the searches, as options of an agent."""
    return (
        *(f"nodes={nodes}" for nodes in values["nodes"]),
        *(f"time={seconds:g}" for seconds in values["seconds"]),
    )


def main_limit(values: dict[str, Any]) -> str:
    """The limit that tables by phase go by: it does not depend on the machine."""
    return f"nodes={sorted(values['nodes'])[len(values['nodes']) // 2]}"


def limit_text(limit: str) -> str:
    kind, _, amount = limit.partition("=")
    return f"{int(amount):,} nodes" if kind == "nodes" else f"{1000 * float(amount):g} ms"


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
    spec: str
    records: Records

    def rows(self, size: int, limit: str, phases: Iterable[str] = PHASES) -> list[list[int]]:
        return [
            row for phase in phases for row in self.records[f"{self.spec} {size} {phase}"][limit]
        ]

    def depths(self, size: int, limit: str, phases: Iterable[str] = PHASES) -> list[int]:
        return [row[0] for row in self.rows(size, limit, phases)]

    def mean_depth(self, size: int, limit: str, phases: Iterable[str] = PHASES) -> Mean:
        return mean_error(self.depths(size, limit, phases))

    def moves(self, size: int, phases: Iterable[str] = PHASES) -> list[int]:
        """How many moves there were to choose from, position by position."""
        counts = self.records[f"{self.spec} {size} breadth"]["moves"]
        return [count for phase in phases for count in counts[phase]]


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
    players = [Searches(spec, records) for spec in experiment.figures["players"]]
    tables = [_depth_table(searches, experiment) for searches in players]
    searches = players[0]
    tables[0]["rows"].append([REPORT_LIMIT, *_medians(experiment)])
    tables += [_phase_table(searches, experiment.values), _breadth_table(searches, experiment)]
    claims = [*_trend_claims(searches, experiment), *_size_claims(searches, experiment)]
    return Findings(tables, claims, _charts(searches, experiment.values))


def _depth_table(searches: Searches, experiment: Experiment) -> dict[str, Any]:
    values = experiment.values

    def cell(size: int, limit: str) -> str:
        mean, error = searches.mean_depth(size, limit)
        return f"{median(searches.depths(size, limit)):g} ({mean:.1f} ± {error:.1f})"

    note = (
        f"median (mean) of {3 * values['positions']} positions a size with nodes, "
        f"{3 * values['timed']} with time, seed {values['seed']}"
    )
    rows = {limit_text(limit): limit for limit in limits(values)}
    return size_table(
        f"Depth reached by {searches.spec}", note, "limit", values["sizes"], rows, cell=cell
    )


def _phase_table(searches: Searches, values: dict[str, Any]) -> dict[str, Any]:
    limit = main_limit(values)

    def cell(size: int, phase: str) -> str:
        rows = searches.rows(size, limit, [phase])
        pruned = sum(row[3] for row in rows) / max(1, sum(row[2] for row in rows))
        roots = [row[1] ** (1 / row[0]) for row in rows if row[0] and row[1]]
        depth = median(row[0] for row in rows)
        return f"{depth:g} / {100 * pruned:.0f} % / {fmean(roots):.1f}"

    title = f"Depth, pruning and effective branching of {searches.spec} by phase"
    note = "median depth / children never looked at / depth-th root of the nodes; "
    rows = {phase: phase for phase in PHASES}
    return size_table(title, note + limit_text(limit), "phase", values["sizes"], rows, cell=cell)


def _breadth_table(searches: Searches, experiment: Experiment) -> dict[str, Any]:
    values, largest = experiment.values, experiment.figures["largest_branching"]

    def cell(size: int, phases: Iterable[str]) -> str:
        counts = searches.moves(size, phases)
        return f"{fmean(counts):.1f} / {max(counts)}"

    title = f"Moves to choose from in games of {searches.spec}"
    note = f"mean / largest, {values['games']} games a size, forced moves left out"
    rows = {**{phase: (phase,) for phase in PHASES}, "whole game": PHASES}
    table = size_table(title, note, "phase", values["sizes"], rows, cell=cell)
    figures = [f"about {largest[str(size)]}" for size in values["sizes"]]
    table["rows"].append(["largest in the report", *figures])
    return table


def _medians(experiment: Experiment) -> list[str]:
    return [experiment.figures["median_depths"][str(size)] for size in experiment.values["sizes"]]


def _trend_claims(searches: Searches, experiment: Experiment) -> Iterator[MeasuredClaim]:
    values = experiment.values
    for limit in (main_limit(values), f"time={max(values['seconds']):g}"):
        depths = {size: searches.depths(size, limit) for size in values["sizes"]}
        means = {size: mean_error(plies) for size, plies in depths.items()}
        rise, error = slope(
            [(float(size), mean, max(error, MIN_ERROR)) for size, (mean, error) in means.items()]
        )
        medians = "/".join(f"{median(plies):g}" for plies in depths.values())
        yield MeasuredClaim(
            "The larger the board, the less deep the search",
            "/".join(_medians(experiment)),
            f"{medians}; {rise:+.2f} ± {error:.2f} plies for each row more",
            judge("falls", rise, error),
            how=f"median depth of {searches.spec}, "
            f"{len(depths[values['sizes'][-1]])} positions a size",
            where=limit_text(limit),
        )


def _size_claims(searches: Searches, experiment: Experiment) -> Iterator[MeasuredClaim]:
    values, figures = experiment.values, experiment.figures
    limit = main_limit(values)
    for size in values["sizes"]:
        lead, error = _lead(*(searches.mean_depth(size, limit, [one]) for one in ("late", "mid")))
        yield MeasuredClaim(
            "The search is deeper late in the game",
            "slightly greater depth",
            f"{lead:+.1f} ± {error:.1f} plies",
            judge("rises", lead, error),
            how=f"late against mid-game, {limit_text(limit)}, {values['positions']} positions each",
            size=size,
        )
    # The report says "about": so much more or less still agrees with it.
    about = figures["about"]
    for size in values["sizes"]:
        most, figure = max(searches.moves(size)), figures["largest_branching"][str(size)]
        yield MeasuredClaim(
            "The largest branching",
            f"about {figure}",
            str(most),
            HOLDS if figure / about <= most <= figure * about else FAILS,
            how=f"the largest number of moves in {values['games']} games",
            size=size,
        )


def _lead(first: Mean, second: Mean) -> Mean:
    """The difference of two independent averages."""
    error = (first.error**2 + second.error**2) ** 0.5
    return Mean(first.value - second.value, error)


def _charts(searches: Searches, values: dict[str, Any]) -> list[dict[str, Any]]:
    sizes, limit = values["sizes"], main_limit(values)
    by_limit = {
        limit_text(limit): [searches.mean_depth(size, limit) for size in sizes]
        for limit in limits(values)
    }
    by_phase = {
        phase: [
            mean_error(
                [100 * row[3] / max(1, row[2]) for row in searches.rows(size, limit, [phase])]
            )
            for size in sizes
        ]
        for phase in PHASES
    }
    pruned = f"Share of children that {searches.spec} never looks at"
    return [
        size_chart(f"Mean depth of {searches.spec} by size and limit", "plies", sizes, by_limit),
        size_chart(pruned, "% pruned", sizes, by_phase),
    ]


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
    sizes, searches = values["sizes"], Searches(figures["player"], records)
    ranges = {size: (figures["least"][str(size)], figures["most"][str(size)]) for size in sizes}
    texts = [str(low) if low == high else f"{low} or {high}" for low, high in ranges.values()]

    def mean(size: int, limit: str) -> Mean:
        return searches.mean_depth(size, limit, ["mid"])

    table = size_table(
        f"Mean depth of {searches.spec} in mid-game",
        f"{values['positions']} positions a size with nodes, {values['timed']} with time, "
        f"seed {values['seed']}",
        "limit",
        sizes,
        {limit_text(limit): limit for limit in limits(values)},
        cell=lambda size, limit: "{:.1f} ± {:.1f}".format(*mean(size, limit)),
    )
    table["rows"].append([REPORT_LIMIT, *texts])
    bars = {limit_text(limit): [mean(size, limit) for size in sizes] for limit in limits(values)}
    main = main_limit(values)
    how = f"{searches.spec}, {limit_text(main)}, {values['positions']} positions"
    claims = [
        MeasuredClaim(
            "The mean depth in mid-game",
            text,
            "{:.1f} ± {:.1f} plies".format(*mean(size, main)),
            _range_verdict(mean(size, main), *ranges[size]),
            how=how,
            size=size,
        )
        for size, text in zip(sizes, texts, strict=True)
    ]
    lead, error = _lead(mean(sizes[0], main), mean(sizes[-1], main))
    claims.append(
        MeasuredClaim(
            "The search is deeper on the smallest board than on the largest",
            f"{texts[0]} against {texts[-1]}",
            f"{lead:+.1f} ± {error:.1f} plies",
            judge("rises", lead, error),
            how=how,
        )
    )
    return Findings([table], claims, [size_chart(table["title"], "plies", sizes, bars)])


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
