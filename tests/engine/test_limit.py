"""How long a player may think."""

import random
from typing import Any

import pytest

from outflank import Engine, Limit, Position, SettingsError
from outflank.agents import agent, decide
from outflank.agents.engine import EngineAgent
from outflank.engine.question import question_for


def after(size: int, plies: int) -> Position:
    """A position of a game of random moves."""
    dice = random.Random(plies)
    position = Position(size)
    for _ in range(plies):
        position = position.play(dice.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(
    ("limit", "empties", "seconds"),
    [
        (Limit(clock=60), 60, 60 / 18),
        (Limit(clock=60, increment=1), 60, 60 / 18 + 1),
        (Limit(clock=60), 2, 54),
        (Limit(clock=60, time=3), 2, 3),
        (Limit(clock=0.0001), 60, 0.001),
        (Limit(time=2), 60, 2),
        (Limit(depth=2), 60, None),
    ],
)
def test_the_seconds_of_a_move(limit: Limit, empties: int, seconds: float | None) -> None:
    assert limit.seconds_at(empties) == pytest.approx(seconds)
    assert limit.is_timed == (seconds is not None)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"clock": 0}, "clock must be above zero"),
        ({"clock": 60, "increment": -1}, "increment must be above zero"),
        ({"clock": 60, "increment": float("nan")}, "increment must be above zero"),
        ({"time": 1, "increment": 1}, "an increment goes with a clock"),
        ({}, "a limit needs a depth, a number of nodes, a time, a clock, or dynamic"),
    ],
)
def test_limits_that_make_no_sense(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Limit(**settings)


def test_a_clock_leaves_room_for_a_move_that_is_not_clear() -> None:
    question = question_for(Position(), Limit(clock=18))
    assert question.pace == pytest.approx(0.35)
    assert question.seconds == pytest.approx(2.5)
    late = question_for(after(8, 50), Limit(clock=1))
    assert 0.8 < late.seconds < 0.9  # something is always left
    assert question_for(Position(), Limit(clock=0.001)).seconds == pytest.approx(0.001)


def test_the_whole_clock_is_never_spent() -> None:
    left, position = 0.2, Position(6)
    while not position.is_over():
        spent = question_for(position, Limit(clock=left)).seconds
        assert spent is not None
        left -= spent
        assert left > 0
        position = position.play(position.legal_moves[0])


def test_the_only_move_is_played_at_once() -> None:
    position = after(8, 30)
    while len(position.legal_moves) != 1 or position.must_pass():
        position = position.play(position.legal_moves[-1])
    with Engine(threads=1, hash_mb=1, book=False) as engine:
        for limit in (Limit(time=1000.0), Limit(clock=100_000.0)):
            decision = engine.play(position, limit)
            assert decision.move == position.legal_moves[0]
            assert decision.depth == 1
        assert (engine.play(position, Limit(depth=4)).depth or 0) >= 4


def test_players_know_clocks() -> None:
    position = after(6, 20)
    for spec in ("engine", "alphabeta", "skill:level=3", "random"):
        with agent(spec) as player:
            assert position.is_legal(decide(player, position, clock=(0.1, 0.0)).move)
            own = player.limit
            player.choose_by_clock(position, 0.0, 0.0)
            assert player.limit == own


def test_pondering() -> None:
    player = agent("engine:time=0.02,ponder=yes,hash=1")
    assert isinstance(player, EngineAgent)
    position = Position(12)
    with player:
        for _ in range(4):
            decision = player.choose(position)
            work = player._pondering
            assert work is not None
            assert not work.is_done(0)
            position = position.play(decision.move)
            position = position.play(position.legal_moves[0])
        player.new_game()
        assert player._pondering is None
        assert work is not None
        assert work.is_done(0)
        player.choose(position)
        player.stop()
        assert position.is_legal(player.choose(position).move)
        ended = player._pondering
    assert ended is not None
    assert ended.is_done(0)
    with agent("engine:depth=2,ponder=yes") as steady:
        steady.choose(Position(6))
        assert isinstance(steady, EngineAgent)
        assert steady._pondering is None
