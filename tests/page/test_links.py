"""A link holds the whole tree of a game, from any start, on any board."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank._board import SIZES
from support.page_modules import PageError, PageModules

pytestmark = pytest.mark.integration

# Plays moves that numbers choose, from places that numbers choose: a tree of any shape.
GROW = """({ rules, tree, link }, { size, turns, choices, names, set }) => {
  let start = rules.startPosition(size);
  for (const choice of set) {
    const legal = rules.legalMoves(start);
    if (legal.length === 0) break;
    start = rules.play(start, legal[choice % legal.length]);
  }
  if (rules.isOver(start)) start = rules.startPosition(size);
  let game = tree.newGame({ start, names });
  choices.forEach((choice, at) => {
    if (turns[at] !== undefined) game = tree.goTo(game, turns[at] % (game.line.length + 1));
    const legal = rules.legalMoves(tree.positionOf(game));
    if (legal.length > 0) game = tree.playMove(game, legal[choice % legal.length]);
  });
  const address = link.linkOf(game);
  const back = link.readLink(address);
  const facts = ({ size, start, tree, line, ply, names }) =>
    ({ size, start, tree, line: line.slice(0, ply), ply, names });
  return { address, game: facts(game), back: facts(back), again: link.linkOf(back) };
}"""
READ = "({ link }, address) => link.readLink(address)"
CAUGHT = "try { link.readLink(address); return '.'; } catch (error) { return error.message; }"

trees = st.fixed_dictionaries(
    {
        "size": st.sampled_from(SIZES),
        "turns": st.lists(st.one_of(st.none(), st.integers(0, 200)), max_size=40),
        "choices": st.lists(st.integers(0, 50), max_size=40),
        "set": st.lists(st.integers(0, 50), max_size=12),
        "names": st.fixed_dictionaries({"X": st.text(max_size=20), "O": st.text(max_size=20)}),
    }
)


@given(seeds=trees)
def test_round_trip(page: PageModules, seeds: dict[str, Any]) -> None:
    seeds["turns"] = [turn for turn in seeds["turns"] if turn is not None]
    # Half of a character is none: an address holds its replacement.
    seeds["names"] = {
        side: name.encode("utf-16", "replace").decode("utf-16")
        for side, name in seeds["names"].items()
    }
    told = page.run(GROW, seeds)
    assert told["back"] == told["game"], told["address"]
    assert told["again"] == told["address"]


def test_the_example_of_the_documentation(page: PageModules) -> None:
    game = page.run(READ, "#/analyse/8/f5d6c3(c4d3)d3?ply=2&b=Ann&w=Bo")
    assert game["names"] == {"X": "Ann", "O": "Bo"}
    assert game["ply"] == 2
    d6 = game["tree"]["children"][0]["children"][0]
    assert [child["move"] for child in d6["children"]] == [18, 26]  # c3, and c4 in its place


def test_addresses_without_a_game(page: PageModules) -> None:
    for address in ("", "#/play", "#/analyse", "#/library"):
        assert page.run(READ, address) is None


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#/analyse/7/f5", "names no board"),
        ("#/analyse/8/f5zz", 'Character 3 of the moves in the link: "zz" is not a move'),
        ("#/analyse/8/f5f5", "Character 3 of the moves in the link: f5 cannot be played"),
        ("#/analyse/8/a1", "a1 cannot be played"),
        ("#/analyse/8/f5(f5)", "f5 is there twice"),
        ("#/analyse/8/(f5)", "a bracket must follow a move"),
        ("#/analyse/8/f5)", "closes nothing"),
        ("#/analyse/8/f5()", "closes nothing"),
        ("#/analyse/8/f5(d3", "end inside a bracket"),
        ("#/analyse/8!AAAA/", "damaged or cut short"),
        ("#/analyse/8!A*A/", "damaged"),
        ("#/analyse/8!" + "A" * 21 + "E/", "There is no black disc"),
        ("#/analyse/8/" + "f5" * 5000, "more than 8192"),
    ],
)
def test_what_is_wrong_with_a_link(page: PageModules, address: str, words: str) -> None:
    with pytest.raises(PageError) as caught:
        page.run(READ, address)
    assert words in str(caught.value), json.dumps(str(caught.value))


@given(text=st.text(alphabet="abcdefgh12345678()!?=&/8", max_size=60))
def test_junk_is_a_game_or_one_sentence(page: PageModules, text: str) -> None:
    script = f"({{ link }}, address) => {{ {CAUGHT} }}"
    assert str(page.run(script, f"#/analyse/8/{text}")).endswith(".")
