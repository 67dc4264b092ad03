"""The held-back engine: what it gives away, and that it gives it away on purpose."""

import random
from collections.abc import Iterator, Sequence

import pytest

from outflank import Agent, Analysis, EngineError, Limit, Move, Position, SettingsError, agent
from outflank.agents import decide
from outflank.agents.builtin import FULL_STRENGTH
from outflank.agents.skill import (
    BUDGET_CAP,
    DEFAULT_LIMIT,
    MEAN_BUDGETS,
    OPENING_AND_END_SHARE,
    SkillAgent,
)
from outflank.engine import Level, Line
from outflank.engine.book import Book, Entry, key_of, packed_book, parse_book
from outflank.engine.level import DEFAULT_LEVEL


class FakeEngine:
    """Scores the legal moves 0, -1, -2, ... in the order they come, or as it is told."""

    scores: tuple[int, ...] = tuple(range(0, -100, -1))
    book: Book | None = None

    def __init__(self, size: int, **options: int) -> None:
        assert set(options) == {"threads", "hash_mb", "book"}
        self.size = size
        self.asked: list[tuple[object, int]] = []
        self.stopped = self.forgotten = 0

    def analysis(self, position: Position, limit: object, *, lines: int) -> Iterator[Analysis]:
        self.asked.append((limit, lines))
        pairs = list(zip(position.legal_moves, self.scores, strict=False))[:lines]
        found = tuple(Line(move, score, (move,)) for move, score in pairs)
        for finished in (False, True):
            yield Analysis(found, 5, 100, False, False, 100, 0.1, finished)

    def forget(self) -> None:
        self.forgotten += 1

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        pass


def skill(level: int, seed: int = 0, engine: type[FakeEngine] = FakeEngine) -> SkillAgent:
    return SkillAgent(level, seed=seed, make_engine=engine)  # type: ignore[arg-type]


def midgame(seed: int = 1, plies: int = 28) -> Position:
    draw, position = random.Random(seed), Position()
    for _ in range(plies):
        position = position.play(draw.choice(position.legal_moves))
    return position


def losses(level: int, position: Position, count: int = 400) -> list[int]:
    player = skill(level)
    found = []
    for _ in range(count):
        player.new_game()
        player.choose(position)
        assert player.loss is not None
        found.append(player.loss)
    return found


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def test_a_weaker_skill_loses_more() -> None:
    position = midgame()
    averages = [mean(losses(level, position)) for level in range(FULL_STRENGTH + 1)]
    assert averages == sorted(averages, reverse=True)
    assert len(set(averages)) == len(averages)
    assert averages[FULL_STRENGTH] == 0
    assert list(MEAN_BUDGETS) == sorted(MEAN_BUDGETS, reverse=True)


def test_no_blunder_beyond_the_budget() -> None:
    position = midgame()
    for level, budget in enumerate(MEAN_BUDGETS):
        assert max(losses(level, position)) <= BUDGET_CAP * budget


def test_the_move_nearest_to_the_budget_from_below() -> None:
    class Gaps(FakeEngine):
        scores = (0, -1, -40, -60)

    player = skill(3, engine=Gaps)
    for _ in range(100):
        player.new_game()
        player.choose(midgame())
        assert player.loss in (0, 1)


def test_early_and_late_mistakes_are_smaller() -> None:
    early = mean(losses(3, midgame(plies=12)))
    middle = mean(losses(3, midgame(plies=30)))
    assert early < middle
    player = skill(3)
    drawn = {
        filled: mean([player._budget(8, filled) for _ in range(4000)]) for filled in (0.0, 0.5, 1.0)
    }
    assert drawn[0.0] == pytest.approx(OPENING_AND_END_SHARE * drawn[0.5], rel=0.15)
    assert drawn[1.0] == pytest.approx(OPENING_AND_END_SHARE * drawn[0.5], rel=0.15)


def test_openings_vary_and_the_seed_repeats_them() -> None:
    def opening(seed: int, level: int = 8) -> tuple[Move, ...]:
        player, position, moves = skill(level, seed), Position(), []
        player.new_game()
        for _ in range(4):
            moves.append(player.choose(position).move)
            position = position.play(moves[-1])
        return tuple(moves)

    assert opening(3) == opening(3)
    assert len({opening(seed) for seed in range(20)}) > 5
    # The best move and those near it, no others: this engine finds each a disc worse.
    assert {opening(seed)[0] for seed in range(40)} <= set(Position().legal_moves[:3])


