"""The engine as an agent: specs, repeatable games, and what is refused."""

import threading
from pathlib import Path

import pytest

from outflank import FileError, Level, Limit, Move, Position, SettingsError, agent, play
from outflank.agents import agent_info, decide
from outflank.agents.engine import EngineAgent
from outflank.engine.book import Entry, key_of, write_book
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
        ("engine:levle=5", "engine has no option 'levle'; did you mean 'level'"),
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
        "level", "threads", "hash", "ponder", "weights", "book", "seed", "selectivity", "depth",
        "nodes", "time", "dynamic",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "spec", ["engine:level=3,hash=1,book=no", "engine:nodes=2000,hash=1,book=no"]
)
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
    with agent("engine:depth=2,hash=1,book=no") as player:
        for size in (4, 6, 8, 4, 10, 12):
            assert decide(player, Position(size)).depth == 2


def test_it_goes_on_after_being_closed() -> None:
    player = made("engine:depth=2,hash=1,book=no")
    player.close()
    player.stop()
    player.new_game()
    for _ in range(2):
        assert decide(player, Position()).depth == 2
        player.close()


def test_a_book_and_its_dice(tmp_path: Path) -> None:
    root = Position().play("f5")
    children = {key_of(root.play(move)): Entry(-2, 8) for move in root.legal_moves}
    path = tmp_path / "mine.book"
    write_book(path, 8, {key_of(root): Entry(2, 8), **children}, {})

    def games(spec: str) -> list[Move]:
        with agent(spec) as player:
            found = []
            for _ in range(12):
                player.new_game()
                found.append(decide(player, root).move)
            return found

    assert set(games(f"engine:book={path}")) == {root.legal_moves[0]}
    rolled = games(f"engine:book={path},seed=4")
    assert set(rolled) == set(root.legal_moves)
    assert rolled == games(f"engine:book={path},seed=4")
    assert rolled != games(f"engine:book={path},seed=5")
    assert decide(agent("engine:depth=2,hash=1,book=no"), root).nodes
    with pytest.raises(FileError, match="a book for 8x8, not for 6x6"):
        decide(agent(f"engine:book={path}"), Position(6))


def test_reseeded_dice_do_not_depend_on_the_games_before(tmp_path: Path) -> None:
    root = Position().play("f5")
    children = {key_of(root.play(move)): Entry(-2, 8) for move in root.legal_moves}
    path = tmp_path / "mine.book"
    write_book(path, 8, {key_of(root): Entry(2, 8), **children}, {})

    def move(before: int, seed: int) -> Move:
        with agent(f"engine:book={path},seed=4") as player:
            for _ in range(before):
                player.new_game()
            player.reseed(seed)
            player.new_game()
            return decide(player, root).move

    assert [move(0, seed) for seed in range(9)] == [move(3, seed) for seed in range(9)]
    assert len({move(0, seed) for seed in range(9)}) == len(root.legal_moves)


def test_watched_and_stopped() -> None:
    player = made("engine:level=60,hash=1,book=no")
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
    with agent(
        "engine:depth=9,time=1000,hash=16,book=no"
    ) as player:  # with a clock the table is kept
        first, again = decide(player, Position()).nodes, decide(player, Position()).nodes
        assert first is not None
        assert again is not None
        assert again < first
        player.new_game()
        assert decide(player, Position()).nodes == first
