"""Conclusions held against the intervals of the claims they rest on."""

from collections.abc import Iterable
from typing import Any

from outflank.experiments.experiment import Conclusion
from outflank.experiments.verdict import HOLDS, NOISE, judge

VERDICTS = {"holds": "holds", "fails": "fails", "undecided": NOISE}
"""Words that repeat the verdict on a claim."""


def conclude(conclusions: Iterable[Conclusion], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each sentence with its figures, and whether they carry it; `rows` are judged claims."""
    result = []
    for conclusion in conclusions:
        word, chosen = conclusion.word, rows_of(conclusion, rows)
        carried = not word or (bool(chosen) and all(carries(row, word) for row in chosen))
        result.append({"text": conclusion.text, "figures": _figures(chosen), "carried": carried})
    return result


def rows_of(conclusion: Conclusion, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The claims a conclusion rests on; of a claim with and without sizes those without, if any."""
    chosen = []
    for says in conclusion.claims:
        of_claim = [
            row
            for row in rows
            if row["says"] == says and (not conclusion.parts or row["part"] in conclusion.parts)
        ]
        if conclusion.sizes:
            of_claim = [row for row in of_claim if row["size"] in conclusion.sizes]
        elif any(row["size"] is None for row in of_claim):
            of_claim = [row for row in of_claim if row["size"] is None]
        chosen += of_claim
    return chosen


def carries(row: dict[str, Any], word: str) -> bool:
    """True if the figures of a claim carry the word.

    A player is better or worse than the other if the whole interval of its score is on that side
    of one half; equal if a narrow interval has the half in it; undecided if any has.
    """
    if row["interval"] is None or word in VERDICTS:
        return bool(VERDICTS.get(word) == row["verdict"])
    return judge(word, *row["interval"]) == HOLDS


def _figures(rows: list[dict[str, Any]]) -> str:
    """What was measured and where; of several claims, what the first figure of each is about."""
    several = len({row["says"] for row in rows}) > 1
    figures, before = [], ""
    for row in rows:
        says = row["says"] if several and row["says"] != before else ""
        label = ", ".join(filter(None, [says, row["where"]]))
        figures.append(f"{label}: {row['measured']}" if label else row["measured"])
        before = row["says"]
    return "; ".join(figures)
