"""Conclusions against the intervals they rest on."""

from typing import Any

import pytest

from outflank.experiments.experiment import Conclusion
from outflank.experiments.report import carries, conclude
from outflank.experiments.verdict import judge


def row(score: float, error: float, **facts: Any) -> dict[str, Any]:
    """A claim that the first player is better."""
    return {
        "says": "A beats B",
        "where": "",
        "measured": f"{100 * score:.1f} ± {100 * error:.1f} %",
        "verdict": judge("better", score, error),
        "interval": [score, error],
        "part": "one",
        "size": None,
        **facts,
    }


def sentence(word: str, **facts: Any) -> Conclusion:
    parts, sizes = facts.get("parts", ()), facts.get("sizes", ())
    return Conclusion("A and B.", word, facts.get("claims", ("A beats B",)), parts, sizes)


@pytest.mark.parametrize(
    ("score", "error", "words"),
    [
        (0.60, 0.05, {"better", "holds"}),
        (0.55, 0.05, {"equal", "undecided"}),  # it touches the middle, and is narrow
        (0.52, 0.10, {"undecided"}),
        (0.50, 0.02, {"equal", "undecided"}),
        (0.40, 0.05, {"worse", "fails"}),
    ],
)
def test_what_an_interval_carries(score: float, error: float, words: set[str]) -> None:
    known = ("better", "worse", "equal", "undecided", "holds", "fails")
    assert {word for word in known if carries(row(score, error), word)} == words


def test_without_an_interval_the_verdict_is_what_there_is() -> None:
    trend = row(0.6, 0.05, interval=None)
    assert carries(trend, "holds")
    assert not any(carries(trend, word) for word in ("better", "worse", "equal", "fails"))


def test_all_claims_must_carry_it() -> None:
    rows = [row(0.6, 0.05, part="one"), row(0.5, 0.05, part="two")]
    assert [one["carried"] for one in conclude([sentence("better")], rows)] == [False]
    only = sentence("better", parts=("one",))
    assert conclude([only], rows) == [
        {"text": "A and B.", "figures": "60.0 ± 5.0 %", "carried": True}
    ]


def test_sizes_are_told_apart_from_all_boards() -> None:
    rows = [row(0.6, 0.05), row(0.4, 0.05, size=6, where="6x6"), row(0.7, 0.05, size=8)]
    assert conclude([sentence("better")], rows)[0]["figures"] == "60.0 ± 5.0 %"
    on_six = conclude([sentence("worse", sizes=(6,))], rows)[0]
    assert (on_six["figures"], on_six["carried"]) == ("6x6: 40.0 ± 5.0 %", True)
    # Where nothing was measured over all boards, every size counts.
    assert not conclude([sentence("better")], rows[1:])[0]["carried"]


def test_what_rests_on_nothing_is_not_carried() -> None:
    assert not conclude([sentence("better", claims=("B beats A",))], [row(0.6, 0.05)])[0]["carried"]
    plain = conclude([sentence("", claims=())], [])
    assert plain == [{"text": "A and B.", "figures": "", "carried": True}]


def test_figures_of_several_claims_say_which() -> None:
    rows = [row(0.6, 0.05, where="depth 1"), row(0.7, 0.05, says="C beats B")]
    found = conclude([sentence("better", claims=("A beats B", "C beats B"))], rows)
    assert found[0]["figures"] == "A beats B, depth 1: 60.0 ± 5.0 %; C beats B: 70.0 ± 5.0 %"