def test_games_differ_but_not_from_run_to_run() -> None:
    def run() -> list[Move]:
        player = skill(2, seed=9)
        chosen = []
        for _ in range(10):
            player.new_game()
            chosen.append(player.choose(midgame()).move)
        return chosen

    assert run() == run()
    assert len(set(run())) > 1


def test_skill_ten_is_the_engine() -> None:
    engines = []

    class Kept(FakeEngine):
        def __init__(self, *arguments: int, **options: int) -> None:
            super().__init__(*arguments, **options)
            engines.append(self)

    player = skill(FULL_STRENGTH, engine=Kept)
    decision = player.choose(midgame())
    assert engines[0].asked == [(Level(DEFAULT_LEVEL), 1)]
    assert decision.move == midgame().legal_moves[0]
    assert decision.depth == 5
    weak = skill(4, engine=Kept)
    weak.choose(midgame())
    assert engines[1].asked == [(DEFAULT_LIMIT, len(midgame().legal_moves))]
    assert engines[1].forgotten == 1
    weak.stop()
    assert engines[1].stopped == 1


def test_a_book_is_asked_first() -> None:
    position = midgame(plies=3)
    children = {key_of(position.play(move)): Entry(0, 9) for move in position.legal_moves}
    full = {key_of(position): Entry(0, 9), **children}
    partly = dict(list(full.items())[:-1])

    class Reader(FakeEngine):
        book = parse_book(packed_book(8, full, {}), "full")

    class HalfReader(FakeEngine):
        book = parse_book(packed_book(8, partly, {}), "half")

    def nodes(level: int, engine: type[FakeEngine]) -> int | None:
        return skill(level, engine=engine).choose(position).nodes

    # Who is to err on purpose must know every move; who is not, one that is good.
    assert (nodes(3, Reader), nodes(3, HalfReader)) == (0, 100)
    assert (nodes(FULL_STRENGTH, Reader), nodes(FULL_STRENGTH, HalfReader)) == (0, 0)
    assert {skill(FULL_STRENGTH, seed, Reader).choose(position).move for seed in range(40)} == set(
        position.legal_moves
    )


def test_the_decision_is_about_the_move_that_was_chosen() -> None:
    player = skill(0)
    decision = player.choose(midgame())
    assert decision.pv[0] == decision.move
    assert player.loss is not None
    assert decision.score == -player.loss
    assert (decision.depth, decision.nodes, decision.seconds) == (5, 100, 0.1)


def test_what_is_known_on_the_way_is_told() -> None:
    player = skill(3)
    heard: list[Analysis] = []
    player.watch = heard.append
    player.choose(midgame())
    assert [analysis.finished for analysis in heard] == [False, True]


def test_a_pass_needs_no_engine_and_a_finished_game_none_either() -> None:
    must_pass = Position.from_text("XXXXXXXXXXXX-OOX O")
    assert must_pass.must_pass()
    assert skill(3).choose(must_pass).move is Move.PASS
    with pytest.raises(EngineError, match="the game is over"):
        skill(3).choose(Position.from_text("X" * 16 + " O"))


def test_by_name() -> None:
    player = agent("skill:level=3,seed=4,nodes=2000")
    assert isinstance(player, SkillAgent)
    assert (player.level, player.limit) == (3, Limit(nodes=2000))
    assert agent("skill").limit == DEFAULT_LIMIT
    assert agent("skill:level=10").limit == Level(DEFAULT_LEVEL)
    for spec, words in (
        ("skill:level=11", "level cannot be more than 10"),
        ("skill:level=-1", "zero or above"),
        ("skill:dynamic=yes", "no option 'dynamic'"),
    ):
        with pytest.raises(SettingsError, match=words):
            agent(spec)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_with_the_real_engine(size: int) -> None:
    def moves() -> list[str]:
        with agent("skill:level=2,nodes=2000,seed=1") as player:
            assert isinstance(player, Agent)
            player.new_game()
            position, played = Position(size), []
            for _ in range(6):
                decision = decide(player, position)
                played.append(decision.move.name)
                position = position.play(decision.move)
            return played

    assert moves() == moves()
