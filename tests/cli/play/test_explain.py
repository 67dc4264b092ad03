from outflank import Decision, Move
from outflank.cli.play.explain import statistics_lines
from outflank.cli.play.notation import STANDARD


def test_statistics_tell_what_is_known_and_no_more() -> None:
    known = Decision(Move("d3"), score=-1.5, depth=4, nodes=16, seconds=0.001)
    lines = statistics_lines(known, "White", STANDARD)
    assert lines == [
        "Last search of White: depth 4, 16 nodes, 0.00 s, 16 k nodes/s",
        "  score -1.50 for d3",
        "  effective branching factor 2.00",
    ]
    assert statistics_lines(Decision(Move("d3")), "White", STANDARD) == [
        "Last search of White: it told nothing"
    ]
