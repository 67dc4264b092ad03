import pytest

from outflank import Agent, Color, Level, Limit, Move, Position, SettingsError
from outflank.agents import register
from outflank.agents.limits import takes_limit
from outflank.agents.spec import AgentSpec
from outflank.session.settings import GameSettings
from outflank.session.sides import (
    PERSON,
    is_skill,
    limited,
    make_sides,
    seating,
    seed_spec,
    spec_of,
)


def test_a_number_is_a_skill() -> None:
    assert str(spec_of("7")) == "skill:level=7"
    assert str(spec_of("sommer")) == "sommer"
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
    parsed = AgentSpec.parse(spec)
    assert takes_limit(parsed) == takes
    if not takes:
        assert limited(parsed, Limit(nodes=5)) == parsed


@pytest.mark.parametrize(
    ("spec", "limit", "full"),
    [
        ("improved", Limit(dynamic=True), "improved:dynamic=yes"),
        ("improved", Limit(time=1.5), "improved:time=1.5"),
        ("improved", Limit(5, 1000000, 2), "improved:depth=5,nodes=1000000,time=2"),
        ("alphabeta:table=0", Limit(3), "alphabeta:table=0,depth=3"),
        # These follow the board by themselves.
        ("skill:level=3", Limit(dynamic=True), "skill:level=3"),
        ("engine", Limit(dynamic=True), "engine"),
        ("mcts", Limit(dynamic=True), "mcts"),
        ("engine", Limit(time=2.0), "engine:time=2.0"),
        ("engine", Level(7), "engine:level=7"),
    ],
)
def test_limits_become_options(spec: str, limit: Limit | Level, full: str) -> None:
    assert str(limited(AgentSpec.parse(spec), limit)) == full


def test_a_limit_that_an_agent_does_not_know() -> None:
    with pytest.raises(SettingsError, match="mcts takes no depth, only nodes and time"):
        limited(AgentSpec("mcts"), Limit(depth=3))


def test_dice_get_a_seed() -> None:
    assert str(seed_spec(AgentSpec.parse("random"), 4)) == "random:seed=4"
    assert str(seed_spec(AgentSpec.parse("random:seed=1"), 4)) == "random:seed=1"
    assert str(seed_spec(AgentSpec.parse("greedy"), 4)) == "greedy"
    assert str(seed_spec(AgentSpec.parse("skill:level=3"), 4)) == "skill:level=3,seed=4"


def test_each_side_gets_its_player() -> None:
    dice = AgentSpec("random")
    sides = make_sides({Color.BLACK: PERSON, Color.WHITE: dice}, 7)
    assert sides[Color.BLACK].agent is None
    assert str(sides[Color.WHITE].agent) == "random:seed=15"
    agents = make_sides({Color.BLACK: dice, Color.WHITE: dice}, 7)
    assert str(agents[Color.BLACK].agent) != str(agents[Color.WHITE].agent)


def test_a_person_sits_where_the_settings_say() -> None:
    assert seating(GameSettings("white", opponent="2")) == {
        Color.BLACK: AgentSpec.parse("skill:level=2"),
        Color.WHITE: PERSON,
    }


def test_a_side_that_cannot_be_made_leaves_no_other_open() -> None:
    closed: list[str] = []

    @register("closing")
    class Closing(Agent):
        def choose(self, position: Position) -> Move:
            return position.legal_moves[0]

        def close(self) -> None:
            closed.append("closing")

    specs = {Color.BLACK: AgentSpec("closing"), Color.WHITE: AgentSpec("nobody")}
    with pytest.raises(SettingsError):
        make_sides(specs, 7)
    assert closed == ["closing"]
