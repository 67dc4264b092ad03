"""The report of an experiment: claims with verdicts and tables, from its words and its results.

A result is plain data: what a run writes as JSON, and what is committed of a whole run.
"""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank._board import board_name
from outflank.experiments.experiment import TRENDS, Claim, Conclusion, Experiment, Part
from outflank.experiments.scores import MIN_RATED_PLAYERS, boards, find_row, matchups
from outflank.experiments.verdict import HOLDS, NOISE, judge, percent
from outflank.stats.elo import elo_text

if TYPE_CHECKING:
    from jinja2 import Environment

Result = dict[str, Any]
Row = dict[str, Any]

VERDICTS = {"holds": "holds", "fails": "fails", "undecided": NOISE}
"""Words that repeat the verdict on a claim."""


def report_of(experiment: Experiment, result: Result) -> dict[str, Any]:
    """The result with all that is said of it, as JSON; parts that were not played are left out."""
    played = {row["name"]: row for row in result["parts"]}
    parts = [part for part in experiment.parts if part.name in played]
    claims = [
        row
        for claim in experiment.claims
        if claim.part in played
        and (row := game_claim(experiment, claim, played[claim.part])) is not None
    ]
    claims += result["measurements"]["claims"]
    tables = [part_table(part, played[part.name]) for part in parts]
    quick = result["quick"]
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "report": experiment.report,
        "question": experiment.question,
        "says": experiment.says,
        "note": experiment.note,
        "command": f"outflank experiment {experiment.name}{' --quick' if quick else ''}",
        # What was concluded from the games of a whole run; a quick one plays too few.
        "conclusions": [] if quick else conclude(experiment.conclusions, claims),
        "games": sum(row["games"] for row in played.values()),
        "claims": claims,
        "tables": tables + result["measurements"]["tables"],
        "timed": any(part.timed for part in parts),
        **result,
    }


def game_claim(experiment: Experiment, claim: Claim, played: Row) -> Row | None:
    """A claim about games with its verdict; None if the part has no figures for it."""
    part, pair = experiment.part(claim.part), {"first": claim.first, "second": claim.second}
    interval = None
    if claim.expect in TRENDS:
        row = find_row(played["trends"], **pair)
        value, error = (row["slope"], row["error"]) if row else (0.0, None)
        measured = "only one size was played"
        if error is not None:
            # Adding 0.0 turns -0.0 into 0.0.
            rise = round(100 * value, 1) + 0.0
            measured = f"{rise:+.1f} ± {100 * error:.1f} points for each row more"
    else:
        row = find_row(played["scores"], size=claim.size, black=claim.black or None, **pair)
        value, error = (row["score"], row["error"]) if row else (0.0, None)
        measured = percent(value, error or 0.0)
        interval = [value, error]
    if row is None:
        return None
    pairs = row["pairs"]
    if not pairs:
        error, measured, interval = None, "not played", None
    # A few results are known rounded only, with the verdict on the whole figures.
    verdict = row.get("verdict") or (
        NOISE if error is None else judge(claim.expect, value, error, claim.share)
    )
    how = f"{part.title}; {claim.matchup}; {pairs} {'pair' if pairs == 1 else 'pairs'}"
    return {
        "report": claim.report or experiment.report,
        "says": claim.says,
        "where": claim.where,
        "figure": claim.figure,
        "conditions": part.conditions,
        "measured": measured,
        "verdict": verdict,
        "how": f"{how}, which cannot tell" if verdict == NOISE else how,
        "part": part.name,
        "size": claim.size,
        "interval": interval,
    }


