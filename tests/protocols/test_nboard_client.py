"""What an engine at the other end of the NBoard protocol is told."""

import pytest

from outflank import Decision, Game, PlayerError
from outflank.formats.ggf import parse_game
from outflank.protocols.nboard_client import NBoardClient
from support.mock_engine import command

pytestmark = pytest.mark.integration


def started(*quirks: str, depth: int | None = None) -> NBoardClient:
    client = NBoardClient("mock", command("nboard", *quirks), megabytes=300, depth=depth)
    client.start()
    return client


def test_an_engine_that_ends_at_version_2_is_asked_for_1() -> None:
    for quirk, version in (("plain", 2), ("complains", 2), ("old", 1)):
        client = started(quirk)
        assert client.version == version
        assert client.channel.is_running
        client.channel.close()


def test_its_name() -> None:
    for quirk, depth, name in (("plain", 6, "Mock"), ("plain", None, ""), ("nameless", 6, "")):
        client = started(quirk, depth=depth)
        assert client.name == name
        client.channel.close()


def test_the_whole_game_is_told_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    client = started()
    sent: list[str] = []
    plainly = client.channel.send

    def send(line: str) -> None:
        sent.append(line)
        plainly(line)

    monkeypatch.setattr(client.channel, "send", send)
    game = Game.from_transcript("f5d6c3")
    choice = client.choose(game.start, game.moves, 2.0, 60)
    assert choice.move == game.position.legal_moves[0]
    assert (choice.score, choice.nodes) == (-1.0, 123)
    told = parse_game(sent[0].removeprefix("set game "))
    assert (told.start, told.moves) == (game.start, game.moves)
    assert told.tags["time"] == "29"  # half of 2 s for each of the 29 moves left, rounded up
    assert [line.split()[0] for line in sent[1:]] == ["ping", "go"]
    client.channel.close()


def test_answers() -> None:
    client = started()
    assert client.read_answer("===  d6 -1.00 0.0") == Decision(
        Game.from_transcript("f5d6").moves[1], -1.0, seconds=0.0
    )
    with pytest.raises(PlayerError, match=r"mock answers: '\?\?' is no move") as caught:
        client.read_answer("=== ??")
    assert caught.value.kind == "illegal"
    client.channel.close()
