"""What takes long to make is made before a game's clock runs, and only once."""

from typing import Any

import pytest

from outflank import Position, agent
from outflank.agents.hosted import isolated_agent
from outflank.agents.spec import AgentSpec
from outflank.errors import FileError


def made(player: Any) -> object:
    """The engine or search behind an agent, as far as there is one yet."""
    return player._kept._engine if hasattr(player, "_kept") else player._search


@pytest.mark.parametrize(
    "spec", ["engine:depth=1,hash=1", "skill:level=3", "alphabeta:depth=1", "mcts:nodes=10"]
)
def test_it_is_there_before_the_first_move(spec: str) -> None:
    with agent(spec) as player:
        assert made(player) is None
        for size in (6, 8):
            player.new_game()
            player.prepare(size)
            ready = made(player)
            assert ready is not None
            player.choose(Position(size))
            assert made(player) is ready


@pytest.mark.parametrize("spec", ["alphabeta:depth=1", "mcts:nodes=10,playout=eval,eval=improved"])
def test_a_board_it_cannot_play_on_changes_nothing(spec: str) -> None:
    with agent(spec) as player:
        player.prepare(6)
        for _ in range(2):
            with pytest.raises(FileError, match="4x4"):
                player.prepare(4)
        player.choose(Position(6))


def test_an_agent_that_needs_nothing() -> None:
    with agent("greedy") as player:
        player.prepare(8)


@pytest.mark.integration
def test_a_process_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with isolated_agent(AgentSpec.parse("engine:depth=1,hash=1"), memory=500) as player:
        asked: list[object] = []
        ask = player.ask

        def listen(question: Any, seconds: float) -> dict[str, Any]:
            asked.append(question["do"])
            return ask(question, seconds)

        monkeypatch.setattr(player, "ask", listen)
        player.new_game()
        player.prepare(6)
        player.choose(Position(6))
        assert asked == ["load", "new", "prepare", "move"]
