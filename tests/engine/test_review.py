from functools import cache

import pytest
from hypothesis import given, settings

from outflank import Color, Engine, Game, Limit, Move, NotationError, Position
from outflank._board import PHASES
from outflank.engine.review import (
    EXACT_EMPTIES,
    MAX_TURNING_POINTS,
    PlayerStats,
    ReviewedMove,
    Reviewer,
)
from support.games import plain_games
from support.reviews import CHEAP_EMPTIES, cheap_review, cheap_reviewer, game_of


@cache
def score(position: Position) -> int:
    """Under perfect play, for the side to move; by plain minimax, for small boards."""
    if position.is_over():
        return position.score(position.turn)
    return max(-score(position.play(move)) for move in position.legal_moves)


@cache
def small_reviewer() -> Reviewer:
    return Reviewer()


def replayed(moves: tuple[ReviewedMove, ...], start: Position) -> Position:
    position = start
    for number, move in enumerate(moves, 1):
        if position.must_pass():
            position = position.play(Move.PASS)
        assert (move.ply, move.position) == (number, position)
        position = position.play(move.move)
    return position


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_a_review_follows_the_game_and_loses_nothing_below_zero(size: int) -> None:
    review, game = cheap_review(size), game_of(size)
    assert replayed(review.moves, game.start) == review.final_position
    assert (review.black, review.result, review.size) == ("Anna", game.result, size)
    for move in review.moves:
        assert move.loss == move.value - move.played >= 0
        assert (move.loss == 0) == (move.best == move.move)
        assert (move.best_line[0], move.played_line[0]) == (move.best, move.move)
        assert bool(move.mark) == bool(move.reasons) == (move.loss >= 2)
        assert move.exact or move.position.empties > CHEAP_EMPTIES
        for line in (move.best_line, move.played_line):
            position = move.position
            for step in line:
                position = position.play(step)


@pytest.mark.thorough
def test_the_last_twenty_losses_are_those_of_the_solver() -> None:
    with Reviewer(Limit(nodes=100)) as reviewer, Engine(threads=1, hash_mb=64) as engine:
        review = reviewer.review(game_of())
        late = [move for move in review.moves if move.position.empties <= EXACT_EMPTIES]
        assert len(late) == EXACT_EMPTIES
        for move in late:
            after = move.position.play(move.move)
            best = engine.solve(move.position).best.score
            over = after.is_over()
            played = after.score(move.color) if over else -engine.solve(after).best.score
            assert (move.value, move.played, move.exact) == (best, played, True)
            assert move.loss == best - played


@given(plain_games(size=4))
@settings(max_examples=25)
def test_on_4x4_all_values_are_those_of_minimax(game: Game) -> None:
    if all(move.is_pass for move in game.moves):
        with pytest.raises(NotationError, match="no move in it"):
            small_reviewer().review(game)
        return
    review = small_reviewer().review(game)
    for move in review.moves:
        assert move.exact
        assert move.value == score(move.position)
        assert move.played == -score(move.position.play(move.move))


def test_the_same_run_gives_the_same_numbers() -> None:
    with cheap_reviewer() as reviewer:
        reviewer.review(game_of(6))
        assert reviewer.review(game_of(8)) == cheap_review(8)
        assert reviewer.review(game_of(8)) == cheap_review(8)


def test_players_are_counted_by_phase_and_without_forced_moves() -> None:
    review = cheap_review(8)
    for color in Color:
        found, moves = review.players[color], list(review.moves_of(color))
        chosen = [move for move in moves if len(move.position.legal_moves) > 1]
        assert found.moves == len(chosen) <= len(moves)
        assert found.loss == sum(move.loss for move in moves)
        mean = sum(move.accuracy for move in chosen) / len(chosen)
        assert found.accuracy == pytest.approx(mean, abs=0.051)
        weights = {phase: sum(move.phase == phase for move in chosen) for phase in PHASES}
        split = sum((found.phases[phase] or 0) * weights[phase] for phase in PHASES)
        assert split / len(chosen) == pytest.approx(mean, abs=0.1)
        assert sum(found.marks.values()) == sum(bool(move.mark) for move in moves)
    assert PlayerStats.of([]).accuracy is None


def test_turning_points_are_the_largest_drops_in_order() -> None:
    review = cheap_review(8)
    points = review.turning_points
    assert 0 < len(points) <= MAX_TURNING_POINTS
    assert [move.ply for move in points] == sorted(move.ply for move in points)
    others = [move.drop for move in review.moves if move.mark and move not in points]
    assert min(move.drop for move in points) >= max(others, default=0)
    for move in points:
        assert f"({move.best.name} was best)" in move.words
        assert move.words.endswith(".")


def test_verdicts() -> None:
    move = cheap_review(8).moves[0]

    def verdict(value: int, played: int, exact: bool) -> str:
        return ReviewedMove(
            1, move.position, move.move, move.best, value, played, exact, 9, 73, (), ()
        ).verdict

    assert verdict(4, -8, exact=True) == "turned a win by 4 into a loss by 8"
    assert verdict(0, -2, exact=True) == "turned a draw into a loss by 2"
    assert verdict(14, 8, exact=True) == "lost 6 discs: a win by 8 instead of 14"
    assert verdict(1, -6, exact=False) == "lost 7 discs, from +1 to -6"


def test_a_single_node_is_enough() -> None:
    with Reviewer(Limit(nodes=1), exact_empties=1) as reviewer:
        review = reviewer.review(game_of(6))
    assert all(move.depth >= 1 + (not move.exact) and move.loss >= 0 for move in review.moves)


def test_other_starts_and_unfinished_games() -> None:
    start = Position(6).play("e4").play("e3")
    game = Game.from_moves([start.legal_moves[0]], start)
    with cheap_reviewer() as reviewer:
        review = reviewer.review(game)
        assert review.result is None
        assert review.outcome.startswith("unfinished, ")
        with pytest.raises(NotationError, match="no move in it"):
            reviewer.review(Game(start))


def test_only_the_main_line_counts_and_openings_have_names() -> None:
    game = Game.from_transcript("f5d6c3d3c4f4f6b4c5")
    game.undo()
    game.play(next(move for move in game.position.legal_moves if move.name != "c5"))
    game.undo()
    with cheap_reviewer() as reviewer:
        review = reviewer.review(game)
    assert review.opening == "Kung"
    assert [move.move.name for move in review.moves][-2:] == ["b4", "c5"]
    assert cheap_review(6).opening is None