def part_table(part: Part, played: Row) -> dict[str, Any]:
    """Scores by size: of the first of two players, or of each of several.

    In a gauntlet the others are shown against the first; else each against all others.
    """
    note = part.description
    if played["different"] is not None:
        note += f", {played['different']} of {played['games']} games different"
    if played["faults"]:
        note += f", {played['faults']} games lost on time or by a fault"
    table = {"title": part.title, "note": note}
    names = ["all boards" if size is None else board_name(size) for size in boards(part)]
    rows = [
        [
            find_row(played["scores"], first=first, second=second, size=size, black=None) or {}
            for size in boards(part)
        ]
        for first, second in matchups(part)
    ]
    if len(part.players) == 2:
        columns = [" against ".join(part.players), "won-drawn-lost", "score", "Elo", "discs"]
        cells = [
            [
                name,
                f"{row['wins']}-{row['draws']}-{row['losses']}",
                percent(row["score"], row["error"]),
                _elo_text(row["elo"], row["score"] - 0.5),
                f"{row['discs']:+.1f}",
            ]
            for name, row in zip(names, rows[0], strict=True)
        ]
        return {**table, "columns": columns, "rows": cells}
    against = part.players[0] if part.gauntlet else "all others"
    columns = [f"score against {against}", *names]
    cells = [
        [first, *(_score_text(row) for row in scores)]
        for (first, _), scores in zip(matchups(part), rows, strict=True)
    ]
    if ratings := played["ratings"]:
        columns.append("Elo (mean 0)")
        cells = [[*row, _elo_text(ratings[row[0]], 0.0)] for row in cells]
        if len(part.players) > MIN_RATED_PLAYERS:
            cells.sort(key=lambda row: (ratings[row[0]][0], row), reverse=True)
    return {**table, "columns": columns, "rows": cells}


def _score_text(row: Row) -> str:
    # Of a score that no claim is about, the number of pairs may be unknown.
    is_played = bool(row) and row.get("pairs") != 0
    return percent(row["score"], row["error"]) if is_played else "not played"


def _elo_text(elo: list[float | None], lead: float) -> str:
    """An Elo difference and the ends of its interval; None is an end or value that is infinite."""
    if len(elo) == 2:  # a rating of the first runs, which has half the width of its interval
        return f"{elo[0]:+d} ± {elo[1]}"
    limits = (math.copysign(math.inf, lead), -math.inf, math.inf)
    value, low, high = (
        limit if number is None else number for number, limit in zip(elo, limits, strict=True)
    )
    return elo_text(value, low, high)


# Conclusions


def conclude(conclusions: Iterable[Conclusion], rows: list[Row]) -> list[Row]:
    """Each sentence with its figures, and whether they carry it; `rows` are judged claims."""
    result = []
    for conclusion in conclusions:
        word, chosen = conclusion.word, rows_of(conclusion, rows)
        carried = not word or (bool(chosen) and all(carries(row, word) for row in chosen))
        result.append({"text": conclusion.text, "figures": _figures(chosen), "carried": carried})
    return result


def rows_of(conclusion: Conclusion, rows: list[Row]) -> list[Row]:
    """The claims a conclusion rests on; of a claim with and without sizes those without, if any."""
    chosen: list[Row] = []
    for says in conclusion.claims:
        of_claim = [
            row
            for row in rows
            if row["says"] == says and (not conclusion.parts or row["part"] in conclusion.parts)
        ]
        sizes = {row["size"] for row in of_claim}
        sizes &= set(conclusion.sizes) or ({None} & sizes) or sizes
        chosen += [row for row in of_claim if row["size"] in sizes]
    return chosen


def carries(row: Row, word: str) -> bool:
    """True if the figures of a claim carry the word.

    A player is better or worse than the other if the whole interval of its score is on that side
    of one half; equal if a narrow interval has the half in it; undecided if any has.
    """
    if row["interval"] is None or word in VERDICTS:
        return bool(VERDICTS.get(word) == row["verdict"])
    return judge(word, *row["interval"]) == HOLDS


def _figures(rows: list[Row]) -> str:
    """What was measured and where; of several claims, what the first figure of each is about."""
    several = len({row["says"] for row in rows}) > 1
    figures, before = [], ""
    for row in rows:
        says = row["says"] if several and row["says"] != before else ""
        label = ", ".join(filter(None, [says, row["where"]]))
        figures.append(f"{label}: {row['measured']}" if label else row["measured"])
        before = row["says"]
    return "; ".join(figures)


# Text


def claim_text(claim: Row) -> str:
    return f"{claim['says']} ({claim['where']})" if claim["where"] else str(claim["says"])


def markdown_environment(*folders: Path) -> "Environment":
    """The templates for Markdown: `report.md.j2`, and those in the folders."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([Path(__file__).parent, *folders]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    environment.filters |= {"cell": lambda text: str(text).replace("|", "\\|"), "claim": claim_text}
    return environment


def markdown(report: dict[str, Any]) -> str:
    text = markdown_environment().get_template("report.md.j2").render(report=report)
    return text.rstrip() + "\n"
