"""Reads the report of an experiment back from the Markdown that `report.markdown` wrote.

The games of a full run take hours and are not kept with the sources; their figures are, on the
page of experiments. Read back, they can be shown again with conclusions, claims and parts as the
experiment's file has them now. What was not played is not there.
"""

import re
from typing import Any

from outflank.errors import FileError
from outflank.experiments.conclusion import conclude
from outflank.experiments.experiment import Claim, Experiment, Part
from outflank.experiments.jobs import claim_row
from outflank.experiments.report import CLAIM_COLUMNS, game_claim_row, result_frame
from outflank.experiments.verdict import judge, percent

FIGURE = re.compile(r"(-?[\d.]+) ± ([\d.]+) %")
TREND = re.compile(r"([+-][\d.]+) ± ([\d.]+) points")
ROUNDED = 0.0005
"""How far a printed share may be from the true one."""


def read_result(experiment: Experiment, text: str, images: str = "") -> dict[str, Any]:
    """What came out, from the experiment's section of the page."""
    tables = _tables(text)
    played = [part for part in experiment.parts if part.title in tables]
    for part in played:
        if not tables[part.title]["note"].startswith(part.facts):
            raise FileError(
                f"{experiment.name}: part {part.name} was played with "
                f"{tables[part.title]['note']}, not {part.facts}"
            )
    printed = _claim_rows(text)
    rows = [
        row
        for claim in experiment.claims
        if experiment.part(claim.part) in played
        and (row := _game_claim(experiment, claim, tables, printed)) is not None
    ]
    about_games = tuple(f"{part.title}; " for part in experiment.parts)
    rows += [
        _other_claim(experiment, row)
        for row in printed
        if not row["measured by"].startswith(about_games)
    ]
    charts = re.findall(rf"!\[(.*)\]\({images}(.*)\)", text)
    return {
        **result_frame(experiment, quick=False),
        "conclusions": conclude(experiment.conclusions, rows),
        "games": sum(part.settings(experiment.players).total_games for part in played),
        "claims": rows,
        "tables": list(tables.values()),
        "charts": [{"title": title, "file": file} for title, file in charts],
        "parts": [{"name": part.name, "timed": part.timed} for part in played],
    }


def _tables(text: str) -> dict[str, dict[str, Any]]:
    """The tables under a title, by title."""
    found = {}
    for title, note, table in re.findall(
        r"^\*\*(.+?)\*\* \((.*)\)\n\n((?:\|.*\n)+)", text + "\n", re.MULTILINE
    ):
        columns, _, *rows = map(_cells, table.splitlines())
        found[title] = {"title": title, "note": note, "columns": columns, "rows": rows}
    return found


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]


def _claim_rows(text: str) -> list[dict[str, str]]:
    """The table of claims, by column."""
    head = "| " + " | ".join(CLAIM_COLUMNS) + " |\n"
    _, found, rest = text.partition(head)
    if not found:
        return []
    lines = rest.splitlines()[1:]
    end = next((n for n, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return [dict(zip(CLAIM_COLUMNS, _cells(line), strict=True)) for line in lines[:end]]


def _is_about(printed: dict[str, str], row: dict[str, Any]) -> bool:
    """True if a printed row is about this claim: it says the same of the same games."""
    games, _, _ = row["how"].rpartition("; ")
    says = printed["claim"] == row["says"] or printed["claim"].startswith(f"{row['says']} (")
    return says and printed["measured by"].startswith(f"{games}; ")


def _game_claim(
    experiment: Experiment,
    claim: Claim,
    tables: dict[str, dict[str, Any]],
    printed: list[dict[str, str]],
) -> dict[str, Any] | None:
    """A claim about games, from its row if it has one, else from the table of its part."""
    part = experiment.part(claim.part)
    blank = game_claim_row(experiment, claim, "", "", 0)
    row = next((one for one in printed if _is_about(one, blank)), None)
    if row is not None:
        measured, word = row["here"], row["verdict"].strip("*")
        pairs = int(re.findall(r"(\d+) pairs?", row["measured by"])[-1])
    else:
        found = _table_score(part, claim, tables[part.title])
        if found is None:
            return None
        measured, word, pairs = percent(*found), "", _pairs(part, claim)
    if match := FIGURE.fullmatch(measured):
        interval = [float(match[1]) / 100, float(match[2]) / 100]
    elif match := TREND.match(measured):
        interval = None
    else:
        return {**blank, "measured": measured, "verdict": word}
    value, error = float(match[1]) / 100, float(match[2]) / 100
    return {
        **game_claim_row(experiment, claim, measured, _word(claim, value, error, word), pairs),
        "interval": interval,
    }


def _word(claim: Claim, value: float, error: float, printed: str) -> str:
    """The verdict: what was printed, unless no figures that round to these have it."""
    possible = {
        judge(claim.expect, value + up, error + more, claim.share)
        for up in (-ROUNDED, 0.0, ROUNDED)
        for more in (-ROUNDED, 0.0, ROUNDED)
    }
    return printed if printed in possible else judge(claim.expect, value, error, claim.share)


def _table_score(part: Part, claim: Claim, table: dict[str, Any]) -> tuple[float, float] | None:
    """The score of a claim's first player as its part's table has it, if it is there."""
    if claim.black or claim.expect in ("rises", "falls"):
        return None
    board = "all boards" if claim.size is None else f"{claim.size}x{claim.size}"
    if claim.size is None and len(part.sizes) == 1:
        board = f"{part.sizes[0]}x{part.sizes[0]}"
    if len(part.players) == 2:
        cells = {row[0]: row[table["columns"].index("score")] for row in table["rows"]}
        cell, mirrored = cells[board], claim.first == part.players[1]
    else:
        names = [claim.first] if not part.gauntlet else [claim.first, claim.second]
        if not part.gauntlet and claim.second is not None:
            return None  # of several players the table has sums only
        shown = next(name for name in names if not part.gauntlet or name != part.players[0])
        row = next(row for row in table["rows"] if row[0] == shown)
        cell, mirrored = row[table["columns"].index(board)], shown != claim.first
    match = FIGURE.fullmatch(cell)
    if match is None:
        return None
    score, error = float(match[1]) / 100, float(match[2]) / 100
    return (1 - score if mirrored else score), error


def _pairs(part: Part, claim: Claim) -> int:
    boards = 1 if claim.size is not None else len(part.sizes)
    others = 1 if claim.second is not None else len(part.players) - 1
    return part.games // 2 * boards * others


def _other_claim(experiment: Experiment, row: dict[str, str]) -> dict[str, Any]:
    """A claim about a measurement, as it was printed."""
    says, where = row["claim"], ""
    if match := re.fullmatch(r"(.*) \(([^()]*)\)", says):
        says, where = match.groups()
    size = re.fullmatch(r"(\d+)x\1", where)
    return claim_row(
        report=experiment.figures.get("report", experiment.report),
        says=says,
        where=where,
        figure=row["the report"],
        measured=row["here"],
        word=row["verdict"].strip("*"),
        how=row["measured by"],
        conditions=row["conditions"],
        size=int(size[1]) if size else None,
    )
