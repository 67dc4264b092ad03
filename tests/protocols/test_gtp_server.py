"""Sessions as GoGui and other controllers have them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from outflank import Game, Move, Position
from outflank._board import SIZES
from outflank.errors import EngineError
from outflank.protocols.clock import TimeLeft
from outflank.protocols.gtp import Vertices
from outflank.protocols.gtp_server import GtpServer
from outflank.values import Analysis, Decision
from support.sessions import GOLDEN, gtp_session, sent


class First:
    """Plays the first legal move, and remembers what it was told."""

    name, can_stop, gives_hints = "First", False, False

    def __init__(self) -> None:
        self.times: list[TimeLeft | None] = []
        self.sizes: list[int] = []
        self.answer: Move | None = None

    def new_game(self, size: int) -> None:
        self.sizes.append(size)

    def choose(self, game: Game, time: TimeLeft | None, depth: int | None) -> Decision:
        assert depth is None
        self.times.append(time)
        if self.answer is not None:
            return Decision(self.answer)
        return Decision(game.position.legal_moves[0])

    def hints(self, game: Game, count: int, depth: int | None) -> Iterator[Analysis]:
        del game, count, depth
        return iter(())

    def stop(self) -> None:
        pass


class Talk:
    def __init__(self) -> None:
        self.player, self.text = First(), list[str]()
        self.server = GtpServer(self.player, self.text.append, Vertices())

    def ask(self, line: str | None) -> str:
        before = len(self.text)
        self.server.answer(line)
        assert len(self.text) == before + 1
        return self.text[-1]


@pytest.mark.parametrize(
    ("name", "skip_i"),
    [("gtp-gogui.txt", False), ("gtp-passes.txt", False), ("gtp-skip-i.txt", True)],
)
def test_sessions(name: str, skip_i: bool) -> None:
    assert gtp_session("greedy", sent(name), skip_i=skip_i) == (GOLDEN / name).read_text("utf-8")


@pytest.mark.parametrize("size", SIZES)
def test_random_games_are_followed(size: int) -> None:
    """Whatever is played and taken back: the board, and what may be played on it, are those of
    the rules."""
    talk, dice, vertices = Talk(), Random(size), Vertices()
    assert talk.ask(f"boardsize {size}") == "=\n\n"
    stack = [Position(size)]
    for _ in range(300):
        position = stack[-1]
        moves = " ".join(map(vertices.write, position.legal_moves))
        assert talk.ask("gogui-rules_legal_moves") == f"= {moves}".rstrip() + "\n\n"
        color = position.turn.name.lower()
        assert talk.ask("gogui-rules_side_to_move") == f"= {color}\n\n"
        deed = dice.randrange(8)
        if deed == 0 or position.is_over():
            expected = "=\n\n" if len(stack) > 1 else "? cannot undo\n\n"
            assert talk.ask("undo") == expected
            stack = stack[:-1] or stack
        elif deed == 1:
            assert talk.ask(f"genmove {color}") == (
                f"= {vertices.write(position.legal_moves[0])}\n\n"
            )
            stack.append(position.play(position.legal_moves[0]))
        elif position.must_pass() and deed < 5:  # the pass is implied
            after = position.play(Move.PASS)
            move = dice.choice(after.legal_moves)
            color = after.turn.name.lower()
            assert talk.ask(f"play {color} {vertices.write(move)}") == "=\n\n"
            stack.append(after.play(move))
        else:
            move = dice.choice(position.legal_moves)
            assert talk.ask(f"play {color} {vertices.write(move)}") == "=\n\n"
            stack.append(position.play(move))


def test_clocks() -> None:
    talk = Talk()
    talk.ask("genmove b")
    talk.ask("time_settings 60 0 0")
    talk.ask("genmove w")
    talk.ask("time_left b 30.5 0")
    talk.ask("genmove b")
    talk.ask("time_settings 0 10 5")
    talk.ask("genmove w")
    talk.ask("time_left w 3 2")
    talk.ask("undo")
    talk.ask("genmove w")
    talk.ask("time_settings 60 5 0")
    talk.ask("undo")
    talk.ask("genmove w")
    talk.ask("time_settings 0 1 0")
    talk.ask("undo")
    talk.ask("genmove w")
    assert talk.player.times == [
        None, TimeLeft(60), TimeLeft(30.5), TimeLeft(10, moves=5), TimeLeft(3, moves=2),
        TimeLeft(60, 5), None,
    ]  # fmt: skip


def test_what_a_move_takes_is_off_the_clock() -> None:
    talk = Talk()
    talk.ask("time_settings 60 0 0")
    talk.ask("genmove b")
    talk.ask("undo")
    talk.ask("genmove b")
    first, second = talk.player.times
    assert first is not None
    assert second is not None
    assert second.seconds < first.seconds
    talk.ask("clear_board")
    talk.ask("genmove b")
    assert talk.player.times[-1] == first


def test_time_left_alone_is_a_clock() -> None:
    talk = Talk()
    talk.ask("time_left black 5 0")
    talk.ask("genmove black")
    assert talk.player.times == [TimeLeft(5)]


def test_negative_time_is_none_at_all() -> None:
    talk = Talk()
    talk.ask("time_settings 10 0 0")
    assert talk.ask("time_left b -3 0") == "=\n\n"
    assert talk.ask("time_left b nan 0").startswith("? syntax error")
    assert talk.ask("time_left b 1e999 0") == "=\n\n"
    talk.ask("time_left b -3 0")
    talk.ask("genmove b")
    assert talk.player.times == [TimeLeft(0)]


def test_a_player_that_cheats_or_fails_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk()
    talk.player.answer = Move("a1")
    assert talk.ask("7 genmove b").startswith("?7 ")
    assert talk.ask("gogui-rules_side_to_move") == "= black\n\n"

    def fail(*_: object) -> Decision:
        raise EngineError("it \x1b[31m broke\nin two")

    monkeypatch.setattr(talk.player, "choose", fail)
    assert talk.ask("genmove b") == "? it ?[31m broke in two\n\n"


def test_a_long_line_is_refused() -> None:
    assert Talk().ask(None) == "? the line is too long\n\n"


def test_it_ends_with_quit_or_with_the_lines() -> None:
    talk = Talk()
    talk.server.serve(["name", "quit", "name"])
    assert talk.text == ["= First\n\n", "=\n\n"]
    talk.server.serve(["name"])
    assert len(talk.text) == 3


def test_the_player_hears_of_games() -> None:
    talk = Talk()
    for line in ("boardsize 6", "clear_board", "boardsize 5", "boardsize 10"):
        talk.ask(line)
    assert talk.player.sizes == [6, 6, 10]
    assert talk.ask("genmove w") == "? illegal move: it is the turn of black\n\n"


def test_a_file_is_loaded(tmp_path: Path) -> None:
    talk, file = Talk(), tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[2]SZ[6];B[c2];W[b2];B[b3])")
    assert talk.ask(f"loadsgf {file}") == "=\n\n"
    assert talk.ask("gogui-rules_board_size") == "= 6\n\n"
    assert talk.ask("gogui-rules_side_to_move") == "= white\n\n"
    for number in (4, 3, 2, 1):
        assert talk.ask(f"loadsgf {file} {number}") == "=\n\n"
        for _ in range(number - 1):
            assert talk.ask("undo") == "=\n\n"
        assert talk.ask("undo") == "? cannot undo\n\n"
    talk.ask("clear_board")
    talk.ask("play b c2")
    for wrong in ("", tmp_path, f"{tmp_path}/none", "/dev/zero"):
        assert talk.ask(f"loadsgf {wrong}").startswith("? cannot load file: ")
    file.write_text("(;GM[1];B[aa])")
    assert talk.ask(f"loadsgf {file}").startswith("? cannot load file: ")
    assert talk.ask("gogui-rules_side_to_move") == "= white\n\n"  # what was there stays
