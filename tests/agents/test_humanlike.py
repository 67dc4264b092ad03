"""The agent that plays like people: it repeats with a seed, and keeps to its board."""

import time

import pytest

from outflank import Move, Position, SettingsError
from outflank.agents import agent, decide, play
from outflank.agents.humanlike import HumanlikeAgent
from outflank.agents.spec import AgentSpec


def moves_of(spec: str, plies: int = 12) -> list[Move]:
    position = Position()
    found: list[Move] = []
    with agent(spec) as player:
        player.new_game()
        while len(found) < plies:
            player.observe(Position(), found)
            found.append(decide(player, position).move)
            position = position.play(found[-1])
    return found


def test_a_seed_repeats_its_games() -> None:
    first = moves_of("humanlike:rating=1300,seed=4")
    assert moves_of("humanlike:rating=1300,seed=4") == first
    assert any(moves_of(f"humanlike:rating=1300,seed={seed}") != first for seed in (5, 6, 7))


def test_reseeding_decides_the_next_game() -> None:
    player = HumanlikeAgent(1500, seed=1)
    games = []
    for _ in range(2):
        player.reseed(9)
        player.new_game()
        position, found = Position().play("f5"), []
        for _ in range(6):
            found.append(player.choose(position).move)
            position = position.play(found[-1])
        games.append(found)
    assert games[0] == games[1]


def test_a_whole_game_is_legal() -> None:
    game = play("humanlike:rating=2000", "humanlike:rating=900,seed=2")
    assert "forfeit" not in game.tags
    assert game.result is not None


@pytest.mark.parametrize("size", [4, 6, 10, 12])
def test_other_boards_are_for_the_skills(size: int) -> None:
    with pytest.raises(SettingsError, match=f"8x8 alone, not on {size}x{size}; the agent skill"):
        agent("humanlike").choose(Position(size))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("humanlike:rating=2500", "humanlike: rating cannot be more than 2000, so not 2500"),
        ("humanlike:rating=500", "humanlike: rating must be a whole number, 800 or above"),
        ("humanlike:rating=club", "humanlike: rating must be a whole number"),
        ("humanlike:pause=100", "humanlike: pause cannot be more than 60"),
    ],
)
def test_ratings_that_nobody_has(spec: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        agent(spec)


def test_the_class_refuses_them_too() -> None:
    with pytest.raises(SettingsError, match="ratings go from 800 to 2000, not 2001"):
        HumanlikeAgent(2001)


def test_forced_passes_are_passed() -> None:
    position = Position.from_text("XO" + "-" * 62 + " O")
    assert position.must_pass()
    assert HumanlikeAgent().choose(position).move is Move.PASS


def test_a_pause_can_be_ended() -> None:
    player = HumanlikeAgent(1500, pause=50)
    player.prepare(8)
    from threading import Timer

    timer = Timer(0.2, player.stop)
    timer.start()
    begun = time.monotonic()
    player.choose(Position())
    assert time.monotonic() - begun < 20
    # By the clock, a pause takes at most half of what there is.
    player.choose_within(Position(), 0.1)
    assert player.pause == 50


def test_short_name() -> None:
    assert AgentSpec.parse("humanlike:rating=1700,seed=3").short == "humanlike 1700"
    assert AgentSpec.parse("humanlike").short == "humanlike"
