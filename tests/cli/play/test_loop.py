"""Whole games at a table: turns, passes, ends, interruptions."""

import threading
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from outflank import Agent, Decision, Game, Move, Position, agent
from outflank.cli.play import loop
from outflank.cli.play.loop import run
from outflank.cli.play.terminal_table import TerminalTable
from outflank.cli.play.thinking import watch
from support.terminal import PASSING_GAME, First, TypedScreen, table_with
from support.waiting import PATIENCE


class FirstMoves:
    """Types the first legal square of the table, for ever."""

    def __init__(self) -> None:
        self.table: TerminalTable | None = None

    def __iter__(self) -> "FirstMoves":
        return self

    def __next__(self) -> str:
        assert self.table is not None
        return self.table.game.position.legal_moves[0].name


def typed_game(size: int, **players: Any) -> tuple[TerminalTable, TypedScreen]:
    person = FirstMoves()
    table, screen = table_with(size=size, **players)
    table.screen = screen = TypedScreen(person)
    person.table = table
    return table, screen


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
@pytest.mark.parametrize("side", ["black", "white"])
def test_a_whole_game_against_an_agent(size: int, side: str) -> None:
    rival = "white" if side == "black" else "black"
    table, screen = typed_game(size, **{rival: agent("greedy")})
    assert run(table) == 0
    assert table.game.position.is_over()
    text = screen.text
    assert "Game over: " in text
    assert f"Transcript: {table.game.transcript()}\n" in text
    assert text.count("to move: ") == len(screen.prompts) > size
    assert all("such as" in prompt for prompt in screen.prompts)


def test_two_people_and_a_forced_pass() -> None:
    table, screen = table_with(*PASSING_GAME, size=4)
    assert run(table) == 0
    text = screen.text
    assert text.count("White has no move and passes.") == 1
    # One pass alone ends nothing: black moves on.
    after = text.split("White has no move and passes.")[1]
    assert "Black to move: a1" in after
    assert "Game over: Black wins 9 to 1, by 14 with the empty squares." in after
    assert "Transcript: D3d2D1d4B4A1" in after


def test_a_forced_pass_of_an_agent_is_announced() -> None:
    class Follows(Agent):
        def choose(self, position: Position) -> Move:
            return Move(PASSING_GAME[12 - position.empties])

    table, screen = table_with(*PASSING_GAME[::2], PASSING_GAME[5], size=4, white=Follows())
    assert run(table) == 0
    assert "White (rival) has no move and passes." in screen.text
    assert "Game over: Black (you) wins 9 to 1" in screen.text


def test_a_pass_that_an_agent_answers_at_once_is_still_read() -> None:
    # White, a person, must pass after b4; the agent's a1 follows before anything can be read.
    class Follows(Agent):
        def choose(self, position: Position) -> Move:
            return Move(PASSING_GAME[min(12 - position.empties, 5)])

    table, screen = table_with(*PASSING_GAME[1::2], size=4, black=Follows())
    screen.console = Console(file=StringIO(), width=80, force_terminal=True, color_system=None)
    assert run(table) == 0
    last_screen = screen.text.split("\x1b[2J")[-1]
    assert "White (you) has no move and passes." in last_screen
    assert "Black (rival) played a1" in last_screen


def test_a_draw_and_a_full_board() -> None:
    start = Position.from_text("XXXXXXXXOOOOOOX- O")  # h1 turns one disc
    table, screen = table_with("d4", start=start)
    run(table)
    assert "Game over: a draw, 8 to 8." in screen.text
    start = Position.from_text("XXXXXXXXXXXXXO-- X")
    table, screen = table_with("c4", start=start)
    run(table)
    assert "Game over: Black wins 15 to 0, by 16 with the empty squares." in screen.text


def test_wrong_lines_are_answered_and_asked_again() -> None:
    table, screen = table_with("d4", "nonsense", "", "undo", "d3", "quit", white=First())
    assert run(table) == 0
    assert "d4 is occupied.\n" in screen.text
    assert "neither a move nor a command" in screen.text
    assert table.game.moves[0] == Move("d3")


def test_quit_offers_the_transcript() -> None:
    table, screen = table_with("d3", "quit", white=First())
    assert run(table) == 0
    assert screen.text.endswith("Goodbye.\nTranscript: D3c3\n")
    table, screen = table_with("quit")
    assert run(table) == 0
    assert screen.text.endswith("Goodbye.\n")


def test_the_end_of_input_offers_the_transcript() -> None:
    table, screen = table_with("d3", white=First())
    assert run(table) == 0
    assert screen.text.endswith("The input ended.\nGoodbye.\nTranscript: D3c3\n")


def test_ctrl_c_at_the_prompt_leaves_with_130() -> None:
    table, screen = table_with("d3", KeyboardInterrupt(), white=First())
    assert run(table) == 130
    assert screen.text.endswith("Goodbye.\nTranscript: D3c3\n")


def test_resigning_ends_the_game() -> None:
    table, screen = table_with("d3", "resign", white=First())
    assert run(table) == 0
    assert "Black (you) resigns.\nGame over: White (rival) wins.\nTranscript: D3c3" in screen.text


