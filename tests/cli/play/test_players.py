from contextlib import ExitStack

import pytest

from outflank import Color, NotationError
from outflank.cli.play.players import (
    Thinking,
    is_skill,
    limited,
    seat,
    seeded,
    short_name,
    spec_of,
    takes_limit,
)
from outflank.cli.play.settings import Answers


def test_a_number_is_a_skill() -> None:
    assert spec_of("7") == "skill:level=7"
    assert spec_of("sommer") == "sommer"
    assert [text for text in ("0", "10", "11", "-1", "", "x", "²") if is_skill(text)] == ["0", "10"]


@pytest.mark.parametrize(
    ("spec", "takes"),
    [
        ("skill:level=3", True), ("skill:level=3,nodes=10", False), ("engine", True),
        ("engine:level=4", False), ("improved", True), ("improved:time=1", False),
        ("alphabeta:table=0", True), ("mcts", True), ("random", False), ("human", False),
        ("greedy", False),
    ],
)  # fmt: skip
def test_who_can_be_limited(spec: str, takes: bool) -> None:
    assert takes_limit(spec) == takes
    if not takes:
        assert limited(spec, Thinking(nodes=5)) == spec


@pytest.mark.parametrize(
    ("spec", "thinking", "full"),
    [
        ("improved", Thinking(dynamic=True), "improved:dynamic=yes"),
        ("improved", Thinking(seconds=1.5), "improved:time=1.5"),
        ("improved", Thinking(5, 1000000, 2), "improved:depth=5,nodes=1000000,time=2"),
        ("alphabeta:table=0", Thinking(3), "alphabeta:table=0,depth=3"),
        # These follow the board by themselves.
        ("skill:level=3", Thinking(dynamic=True), "skill:level=3"),
        ("engine", Thinking(dynamic=True), "engine"),
        ("mcts", Thinking(dynamic=True), "mcts"),
        ("engine", Thinking(seconds=2.0), "engine:time=2.0"),
    ],
)
def test_limits_become_options(spec: str, thinking: Thinking, full: str) -> None:
    assert limited(spec, thinking) == full


def test_a_limit_that_an_agent_does_not_know() -> None:
    with pytest.raises(NotationError, match="mcts takes no depth, only nodes and time"):
        limited("mcts", Thinking(depth=3))


def test_the_answers_are_a_limit() -> None:
    assert Thinking.by(Answers()) == Thinking(dynamic=True)
    assert Thinking.by(Answers(strategy="time", seconds=3.0)) == Thinking(seconds=3.0)


def test_dice_get_a_seed() -> None:
    assert seeded("random", 4) == "random:seed=4"
    assert seeded("random:seed=1", 4) == "random:seed=1"
    assert seeded("greedy", 4) == "greedy"
    assert seeded("skill:level=3", 4) == "skill:level=3,seed=4"


def test_names_on_the_screen() -> None:
    assert short_name("skill:level=3,nodes=5") == "skill 3"
    assert short_name("engine:level=30") == "engine"
    assert short_name("agents/student_agent.py:name=x") == "student_agent.py"
    assert short_name("skill") == "skill"


def test_seats() -> None:
    with ExitStack() as closing:
        players = seat({Color.BLACK: "human", Color.WHITE: "random"}, 7, closing)
        assert players[Color.BLACK].agent is None
        assert players[Color.BLACK].name == "you"
        assert str(players[Color.WHITE].agent) == "random:seed=15"
        both = seat({Color.BLACK: "human", Color.WHITE: "human"}, 7, closing)
        assert [player.name for player in both.values()] == ["", ""]
        agents = seat({Color.BLACK: "random", Color.WHITE: "random"}, 7, closing)
        assert str(agents[Color.BLACK].agent) != str(agents[Color.WHITE].agent)
