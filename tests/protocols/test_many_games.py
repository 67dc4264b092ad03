"""Our client against our server: not one protocol error, whatever is played."""

import shlex

import pytest

from outflank import Ending, agent, play
from outflank._board import SIZES
from outflank.agents.foreign import ForeignAgent
from support.commands import OUTFLANK

pytestmark = pytest.mark.integration


def play_games(protocol: str, size: int, games: int) -> None:
    """The server has both colours in turn; with random moves there are all kinds of passes."""
    command = shlex.join([OUTFLANK, protocol, "--agent", "random"])
    passes = 0
    with agent(f"{protocol}:{command}") as engine:
        for seed in range(games):
            pair = (engine, f"random:seed={seed}")
            game = play(*(pair if seed % 2 else pair[::-1]), size=size)
            assert game.tags == {}
            assert game.result is not None
            assert game.result.ending == Ending.FINISHED
            passes += sum(move.is_pass for move in game.moves)
        assert isinstance(engine, ForeignAgent)
        assert engine.output == ""  # it has nothing to say on its standard error
    if games > 10:
        assert passes > games / 4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_games(protocol: str, size: int) -> None:
    play_games(protocol, size, 2)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_hundred_games(protocol: str, size: int) -> None:
    play_games(protocol, size, 100)


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_the_moves_are_those_of_the_player_itself(protocol: str) -> None:
    command = shlex.join([OUTFLANK, protocol, "--agent", "engine:level=2"])
    for size in (6, 10):
        games = [
            play(black, "random:seed=5", size=size).transcript()
            for black in ("engine:level=2", f"{protocol}:{command}")
        ]
        assert games[0] == games[1]
