"""Games of the arena: right by the rules, repeatable, and lost by whoever breaks them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest

from outflank import Color, Game, SettingsError
from outflank.agents import play
from outflank.agents.engine import EngineAgent
from outflank.agents.hosted import HostedAgent
from outflank.arena.openings import position_after
from outflank.arena.record import GameRecord
from outflank.arena.referee import play_pair
from outflank.arena.seat import Seat, ask_once, doubt
from outflank.arena.settings import Conditions, Pairing
from outflank.arena.tally import Pair
from outflank.stats.pairs import random_lines
from support.waiting import PATIENCE

KIT = """
import os, sys, time
import numpy as np
from agents.agent import Agent
from store import register_agent
from helpers import random_move, get_valid_moves

@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super().__init__()
        self.asked = 0

    def step(self, board, player, opponent):
        self.asked += 1
        if self.asked == 3:
            {deed}
        return random_move(board, player)
"""
DEEDS = {
    "illegal": ("return 0, 0", "illegal", "a1"),
    "nonsense": ("return 'hello'", "illegal", "instead of a row and a column"),
    "exception": ("raise RuntimeError('oops')", "crash", "RuntimeError: oops"),
    "none": ("return None", "illegal", "step answered None"),
    "exit": ("os._exit(7)", "crash", "exited with code 7"),
    "hang": ("time.sleep(60)", "time", "gave no answer within 0.3 seconds"),
    "flood": ("while True: print('x' * 9999)", "output", "printed more than 1000000 bytes"),
    "memory": (
        f"hog = bytearray(300_000_000); time.sleep({PATIENCE})",
        "memory",
        "more than the 150 MB",
    ),
}
LINE = random_lines(6, 1, 1)[0]


@pytest.fixture
def seats() -> Iterator[dict[int, Seat]]:
    made: dict[int, Seat] = {}
    yield made
    for seat in made.values():
        seat.close()


def pair(
    seats: dict[int, Seat],
    first: str,
    second: str,
    conditions: Conditions,
    *,
    size: int = 6,
    seed: int = 1,
) -> Pair:
    for number, spec in enumerate((first, second)):
        if number not in seats or seats[number].spec != spec:
            seats[number] = Seat(spec, conditions)
    line = random_lines(size, 1, 1)[0]
    return play_pair(seats, Pairing(size, 0, 0, 1), line, seed, conditions)


def check(record: GameRecord) -> None:
    """What the record says is what its moves lead to."""
    game = Game.from_transcript(record.moves, size=record.size)
    assert game.position.is_over()
    assert game.transcript() == record.moves
    assert record.score == game.position.score()
    assert record.discs == tuple(map(game.position.count, Color))
    played = len(record.seconds)
    assert len(record.depths) == len(record.nodes) == played == len(record.turns)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_games_follow_the_rules(seats: dict[int, Seat], size: int) -> None:
    games = pair(seats, "random", "greedy", Conditions(), size=size)
    for game in games:
        check(game)
        assert game.fault is None
    assert (games[0].black, games[1].black) == (0, 1)


@pytest.mark.parametrize("spec", ["alphabeta:depth=2", "engine:nodes=300", "mcts:nodes=50"])
def test_a_game_is_the_one_that_play_plays(seats: dict[int, Seat], spec: str) -> None:
    """The referee's loop against the plain one."""
    for record in pair(seats, spec, "greedy", Conditions()):
        if spec.startswith("mcts"):
            check(record)  # its dice come from the run
            continue
        players = [spec if number == 0 else "greedy" for number in (record.black, record.white)]
        game = play(*players, start=position_after(LINE, 6))
        assert record.moves.endswith(game.transcript())
        assert len(game.transcript()) == 2 * len(record.seconds)


@pytest.mark.parametrize("spec", ["random", "mcts:nodes=40", "skill:level=3,nodes=300"])
def test_dice_depend_on_the_game_alone(seats: dict[int, Seat], spec: str) -> None:
    once = pair(seats, spec, "greedy", Conditions())
    other = pair(seats, spec, "greedy", Conditions(), seed=2)
    again = pair(seats, spec, "greedy", Conditions())
    assert [game.moves for game in once] == [game.moves for game in again]
    assert [game.moves for game in once] != [game.moves for game in other]


@pytest.mark.integration
@pytest.mark.parametrize("spec", ["random:seed=5", "mcts:nodes=40", "engine:nodes=200"])
def test_a_process_of_its_own_changes_nothing(seats: dict[int, Seat], spec: str) -> None:
    inside = pair(seats, spec, "greedy", Conditions())
    for seat in seats.values():
        seat.close()
    seats.clear()
    outside = pair(seats, spec, "greedy", Conditions(isolate=True))
    for one, other in zip(inside, outside, strict=True):
        assert (one.moves, one.depths, one.nodes) == (other.moves, other.depths, other.nodes)


