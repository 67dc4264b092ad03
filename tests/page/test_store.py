"""What happens to the state of the page."""

from dataclasses import asdict
from typing import Any

import pytest

from outflank.engine.accuracy import MARKS
from support.page_modules import PageError, PageModules

pytestmark = pytest.mark.integration

RUN = """({ store, tree, rules, notation }, { given, actions }) => {
  let state = store.initialState(given);
  for (const action of actions) {
    const { name, ...rest } = action;
    const square = name === undefined ? {} : { square: notation.squareOf(name, state.game.size) };
    state = store.reduce(state, { ...rest, ...square });
  }
  const position = tree.positionOf(state.game);
  const { game, ui, retry, editor, route } = state;
  return {
    message: ui.message, losses: ui.losses, retry, editor, route, past: state.past.length,
    moves: notation.names(tree.pathOf(game), game.size), line: notation.names(game.line, game.size),
    variations: game.tree.children.length, clock: game.clock, result: game.result, size: game.size,
    turn: position.turn, cells: position.cells, agent: store.agentToMove(state),
    may: store.mayPlay(state), shows: store.showsValues(state),
  };
}"""
HUMANS = {"seats": {"X": {"agent": ""}, "O": {"agent": ""}}}


def run(page: PageModules, *actions: dict[str, Any], given: dict[str, Any] | None = None) -> Any:
    return page.run(RUN, {"given": given or {}, "actions": list(actions)})


def play(name: str) -> dict[str, Any]:
    return {"type": "play", "name": name}


def test_a_first_visit_is_a_game_against_skill_3(page: PageModules) -> None:
    told = run(page)
    assert (told["size"], told["turn"], told["may"], told["agent"]) == (8, "X", True, "")
    after = run(page, play("f5"))
    assert (after["moves"], after["may"], after["agent"]) == ("f5", False, "skill:level=3")
    assert after["message"] == "Black f5, flips 1: e5. White to move, 3 legal."


def test_moves_out_of_turn_and_illegal_ones_change_nothing(page: PageModules) -> None:
    assert run(page, play("f5"), play("d6"))["message"] == "It is not your move."
    told = run(page, play("a1"))
    assert (told["moves"], told["message"]) == ("", "That square cannot be played.")


def test_an_answer_that_comes_too_late_is_dropped(page: PageModules) -> None:
    told = run(page, play("f5"), {"type": "answer", "key": "another position", "name": "d6"})
    assert told["moves"] == "f5"


def test_undo_takes_back_to_the_move_of_a_person(page: PageModules) -> None:
    analyse = {"type": "route", "route": "analyse"}
    back = {"type": "route", "route": "play"}
    told = run(page, analyse, play("f5"), play("d6"), back, {"type": "takeback"})
    assert (told["moves"], told["line"], told["may"]) == ("", "", True)
    nothing = run(page, {"type": "takeback"})
    assert nothing["message"] == "There is no move to take back."


def test_variations_undo_and_redo(page: PageModules) -> None:
    analyse = {"type": "route", "route": "analyse"}
    steps = [analyse, play("f5"), play("d6"), {"type": "goto", "ply": 0}, play("d3")]
    told = run(page, *steps)
    assert (told["moves"], told["variations"], told["past"]) == ("d3", 2, 3)
    undone = run(page, *steps, {"type": "undo"})
    assert (undone["variations"], undone["past"]) == (1, 2)
    assert run(page, *steps, {"type": "undo"}, {"type": "redo"})["variations"] == 2
    assert run(page, *steps, {"type": "variation", "step": 1})["line"] == "f5 d6"
    assert run(page, *steps, {"type": "promote"})["line"] == "d3"
    removed = run(page, *steps, {"type": "remove"})
    assert (removed["variations"], removed["line"]) == (1, "f5 d6")
    assert run(page, {"type": "undo"})["message"] == "There is nothing to undo."


def test_a_forced_pass_is_told(page: PageModules) -> None:
    analyse = {"type": "route", "route": "analyse"}
    # After these moves on 6x6 one side has no answer.
    moves = page.run(
        """({ rules, tree, notation }) => {
          for (let seed = 1; ; seed += 1) {
            let [position, line, dice] = [rules.startPosition(6), [], seed];
            while (!rules.isOver(position)) {
              const legal = rules.legalMoves(position);
              dice = (dice * 48271) % 2147483647;
              const move = legal[dice % legal.length];
              line.push(notation.nameOf(move, 6));
              const next = rules.play(position, move);
              if (next.turn === position.turn && !rules.isOver(next)) return line;
              position = next;
            }
          }
        }"""
    )
    new = {"type": "load", "game": None}
    game = page.run("({ tree }) => tree.newGame({ size: 6 })")
    told = run(page, analyse, {**new, "game": game}, *(play(move) for move in moves))
    assert " must pass. " in told["message"]


def test_resigning_and_losing_twice(page: PageModules) -> None:
    told = run(page, play("f5"), {"type": "resign"})
    assert told["result"] == {"winner": "O", "ending": "resigned"}
    assert told["losses"] == 1
    assert run(page, play("f5"), {"type": "resign"}, {"type": "resign"})["losses"] == 1


