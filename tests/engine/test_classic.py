"""Minimax against plain Python, and alpha-beta with every ingredient against minimax."""

import itertools
import random
import threading
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from outflank import Color, IllegalMoveError, Move, Position, SettingsError
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import evaluation_names, load_evaluation
from outflank.errors import OutflankError
from support.boards import arbitrary_positions, reachable_positions
from support.commands import python
from support.instruction_sets import usable_instruction_sets
from support.plain_minimax import WIN, values
from support.waiting import PATIENCE

ORDERINGS = ("none", "kandlikar-parry", "matrix", "killer")
INGREDIENTS = {
    "deepening": (False, True),
    "table_mb": (0, 1),
    "ordering": ORDERINGS,
    "aspiration": (False, True),
    "terminal": ("outcome", "heuristic"),
}


def pairwise() -> list[dict[str, object]]:
    """A small set of settings in which every two values of different ingredients meet."""
    every = [
        dict(zip(INGREDIENTS, chosen, strict=True))
        for chosen in itertools.product(*INGREDIENTS.values())
    ]
    missing = {pair for settings in every for pair in itertools.combinations(settings.items(), 2)}
    chosen = []
    while missing:
        best = max(every, key=lambda s: len(missing & set(itertools.combinations(s.items(), 2))))
        missing -= set(itertools.combinations(best.items(), 2))
        chosen.append(best)
    return chosen


PAIRWISE = pairwise()


def same(found: float | None, expected: float | None) -> bool:
    return found is not None and found == pytest.approx(expected, rel=1e-12, abs=1e-9)


def random_position(size: int, plies: int, seed: int) -> Position:
    draw, position = random.Random(seed), Position(size)
    for _ in range(plies):
        if position.is_over():
            break
        position = position.play(draw.choice(position.legal_moves))
    return position


any_position = st.one_of(
    *(kind(size) for kind in (reachable_positions, arbitrary_positions) for size in (6, 8, 10, 12))
)


@settings(max_examples=60)
@given(any_position, st.sampled_from(["kandlikar-parry", "sommer", "hybrid4"]), st.booleans())
def test_minimax_is_minimax(position: Position, name: str, outcome_first: bool) -> None:
    assume(not position.is_over() and not position.must_pass())
    evaluation = load_evaluation(name, position.size)
    terminal = "outcome" if outcome_first else "heuristic"
    search = ClassicSearch(evaluation, algorithm="minimax", deepening=False, terminal=terminal)
    expected = values(position, 2, evaluation, outcome_first)
    found = search.search(position, Limit(depth=2))
    assert same(found.score, max(expected.values()))
    assert same(expected[found.move], max(expected.values()))