@pytest.mark.integration
@pytest.mark.parametrize("deed", DEEDS)
def test_whoever_breaks_the_rules_loses(seats: dict[int, Seat], tmp_path: Path, deed: str) -> None:
    file = tmp_path / "student.py"
    code, kind, reason = DEEDS[deed]
    file.write_text(KIT.format(deed=code))
    # Two seconds, a course agent's own limit, can pass on a busy machine before the deed is seen.
    conditions = Conditions(memory=150, seconds=0.3 if deed == "hang" else PATIENCE)
    games = pair(seats, str(file), "greedy", conditions)
    for game, color in zip(games, Color, strict=True):
        assert game.fault is not None
        assert (game.fault.color, game.fault.kind) == (color, kind)
        assert reason in game.fault.reason
        assert game.score_of(0) == -36
        assert game.points_of(1) == 1


@pytest.mark.integration
@pytest.mark.parametrize("deed", ["illegal", "exception", "exit", "none"])
def test_the_course_kit_plays_a_random_move_instead(
    seats: dict[int, Seat], tmp_path: Path, deed: str
) -> None:
    file = tmp_path / "student.py"
    code, kind, _ = DEEDS[deed]
    file.write_text(KIT.format(deed=code))
    games = pair(seats, str(file), "greedy", Conditions(on_error="random", seconds=PATIENCE))
    for game, color in zip(games, Color, strict=True):
        assert game.fault is None
        assert {slip.kind for slip in game.slips} == {kind}
        assert {slip.color for slip in game.slips} == {color}
        check(game)


@pytest.mark.integration
def test_course_agents_repeat_their_games(seats: dict[int, Seat], tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="pass"))
    conditions = Conditions(seconds=PATIENCE)
    once = pair(seats, str(file), "greedy", conditions)
    other = pair(seats, str(file), "greedy", conditions, seed=2)
    again = pair(seats, str(file), "greedy", conditions)
    assert [game.moves for game in once] == [game.moves for game in again]
    assert [game.moves for game in once] != [game.moves for game in other]


@pytest.mark.integration
def test_an_agent_that_cannot_be_made_loses(seats: dict[int, Seat], tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text("1 / 0")
    for game in pair(seats, str(file), "greedy", Conditions()):
        assert game.fault is not None
        assert game.fault.kind == "crash"
        assert "ZeroDivisionError" in game.fault.reason
        assert len(game.moves) == 2 * game.opening
        assert game.seconds == ()


@pytest.mark.integration
@pytest.mark.parametrize("isolate", [False, True])
def test_a_game_clock_is_shared_out(seats: dict[int, Seat], isolate: bool) -> None:
    conditions = Conditions(game_seconds=1.0, increment=0.01, isolate=isolate)
    for game in pair(seats, "alphabeta", "engine", conditions):
        assert game.fault is None
        check(game)
        for black in (True, False):
            turns = zip(game.turns, game.seconds, strict=True)
            spent = [seconds for (_, mine), seconds in turns if mine == black]
            assert sum(spent) < 1.0 + 0.01 * len(spent) + 0.1


@pytest.mark.integration
def test_a_game_clock_that_runs_out_loses(seats: dict[int, Seat], tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="pass").replace("self.asked += 1", "time.sleep(0.4)"))
    for game in pair(seats, str(file), "greedy", Conditions(game_seconds=1.4)):
        assert game.fault is not None
        assert game.fault.kind == "time"
        assert len(game.seconds) >= 2


@pytest.mark.integration
@pytest.mark.parametrize("isolate", [False, True])
def test_processor_time_can_be_the_clock(seats: dict[int, Seat], isolate: bool) -> None:
    conditions = Conditions(nodes=2000, clock="cpu", isolate=isolate)
    game = pair(seats, "alphabeta", "greedy", conditions)[0]
    mine = [seconds for (_, black), seconds in zip(game.turns, game.seconds, strict=True) if black]
    assert sum(mine) > 0


@pytest.mark.integration
def test_the_opponent_of_a_sleeper_is_not_charged(seats: dict[int, Seat], tmp_path: Path) -> None:
    """Sleeping costs no processor time, and is still ended by the wall."""
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="time.sleep(60)"))
    conditions = Conditions(seconds=0.2, clock="cpu")
    game = pair(seats, str(file), "greedy", conditions)[0]
    assert game.fault is not None
    assert (game.fault.color, game.fault.kind) == (Color.BLACK, "time")


@pytest.mark.integration
@pytest.mark.parametrize(("own", "run", "fault"), [(60.0, 0.01, None), (0.01, 60.0, "time")])
def test_a_time_of_its_own_comes_first(
    seats: dict[int, Seat], tmp_path: Path, own: float, run: float, fault: str | None
) -> None:
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="pass").replace("self.asked += 1", "time.sleep(0.2)"))
    game = pair(seats, f"{file}:seconds={own}", "greedy", Conditions(seconds=run), size=4)[0]
    assert (game.fault and game.fault.kind) == fault


def tell(
    monkeypatch: pytest.MonkeyPatch, kind: type, name: str, told: Callable[[object], None]
) -> None:
    """Tells what a method is called with, before it does its work."""
    real = getattr(kind, name)

    def telling(self: object, argument: object) -> object:
        told(argument)
        return real(self, argument)

    monkeypatch.setattr(kind, name, telling)


