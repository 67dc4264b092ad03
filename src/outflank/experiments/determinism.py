"""Why a program may not repeat itself: the same games again and again, one suspect at a time."""

from collections import Counter
from dataclasses import fields
from typing import Any

from outflank._native import Color, Move, Position
from outflank.agents import agent
from outflank.agents.base import Agent, decide
from outflank.agents.turns import Turns
from outflank.arena.openings import Line, position_after
from outflank.errors import SettingsError
from outflank.experiments.dictionary_agent import DictionaryAgent, Suspects
from outflank.experiments.experiment import Experiment
from outflank.experiments.measure import Findings, Measure, MeasurementJob, Records, measured_claim
from outflank.experiments.verdict import FAILS, HOLDS, NOISE
from outflank.game.transcript import write_moves
from outflank.stats.pairs import random_lines

CASES: dict[str, tuple[str, ...]] = {
    "none of them": (),
    "clock": ("clock",),
    "stored time-outs": ("stored_timeouts",),
    "key without side": ("sideless_key",),
    "table kept": ("kept_table",),
    "clock + stored time-outs": ("clock", "stored_timeouts"),
    "key without side + table kept": ("sideless_key", "kept_table"),
    "all of them": tuple(field.name for field in fields(Suspects)),
}
COLUMNS = [
    "switched on",
    "games",
    "different games",
    "starts with different games",
    "starts won and not won",
    "games lost",
]


def series(
    values: dict[str, Any], against: str, suspects: tuple[str, ...], size: int, opening: Line
) -> dict[str, Any]:
    """The same game again and again, colours in turn, as the course's autoplay does it."""
    switched_on = Suspects(**dict.fromkeys(suspects, True))
    player = DictionaryAgent(switched_on, nodes=values["nodes"], seconds=values["seconds"])
    opponent = agent(against)
    games = []
    for game in range(2 * values["repeats"]):
        color = (Color.BLACK, Color.WHITE)[game % 2]
        moves, score = _play(player, opponent, color, size, opening)
        games.append([color.name.lower(), moves, score])
    return {"games": games}


def _play(
    player: Agent, opponent: Agent, color: Color, size: int, opening: Line
) -> tuple[str, int]:
    player.new_game()
    moves = list(opening)
    turns = Turns(position_after(opening, size), on_pass=lambda: moves.append(Move.PASS))
    for position, _ in turns:
        move = decide(player if position.turn == color else opponent, position).move
        turns.play(move)
        moves.append(move)
    return write_moves(Position(size), moves, passes=True), turns.position.score(color)


def jobs(experiment: Experiment) -> list[MeasurementJob]:
    """A series for each case, size and start: the start of the game, and random openings."""
    for case in experiment.figures["explains"]:
        if case not in CASES:
            raise SettingsError(f"{experiment.name}: there is no case {case!r} to explain anything")
    values, opponent = experiment.values, experiment.figures["opponent"]
    tasks = []
    for size in values["sizes"]:
        lines: list[Line] = [(), *random_lines(size, values["openings"], values["seed"])]
        for case, suspects in CASES.items():
            for number, line in enumerate(lines):
                seconds = values["repeats"] * size**2 * values["seconds"]
                key = f"{case}, {size}x{size}, start {number}"
                args = (values, opponent, suspects, size, line)
                tasks.append(MeasurementJob(key, series, args, seconds))
    return tasks


def count_games(case: str, records: Records) -> Counter[str]:
    """The games of a case: of every start, those with the same colour should be alike.

    The starts with games that were not all alike are `varied`; with some won and others not,
    `mixed`.
    """
    counts: Counter[str] = Counter()
    for key, record in records.items():
        for color in ("black", "white") if key.startswith(f"{case}, ") else ():
            games = [(moves, score) for of, moves, score in record["games"] if of == color]
            different = len({moves for moves, _ in games})
            counts.update(
                starts=1,
                games=len(games),
                different=different,
                lost=sum(score < 0 for _, score in games),
                varied=different > 1,
                mixed=len({score > 0 for _, score in games}) > 1,
            )
    return counts


def _cells(counts: Counter[str]) -> list[str]:
    games, starts = counts["games"], counts["starts"]
    return [
        str(games),
        f"{counts['different']} ({counts['different'] / starts:.1f} a start)",
        f"{counts['varied']} of {starts}",
        f"{counts['mixed']} of {starts}",
        f"{counts['lost']} ({100 * counts['lost'] / games:.1f} %)",
    ]


def findings(experiment: Experiment, records: Records) -> Findings:
    """How many starts did not lead to the same game, or not to the same result, by case."""
    values, figures = experiment.values, experiment.figures
    tallies = {case: count_games(case, records) for case in CASES}
    table = {
        "title": f"The same games against {figures['opponent']} again and again",
        "note": f"{values['repeats']} times each colour from each start, "
        f"{values['nodes']} nodes or {1000 * values['seconds']:g} ms a move, "
        f"seed {values['seed']}",
        "columns": COLUMNS,
        "rows": [[case, *_cells(tally)] for case, tally in tallies.items()],
    }
    claims = [
        measured_claim(
            figures["explains"][case],
            figures["figure"],
            f"{tally['varied']} of {tally['starts']} starts gave different games, "
            f"{tally['mixed']} different results",
            HOLDS if tally["mixed"] else NOISE if tally["varied"] else FAILS,
            how=f"{tally['games']} games with this suspect alone, the others switched off",
        )
        for case, tally in tallies.items()
        if case in figures["explains"]
    ]
    bars = {"different moves": "varied", "different results": "mixed"}
    chart = {
        "title": "Starts from which the games were not all alike",
        "groups": list(CASES),
        "series": {
            name: [(100 * tally[key] / tally["starts"], 0.0) for tally in tallies.values()]
            for name, key in bars.items()
        },
        "ylabel": "% of starts",
        "line": None,
    }
    return Findings([table], claims, [chart])


MEASURE = Measure(
    values={tuple[int, ...]: "sizes", int: "openings repeats nodes seed", float: "seconds"},
    figures={str: "opponent figure", dict[str, str]: "explains"},
    jobs=jobs,
    findings=findings,
)
