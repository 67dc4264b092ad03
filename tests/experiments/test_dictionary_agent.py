"""The plain agent with its suspects: sound without them, and each does what it is said to do."""

import pytest

from outflank import Color, Position
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import load_evaluation
from outflank.experiments.dictionary_agent import DictionaryAgent, Suspects
from outflank.stats.pairs import random_openings


@pytest.mark.parametrize("size", [6, 8])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_without_suspects_it_chooses_as_the_core_does(size: int, depth: int) -> None:
    evaluation = load_evaluation("kandlikar-parry", size)
    core = ClassicSearch(evaluation, ordering="none", table_mb=0, deepening=False)
    for plies in range(4, size * size - 6, 3):
        for position in random_openings(size, 2, seed=plies, plies=plies):
            ours = DictionaryAgent(depth=depth).choose(position)
            theirs = core.search(position, Limit(depth=depth))
            assert (ours.move, ours.score) == (theirs.move, theirs.score)


def test_deepening_ends_with_the_last_whole_iteration() -> None:
    for position in random_openings(8, 5, seed=1, plies=20):
        found = DictionaryAgent(nodes=300).choose(position)
        assert found.depth is not None
        assert found.depth >= 1
        fixed = DictionaryAgent(depth=found.depth).choose(position)
        assert (found.move, found.score) == (fixed.move, fixed.score)


def test_the_same_question_has_the_same_answer_without_a_clock() -> None:
    for suspects in (Suspects(), Suspects(stored_timeouts=True), Suspects(sideless_key=True)):
        player = DictionaryAgent(suspects, nodes=200)
        answers = set()
        for _ in range(3):
            player.new_game()
            answers.add(player.choose(Position()).move)
        assert len(answers) == 1


def test_a_clock_decides_how_deep_it_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def depth_if_a_look_takes(seconds: float) -> int | None:
        now = 0.0

        def clock() -> float:
            nonlocal now
            now += seconds
            return now

        monkeypatch.setattr("time.perf_counter", clock)
        player = DictionaryAgent(Suspects(clock=True), seconds=1.0)
        return player.choose(Position()).depth

    assert depth_if_a_look_takes(0.001) > depth_if_a_look_takes(0.02)  # type: ignore[operator]


def test_time_outs_are_stored_only_by_that_suspect() -> None:
    position = random_openings(8, 1, seed=3, plies=20)[0]
    sound, faulty = (
        DictionaryAgent(nodes=100),
        DictionaryAgent(Suspects(stored_timeouts=True), nodes=100),
    )
    evaluation = load_evaluation("kandlikar-parry", 8)
    for player, wrong in ((sound, False), (faulty, True)):
        player.choose(position)
        made_up = [
            key
            for key, (value, depth, kind) in player._table.items()
            if depth > 0
            and kind == "exact"
            and not key[0].is_over()  # type: ignore[index]
            and value == evaluation.value(*key)  # type: ignore[misc]
        ]
        assert bool(made_up) == wrong


def test_a_key_without_side_takes_two_positions_for_one() -> None:
    board = Position().to_text()[:64]
    black, white = (Position.from_text(f"{board} {side}") for side in "XO")
    sound, faulty = DictionaryAgent(), DictionaryAgent(Suspects(sideless_key=True))
    assert sound._key(black) != sound._key(white)
    assert faulty._key(black) == faulty._key(white)
    before = sound._key(black)
    sound._root = Color.WHITE
    assert sound._key(black) != before


def test_a_new_game_empties_the_table_unless_it_is_kept() -> None:
    sound, faulty = DictionaryAgent(), DictionaryAgent(Suspects(kept_table=True))
    for player in (sound, faulty):
        player.choose(Position())
        assert player._table
        player.new_game()
    assert not sound._table
    assert faulty._table
