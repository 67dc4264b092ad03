"""The match loop: whole games, passes, and how they end early."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank import Color, EngineError, Game, Move, Position
from outflank.agents import Agent, agent, play
from outflank.engine import Decision
from outflank.errors import SettingsError


class Scripted(Agent):
    """Plays what it is told to, then the first legal move."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.asked: list[Position] = []
        self.games = self.closed = 0

    def new_game(self) -> None:
        self.games += 1

    def close(self) -> None:
        self.closed += 1

    def choose(self, position: Position) -> Move | Decision:
        self.asked.append(position)
        if not self.answers:
            return position.legal_moves[0]
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_a_whole_game(size: int) -> None:
    game = play("greedy", "random:seed=1", size=size)
    assert game.size == size
    assert game.position.is_over()
    assert (game.black, game.white) == ("greedy", "random:seed=1")
    assert game.result is not None
    assert game.result.score == game.position.score()
    assert game.tags == {}
    nodes = [node for node in game.main_line() if node.move is not None and not node.move.is_pass]
    assert all(node.seconds is not None and node.seconds >= 0 for node in nodes)
    assert all((node.evaluation is not None) == (i % 2 == 0) for i, node in enumerate(nodes[:6]))
    again = play("greedy", "random:seed=1", size=size)
    assert again.transcript() == game.transcript()


def test_passes_are_played_without_asking() -> None:
    black, white = Scripted(), Scripted()
    seen: list[tuple[int, str]] = []

    def on_move(game: Game, decision: Decision) -> None:
        assert game.node.move is decision.move
        seen.append((len(game.moves), decision.move.name))

    start = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    game = play(black, white, start=start, on_move=on_move)
    assert [str(move) for move in game.moves] == ["pass", "h1"]
    assert seen == [(1, "pass"), (2, "h1")]
    assert len(black.asked) == 1
    assert white.asked == []
    assert game.start == start
    assert (black.games, black.closed, white.games) == (1, 0, 1)


def test_a_finished_start() -> None:
    game = play("random", "random", start=Position.from_text("X" * 63 + "O"))
    assert game.moves == ()
    assert game.result is not None
    assert game.result.score == 62


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda: Move("a1"), "a1 flips nothing for black"),
        (lambda: Move("d4"), "d4 is occupied"),
        (lambda: Move.PASS, "black cannot pass"),
        (lambda: Move("k11"), "k11 is not on a 8x8 board"),
        (lambda: None, "answered None instead of a move"),
        (lambda: "d3", "answered 'd3' instead of a move"),
        (lambda: Decision(None), "answered None instead of a move"),  # type: ignore[arg-type]
        (lambda: EngineError("no idea"), "no idea"),
    ],
)
def test_forfeits(answer: Callable[[], object], reason: str) -> None:
    game = play(Scripted(answer()), "greedy")
    assert game.result is not None
    assert (game.result.score, game.result.ending.value) == (-64, "forfeit")
    assert game.tags["forfeit"].startswith("black (Scripted): ")
    assert reason in game.tags["forfeit"]
    assert game.moves == ()
    game = play("greedy", Scripted(Move("a1")), size=6)
    assert game.result is not None
    assert game.result.score == 36
    assert game.tags["forfeit"] == "white (Scripted): a1 flips nothing for white"
    assert len(game.moves) == 1


def test_a_bug_in_an_agent_is_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        game = play("greedy", Scripted(ZeroDivisionError("oh")))
    assert game.result is not None
    assert game.result.winner == Color.BLACK
    assert game.tags["forfeit"] == "white (Scripted): ZeroDivisionError: oh"
    assert "Traceback" in caplog.text


def test_an_agent_that_cannot_begin() -> None:
    class Broken(Scripted):
        def new_game(self) -> None:
            raise EngineError("not today")

    game = play("greedy", Broken())
    assert game.tags["forfeit"] == "white (Broken): not today"


@pytest.mark.integration
def test_a_file_without_an_agent_cannot_begin(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("")
    game = play(str(file), "greedy")
    assert "the file registers no agent" in game.tags["forfeit"]


def test_other_peoples_errors_are_not_the_players() -> None:
    def on_move(_: Game, decision: Decision) -> None:
        raise RuntimeError(f"the screen is gone after {decision.move}")

    with pytest.raises(RuntimeError, match="the screen is gone after d3"):
        play("greedy", "greedy", on_move=on_move)
    with pytest.raises(SettingsError, match="did you mean 'greedy'"):
        play("greedy", "gredy")


def test_decisions_are_recorded() -> None:
    first = Decision(Move("d3"), score=1.5, seconds=7.0)
    game = play(Scripted(first), "random")
    node = next(game.main_line())
    assert (node.evaluation, node.seconds) == (1.5, 7.0)


def test_agents_close_themselves_in_a_with_block() -> None:
    with Scripted() as player:
        player.choose(Position())
    assert player.closed == 1
    assert str(player) == "Scripted"
    assert str(agent("greedy")) == "greedy"
