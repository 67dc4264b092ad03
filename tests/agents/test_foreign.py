"""Engines of other people: their quirks are borne, and their vices cost them their games alone."""

import shlex
import shutil

import pytest

from outflank import Color, Ending, PlayerError, Position, agent, play
from outflank.agents import decide
from outflank.agents.spec import AgentSpec
from outflank.arena.referee import play_pair
from outflank.arena.seat import Seat, ask_once
from outflank.arena.settings import Conditions, Pairing
from outflank.errors import SettingsError
from outflank.game import Game
from outflank.protocols import gtp_client, nboard_client
from support.mock_engine import command

pytestmark = pytest.mark.integration
GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


def spec(protocol: str, *words: str, options: str = "") -> str:
    shell = shlex.join(command(protocol, *words))
    return f"{protocol}:{options}:{shell}" if options else f"{protocol}:{shell}"


GTP_QUIRKS = ["spaced", "no-id", "numberless", "upper", "crlf", "no-time", "no-list_commands",
              "no-boardsize", "passless", "chatty", "banner", "no-name", "leaves"]  # fmt: skip
NBOARD_QUIRKS = ["spaced", "old", "complains", "nameless", "crlf", "banner"]


@pytest.mark.parametrize(
    ("protocol", "quirk"),
    [*(("gtp", word) for word in ("plain", *GTP_QUIRKS)),
     *(("nboard", word) for word in ("plain", *NBOARD_QUIRKS))],
)  # fmt: skip
def test_quirks_are_borne(protocol: str, quirk: str) -> None:
    with agent(spec(protocol, quirk, options="time=1")) as engine:
        for seed in (1, 2):  # passes come up in the second
            game = play(engine, f"random:seed={seed}")
            assert game.tags == {}
            assert game.result is not None
            assert game.result.ending == Ending.FINISHED


def test_it_plays_as_it_says() -> None:
    with agent(spec("nboard", "plain")) as engine:
        engine.new_game()
        engine.prepare(8)
        game = Game.from_transcript("f5d6c3")
        engine.observe(game.start, game.moves)
        decision = decide(engine, game.position)
        assert decision.move == game.position.legal_moves[0]
        assert (decision.score, decision.nodes) == (-1.0, 123)


def test_a_game_that_was_taken_back_is_told_anew() -> None:
    with agent(spec("gtp", "plain")) as engine:
        engine.new_game()
        engine.prepare(8)
        for line in ("f5", "f5d6c3", "e6", "e6f4"):
            game = Game.from_transcript(line)
            engine.observe(game.start, game.moves)
            assert decide(engine, game.position).move == game.position.legal_moves[0]


def test_gtp_knows_no_positions_and_nboard_does() -> None:
    position = Game.from_transcript("f5d6c3d3c4").position
    with agent(spec("nboard", "plain")) as engine:
        engine.new_game()
        assert decide(engine, position).move == position.legal_moves[0]
    assert position.turn == Color.WHITE
    game = play("random", spec("gtp", "plain"), start=position)
    assert "in GTP all games begin at the start position" in game.tags["forfeit"]


VICES = {
    "dies": ("crash", "exited with code 3; it last printed: Segmentation fault ?[0mreally"),
    "hangs": ("time", "gave no answer within 0.5 seconds"),
    "cheats": ("illegal", "a1"),
    "babbles": ("illegal", "'\\x1b[2J%%' is no"),
    "floods": ("output", "printed more than 1000000 bytes"),
    "endless": ("output", "of more than 65536 bytes"),
    "eats": ("memory", "MB of memory, more than the 300 MB allowed"),
}


