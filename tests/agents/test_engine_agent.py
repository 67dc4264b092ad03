"""The engine as an agent: specs, repeatable games, and what is refused."""

import threading

import pytest

from outflank import Level, Limit, Move, Position, SettingsError, agent, play
from outflank.agents import agent_info, decide
from outflank.agents.engine import EngineAgent
from support.waiting import PATIENCE


def made(spec: str) -> EngineAgent:
    player = agent(spec)
    assert isinstance(player, EngineAgent)
    return player


@pytest.mark.parametrize(
    ("spec", "limit", "threads", "hash_mb"),
    [
        ("engine", Level(10), 1, 64),
        ("engine:level=7", Level(7), 1, 64),
        ("engine:depth=5,threads=2,hash=8", Limit(depth=5), 2, 8),
        ("engine:nodes=1000,time=2.5,hash=1GB", Limit(nodes=1000, time=2.5), 1, 1000),
        ("engine:dynamic=yes", Limit(dynamic=True), 1, 64),
        ("engine:dynamic=no", Level(10), 1, 64),
    ],
)
def test_specs(spec: str, limit: Limit | Level, threads: int, hash_mb: int) -> None:
    player = made(spec)
    assert (player.limit, player.threads, player.hash_mb) == (limit, threads, hash_mb)
    assert player.name == spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("engine:level=0", "engine: level must be a whole number above zero, not '0'"),
        ("engine:level=61", "engine: level cannot be more than 60, so not 61"),
        ("engine:level=5,nodes=1000", "engine: give a level or limits, not both"),
        ("engine:levle=5", "engine has no option 'levle'; the nearest name is 'level'"),
        ("engine:threads=1000", "engine: threads cannot be more than 256, so not 1000"),
        ("engine:hash=0", "engine: hash must be megabytes above zero"),
        ("engine:time=-1", "engine: time must be a number above zero, not '-1'"),
    ],
)
def test_specs_that_make_no_sense(spec: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        agent(spec)
    assert message in str(caught.value)


def test_every_option_has_a_line() -> None:
    names = [option.name for option in agent_info("engine").all_options]
    assert names == [
        "level", "threads", "hash", "weights", "selectivity", "depth", "nodes", "time", "dynamic",
    ]  # fmt: skip


@pytest.mark.parametrize("spec", ["engine:level=3,hash=1", "engine:nodes=2000,hash=1"])
def test_a_game_repeats_itself(spec: str) -> None:
    def moves() -> list[tuple[Move | None, float | None]]:
        game = play(player, "greedy", size=6)
        assert game.result is not None
        return [(node.move, node.evaluation) for node in game.main_line()]

    with agent(spec) as player:
        first, second = moves(), moves()
        assert len(first) > 20
        assert first == second
    with agent(spec) as player:
        assert moves() == first


def test_it_wins_against_the_greedy() -> None:
    for size in (6, 8, 10, 12):
        result = play("engine:level=4,hash=4", "greedy", size=size).result
        assert result is not None
        assert result.score > 0


def test_one_agent_on_boards_of_every_size() -> None:
    with agent("engine:depth=2,hash=1") as player:
        for size in (4, 6, 8, 4, 10, 12):
            assert decide(player, Position(size)).depth == 2


def test_it_goes_on_after_being_closed() -> None:
    player = made("engine:depth=2,hash=1")
    player.close()
    player.stop()
    player.new_game()
    for _ in range(2):
        assert decide(player, Position()).depth == 2
        player.close()


def test_watched_and_stopped() -> None:
    player = made("engine:level=60,hash=1")
    thinking = threading.Event()
    player.watch = lambda _: thinking.set()

    def stop() -> None:
        assert thinking.wait(PATIENCE)
        player.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    assert Position().is_legal(decide(player, Position()).move)
    stopper.join(PATIENCE)
    assert not stopper.is_alive()


def test_a_new_game_forgets() -> None:
    with agent("engine:depth=9,time=1000,hash=16") as player:  # with a clock the table is kept
        first, again = decide(player, Position()).nodes, decide(player, Position()).nodes
        assert first is not None
        assert again is not None
        assert again < first
        player.new_game()
        assert decide(player, Position()).nodes == first
