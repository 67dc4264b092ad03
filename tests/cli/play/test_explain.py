from outflank import Decision, Move
from outflank.cli.play.explain import statistics_lines, why_lines
from outflank.cli.terminal.notation import STANDARD
from outflank.engine import Line
from outflank.session.insight import Explanation

D3, C4 = Move("d3"), Move("c4")
TERMS = (("corners", -5.0, 0.0), ("mobility", 4.0, 0.0))


def explained(first: int, second: int) -> list[str]:
    """Terms that speak for c4 on the whole, and the engine's values of d3 and c4."""
    lines = Line(D3, first, (D3, C4)), Line(C4, second, (C4,))
    return why_lines(Explanation("exact", *lines, "x", TERMS), STANDARD)


def test_the_engine_comes_first_and_heuristics_never_contradict_it_unsaid() -> None:
    assert explained(+3, +1) == [
        "Why d3 and not c4? The engine sees (exact):",
        "  d3  +3  expected: d3 c4",
        "  c4  +1  expected: c4",
        "  d3 is worth 2 discs more.",
        "The heuristics of x right after each move, to illustrate:",
        "                   d3         c4  difference",
        "  corners        -5.0        0.0        -5.0",
        "  mobility        4.0        0.0        +4.0  <- speaks for d3",
        "  total          -1.0        0.0        -1.0",
        "  They would prefer c4; the engine looks further.",
    ]


def test_a_worse_move_is_not_defended() -> None:
    lines = explained(-1, 0)
    assert lines[3] == "  c4 is worth 1 disc more."
    assert [line for line in lines if "<-" in line] == [
        "  corners        -5.0        0.0        -5.0  <- speaks for c4"
    ]
    assert lines[-1].startswith("  total")


def test_equal_moves_have_no_better_one() -> None:
    lines = explained(2, 2)
    assert lines[3] == "  Both are worth the same."
    assert not any("<-" in line for line in lines)


def test_statistics_tell_what_is_known_and_no_more() -> None:
    known = Decision(Move("d3"), score=-1.5, depth=4, nodes=16, seconds=0.001)
    lines = statistics_lines(known, "White", STANDARD)
    assert lines == [
        "Last search of White: depth 4, 16 nodes, 0.00 s, 16 k nodes/s",
        "  score -1.50 for d3",
        "  effective branching factor 2.00",
    ]
    book = Decision(Move("d3"), score=2.0, depth=12, nodes=0, seconds=0.0, book=True)
    assert statistics_lines(book, "White", STANDARD)[0] == (
        "Last search of White: from the book, depth 12, 0 nodes, 0.00 s"
    )
    assert statistics_lines(Decision(Move("d3")), "White", STANDARD) == [
        "Last search of White: it told nothing"
    ]
