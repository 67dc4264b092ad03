"""Games go to the server and come back as records, with variations and comments."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, Move, Position
from outflank._board import SIZES
from outflank.formats.record import parse_record, record_of
from support.page_modules import PageError, PageModules

pytestmark = pytest.mark.integration

THERE_AND_BACK = "({ record }, facts) => record.recordOf(record.gameOfRecord(facts))"


def grown(seeds: dict[str, Any]) -> Game:
    """A tree that numbers choose; forced passes are played by themselves."""
    start = Position(seeds["size"])
    for choice in seeds["set"]:
        if not start.is_over():
            start = start.play(start.legal_moves[choice % len(start.legal_moves)])
    game = Game(Position(seeds["size"]) if start.is_over() else start, auto_pass=True)
    for number, choice in enumerate(seeds["choices"]):
        if number < len(seeds["turns"]):
            for _ in range(seeds["turns"][number] % (len(game.moves) + 1)):
                if any(not move.is_pass for move in game.moves):
                    game.undo()
        if not game.position.is_over():
            legal = game.position.legal_moves
            game.play(legal[choice % len(legal)])
            if choice % 5 == 0 and game.node.move != Move.PASS:
                game.node.comment = f"note {number}"
    return game


@given(
    seeds=st.fixed_dictionaries(
        {
            "size": st.sampled_from(SIZES),
            "turns": st.lists(st.integers(0, 20), max_size=30),
            "choices": st.lists(st.integers(0, 50), max_size=60),
            "set": st.lists(st.integers(0, 50), max_size=10),
        }
    )
)
def test_round_trip(page: PageModules, seeds: dict[str, Any]) -> None:
    game = grown(seeds)
    back = parse_record(json.dumps(page.run(THERE_AND_BACK, record_of(game))))
    assert shape(back) == shape(game)


def shape(game: Game) -> tuple[str, list[Any]]:
    """The tree without passes, which a page plays by itself."""

    def below(node: Any) -> list[Any]:
        children: list[Any] = []
        for child in node.children:
            if child.move.is_pass:
                children += below(child)
            else:
                children.append((child.move.name, child.comment, below(child)))
        return children

    first = game.start
    return (first.play(Move.PASS) if first.must_pass() else first).to_text(), below(game.root)


def test_a_question_says_who_is_to_move_after_a_forced_pass(page: PageModules) -> None:
    script = """({ rules, notation, tree, engine }, moves) => {
      const game = tree.newGame();
      const line = notation.readMoves(moves, game.start);
      const position = tree.positionOf(tree.gameOf(line));
      return { ...engine.asked(game, line), turn: position.turn };
    }"""
    dice, passes = random.Random(3), 0
    for _ in range(20):
        game = Game(auto_pass=True)
        while not game.position.is_over():
            game.play(dice.choice(game.position.legal_moves))
            asked = page.run(script, game.transcript())
            there = Game.from_transcript(asked["moves"]).position
            if not there.is_over():
                assert not there.must_pass()
                assert there == game.position
                passes += asked["moves"].endswith("pa")
    assert passes > 5


def test_names_and_a_resignation(page: PageModules) -> None:
    facts = {
        "size": 6,
        "black": "Ann",
        "white": "Bo",
        "score": -36,
        "ending": "resigned",
        "moves": "C2b2",
    }
    back = page.run(THERE_AND_BACK, facts)
    game = parse_record(json.dumps(back))
    assert (game.black, game.white, game.transcript()) == ("Ann", "Bo", "C2b2")
    assert game.result is not None
    assert (game.result.score, game.result.ending) == (-36, "resigned")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"size": 8, "moves": "a1"}, "a1 cannot be played"),
        ({"size": 8, "start": "X" * 10, "moves": ""}, "start position of the game cannot be read"),
    ],
)
def test_records_that_cannot_be_read(page: PageModules, facts: dict[str, Any], words: str) -> None:
    with pytest.raises(PageError, match=words):
        page.run(THERE_AND_BACK, facts)
