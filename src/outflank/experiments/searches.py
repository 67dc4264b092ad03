"""How deep and how broad a search is: measured on positions from games of its player."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from outflank._board import PHASES, phase_of
from outflank._native import Position
from outflank.agents import agent
from outflank.agents.base import decide
from outflank.agents.turns import Turns
from outflank.experiments.measure import MeasurementJob, Records
from outflank.stats.pairs import random_openings

GAME_NODES = 500
"""Nodes per move in the games that the positions are taken from."""
OPENING_PLIES = 5
"""Random moves before the games; with more, 6x6 would be left without an early phase."""


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
    """Depth, nodes, children generated and children pruned, by limit.

    They come from one position of the phase from each game.
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


def depth_jobs(
    values: dict[str, Any], spec: str, phases: Iterable[str] = PHASES
) -> list[MeasurementJob]:
    """The searches of a player, by size and phase."""
    by_nodes = values["positions"] * sum(values["nodes"]) / 1e6
    seconds = values["timed"] * sum(values["seconds"]) + by_nodes
    return [
        MeasurementJob(f"{spec} {size} {phase}", depth, (values, spec, size, phase), seconds)
        for size in values["sizes"]
        for phase in phases
    ]


def depths(
    records: Records, spec: str, size: int, limit: str, phases: Iterable[str] = PHASES
) -> list[int]:
    return [row[0] for phase in phases for row in records[f"{spec} {size} {phase}"][limit]]


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
