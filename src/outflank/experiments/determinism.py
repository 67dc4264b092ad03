"""Why a program may not repeat itself: the same games again and again, one suspect at a time."""

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
from outflank.experiments.jobs import Job, Measured, claim_row
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


def series(
    values: dict[str, Any], against: str, suspects: tuple[str, ...], size: int, opening: Line
) -> dict[str, Any]:
    """The same game again and again, colours in turn, as the course's autoplay does it."""
    switched_on = Suspects(**dict.fromkeys(suspects, True))
    player = DictionaryAgent(switched_on, nodes=values["nodes"], seconds=values["seconds"])
    opponent = agent(against)
    found = []
    for game in range(2 * values["repeats"]):
        color = (Color.BLACK, Color.WHITE)[game % 2]
        moves, score = _play(player, opponent, color, size, opening)
        found.append([color.name.lower(), moves, score])
    return {"games": found}


def _play(
    player: Agent, opponent: Agent, color: Color, size: int, opening: Line
) -> tuple[str, int]:
    """The transcript, and the player's disc difference."""
    player.new_game()
    moves = list(opening)
    turns = Turns(position_after(opening, size), on_pass=lambda: moves.append(Move.PASS))
    for position, _ in turns:
        move = decide(player if position.turn == color else opponent, position).move
        turns.play(move)
        moves.append(move)
    return write_moves(Position(size), moves, passes=True), turns.position.score(color)


def jobs(experiment: Experiment) -> list[Job]:
    """A series for each case, size and start: the start of the game, and random openings."""
    for case in experiment.figures["explains"]:
        if case not in CASES:
            raise SettingsError(f"{experiment.name}: there is no case {case!r} to explain anything")
    values, opponent = experiment.values, experiment.figures["opponent"]
    found = []
    for size in values["sizes"]:
        lines: list[Line] = [(), *random_lines(size, values["openings"], values["seed"])]
        for case, suspects in CASES.items():
            for number, line in enumerate(lines):
                seconds = values["repeats"] * size**2 * values["seconds"]
                key = f"{case}, {size}x{size}, start {number}"
                found.append(Job(key, series, (values, opponent, suspects, size, line), seconds))
    return found


def measured(experiment: Experiment, records: dict[str, dict[str, Any]]) -> Measured:
    """How many starts did not lead to the same game, or not to the same result, by case."""
    values, figures = experiment.values, experiment.figures
    rows, claims, shares = [], [], []
    for case in CASES:
        starts, varied, mixed, lost, played, different = 0, 0, 0, 0, 0, 0
        for key, record in records.items():
            if not key.startswith(f"{case}, "):
                continue
            for color in ("black", "white"):
                games = [game for game in record["games"] if game[0] == color]
                starts += 1
                played += len(games)
                kinds = len({moves for _, moves, _ in games})
                different += kinds
                varied += kinds > 1
                mixed += len({score > 0 for _, _, score in games}) > 1
                lost += sum(score < 0 for _, _, score in games)
        rows.append(
            [
                case,
                str(played),
                f"{different} ({different / starts:.1f} a start)",
                f"{varied} of {starts}",
                f"{mixed} of {starts}",
                f"{lost} ({100 * lost / played:.1f} %)",
            ]
        )
        shares.append((100 * varied / starts, 100 * mixed / starts))
        if case in figures["explains"]:
            word = HOLDS if mixed else NOISE if varied else FAILS
            found = f"{varied} of {starts} starts gave different games, {mixed} different results"
            claims.append(
                claim_row(
                    report=experiment.report,
                    says=figures["explains"][case],
                    where="",
                    figure=figures["figure"],
                    measured=found,
                    word=word,
                    how=f"{played} games with this suspect alone, the others switched off",
                )
            )
    table = {
        "title": f"The same games against {figures['opponent']} again and again",
        "note": f"{values['repeats']} times each colour from each start, "
        f"{values['nodes']} nodes or {1000 * values['seconds']:g} ms a move, "
        f"seed {values['seed']}",
        "columns": [
            "switched on",
            "games",
            "different games",
            "starts with different games",
            "starts won and not won",
            "games lost",
        ],
        "rows": rows,
    }
    chart = {
        "title": "Starts from which the games were not all alike",
        "groups": list(CASES),
        "series": {
            "different moves": [(share, 0.0) for share, _ in shares],
            "different results": [(share, 0.0) for _, share in shares],
        },
        "ylabel": "% of starts",
        "line": None,
    }
    return Measured([table], claims, [chart])
