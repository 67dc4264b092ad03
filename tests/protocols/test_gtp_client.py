"""What an engine at the other end of GTP is told."""

from collections.abc import Iterator

import pytest

from outflank import EngineError, Game, Move, Position
from outflank.protocols.gtp import Reply
from outflank.protocols.gtp_client import GtpClient
from support.mock_engine import command

pytestmark = pytest.mark.integration


class Listener(GtpClient):
    """Keeps what it has asked for."""

    def __init__(self, *quirks: str) -> None:
        self.asked: list[str] = []
        super().__init__("mock", command("gtp", *quirks), megabytes=300)

    def ask(self, command: str, seconds: float = 60.0, *, grace: float = 0.0) -> Reply:
        self.asked.append(command)
        return super().ask(command, seconds, grace=grace)

    def told(self, line: str, think: float | None = None) -> list[str]:
        """What it takes to ask for a move after some others."""
        self.asked.clear()
        game = Game.from_transcript(line)
        assert self.choose(game.start, game.moves, think, 60).move == game.position.legal_moves[0]
        return self.asked.copy()


@pytest.fixture
def client() -> Iterator[Listener]:
    made = Listener()
    made.begin(8)
    yield made
    made.channel.close()


def test_only_what_is_new_is_told(client: Listener) -> None:
    assert client.name == "Mock"
    assert client.told("f5") == ["play black F5", "genmove white"]
    answer = Game.from_transcript("f5").position.legal_moves[0]
    game = Game.from_transcript(f"f5{answer}")
    after = game.position.legal_moves[0]
    assert client.told(f"f5{answer}{after}") == [f"play black {after.name.upper()}",
                                                 "genmove white"]  # fmt: skip
    assert client.told("e6") == ["clear_board", "play black E6", "genmove white"]


def test_time(client: Listener) -> None:
    times = ["time_settings 0 1.500 1", "time_left black 1.500 1"]
    assert client.told("", 1.5) == [*times, "genmove black"]
    assert client.told("", 1.5) == ["clear_board", times[1], "genmove black"]
    client.channel.close()
    client.begin(8)
    assert client.told("", 1.5) == [*times, "genmove black"]  # a new process knows nothing


def test_an_engine_without_clocks_is_told_no_time() -> None:
    client = Listener("no-time")
    client.begin(8)
    assert client.told("", 1.5) == ["genmove black"]
    client.channel.close()


def test_another_start_cannot_be_told(client: Listener) -> None:
    start = Position().play(Move("f5"))
    with pytest.raises(EngineError, match="in GTP all games begin at the start position"):
        client.choose(start, (), None, 60)