def test_after_the_end_the_board_can_come_back_to_life() -> None:
    lines = [*PASSING_GAME, "help", "zz", "c3", "flip", "undo", "a1", "new", "d3", "quit"]
    table, screen = table_with(*lines, size=4, interactive=True)
    assert run(table) == 0
    text = screen.text
    assert text.count("Game over") == 3  # at first, turned round, and after the move was redone
    assert "it is not your turn." in text
    assert "A new game." in text
    assert table.game.transcript() == "D3"


def test_enter_leaves_after_the_end() -> None:
    table, screen = table_with(*PASSING_GAME, "", size=4, interactive=True)
    assert run(table) == 0
    assert screen.prompts[-1].startswith("Enter to leave")
    table, screen = table_with(*PASSING_GAME, KeyboardInterrupt(), size=4, interactive=True)
    assert run(table) == 130
    assert screen.text.count("Transcript") == 1


class Fails(Agent):
    def choose(self, _: Position) -> Move:
        raise ZeroDivisionError("division by zero")


class Cheats(Agent):
    def choose(self, _: Position) -> Move:
        return Move("a1")


class Babbles(Agent):
    def choose(self, _: Position) -> Move:
        return "north"  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("rival", "sentence"),
    [
        (Fails(), "White (rival) cannot go on: ZeroDivisionError: division by zero."),
        (Cheats(), "White (rival) cannot go on: a1 flips nothing for white."),
        (Babbles(), "White (rival) cannot go on: the player answered 'north' instead of a move."),
    ],
)
def test_an_agent_that_fails_has_lost(rival: Agent, sentence: str) -> None:
    table, screen = table_with("d3", white=rival)
    assert run(table) == 0
    assert sentence in screen.text
    assert "Game over: Black (you) wins." in screen.text


class Patient(Agent):
    """Thinks until it is told to stop."""

    can_stop = True

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def choose(self, position: Position) -> Move:
        self.stopped.wait(PATIENCE)
        return position.legal_moves[-1]

    def stop(self) -> None:
        self.stopped.set()


class Deaf(Patient):
    """Cannot be hurried."""

    can_stop = False


def interrupting(
    monkeypatch: pytest.MonkeyPatch, times: int, then: Callable[[], None] = lambda: None
) -> None:
    """Ctrl-C as soon as somebody thinks, so many times."""
    left = [None] * times

    def interrupted(*arguments: Any) -> None:
        if left:
            left.pop()
            raise KeyboardInterrupt
        then()
        watch(*arguments)

    monkeypatch.setattr(loop, "watch", interrupted)


def test_ctrl_c_during_thought_makes_it_move(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 1)
    rival = Patient()
    table, screen = table_with("d3", "what?", "", "quit", white=rival)
    assert run(table) == 0
    assert rival.stopped.is_set()
    assert "Press Enter, or type quit." in screen.text
    assert any("it moves at once" in prompt for prompt in screen.prompts)
    assert table.game.transcript() == "D3c5"


def test_ctrl_c_during_thought_and_quit(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 1)
    table, screen = table_with("d3", "quit", white=Patient())
    assert run(table) == 0
    assert screen.text.endswith("Goodbye.\nTranscript: D3\n")


def test_ctrl_c_twice_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 1)
    table, _ = table_with("d3", KeyboardInterrupt(), white=Patient())
    assert run(table) == 130


def test_one_who_cannot_be_stopped_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    rival = Deaf()
    interrupting(monkeypatch, 2, then=rival.stopped.set)
    table, screen = table_with("d3", "", "", "quit", white=rival)
    assert run(table) == 0
    assert sum("cannot be hurried" in prompt for prompt in screen.prompts) == 2
    assert table.game.transcript() == "D3c5"


def test_two_agents_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    table, screen = table_with(black=agent("greedy"), white=agent("random:seed=1"), size=6)
    assert run(table, delay=2.0) == 0
    assert slept == [2.0] * sum(not move.is_pass for move in table.game.moves)
    assert not screen.prompts
    assert "Game over" in screen.text
    assert "#" not in screen.text  # nobody to choose a square


def test_ctrl_c_while_watching_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    table, screen = table_with("", "quit", black=First(), white=First())
    assert run(table, delay=2.0) == 0
    assert len(table.game.moves) == 2
    assert all("go on" in prompt for prompt in screen.prompts)


def test_the_facts_of_a_search_are_kept_with_the_move() -> None:
    class Tells(Agent):
        def choose(self, position: Position) -> Decision:
            return Decision(position.legal_moves[0], score=3.0, seconds=0.25)

    table, _ = table_with("d3", "quit", white=Tells())
    run(table)
    assert table.game.node.evaluation == 3.0
    assert table.game.node.seconds == 0.25


def test_a_loaded_position_goes_on_with_the_agent(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Game().play("d3").transcript())
    table, screen = table_with(f"load {file}", "quit", white=First())
    run(table)
    assert table.game.transcript() == "D3c3"
    assert "Loaded" in screen.text
