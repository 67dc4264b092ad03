"""How deep and how broad a search is: by size, phase and limit, on positions from its games."""

import random
from collections.abc import Iterable, Iterator
from statistics import fmean, median
from typing import Any

from outflank._board import PHASES, phase_of
from outflank._native import Position
from outflank.agents import agent
from outflank.agents.base import decide
from outflank.agents.turns import Turns
from outflank.experiments.experiment import Experiment
from outflank.experiments.jobs import Job, Measured, claim_row
from outflank.experiments.verdict import FAILS, HOLDS, judge, slope
from outflank.stats.elo import mean_error
from outflank.stats.pairs import random_openings

GAME_NODES = 500
"""What the searches of the games look at that the positions are taken from."""
OPENING_PLIES = 5
"""Random moves before the games; with more, 6x6 would be left without an early phase."""
LEAST_ERROR = 0.05
"""Plies: a few positions that were all searched equally deep do not prove more than this."""


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


def breadth(values: dict[str, Any], spec: str, size: int) -> dict[str, Any]:
    """How many moves there were to choose from, by phase."""
    counts: dict[str, list[int]] = {phase: [] for phase in PHASES}
    for positions in game_positions(spec, size, values["games"], values["seed"]):
        for position in positions:
            counts[_phase(position)].append(len(position.legal_moves))
    return {"moves": counts}


def depth(values: dict[str, Any], spec: str, size: int, phase: str) -> dict[str, Any]:
    """What the search of each limit reached, on one position of the phase from each game."""
    draw = random.Random(f"{values['seed']} {size} {phase}")
    chosen: list[Position] = []
    # Some games are over before their late phase.
    for game in game_positions(spec, size, 4 * values["positions"], values["seed"]):
        here = [position for position in game if _phase(position) == phase]
        if here:
            chosen.append(draw.choice(here))
        if len(chosen) == values["positions"]:
            break
    found: dict[str, Any] = {}
    for limit in limits(values):
        rows = []
        with agent(f"{spec}:{limit}") as player:
            # Time is dear, so fewer positions are searched by the clock.
            timed = limit.startswith("time")
            for position in chosen[: values["timed"]] if timed else chosen:
                decision = decide(player, position)
                generated = sum(ply.generated for ply in decision.plies)
                pruned = sum(ply.pruned for ply in decision.plies)
                rows.append([decision.depth, decision.nodes, generated, pruned])
        found[limit] = rows
    return found


def _phase(position: Position) -> str:
    return phase_of(position.size, position.size**2 - position.empties)


def jobs(experiment: Experiment) -> list[Job]:
    """For each player and size: the breadth of its games, and its depth in each phase."""
    values = experiment.values
    by_nodes = values["positions"] * sum(values["nodes"]) / 1e6
    seconds = values["timed"] * sum(values["seconds"]) + by_nodes
    found = []
    for spec in experiment.figures["players"]:
        for size in values["sizes"]:
            key, playing = f"{spec} {size}", values["games"] * size**2 / 2000
            found.append(Job(f"{key} breadth", breadth, (values, spec, size), playing))
            for phase in PHASES:
                found.append(Job(f"{key} {phase}", depth, (values, spec, size, phase), seconds))
    return found


def limits(values: dict[str, Any]) -> tuple[str, ...]:
    """What searches are held to, as options of an agent."""
    return (
        *(f"nodes={nodes}" for nodes in values["nodes"]),
        *(f"time={seconds:g}" for seconds in values["seconds"]),
    )


def measured(experiment: Experiment, records: dict[str, dict[str, Any]]) -> Measured:
    """Tables and verdicts; those by phase, and the verdicts, are about the first player."""
    values, players = experiment.values, experiment.figures["players"]
    first = players[0]
    tables, claims = [], []
    for spec in players:
        tables.append(_depth_table(spec, experiment, records))
    tables.append(_phase_table(first, values, records))
    tables.append(_breadth_table(first, experiment, records))
    claims += _depth_claims(first, experiment, records)
    claims += _breadth_claims(first, experiment, records)
    return Measured(tables, claims, _charts(first, values, records))


def _depths(
    records: dict[str, dict[str, Any]],
    spec: str,
    size: int,
    limit: str,
    phases: Iterable[str] = PHASES,
) -> list[int]:
    return [row[0] for phase in phases for row in records[f"{spec} {size} {phase}"][limit]]


