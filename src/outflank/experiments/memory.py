"""How much memory a table in a Python dictionary takes by the end of a game.

A search that never forgets stores every position it looks at. How many those are is counted in
games of a small Python search; what an entry takes is measured by making some.
"""

import tracemalloc
from typing import Any

from outflank._board import board_name
from outflank.agents.turns import Turns
from outflank.experiments.dictionary_agent import DictionaryAgent
from outflank.experiments.experiment import Experiment
from outflank.experiments.measure import (
    Findings,
    Measure,
    MeasurementJob,
    Records,
    measured_claim,
    size_chart,
)
from outflank.experiments.verdict import FAILS, HOLDS
from outflank.stats.pairs import random_openings

ENTRIES = 20_000
"""Made to find out what one takes."""
NODES_PER_SECOND = 20_000
"""About what the Python search looks at; used only to guess the time that is left."""


def entry_bytes() -> float:
    """What an entry takes: a hash, and a dictionary with value, move, flag and depth."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        # Hashes of 64 bits, spread as Python's are.
        table = {
            (number * 0x9E3779B97F4A7C15) % 2**63: {
                "value": number / 7,
                "move": (number % 12, number % 11),
                "flag": "exact",
                "depth": number % 10,
            }
            for number in range(ENTRIES)
        }
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / len(table)


def stored(values: dict[str, Any], evaluation: str, size: int, game: int) -> dict[str, Any]:
    """How many positions each side's table holds at the end of a game."""
    opening = random_openings(size, values["games"], values["seed"])[game]
    players = [DictionaryAgent(evaluation=evaluation, nodes=values["nodes"]) for _ in range(2)]
    turns = Turns(opening)
    for position, _ in turns:
        player = players[position.turn.name == "WHITE"]
        turns.play(player.choose(position).move)
    return {"stored": [player.stored for player in players], "entry": entry_bytes()}


def jobs(experiment: Experiment) -> list[MeasurementJob]:
    values, evaluation = experiment.values, experiment.figures["evaluation"]
    return [
        MeasurementJob(
            f"{size} {game}",
            stored,
            (values, evaluation, size, game),
            values["nodes"] * size**2 / NODES_PER_SECOND,
        )
        for size in values["sizes"]
        for game in range(values["games"])
    ]


def findings(experiment: Experiment, records: Records) -> Findings:
    """Positions and megabytes by board; the claim is about the last one."""
    values, sizes = experiment.values, experiment.values["sizes"]
    rows, megabytes = [], {}
    for size in sizes:
        games = [records[f"{size} {game}"] for game in range(values["games"])]
        counts, entry = [count for game in games for count in game["stored"]], games[0]["entry"]
        megabytes[size] = max(counts) * entry / 1e6
        mean = f"{sum(counts) / len(counts):,.0f}"
        largest = f"{megabytes[size]:.0f} MB"
        rows.append([board_name(size), mean, f"{max(counts):,}", f"{entry:.0f}", largest])
    limit, close = experiment.figures["megabytes"], experiment.figures["close"]
    claim = measured_claim(
        "Memory comes close to what is allowed",
        f"relatively close to {limit} MB",
        f"{megabytes[sizes[-1]]:.0f} MB",
        HOLDS if close * limit <= megabytes[sizes[-1]] <= limit else FAILS,
        where=board_name(sizes[-1]),
        how=f"the largest table of {2 * values['games']}, {values['nodes']:,} positions a move",
    )
    table = {
        "title": "Tables at the end of a game",
        "note": f"{values['games']} games a size, {values['nodes']:,} positions a move, "
        f"seed {values['seed']}",
        "columns": ["board", "positions (mean)", "largest", "bytes an entry", "the largest takes"],
        "rows": rows,
    }
    bars = {"largest": [(megabytes[size], 0.0) for size in sizes]}
    chart = size_chart("Memory of the table at the end of a game", "MB", sizes, bars)
    return Findings([table], [claim], [chart])


MEASURE = Measure(
    values={tuple[int, ...]: "sizes", int: "games nodes seed"},
    figures={str: "evaluation", int: "megabytes", float: "close"},
    jobs=jobs,
    findings=findings,
)
