"""The course kit's helpers against the plain rules, and a file that uses all of the kit."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from outflank import Position
from outflank.agents import CourseAgent, play
from outflank.agents.kit import helpers
from outflank.agents.kit.agent import Agent
from outflank.agents.kit.store import AGENT_REGISTRY, register_agent
from outflank.game import rules
from support.boards import plain, positions


@given(positions)
def test_helpers_follow_the_rules(position: Position) -> None:
    board, array = plain(position), position.to_numpy().astype(int)
    for player in (1, 2):
        moves = helpers.get_valid_moves(array, player)
        assert moves == rules.legal_moves(board, player)
        for move in moves:
            assert helpers.count_capture(array, move, player) == len(
                rules.flips(board, player, move)
            )
            after = array.copy()
            helpers.execute_move(after, move, player)
            assert tuple(map(tuple, after.tolist())) == rules.play(board, player, move)
        drawn = helpers.random_move(array, player)
        assert drawn in moves if moves else drawn is None
        over, first, second = helpers.check_endgame(array, player, 3 - player)
        assert over == rules.is_over(board)
        assert (first, second) == ((array == 1).sum(), (array == 2).sum())
    assert (array == position.to_numpy()).all()


def test_squares_off_the_board_capture_nothing() -> None:
    # Wrapped around, (-6, -5) is (2, 3), which is legal.
    array = Position().to_numpy().astype(int)
    assert helpers.count_capture(array, (2, 3), 1) == 1
    for square in ((-6, -5), (-6, 3), (2, -5), (8, 3), (2, 99)):
        assert helpers.count_capture(array, square, 1) == 0
        with pytest.raises(IndexError, match="is not a square of the board"):
            helpers.execute_move(array, square, 1)
    assert helpers.count_capture(array, (3, 3), 1) == 0


def test_directions() -> None:
    array = Position().to_numpy().astype(int)
    assert sorted(helpers.get_directions()) == sorted(rules.DIRECTIONS)
    counts = {way: helpers.count_capture_dir(array, (2, 3), 1, way) for way in rules.DIRECTIONS}
    assert counts == {way: int(way == (1, 0)) for way in rules.DIRECTIONS}
    helpers.flip_discs(array, (2, 3), 1, (1, 0))
    assert array[3, 3] == 1
    directions = helpers.get_directions()
    directions.clear()
    assert len(helpers.get_directions()) == 8


def test_scores_divide_like_numpy_numbers() -> None:
    _, first, second = helpers.check_endgame(np.ones((6, 6), int), 1, 2)
    with np.errstate(divide="ignore"):
        assert first / second == np.inf


def test_agent_and_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENT_REGISTRY, "taken", object)
    with pytest.raises(AssertionError, match="'taken' is already registered"):
        register_agent("taken")(Agent)
    bare = Agent()
    assert (str(bare), bare.autoplay) == ("DummyAgent", True)
    with pytest.raises(NotImplementedError, match="Agent has no step method"):
        bare.step(np.zeros((8, 8)), 1, 2)


FILE = """
# Student agent: Add your own agent here
from agents.agent import Agent
from store import register_agent
import sys
import numpy as np
from copy import deepcopy
import time
from helpers import random_move, count_capture, execute_move, check_endgame, get_valid_moves
from agents.advice import best_of
import constants


@register_agent("student_agent")
class StudentAgent(Agent):
  def __init__(self):
    super(StudentAgent, self).__init__()
    self.name = "StudentAgent"
    assert self.autoplay and str(self) == "StudentAgent"

  def step(self, chess_board, player, opponent):
    start_time = time.time()
    assert isinstance(chess_board, np.ndarray) and chess_board.dtype == int
    assert {player, opponent} == {1, 2} == constants.PLAYERS
    moves = get_valid_moves(chess_board, player)
    assert random_move(chess_board, player) in moves

    def value(move):
      board = deepcopy(chess_board)
      execute_move(board, move, player)
      is_endgame, p0_score, p1_score = check_endgame(board, player, opponent)
      gain = (p0_score - p1_score) * (1 if player == 1 else -1)
      assert gain == before + 1 + 2 * count_capture(chess_board, move, player)
      return gain

    _, p0, p1 = check_endgame(chess_board, player, opponent)
    before = (p0 - p1) * (1 if player == 1 else -1)
    chess_board[:] = 0 if time.time() - start_time > 100 else chess_board
    print("My AI's turn took ", time.time() - start_time, "seconds.")
    return best_of(moves, value)
"""
ADVICE = """
import numpy as np

def best_of(moves, value):
    return moves[int(np.argmax([value(move) for move in moves]))]
"""


@pytest.mark.integration
def test_an_unmodified_file_in_its_kit(tmp_path: Path) -> None:
    """It plays greedily with the kit's helpers and a module beside it: exactly like ours."""
    folder = tmp_path / "agents"
    folder.mkdir()
    (folder / "student_agent.py").write_text(FILE)
    (folder / "advice.py").write_text(ADVICE)
    (folder / "__init__.py").write_text("raise ImportError('the kit itself is not wanted')")
    (tmp_path / "constants.py").write_text("PLAYERS = {1, 2}\n")
    (tmp_path / "helpers.py").write_text("raise ImportError('ours come first')")
    with CourseAgent(folder / "student_agent.py") as student:
        for size in (6, 8):
            for colour in (0, 1):
                ours, theirs = (
                    play(*((player, "random:seed=4") if colour == 0 else ("random:seed=4", player)),
                         size=size)
                    for player in ("greedy", student)
                )  # fmt: skip
                assert "forfeit" not in theirs.tags
                assert theirs.moves == ours.moves
        assert "My AI's turn took" in student.output
    assert not list(tmp_path.rglob("*.pyc"))