@pytest.mark.parametrize("vice", VICES)
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_vice_costs_the_game_and_nothing_else(protocol: str, vice: str) -> None:
    kind, words = VICES[vice]
    conditions = Conditions(memory=300)
    seconds = 0.5 if vice == "hangs" else 60
    bad = Seat(spec(protocol, vice, options=f"seconds={seconds}"), conditions)
    good = Seat("greedy", conditions)
    try:
        for number in range(2):
            pair = play_pair({0: bad, 1: good}, Pairing(8, number, 0, 1), (), 1, conditions)
            for record in pair:
                assert record.fault is not None
                assert record.fault.kind == kind
                assert words in record.fault.reason
                assert record.fault.reason.isprintable()
                assert abs(record.score) == 64
    finally:
        bad.close()


def test_a_fault_may_cost_a_move_only() -> None:
    conditions = Conditions(on_error="random", memory=300)
    bad, good = Seat(spec("gtp", "cheats"), conditions), Seat("greedy", conditions)
    try:
        first, second = play_pair({0: bad, 1: good}, Pairing(8, 0, 0, 1), (), 1, conditions)
    finally:
        bad.close()
    for record in (first, second):
        assert record.fault is None
        assert len(record.slips) > 5


@pytest.mark.parametrize(
    ("protocol", "word", "sentence"),
    [
        ("gtp", "refuses", "refuses the legal move"),
        ("gtp", "wrong-id", "sent a reply to another question"),
        ("gtp", "no-clear_board", "does not clear its board: 'unknown command'"),
        ("gtp", "othergame", "is no Othello player: it plays 'Havannah'"),
    ],
)
def test_what_cannot_play_is_refused_before_game_one(
    protocol: str, word: str, sentence: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        ask_once(spec(protocol, word), Conditions(), (8,))
    assert sentence in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_what_speaks_another_language_is_refused(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SettingsError, match="true exited with code 0"):
        ask_once(f"{protocol}:true", Conditions(), (8,))
    monkeypatch.setattr(gtp_client.GtpClient.ask, "__defaults__", (0.2,))
    monkeypatch.setattr(nboard_client.NBoardClient.ping, "__defaults__", (0.2,))
    with pytest.raises(SettingsError, match=r"cat does not answer \w+: does it speak"):
        ask_once(f"{protocol}:cat", Conditions(), (8,))


@pytest.mark.parametrize("words", [(), ("sizeless",)])
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_an_engine_for_another_board_is_refused(protocol: str, words: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError, match=r"does not play (Othello )?on 10x10"):
        ask_once(spec(protocol, "plain", *words), Conditions(), (10,))
    ask_once(spec(protocol, "plain", *words), Conditions(), (8,))


def test_a_command_that_is_none() -> None:
    for text in ("gtp:no-such-engine --x", "nboard:no-such-engine"):
        with pytest.raises(SettingsError, match="No such file or program: 'no-such-engine'"):
            ask_once(text, Conditions(), (8,))
    with pytest.raises(SettingsError, match="there is no command to run"):
        agent(AgentSpec("gtp"))


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_a_go_program_is_no_othello_player(size: int) -> None:
    with pytest.raises(SettingsError, match="gnugo does not play Othello on"):
        ask_once(f"gtp:{GNUGO} --mode gtp", Conditions(), (size,))


def test_a_run_without_time_leaves_engines_as_they_are() -> None:
    typed = AgentSpec.parse("gtp:edax -l 5 -gtp")
    assert Conditions(nodes=5000).limited(typed) == typed
    assert Conditions(seconds=2).limited(typed).get("time") == "2"
    assert Conditions(depth=3).limited(AgentSpec.parse("nboard:ntest")).get("depth") == "3"


def test_it_is_silent_after_a_failure_until_the_next_game() -> None:
    with agent(spec("gtp", "dies")) as engine:
        engine.new_game()
        engine.prepare(8)
        for _ in range(2):
            with pytest.raises(PlayerError, match="exited with code 3"):
                engine.choose(Position())
        engine.new_game()
        engine.prepare(8)
        with pytest.raises(PlayerError, match="exited with code 3"):
            engine.choose(Position())
