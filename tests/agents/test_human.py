from collections.abc import Callable

import pytest

from outflank import EngineError, Move, Position
from outflank.agents import agent, play


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Answers each question with the next of some lines; returns the questions."""

    def type_in(*lines: str) -> list[str]:
        left, asked = list(lines), []

        def read(prompt: str) -> str:
            asked.append(prompt)
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", read)
        return asked

    return type_in


def test_it_asks_until_the_move_is_legal(
    typed: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = typed("", "x9", "a1", "pass", "d4", " F5 ")
    assert agent("human").choose(Position()) == Move("f5")
    assert asked == ["black to move: "] * 6
    shown = capsys.readouterr().out
    assert " 4 . . . O X . . ." in shown
    for reason in ("'x9' is not a move", "a1 flips nothing", "black cannot pass", "d4 is occupied"):
        assert reason in shown


def test_the_end_of_the_input(typed: Callable[..., list[str]]) -> None:
    asked = typed("nonsense")
    with pytest.raises(EngineError, match="the input ended before a move was given"):
        agent("human").choose(Position().play("d3"))
    assert asked == ["white to move: "] * 2


def test_a_human_who_leaves_loses(typed: Callable[..., list[str]]) -> None:
    typed("d3")
    game = play("human", "greedy")
    assert game.result is not None
    assert game.result.score == -64
    assert len(game.moves) == 2
    assert game.tags["forfeit"] == "black (human): the input ended before a move was given"
