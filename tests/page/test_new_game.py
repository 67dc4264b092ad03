"""What can be chosen for a new game: not every agent plays on every board."""

from typing import Any

import pytest

from support.page_modules import PageModules

pytestmark = pytest.mark.integration

RUN = """({ store, tree }, { size, seats, sizes }) => {
  const agents = [
    { name: 'skill', spec: 'skill', doc: '', sizes: [4, 6, 8, 10, 12] },
    { name: 'humanlike', spec: 'humanlike', doc: '', sizes: [8] },
  ];
  const game = tree.newGame({ size, seats: { X: { agent: seats[0] }, O: { agent: seats[1] } } });
  const state = store.initialState({ game, hello: { agents } });
  let found = store.firstSetup(state);
  for (const next of sizes) found = store.onBoard(state, found, next);
  return found;
}"""
PEOPLE = "humanlike:rating=1500"


def chosen(page: PageModules, seats: list[str], *sizes: int, size: int = 8) -> Any:
    return page.run(RUN, {"size": size, "seats": seats, "sizes": sizes})


def test_who_plays_now_is_suggested(page: PageModules) -> None:
    found = chosen(page, ["", PEOPLE])
    assert found == {"size": 8, "X": "", "O": PEOPLE, "left": []}
    # Nobody plays yet: a skill.
    assert chosen(page, ["", ""], size=6)["O"] == "skill:level=3"


def test_a_skill_takes_the_place_of_who_does_not_play_on_the_board(page: PageModules) -> None:
    found = chosen(page, ["", PEOPLE], 10)
    assert found == {"size": 10, "X": "", "O": "skill:level=3", "left": [PEOPLE]}
    back = chosen(page, ["", PEOPLE], 10, 8)
    assert back == {"size": 8, "X": "", "O": "skill:level=3", "left": []}
    both = chosen(page, ["humanlike", PEOPLE], 6)
    assert both["X"] == both["O"] == "skill:level=3"
    assert both["left"] == ["humanlike", PEOPLE]


def test_others_stay(page: PageModules) -> None:
    for agent in ("", "skill:level=7", "what the server never told of"):
        found = chosen(page, [agent, "skill:level=1"], 12)
        assert found == {"size": 12, "X": agent, "O": "skill:level=1", "left": []}


def test_a_dialog_begins_anew(page: PageModules) -> None:
    kept = page.run("""({ store }) => {
      const setup = { size: 10, X: '', O: '', left: [] };
      const open = store.reduce(store.initialState(), { type: 'ui', setup });
      const close = store.reduce(open, { type: 'ui', dialog: null });
      return [open.ui.setup, close.ui.setup];
    }""")
    assert kept == [{"size": 10, "X": "", "O": "", "left": []}, None]