@pytest.mark.integration
@pytest.mark.parametrize("clock", ["wall", "cpu"])
@pytest.mark.parametrize("run", [None, 1.0])
def test_one_rule_for_time_with_and_without_a_limit_of_the_run(
    seats: dict[int, Seat], tmp_path: Path, run: float | None, clock: Literal["wall", "cpu"]
) -> None:
    """1.3 seconds of sleep are too long for 1 second on the wall, and no processor time."""
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="time.sleep(1.3)").replace("== 3", "== 1"))
    conditions = Conditions(seconds=run, clock=clock)
    game = pair(seats, f"{file}:seconds=1", "greedy", conditions, size=4)[0]
    assert (game.fault and game.fault.kind) == ("time" if clock == "wall" else None)


@pytest.mark.integration
def test_the_processor_time_of_a_course_agent_is_limited_without_a_limit_of_the_run(
    seats: dict[int, Seat], tmp_path: Path
) -> None:
    file = tmp_path / "student.py"
    busy = "end = time.process_time() + 0.5\n            while time.process_time() < end: pass"
    file.write_text(KIT.format(deed=busy))
    conditions = Conditions(clock="cpu")
    game = pair(seats, f"{file}:seconds=0.2", "greedy", conditions)[0]
    assert game.fault is not None
    assert game.fault.kind == "time"


@pytest.mark.integration
@pytest.mark.parametrize("isolate", [False, True])
def test_getting_ready_is_not_on_the_clock(
    seats: dict[int, Seat], monkeypatch: pytest.MonkeyPatch, isolate: bool
) -> None:
    """An engine is made anew for each size, and reads its weights; no clock may run then."""
    told: list[object] = []
    for kind in (EngineAgent, HostedAgent):
        tell(monkeypatch, kind, "prepare", told.append)
        tell(monkeypatch, kind, "choose", lambda _: told.append("move"))
    conditions = Conditions(nodes=1, isolate=isolate)
    for size in (4, 6):
        told.clear()
        pair(seats, "engine", "greedy", conditions, size=size)
        assert told.count(size) == (4 if isolate else 2)
        assert told[0] == size


@pytest.mark.integration
def test_after_a_slip_a_course_agent_goes_on_as_it_was(
    seats: dict[int, Seat], tmp_path: Path
) -> None:
    """As in the kit, where nothing is made anew: the third move fails, and only that one."""
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="raise RuntimeError"))
    for game in pair(seats, str(file), "greedy", Conditions(on_error="random", seconds=PATIENCE)):
        assert len(game.slips) == 1


OURS = """
from outflank.agents import Agent, agent, register
from outflank.engine import Limit

@register("mine", limit=Limit(depth=1))
class Mine(Agent):
    def __init__(self, limit):
        self.limit = limit
        self.own = agent("alphabeta:eval=improved")

    def observe(self, start, moves):
        for move in moves:
            start = start.play(move)
        self.observed = start

    def choose(self, position):
        assert position == self.observed
        self.own.limit = self.limit
        return self.own.choose(position)
"""


@pytest.mark.integration
@pytest.mark.parametrize("options", ["", ":nodes=300"])
def test_a_file_of_outflank_takes_the_limit_of_the_run(
    seats: dict[int, Seat], tmp_path: Path, options: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OURS)
    conditions = Conditions(nodes=1 if options else 300)
    game = pair(seats, f"{file}{options}", "greedy", conditions)[0]
    other = pair(seats, "alphabeta:eval=improved,nodes=300", "greedy", Conditions())[0]
    assert game.fault is None
    assert game.moves == other.moves
    assert game.nodes == other.nodes


@pytest.mark.integration
def test_every_player_is_asked_for_a_move_first(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text(KIT.format(deed="1 / 0").replace("== 3", "== 1"))
    with pytest.raises(SettingsError, match=r"student\.py.* failed: ZeroDivisionError") as caught:
        ask_once(str(file), Conditions(), (6,))
    assert "--allow-broken" in str(caught.value)
    ask_once(str(file), Conditions(on_error="random"), (6,))
    # It is told of the game before it is asked, as in a game.
    file.write_text(OURS)
    ask_once(str(file), Conditions(nodes=10), (6,))
    file.write_text("1 / 0")
    for on_error in ("forfeit", "random"):
        with pytest.raises(SettingsError, match="ZeroDivisionError"):
            ask_once(str(file), Conditions(on_error=on_error), (6,))
    for spec in ("random", "engine:level=60", "mcts:time=500", "minimax:depth=30", "skill"):
        for isolate in (False, True):
            ask_once(spec, Conditions(isolate=isolate), (8,))


def test_little_time_for_a_course_agent_is_told() -> None:
    told = doubt("a/student.py", Conditions(seconds=0.5))
    assert told is not None
    assert told.startswith("a/student.py has 0.5 s a move; agents written for the course")
    assert doubt("a/student.py:seconds=1", Conditions()) is not None
    assert doubt("a/student.py:seconds=2", Conditions(seconds=1)) is None
    assert doubt("greedy", Conditions(seconds=0.5)) is None
    assert doubt("a/student.py", Conditions()) is None
