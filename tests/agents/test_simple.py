"""Players that do not search, on positions small enough to count by hand."""

import pytest
from hypothesis import given

from outflank import Color, EngineError, Move, Position
from outflank.agents import agent
from outflank.agents.base import decide
from outflank.agents.simple import GreedyAgent, GreedyCornersAgent, RandomAgent, corner_value
from outflank.game import rules
from support.boards import reachable_positions


def test_random_is_repeatable_and_random() -> None:
    def game(seed: int) -> list[Move]:
        player, position, moves = RandomAgent(seed), Position(), []
        while position.legal_moves:
            moves.append(player.choose(position))
            position = position.play(moves[-1])
        return moves

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(10)}) == 10
    player = RandomAgent(0)
    assert {player.choose(Position()).name for _ in range(100)} == {"d3", "c4", "f5", "e6"}


def test_the_stream_goes_on_from_game_to_game() -> None:
    player = RandomAgent(3)
    first = [player.choose(Position()) for _ in range(20)]
    player.new_game()
    assert [player.choose(Position()) for _ in range(20)] != first


@given(reachable_positions())
def test_greedy_flips_most(position: Position) -> None:
    if position.is_over() or position.must_pass():
        return
    flips = {move: int(position.flip_mask(move).sum()) for move in position.legal_moves}
    chosen = decide(GreedyAgent(), position)
    assert flips[chosen.move] == max(flips.values())
    earlier = position.legal_moves[: position.legal_moves.index(chosen.move)]
    assert all(flips[move] < flips[chosen.move] for move in earlier)
    after = position.play(chosen.move)
    assert chosen.score == after.disc_difference(position.turn)


def by_hand(position: Position, color: int, variant: str) -> int:
    """The formula once more, on the plain rules' board."""
    rows = [list(row) for row in position.to_numpy().tolist()]
    cells = [cell for row in rows for cell in row]
    counted = color if variant == "fixed" else 1
    corners = [rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]]
    board = tuple(tuple(row) for row in rows)
    return (
        cells.count(counted)
        - cells.count(3 - counted)
        + 10 * corners.count(color)
        - 10 * corners.count(3 - color)
        - len(rules.legal_moves(board, 3 - color))
    )


@given(reachable_positions())
def test_greedy_corners_follows_its_formula(position: Position) -> None:
    if position.is_over() or position.must_pass():
        return
    for variant in ("fixed", "faithful"):
        values = {
            move: by_hand(position.play(move), position.turn, variant)
            for move in position.legal_moves
        }
        chosen = decide(GreedyCornersAgent(variant), position)
        assert chosen.score == values[chosen.move] == max(values.values())
        earlier = position.legal_moves[: position.legal_moves.index(chosen.move)]
        assert all(values[move] < values[chosen.move] for move in earlier)


# White has d2, which flips one disc, and f5, which flips three. Black can answer either on one
# square (a5 after d2, a2 after f5), and corners are out of reach: only the lead tells them apart.
NO_CORNERS = "------" + "-OX---" + "------" * 2 + "-OXXX-" + "------" + "O"
# White has b1, which flips one disc, and the corner a6, which flips three. Black answers a1 or e1.
CORNER = "--XO--" + "O-----" + "X-----" * 3 + "------" + "O"


@pytest.mark.parametrize(
    ("board", "values", "chosen"),
    [
        (NO_CORNERS, {"d2": 4 - 3 - 1, "f5": 6 - 1 - 1}, {"fixed": "f5", "faithful": "d2"}),
        (CORNER, {"b1": 4 - 3 - 1, "a6": 6 - 1 + 10 - 1}, {"fixed": "a6", "faithful": "a6"}),
    ],
)
def test_greedy_corners_by_hand(board: str, values: dict[str, int], chosen: dict[str, str]) -> None:
    position = Position.from_text(board)
    assert [str(move) for move in position.legal_moves] == list(values)
    for name, value in values.items():
        after = position.play(name)
        assert corner_value(after, Color.WHITE) == value
        # The original counts black's lead for white.
        slip = 2 * after.disc_difference(Color.WHITE)
        assert corner_value(after, Color.WHITE, "faithful") == value - slip
    for variant, name in chosen.items():
        assert GreedyCornersAgent(variant).choose(position).move == Move(name)


def test_the_slip_of_the_original_changes_whites_moves_only() -> None:
    fixed, faithful = GreedyCornersAgent("fixed"), GreedyCornersAgent("faithful")
    same = {Color.BLACK: True, Color.WHITE: True}
    for seed in range(20):
        position, player = Position(), RandomAgent(seed)
        while position.legal_moves:
            alike = fixed.choose(position).move == faithful.choose(position).move
            same[position.turn] &= alike
            position = position.play(player.choose(position))
    assert same == {Color.BLACK: True, Color.WHITE: False}


def test_names_and_passes() -> None:
    for name in ("gpt_greedy_corners", "greedy_gpt_corners"):
        player = agent(f"{name}:variant=faithful")
        assert isinstance(player, GreedyCornersAgent)
        assert player.variant == "faithful"
    must_pass = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    over = Position.from_text("X" + "-" * 63)
    for name in ("random", "greedy", "greedy-corners", "alphabeta", "minimax", "mcts"):
        assert decide(agent(name), must_pass).move == Move.PASS
        with pytest.raises(EngineError, match="the game is over"):
            decide(agent(name), over)
