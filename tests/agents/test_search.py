"""The searching agents: the same answer every time, and presets that search as their reports do."""

import json
from pathlib import Path

import pytest

from outflank import EngineError, Move, Position
from outflank.agents import agent, decide, play
from outflank.agents.builtin import AGENTS
from outflank.agents.search import ClassicAgent
from outflank.engine import Decision
from support.commands import python

SPECS = [
    "minimax:depth=2",
    "alphabeta:depth=4",
    "alphabeta:nodes=3000,keep-table=yes",
    "alphabeta:depth=4,ordering=none,table=0,deepening=no",
    "kandlikar-parry:nodes=2000",
    "faraji-osama:nodes=2000",
    "improved:nodes=2000",
    "mcts:nodes=500",
    "mcts:nodes=500,playout=eval,eval=hybrid8,seed=5",
]


def answers(spec: str, size: int) -> list[tuple[str, float | None, int | None]]:
    """What an agent answers along a game it plays with itself."""
    found = []
    with agent(spec) as player:
        for _ in range(2):  # the second game must not know of the first
            player.new_game()
            position = Position(size)
            for _ in range(8):
                decision = decide(player, position)
                found.append((decision.move.name, decision.score, decision.nodes))
                position = position.play(decision.move)
    assert found[:8] == found[8:]
    return found


@pytest.mark.integration
def test_the_same_in_two_processes() -> None:
    cases = [(spec, size) for spec in SPECS for size in (6, 12)]
    here = Path(__file__).parent
    code = (
        f"import json, sys; sys.path[:0] = {[str(here), str(here.parent)]};"
        "import test_search as t;"
        f"print(json.dumps([t.answers(*case) for case in {cases!r}]))"
    )
    expected = [[list(answer) for answer in answers(*case)] for case in cases]
    assert json.loads(python(code)) == expected


def test_a_new_seed_is_another_player() -> None:
    scores = {decide(agent(f"mcts:nodes=200,seed={seed}"), Position()).score for seed in range(5)}
    assert len(scores) > 1


def test_presets_of_the_same_evaluation_are_searches_of_it() -> None:
    position = Position().play("f5").play("d6")
    for preset, spec in [
        ("kandlikar-parry:depth=3", "minimax:depth=3,eval=kandlikar-parry"),
        ("champion-gin:depth=3", "minimax:depth=3,eval=hybrid8"),
        ("faraji-osama:depth=3", "minimax:depth=3,eval=faraji-osama"),
        ("sommer", "minimax:depth=3,eval=sommer"),
    ]:
        assert decide(agent(preset), position).score == pytest.approx(
            decide(agent(spec), position).score
        )


def test_the_champion_follows_the_size() -> None:
    for size, name in ((6, "hybrid8"), (8, "hybrid8"), (10, "hybrid9"), (12, "hybrid9")):
        position = Position(size)
        ours, theirs = (
            decide(agent(f"{spec}:depth=4"), position) for spec in ("champion-gin", name)
        )
        assert (ours.move, ours.score, ours.nodes) == (theirs.move, theirs.score, theirs.nodes)


def test_dynamic_depth() -> None:
    player = agent("faraji-osama")
    answer = decide(player, Position())
    assert answer.depth == 3
    game = play("greedy-corners", "greedy-corners")
    middle = next(
        node.position
        for node in game.main_line()
        if node.position.empties <= 40 and not node.position.must_pass()
    )
    assert decide(player, middle).depth == 5


def test_the_defaults_of_every_preset_are_searches() -> None:
    for info in AGENTS:
        if info.limit is not None:
            spec = f"{info.name}:depth=2" if "depth" in info.limits else f"{info.name}:nodes=50"
            assert isinstance(agent(spec).choose(Position()), Decision)


def test_one_agent_on_boards_of_every_size() -> None:
    player = agent("minimax:depth=2")
    for size in (4, 6, 8, 4, 10, 12):
        assert decide(player, Position(size)).depth == 2


def test_an_evaluation_that_does_not_know_the_board() -> None:
    with pytest.raises(ValueError, match="4x4"):
        agent("kandlikar-parry:depth=2").choose(Position(4))


def test_a_table_larger_than_the_memory() -> None:
    player = agent("alphabeta:table=1048576")
    assert isinstance(player, ClassicAgent)
    with pytest.raises(EngineError, match="there is no memory for a table of 1048576 MB"):
        player.choose(Position())


def test_time_alone() -> None:
    answer = decide(agent("kandlikar-parry:time=0.05"), Position())
    assert answer.depth is not None
    assert answer.depth >= 2
    assert isinstance(answer.move, Move)