def _depth_table(
    spec: str, experiment: Experiment, records: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    values, figures = experiment.values, experiment.figures
    rows = []
    for limit in limits(values):
        cells = []
        for size in values["sizes"]:
            found = _depths(records, spec, size, limit)
            mean, error = mean_error(found)
            cells.append(f"{median(found):g} ({mean:.1f} ± {error:.1f})")
        rows.append([limit_words(limit), *cells])
    if spec == figures["players"][0]:
        rows.append(["the report, 1.9 s in Python", *_medians(experiment)])
    return {
        "title": f"Depth reached by {spec}",
        "note": f"median (mean) of {3 * values['positions']} positions a size with nodes, "
        f"{3 * values['timed']} with time, seed {values['seed']}",
        "columns": ["limit", *board_names(values)],
        "rows": rows,
    }


def _phase_table(
    spec: str, values: dict[str, Any], records: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    limit = main_limit(values)
    rows = []
    for phase in PHASES:
        cells = []
        for size in values["sizes"]:
            found = records[f"{spec} {size} {phase}"][limit]
            pruned = sum(row[3] for row in found) / max(1, sum(row[2] for row in found))
            roots = [row[1] ** (1 / row[0]) for row in found if row[0] and row[1]]
            depth = median(row[0] for row in found)
            cells.append(f"{depth:g} / {100 * pruned:.0f} % / {fmean(roots):.1f}")
        rows.append([phase, *cells])
    return {
        "title": f"Depth, pruning and effective branching of {spec} by phase",
        "note": f"median depth / children never looked at / depth-th root of the nodes; "
        f"{limit_words(limit)}",
        "columns": ["phase", *board_names(values)],
        "rows": rows,
    }


def _breadth_table(
    spec: str, experiment: Experiment, records: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    values, largest = experiment.values, experiment.figures["largest_branching"]
    rows = []
    for phase in (*PHASES, "whole game"):
        cells = []
        for size in values["sizes"]:
            counts = _moves(records, spec, size, PHASES if phase == "whole game" else (phase,))
            cells.append(f"{fmean(counts):.1f} / {max(counts)}")
        rows.append([phase, *cells])
    rows.append(["largest in the report", *(f"about {largest[str(s)]}" for s in values["sizes"])])
    return {
        "title": f"Moves to choose from in games of {spec}",
        "note": f"mean / largest, {values['games']} games a size, forced moves left out",
        "columns": ["phase", *board_names(values)],
        "rows": rows,
    }


def _moves(
    records: dict[str, dict[str, Any]], spec: str, size: int, phases: Iterable[str] = PHASES
) -> list[int]:
    moves = records[f"{spec} {size} breadth"]["moves"]
    return [count for phase in phases for count in moves[phase]]


def _depth_claims(
    spec: str, experiment: Experiment, records: dict[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    values, found = experiment.values, []
    for limit in (main_limit(values), f"time={max(values['seconds']):g}"):
        points, medians = [], []
        for size in values["sizes"]:
            depths = _depths(records, spec, size, limit)
            mean, spread = mean_error(depths)
            points.append((float(size), mean, max(spread, LEAST_ERROR)))
            medians.append(f"{median(depths):g}")
        rise, error = slope(points)
        shown = f"{'/'.join(medians)}; {rise:+.2f} ± {error:.2f} plies for each row more"
        found.append(
            claim_row(
                report=experiment.figures["report"],
                says="The larger the board, the less deep the search",
                where=limit_words(limit),
                figure="/".join(_medians(experiment)),
                measured=shown,
                word=judge("falls", rise, error),
                how=f"median depth of {spec}, {len(depths)} positions a size",
            )
        )
    limit = main_limit(values)
    for size in values["sizes"]:
        late, mid = (
            mean_error(_depths(records, spec, size, limit, [phase])) for phase in ("late", "mid")
        )
        lead, error = late[0] - mid[0], (late[1] ** 2 + mid[1] ** 2) ** 0.5
        found.append(
            claim_row(
                report=experiment.figures["report"],
                says="The search is deeper late in the game",
                where=f"{size}x{size}",
                figure="slightly greater depth",
                measured=f"{lead:+.1f} ± {error:.1f} plies",
                word=judge("rises", lead, error),
                how=f"late against mid-game, {limit_words(limit)}, "
                f"{values['positions']} positions each",
                size=size,
            )
        )
    return found


def _breadth_claims(
    spec: str, experiment: Experiment, records: dict[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    figures, found = experiment.figures, []
    # The report says "about": so much more or less still agrees with it.
    about = figures["about"]
    for size in experiment.values["sizes"]:
        most, said = max(_moves(records, spec, size)), figures["largest_branching"][str(size)]
        word = HOLDS if said / about <= most <= said * about else FAILS
        found.append(
            claim_row(
                report=experiment.figures["report"],
                says="The largest branching",
                where=f"{size}x{size}",
                figure=f"about {said}",
                measured=str(most),
                word=word,
                how=f"the largest number of moves in {experiment.values['games']} games",
                size=size,
            )
        )
    return found


def _charts(
    spec: str, values: dict[str, Any], records: dict[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    by_limit = {
        limit_words(limit): [
            mean_error(_depths(records, spec, size, limit)) for size in values["sizes"]
        ]
        for limit in limits(values)
    }
    by_phase = {
        phase: [
            mean_error(
                [
                    100 * row[3] / max(1, row[2])
                    for row in records[f"{spec} {size} {phase}"][main_limit(values)]
                ]
            )
            for size in values["sizes"]
        ]
        for phase in PHASES
    }
    boards = board_names(values)
    return [
        {
            "title": f"Mean depth of {spec} by size and limit",
            "groups": boards,
            "series": by_limit,
            "ylabel": "plies",
            "line": None,
        },
        {
            "title": f"Share of children that {spec} never looks at",
            "groups": boards,
            "series": by_phase,
            "ylabel": "% pruned",
            "line": None,
        },
    ]


def _medians(experiment: Experiment) -> list[str]:
    """The median depths of the report."""
    return [experiment.figures["median_depths"][str(size)] for size in experiment.values["sizes"]]


def main_limit(values: dict[str, Any]) -> str:
    """The limit that tables by phase go by: it does not depend on the machine."""
    return f"nodes={sorted(values['nodes'])[len(values['nodes']) // 2]}"


def board_names(values: dict[str, Any]) -> list[str]:
    """The sizes that are measured, in words."""
    return [f"{size}x{size}" for size in values["sizes"]]


def limit_words(limit: str) -> str:
    """A limit as tables have it."""
    kind, _, amount = limit.partition("=")
    return f"{int(amount):,} nodes" if kind == "nodes" else f"{1000 * float(amount):g} ms"
