"""The one store of values: what board, graph, report and marks read."""

from dataclasses import asdict
from typing import Any

import pytest

from outflank.engine.accuracy import MARKS, mark_of
from support.page_modules import PageModules

pytestmark = pytest.mark.integration

# Steps put values into the store, by the moves that lead to their position; then it is asked.
ASK = """({ rules, notation, tree, values }, { steps, moves, marks, size = 8 }) => {
  const start = rules.startPosition(size);
  const at = (text) => notation.readMoves(text, start).reduce(rules.play, start);
  let store = new Map();
  for (const { moves: line, scores, ...facts } of steps) {
    const found = Object.fromEntries(Object.entries(scores).map(([name, score]) => {
      const square = notation.squareOf(name, size);
      return [square, { score, line: [square] }];
    }));
    store = values.withValues(store, rules.keyOf(at(line)), {
      depth: 1, selectivity: 100, exact: false, source: 'search', nodes: 1, ...facts,
      moves: found,
    });
  }
  const line = notation.readMoves(moves, start);
  const position = at(moves);
  const found = values.evaluate(store, position);
  const named = (what) => Object.fromEntries(
    [...found.moves].map(([move, one]) => [notation.nameOf(move, size), one[what]]));
  return {
    scores: named('score'),
    depths: named('depth'),
    best: found.best === null ? null : notation.nameOf(found.best, size),
    value: found.value,
    exact: found.exact,
    black: values.forBlack(store, position),
    mistakes: values.mistakesOf({ values: store, hello: marks && { marks } }, { start, line })
      .map(({ ply, loss, mark, best }) => [ply, loss, mark.mark, notation.nameOf(best, size)]),
  };
}"""
START = {"d3": 1, "c4": 0, "f5": 2, "e6": -1}
AFTER_F5 = {"f4": -3, "d6": 1, "f6": 0}


MARK_RECORDS = [asdict(mark) for mark in MARKS.values()]
"""As the page gets them from the server."""


def ask(
    page: PageModules, *steps: dict[str, Any], moves: str = "", marks: Any = MARK_RECORDS
) -> Any:
    return page.run(ASK, {"steps": list(steps), "moves": moves, "marks": marks})


def test_nothing_is_known_without_a_search(page: PageModules) -> None:
    told = ask(page)
    assert (told["scores"], told["best"], told["value"], told["black"]) == ({}, None, None, None)


def test_the_best_move_and_its_value(page: PageModules) -> None:
    told = ask(page, {"moves": "", "scores": START})
    assert told["scores"] == START
    assert (told["best"], told["value"], told["black"]) == ("f5", 2, 2)


def test_values_are_replaced_whole_and_only_by_a_better_search(page: PageModules) -> None:
    scores = {"d3": 5, "c4": 5, "f5": 5, "e6": 6}
    deep: dict[str, Any] = {"moves": "", "scores": scores, "depth": 8}
    for steps in ([{"moves": "", "scores": START}, deep], [deep, {"moves": "", "scores": START}]):
        assert ask(page, *steps)["scores"] == deep["scores"]
    exact = {"moves": "", "scores": START, "exact": True}
    for steps in ([exact, deep], [deep, exact]):
        assert ask(page, *steps)["scores"] == START
    surer = {"moves": "", "scores": START, "depth": 7, "selectivity": 100}
    assert ask(page, {**deep, "selectivity": 73}, surer)["scores"] == START


def test_a_deeper_child_backs_up(page: PageModules) -> None:
    told = ask(
        page,
        {"moves": "", "scores": START, "depth": 4},
        {"moves": "f5", "scores": AFTER_F5, "depth": 9},
    )
    assert told["scores"] == {**START, "f5": -1}
    assert told["depths"]["f5"] == 10
    assert (told["best"], told["value"]) == ("d3", 1)
    shallow = ask(
        page,
        {"moves": "", "scores": START, "depth": 4},
        {"moves": "f5", "scores": AFTER_F5, "depth": 2},
    )
    assert shallow["scores"] == START


def test_a_child_whose_replies_are_not_all_known_says_nothing(page: PageModules) -> None:
    told = ask(
        page,
        {"moves": "", "scores": START, "depth": 4},
        {"moves": "f5", "scores": {"f4": -30}, "depth": 20},
    )
    assert told["scores"] == START


def test_a_report_stands_beside_a_search(page: PageModules) -> None:
    report = {"moves": "", "scores": {"f5": 3, "e6": -6}, "depth": 16, "source": "report"}
    search = {"moves": "", "scores": START, "depth": 10}
    for steps in ([report, search], [search, report]):
        told = ask(page, *steps)
        assert told["scores"] == {"d3": 1, "c4": 0, "f5": 3, "e6": -6}


def test_values_for_black(page: PageModules) -> None:
    assert ask(page, {"moves": "f5", "scores": AFTER_F5}, moves="f5")["black"] == -1


def test_marks(page: PageModules) -> None:
    start = {"moves": "", "scores": {"d3": 2, "c4": 2, "f5": 0, "e6": 2}, "exact": True}
    after = {"moves": "f5", "scores": {"f4": -9, "d6": 1, "f6": 0}, "exact": False}
    told = ask(page, start, after, moves="f5f4")
    assert told["mistakes"] == [[0, 2, "?!", "d3"], [1, 10, "??", "d6"]]
    without_server = ask(page, start, after, moves="f5f4", marks=None)
    assert without_server["mistakes"] == []


@pytest.mark.parametrize(
    ("value", "played", "mark"),
    [
        (4, 3, ""),
        (4, 2, "?!"),
        (4, 0, "?"),
        (4, -4, "??"),
        (20, 4, "?"),
        (-2, -12, "?"),
        (0, -8, "??"),
    ],
)
def test_a_blunder_changes_who_is_expected_to_win(
    page: PageModules, value: int, played: int, mark: str
) -> None:
    ask_mark = "({ values }, facts) => values.markOf(...facts)?.mark ?? ''"
    assert page.run(ask_mark, [MARK_RECORDS, value, played]) == mark_of(value, played) == mark


def test_the_end_of_a_game_is_known_without_a_search(page: PageModules) -> None:
    told = ask(page, moves="e6f4e3f6g5d6e7f5c5")
    assert (told["black"], told["exact"]) == (64, True)
    before = ask(page, moves="e6f4e3f6g5d6e7f5")
    assert before["scores"]["c5"] == 64
