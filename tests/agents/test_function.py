"""The agent around a Python function, against plain minimax."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank import Color, EngineError, Position, SettingsError
from outflank.agents import FunctionAgent, agent, decide, play
from support.boards import reachable_positions

WIN = 1e9


def odd(position: Position) -> float:
    """A function without symmetry: sizes of the sides' mobility, and the first column."""
    mask = position.disc_mask(Color.BLACK)
    return float(mask[:, 0].sum()) * 3.5 - len(position.legal_moves) + position.disc_difference()


def minimax(position: Position, depth: int, color: Color) -> float:
    """For `color`, without pruning."""
    moves = position.legal_moves
    if not moves:
        score = position.score(color)
        return score + WIN * ((score > 0) - (score < 0))
    if depth == 0:
        return odd(position) if color == Color.BLACK else -odd(position)
    values = [minimax(position.play(move), depth - 1, color) for move in moves]
    return max(values) if position.turn == color else min(values)


@given(reachable_positions(), st.integers(1, 3))
@settings(max_examples=40)
def test_it_is_minimax(position: Position, depth: int) -> None:
    if position.is_over():
        return
    answer = decide(FunctionAgent(odd, depth), position)
    values = {
        move: minimax(position.play(move), depth - 1, position.turn)
        for move in position.legal_moves
    }
    assert answer.score == max(values.values())
    assert values[answer.move] == answer.score
    assert answer.pv[0] == answer.move
    assert (answer.depth, answer.nodes is not None) == (depth, True)


@pytest.mark.parametrize("color", list(Color))
def test_both_colours_play_by_it(color: Color) -> None:
    """The function counts for black; an agent that forgot so would throw its discs away."""
    corners = FunctionAgent(
        lambda position: (
            sum(
                (position.color_at(r, c) == Color.BLACK) - (position.color_at(r, c) == Color.WHITE)
                for r in (0, position.size - 1)
                for c in (0, position.size - 1)
            )
            * 20
            + position.disc_difference()
        ),
        depth=2,
    )
    margin = 0
    for seed in range(5):
        random = agent(f"random:seed={seed}")
        players = (corners, random) if color == Color.BLACK else (random, corners)
        game = play(*players, size=6)
        assert game.result is not None
        margin += game.result.score if color == Color.BLACK else -game.result.score
    assert margin > 30


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_values_that_are_none(value: float) -> None:
    with pytest.raises(EngineError, match=f"the function answered {value} for -"):
        FunctionAgent(lambda _: value).choose(Position())


def test_depths_that_are_none() -> None:
    with pytest.raises(SettingsError, match="depth must be above zero"):
        FunctionAgent(odd, depth=0)
    with pytest.raises(EngineError, match="the game is over"):
        FunctionAgent(odd).choose(Position.from_text("X" * 64))