@pytest.mark.parametrize("size", [6, 8, 10, 12])
@pytest.mark.parametrize("name", evaluation_names())
def test_alphabeta_is_minimax_pairwise(name: str, size: int) -> None:
    evaluation = load_evaluation(name, size)
    empties = size * size - 4
    # Early, middle and late positions: the last ones end, and pass, within the search.
    for plies in (empties // 4, empties - 6, empties - 3):
        position = random_position(size, plies, seed=size + plies)
        if position.is_over() or position.must_pass():
            continue
        depth = 3 if plies < empties // 2 else 4
        exact = {
            terminal: ClassicSearch(evaluation, algorithm="minimax", terminal=terminal).search(
                position, Limit(depth=depth)
            )
            for terminal in ("outcome", "heuristic")
        }
        for chosen in PAIRWISE:
            found = ClassicSearch(evaluation, **chosen).search(position, Limit(depth=depth))  # type: ignore[arg-type]
            assert same(found.score, exact[str(chosen["terminal"])].score), chosen


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_alphabeta_is_minimax_with_every_setting_to_depth_5(size: int) -> None:
    every = [
        dict(zip(INGREDIENTS, chosen, strict=True))
        for chosen in itertools.product(*INGREDIENTS.values())
    ]
    for name in evaluation_names() if size > 4 else ("parity",):
        evaluation = load_evaluation(name, size)
        for plies in (6, (size * size - 4) // 2, size * size - 12):
            position = random_position(size, plies, seed=plies)
            if position.is_over() or position.must_pass():
                continue
            for terminal in ("outcome", "heuristic"):
                exact = ClassicSearch(evaluation, algorithm="minimax", terminal=terminal).search(
                    position, Limit(depth=5)
                )
                for chosen in every:
                    if chosen["terminal"] == terminal:
                        found = ClassicSearch(evaluation, **chosen).search(  # type: ignore[arg-type]
                            position, Limit(depth=5)
                        )
                        assert same(found.score, exact.score), (name, chosen)


@settings(max_examples=40)
@given(any_position, st.sampled_from(PAIRWISE))
def test_the_move_has_the_value(position: Position, chosen: dict[str, object]) -> None:
    assume(not position.is_over() and not position.must_pass())
    evaluation = load_evaluation("kandlikar-parry", position.size)
    expected = values(position, 2, evaluation, chosen["terminal"] == "outcome")
    found = ClassicSearch(evaluation, **chosen).search(position, Limit(depth=2))  # type: ignore[arg-type]
    assert same(found.score, max(expected.values()))
    assert same(expected[found.move], max(expected.values()))


# Three slips of the alpha-beta printed in one report, each with a position that shows it.


def test_the_root_searches_the_board_after_the_move() -> None:
    evaluation = load_evaluation("parity", 8)
    position = random_position(8, 12, seed=1)
    found = ClassicSearch(evaluation).search(position, Limit(depth=1))
    after = {
        move: evaluation.value(position.play(move), position.turn) for move in position.legal_moves
    }
    assert len(set(after.values())) > 1
    assert found.score == max(after.values())
    assert after[found.move] == found.score


def test_the_sides_take_turns() -> None:
    evaluation = load_evaluation("parity", 8)
    position = random_position(8, 12, seed=2)
    one_sided = max(
        evaluation.value(after, position.turn)
        for move in position.legal_moves
        for after in [position.play(move)]
    )
    found = ClassicSearch(evaluation).search(position, Limit(depth=2))
    assert found.score is not None
    assert found.score < one_sided


def test_a_value_of_zero_is_a_value() -> None:
    # Corners alone: nobody gets one soon, so every move is worth exactly nothing.
    evaluation = load_evaluation("hybrid3", 8)
    position = Position.from_text("--------" * 3 + "---OX---" + "---XO---" + "--------" * 3)
    found = ClassicSearch(evaluation).search(position, Limit(depth=2))
    expected = values(position, 2, evaluation)
    assert found.score == max(expected.values())
    # Best of losing moves: the value is below zero and must not be mistaken for "none".
    lost = Position.from_text("OOOOOOOO" * 7 + "OOOOXO--" + "X")
    assert lost.legal_moves == (Move("g8"),)
    answer = ClassicSearch(evaluation).search(lost, Limit(depth=4))
    assert answer.move == Move("g8")
    assert answer.score is not None
    assert answer.score < -WIN


def test_a_pass_is_not_a_leaf() -> None:
    evaluation = load_evaluation("kandlikar-parry", 6)
    seen = 0
    for seed in range(400):
        position = random_position(6, 22, seed)
        if position.is_over() or position.must_pass():
            continue
        if not any(position.play(move).must_pass() for move in position.legal_moves):
            continue
        seen += 1
        expected = max(values(position, 4, evaluation).values())
        assert same(ClassicSearch(evaluation).search(position, Limit(depth=4)).score, expected)
    assert seen >= 10


def test_finished_games_outrank_heuristics() -> None:
    evaluation = load_evaluation("corners", 8)
    wipe_out = Position()
    for name in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"]:
        wipe_out = wipe_out.play(name)
    answer = ClassicSearch(evaluation).search(wipe_out, Limit(depth=3))
    assert answer.move == Move("c5")
    assert answer.score == WIN + 64
    assert answer.pv == (Move("c5"),)
    heuristic = ClassicSearch(evaluation, terminal="heuristic").search(wipe_out, Limit(depth=3))
    assert heuristic.score is not None
    assert abs(heuristic.score) < 1000


def test_a_solved_game_is_not_searched_deeper() -> None:
    position = random_position(6, 26, seed=5)
    answer = ClassicSearch(load_evaluation("parity", 6)).search(position, Limit(time=60))
    assert answer.depth is not None
    assert answer.depth <= 2 * position.empties + 1
    assert answer.seconds is not None
    assert answer.seconds < 30


def test_forced_passes_and_finished_games() -> None:
    search = ClassicSearch(load_evaluation("parity", 8))
    passing = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    assert search.search(passing, Limit(depth=3)).move is Move.PASS
    with pytest.raises(IllegalMoveError, match="the game is over"):
        search.search(Position.from_text("X" * 64), Limit(depth=3))
    with pytest.raises(SettingsError, match="boards of size 8, not 6"):
        search.search(Position(6), Limit(depth=3))


def test_node_limits_are_exact_and_repeatable() -> None:
    for size in (6, 8, 10, 12):
        evaluation = load_evaluation("kandlikar-parry", size)
        position = random_position(size, 14, seed=size)
        for nodes in (1, 100, 20_000):
            answers = [
                ClassicSearch(evaluation).search(position, Limit(nodes=nodes)) for _ in range(2)
            ]
            assert answers[0].nodes == nodes
            first, second = ((a.move, a.score, a.depth, a.nodes, a.pv, a.plies) for a in answers)
            assert first == second
            assert position.is_legal(answers[0].move)


def test_one_search_object_gives_the_same_answer_again() -> None:
    search = ClassicSearch(load_evaluation("kandlikar-parry", 8))
    position = random_position(8, 20, seed=9)
    first = search.search(position, Limit(nodes=30_000))
    search.search(random_position(8, 10, seed=1), Limit(nodes=30_000))
    for _ in range(300):  # past the wrap-around of the table's generations
        search.search(position, Limit(nodes=50))
    again = search.search(position, Limit(nodes=30_000))
    assert (first.move, first.score, first.nodes, first.plies) == (
        again.move,
        again.score,
        again.nodes,
        again.plies,
    )


SIGNATURE = """
from outflank import Position
from outflank.engine import ClassicSearch, Limit, MonteCarloSearch
from outflank.engine.evals import load_evaluation
for size in (6, 8, 10, 12):
    position = Position(size)
    for _ in range(8):
        position = position.play(position.legal_moves[-1])
    for name in ("kandlikar-parry", "sommer", "champion-gin", "faraji-osama", "improved"):
        for ordering in ("kandlikar-parry", "killer"):
            search = ClassicSearch(load_evaluation(name, size), ordering=ordering)
            a = search.search(position, Limit(nodes=5000))
            print(a.move, repr(a.score), a.depth, a.nodes)
    m = MonteCarloSearch(size, seed=3).search(position, Limit(nodes=2000))
    print(m.move, repr(m.score), m.depth)
"""


@pytest.mark.integration
def test_the_same_in_every_process_and_instruction_set() -> None:
    usable = usable_instruction_sets()
    outputs = {python(SIGNATURE, env={"OUTFLANK_ISA": isa}) for isa in [*usable, usable[0]]}
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 44


@pytest.mark.thorough
def test_time_limits() -> None:
    for size in (8, 12):
        search = ClassicSearch(load_evaluation("kandlikar-parry", size))
        position = random_position(size, 20, seed=3)
        search.search(position, Limit(time=0.05))
        over = []
        for _ in range(5):
            begun = time.thread_time()
            answer = search.search(position, Limit(time=0.1))
            over.append(time.thread_time() - begun - 0.1)
            assert answer.depth
        assert sorted(over)[2] < 0.005


def test_the_deepest_finished_iteration_or_the_unfinished_one() -> None:
    evaluation = load_evaluation("kandlikar-parry", 8)
    changed = 0
    for seed in range(30):
        position = random_position(8, 20, seed)
        plain = ClassicSearch(evaluation).search(position, Limit(nodes=3000))
        partial = ClassicSearch(evaluation, partial=True).search(position, Limit(nodes=3000))
        assert plain.depth == partial.depth
        exact = ClassicSearch(evaluation).search(position, Limit(depth=plain.depth))
        assert (plain.move, plain.score) == (exact.move, exact.score)
        changed += plain.move != partial.move
    assert changed


def test_stop_from_another_thread() -> None:
    search = ClassicSearch(load_evaluation("kandlikar-parry", 12))
    timer = threading.Timer(0.2, search.stop)
    timer.start()
    answer = search.search(Position(12), Limit(time=60))
    timer.join(PATIENCE)
    assert answer.seconds is not None
    assert answer.seconds < 30
    assert answer.depth


@pytest.mark.integration
def test_interrupt_is_raised() -> None:
    code = (
        "import signal; from outflank import Position;"
        "from outflank.engine import ClassicSearch, Limit;"
        "from outflank.engine.evals import load_evaluation;"
        "signal.setitimer(signal.ITIMER_REAL, 0.3);"
        "signal.signal(signal.SIGALRM, signal.default_int_handler);"
        "s = ClassicSearch(load_evaluation('parity', 8));\n"
        "try: s.search(Position(), Limit(time=100))\n"
        "except KeyboardInterrupt: print('interrupted')"
    )
    assert python(code).strip() == "interrupted"


def test_statistics() -> None:
    evaluation = load_evaluation("kandlikar-parry", 8)
    position = random_position(8, 16, seed=4)
    full = ClassicSearch(evaluation, algorithm="minimax", deepening=False).search(
        position, Limit(depth=4)
    )
    assert [ply.pruned for ply in full.plies] == [0, 0, 0, 0]
    assert full.plies[0].generated == len(position.legal_moves)
    assert full.nodes == sum(ply.searched for ply in full.plies)
    pruned = ClassicSearch(evaluation, deepening=False).search(position, Limit(depth=4))
    assert pruned.nodes == sum(ply.searched for ply in pruned.plies)
    assert pruned.nodes < full.nodes
    assert sum(ply.pruned for ply in pruned.plies) > 0
    assert pruned.branching is not None
    assert full.branching is not None
    assert 1 < pruned.branching < full.branching
    deep = ClassicSearch(evaluation).search(position, Limit(depth=8))
    for ply in deep.plies:
        assert ply.cuts <= ply.hits <= ply.probes
        assert ply.searched <= ply.generated
    assert sum(ply.cuts for ply in deep.plies) > 0
    assert deep.pv[0] == deep.move


def test_kept_tables_answer_from_earlier_searches() -> None:
    evaluation = load_evaluation("kandlikar-parry", 8)
    position = random_position(8, 16, seed=4)
    kept = ClassicSearch(evaluation, keep_table=True)
    first = kept.search(position, Limit(depth=6))
    second = kept.search(position, Limit(depth=6))
    assert first.nodes is not None
    assert second.nodes is not None
    assert second.nodes < first.nodes / 5
    assert second.score == first.score


def test_the_value_is_for_the_root_player() -> None:
    # One-sided terms: the value for one side is not minus the value for the other.
    evaluation = load_evaluation("kandlikar-parry", 8)
    position = random_position(8, 21, seed=6)
    black, white = (evaluation.value(position, color) for color in Color)
    assert black != -white
    for plies in (20, 21):
        position = random_position(8, plies, seed=6)
        found = ClassicSearch(evaluation).search(position, Limit(depth=3))
        assert same(found.score, max(values(position, 3, evaluation).values()))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"algorithm": "magic"}, "algorithm 'magic' does not exist"),
        ({"ordering": "best"}, "ordering 'best' does not exist"),
        ({"terminal": "never"}, "terminal 'never' does not exist"),
        ({"table_mb": -1}, "a table of -1 MB cannot be made"),
    ],
)
def test_bad_settings(settings: dict[str, object], message: str) -> None:
    with pytest.raises(OutflankError, match=message):
        ClassicSearch(load_evaluation("parity", 8), **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        ({}, SettingsError),
        ({"depth": 0}, SettingsError),
        ({"depth": -3}, SettingsError),
        ({"nodes": 0}, SettingsError),
        ({"time": float("nan")}, SettingsError),
        ({"time": float("inf")}, SettingsError),
        ({"time": -1.0}, SettingsError),
        ({"depth": 2.5}, TypeError),
        ({"nodes": True}, TypeError),
        ({"time": "1"}, TypeError),
    ],
)
def test_senseless_limits(limits: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        Limit(**limits)  # type: ignore[arg-type]


def test_dynamic_depth() -> None:
    limit = Limit(dynamic=True)
    assert [limit.depth_at(8, n) for n in (60, 51, 50, 30, 29, 1)] == [3, 3, 5, 5, 7, 7]
    # 6x6: 32 squares to fill; above 26.7 early, below 16 late.
    assert [limit.depth_at(6, n) for n in (32, 27, 26, 16, 15)] == [3, 3, 5, 5, 7]
    assert Limit(dynamic=True, depth=4).depth_at(8, 10) == 4
    assert Limit(depth=4).depth_at(8, 60) == 4
    assert Limit(nodes=4).depth_at(8, 60) is None
