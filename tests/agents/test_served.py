"""Agents as the servers of the protocols ask for them."""

import time

import pytest

from outflank import Game, Level, Limit, Move, Position, SettingsError
from outflank.agents.served import ServedAgent, seconds_for
from outflank.agents.spec import AgentSpec
from outflank.engine import Decision
from outflank.protocols.clock import TimeLeft


@pytest.mark.parametrize(
    ("time", "empties", "seconds"),
    [
        (TimeLeft(60), 60, 60 / 18),
        (TimeLeft(60, 1), 60, 60 / 18 + 1),
        (TimeLeft(60), 2, 54),
        (TimeLeft(10, moves=1), 60, 9),
        (TimeLeft(10, moves=5), 60, 2),
        (TimeLeft(0.5, 2), 60, 0.45),
        (TimeLeft(0), 60, 0.001),
    ],
)
def test_the_time_for_a_move(time: TimeLeft, empties: int, seconds: float) -> None:
    position = Position()
    while position.empties > empties:
        position = position.play(position.legal_moves[0])
    assert seconds_for(time, position) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("spec", "depth", "limit"),
    [
        ("engine", None, Level(10)),
        ("engine", 6, Level(6)),
        ("engine", 500, Level(60)),
        ("engine:level=3", 6, Level(3)),
        ("engine:nodes=100", 6, Limit(nodes=100)),
        ("alphabeta", 2, Limit(depth=2)),
        ("mcts:nodes=50", 6, Limit(nodes=50)),
    ],
)
def test_depth(
    spec: str, depth: int | None, limit: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = ServedAgent(AgentSpec.parse(spec))
    agent = player._agent
    seen: list[object] = []

    def choose(position: Position) -> Decision:
        seen.append(agent.limit)
        return Decision(position.legal_moves[0], score=1.0)

    monkeypatch.setattr(agent, "choose", choose)
    answer = player.choose(Game(), None, depth)
    assert seen == [limit]
    assert answer.move == Move("d3")
    assert (answer.score == 1.0) == spec.startswith("engine")
    seen.clear()
    player.choose(Game(), TimeLeft(10, moves=10), None)
    assert seen == [limit if ":" in spec else Limit(time=1.0)]
    player.close()


def test_names() -> None:
    for spec, name in (("engine", "Outflank"), ("skill:level=3", "Outflank skill:level=3")):
        assert ServedAgent(AgentSpec.parse(spec)).name == name
    with pytest.raises(SettingsError, match="a person speaks no protocol"):
        ServedAgent(AgentSpec.parse("human"))


@pytest.mark.thorough
def test_the_clock_ends_a_search_that_a_depth_began() -> None:
    player = ServedAgent(AgentSpec.parse("engine:level=60,hash=1,book=no"))
    begun = time.process_time()
    assert player.choose(Game(), TimeLeft(0.2, moves=1), None).move in Position().legal_moves
    assert time.process_time() - begun < 60  # to the end of the game it would be days
    player.close()


def test_agents_that_listen_are_told_the_game() -> None:
    player = ServedAgent(AgentSpec.parse("greedy"))
    heard: list[tuple[Position, tuple[Move, ...]]] = []

    class Listener(type(player._agent)):  # type: ignore[misc]
        def observe(self, start: Position, moves: tuple[Move, ...]) -> None:
            heard.append((start, moves))

    player._agent = Listener()
    game = Game.from_transcript("f5d6")
    player.choose(game, None, None)
    assert heard == [(Position(), game.moves)]