def test_a_clock_that_runs_out_ends_the_game(page: PageModules) -> None:
    clock = {"X": 1000, "O": 1000, "increment": 500}
    game = page.run("({ tree }, given) => tree.newGame(given)", {**HUMANS, "clock": clock})
    told = run(page, play("f5"), {"type": "tick", "ms": 400}, given={"game": game})
    assert told["clock"] == {"X": 1500, "O": 600, "increment": 500}
    over = run(page, play("f5"), {"type": "tick", "ms": 1400}, given={"game": game})
    assert over["result"] == {"winner": "X", "ending": "time"}
    assert over["message"] == "White has run out of time."
    assert not over["may"]


def test_the_editor(page: PageModules) -> None:
    opened = run(page, {"type": "editor-open"})
    assert not opened["may"]
    cleared = {"type": "editor", "editor": {"cells": "-" * 64}}
    refused = run(page, {"type": "editor-open"}, cleared, {"type": "editor-done"})
    assert refused["message"] == "There is no black disc."
    assert refused["editor"] is not None
    done = run(
        page,
        {"type": "editor-size", "size": 6},
        {"type": "editor", "editor": {"cells": "-" * 36}},
        {"type": "paint", "square": 0},
        {"type": "editor", "editor": {"brush": "O", "turn": "O"}},
        {"type": "paint", "square": 1},
        {"type": "symmetry", "how": "mirror"},
        {"type": "editor-done"},
    )
    assert (done["size"], done["route"], done["editor"]) == (6, "analyse", None)
    assert done["cells"][:6] == "----OX"
    assert done["turn"] == "X"  # white could not move


def values(scores: dict[str, int], *, exact: bool = False) -> dict[str, Any]:
    squares = {"d3": 19, "c4": 26, "f5": 37, "e6": 44}
    moves = {squares[name]: {"score": score, "line": []} for name, score in scores.items()}
    facts = {"depth": 5, "selectivity": 100, "exact": exact, "source": "search", "nodes": 1}
    return {
        "type": "values",
        "key": "-" * 27 + "OX------XO" + "-" * 27 + "X",
        "values": {**facts, "moves": moves},
    }


ASKED: list[dict[str, Any]] = [
    {"type": "hello", "hello": {"marks": [asdict(mark) for mark in MARKS.values()]}},
    {"type": "route", "route": "analyse"},
    play("f5"),
    values({"d3": 4, "c4": 3, "f5": 0, "e6": 1}),
    {"type": "retry-start"},
]


def test_retrying_mistakes(page: PageModules) -> None:
    asked = run(page, *ASKED)
    assert (asked["moves"], asked["retry"]["status"], asked["shows"]) == ("", "ask", False)
    assert asked["message"] == "Mistake 1 of 1, move 1: find a better move."
    wrong = run(page, *ASKED, play("e6"))
    assert (wrong["retry"]["status"], wrong["message"]) == ("wrong", "e6 loses 3 discs. Try again.")
    for name in ("d3", "c4"):  # within a disc
        assert run(page, *ASKED, play("e6"), play(name))["retry"]["status"] == "right"
    done = run(page, *ASKED, play("d3"), {"type": "retry-next"})
    assert done["message"] == "That was the last one: 1 of 1 found."
    shown = run(page, *ASKED, {"type": "retry-show"})
    assert shown["message"] == "d3 was best."


def test_looking_around_is_no_attempt(page: PageModules) -> None:
    told = run(page, *ASKED, {"type": "goto", "ply": 1}, {"type": "goto", "ply": 0})
    assert told["retry"]["status"] == "ask"


def test_where_values_are_exact_only_the_best_is_right(page: PageModules) -> None:
    asked = [*ASKED[:3], values({"d3": 4, "c4": 3, "f5": 0, "e6": 1}, exact=True), ASKED[4]]
    assert run(page, *asked, play("c4"))["retry"]["status"] == "wrong"
    assert run(page, *asked, play("d3"))["retry"]["status"] == "right"


def test_unknown_actions_are_errors(page: PageModules) -> None:
    with pytest.raises(PageError, match="unknown action nonsense"):
        run(page, {"type": "nonsense"})


COMMAND = """({ store, commands }, texts) => {
  let state = store.initialState();
  state = store.reduce(state, { type: 'route', route: 'analyse' });
  for (const text of texts) {
    for (const action of commands.commandActions(text, state)) state = store.reduce(state, action);
  }
  const { game, settings, ui } = state;
  const { ply, size, seats } = game;
  return { ply, size, agent: seats.O.agent, values: settings.values, message: ui.message };
}"""


def test_commands(page: PageModules) -> None:
    assert page.run(COMMAND, ["f5 d6 c3", "goto 1"])["ply"] == 1
    assert page.run(COMMAND, ["f5d6c3", "undo"])["ply"] == 2
    told = page.run(COMMAND, ["new 10 skill 4"])
    assert (told["size"], told["agent"]) == (10, "skill:level=4")
    assert page.run(COMMAND, ["values"])["values"] is False
    assert page.run(COMMAND, ["score"])["message"].startswith("Black 2, white 2, 60 empty.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fly", '"fly" is no command'),
        ("", '"" is no command'),
        ("__proto__", "is no command"),
        ("a1", "a1 cannot be played there"),
        ("goto", "goto is followed by the number of a move, from 0 to 0."),
        ("goto 5", "from 0 to 0."),
        ("new 7", '"7" is neither a board'),
        ("new skill 11", "from 0 to 10."),
    ],
)
def test_commands_that_are_none(page: PageModules, text: str, words: str) -> None:
    with pytest.raises(PageError) as caught:
        page.run(COMMAND, [text])
    assert words in str(caught.value)
