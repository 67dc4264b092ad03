"""Sessions as NBoard has them."""

import threading
from collections.abc import Iterator

import pytest

from outflank import Game, Move
from outflank.agents.served import ServedAgent
from outflank.agents.spec import AgentSpec
from outflank.errors import EngineError
from outflank.protocols.clock import TimeLeft
from outflank.protocols.nboard import read_hint
from outflank.protocols.nboard_server import MAX_AHEAD
from outflank.values import Analysis, Decision, Line
from support.sessions import GOLDEN, NBoardTalk, nboard_session, sent
from support.waiting import PATIENCE


class Counter:
    """Plays the first legal move; a position is worth the discs that the side to move is ahead."""

    name, can_stop, gives_hints = "Counter", True, True

    def __init__(self) -> None:
        self.asked: list[tuple[TimeLeft | None, int | None]] = []
        self.sizes: list[int] = []
        self.stopped = threading.Event()
        self.begun = threading.Event()
        self.patient = False
        """True: it thinks until it is stopped."""

    def new_game(self, size: int) -> None:
        self.sizes.append(size)

    def choose(self, game: Game, time: TimeLeft | None, depth: int | None) -> Decision:
        self.asked.append((time, depth))
        self._wait()
        position = game.position
        move = position.legal_moves[0]
        score = float(position.disc_difference(position.turn))
        return Decision(move, score, nodes=10, seconds=0.01)

    def hints(self, game: Game, count: int, depth: int | None) -> Iterator[Analysis]:
        position = game.position
        score = position.disc_difference(position.turn)
        moves = position.legal_moves[:count]
        lines = tuple(Line(move, score, (move,)) for move in moves)
        yield Analysis(lines, depth or 1, 73, depth == 6, False, len(lines), 0.01, False)
        self._wait()

    def _wait(self) -> None:
        if self.patient:
            self.stopped.clear()
            self.begun.set()
            assert self.stopped.wait(PATIENCE)

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
def talk(counter: Counter) -> Iterator[NBoardTalk]:
    talk = NBoardTalk(counter)
    yield talk
    counter.patient = False
    talk.close()


def test_a_session() -> None:
    name = "nboard.txt"
    assert nboard_session(Counter(), sent(name)) == (GOLDEN / name).read_text("utf-8")


@pytest.mark.parametrize("word", ["hint 1", "go", "analyze"])
def test_ping_ends_thinking_at_once(talk: NBoardTalk, counter: Counter, word: str) -> None:
    counter.patient = True
    talk.send("nboard 2", "set game (;GM[Othello]TY[8]B[F5];)", word)
    assert counter.begun.wait(PATIENCE)
    talk.send("ping 7")
    said = talk.read_until(lambda line: line == "pong 7")
    assert not any(line.startswith(("===", "analysis")) for line in said)
    counter.patient = False
    talk.send("go")  # the game is still there
    assert talk.read_until(lambda line: line.startswith("==="))[-1].startswith("=== F4/")


def test_what_was_asked_before_a_ping_is_not_answered_after_it(
    talk: NBoardTalk, counter: Counter
) -> None:
    counter.patient = True
    talk.send("go")
    assert counter.begun.wait(PATIENCE)
    talk.send("go", "set depth 3", "move F5", "hint 2", "ping 1")
    said = talk.read_until(lambda line: line == "pong 1")
    assert said[-2:] == ["set myname Counter3", "pong 1"]
    assert not any(line.startswith(("===", "search")) for line in said)
    counter.patient = False
    talk.send("go")
    assert talk.read_until(lambda line: line.startswith("==="))[-1].startswith("=== F4/")


def test_a_player_that_cannot_be_stopped_is_left_alone() -> None:
    class Stubborn(Counter):
        can_stop = False

    player = Stubborn()
    player.patient = True
    talk = NBoardTalk(player)
    talk.send("go")
    assert player.begun.wait(PATIENCE)
    talk.send("ping 1")
    assert talk.read_until(lambda line: line == "pong 1")
    talk.send("set game (;GM[Othello]TY[6];)", "go")
    player.patient = False
    player.stop()  # it comes to its end by itself, and nobody hears its answer
    said = talk.read_until(lambda line: line.startswith("==="))
    assert [line for line in said if line.startswith("===")] == ["=== C2/0.00/0.01"]
    talk.close()


def test_quit_ends_thinking(counter: Counter) -> None:
    counter.patient = True
    talk = NBoardTalk(counter)
    talk.send("go")
    assert counter.begun.wait(PATIENCE)
    talk.close()


def test_lines_that_end_are_answered_first(counter: Counter) -> None:
    talk = NBoardTalk(counter)
    talk.send("go", "move D3", "go", None)
    said = talk.read_until(lambda line: line.startswith("=== C3"))
    assert [line for line in said if line.startswith("===")] == [
        "=== D3/0.00/0.01",
        "=== C3/-3.00/0.01",
    ]
    talk.thread.join(PATIENCE)
    assert not talk.thread.is_alive()


def test_a_flood_of_lines_waits(talk: NBoardTalk, counter: Counter) -> None:
    counter.patient = True
    talk.send("go")
    assert counter.begun.wait(PATIENCE)
    talk.send(*(["learn"] * (2 * MAX_AHEAD)), "ping 1")
    counter.patient = False
    counter.stop()
    said = talk.read_until(lambda line: line == "pong 1")
    assert said.count("learned") == 2 * MAX_AHEAD


CLOCKED = "(;GM[Othello]TI[05:00/00:10/02:00]TY[8]B[F5//20]W[D6//3]B[C3//1:05];)"


def test_clock_and_depth(talk: NBoardTalk, counter: Counter) -> None:
    talk.ask("go")
    talk.ask("set depth 9")
    talk.ask(f"set game {CLOCKED}")
    talk.ask("go")
    talk.ask("move D3//7")
    talk.ask("go")
    talk.ask("set game (;GM[Othello]TI[10]TB[1:00]TY[8]B[F5//99]W[D6];)")
    talk.ask("go")
    assert counter.asked == [
        (None, None),
        (TimeLeft(307, 10), 9),
        (TimeLeft(235, 10), 9),
        (TimeLeft(0, 0), 9),
    ]


def test_games_are_told_to_the_player(talk: NBoardTalk, counter: Counter) -> None:
    talk.ask("set game (;GM[Othello]TY[6];)")
    talk.ask("set game (;GM[Othello]TY[6]B[C2];)")
    talk.ask("set game (;GM[Othello]TY[10]B[E4];)")
    assert counter.sizes == [6, 10]


def test_what_a_player_raises_is_said(
    talk: NBoardTalk, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Decision:
        raise EngineError("it \x1b broke")

    monkeypatch.setattr(counter, "choose", fail)
    talk.send("go")
    assert talk.read_until(lambda line: "broke" in line)[-1] == "status it ? broke"
    monkeypatch.setattr(counter, "choose", lambda *_: Decision(Move("a1")))
    talk.send("go")
    assert talk.read_until(lambda line: "a1" in line)[-1].startswith("status a1 flips nothing")


@pytest.mark.thorough
def test_the_engine_gives_hints_and_an_analysis() -> None:
    player = ServedAgent(AgentSpec.parse("engine:hash=1"))
    talk = NBoardTalk(player)
    talk.ask("set depth 6")
    game = Game.from_transcript("f5d6c3")
    talk.ask("set game (;GM[Othello]TY[8]B[F5]W[D6]B[C3];)")
    said = talk.ask("hint 3")
    hints = [read_hint(line, game.position) for line in said if line.startswith("search")]
    assert len({hint.move for hint in hints[-3:]}) == 3
    assert hints[-3:] == sorted(hints[-3:], key=lambda hint: -(hint.score or 0))
    assert (hints[-1].depth or 0) >= 6
    said = talk.ask("analyze")
    assert [line.split()[1] for line in said if line.startswith("analysis")] == list("3210")
    talk.ask("set depth 60")
    talk.send("hint 1")
    talk.read_until(lambda line: line.startswith("search"))
    talk.send("ping 5")
    talk.read_until(lambda line: line == "pong 5")
    talk.close()
    player.close()


def test_agents_without_hints_say_nothing() -> None:
    talk = NBoardTalk(ServedAgent(AgentSpec.parse("greedy")))
    assert talk.ask("hint 2") == [
        "status Outflank greedy is analysing",
        "status Outflank greedy is waiting",
    ]
    assert "analysis" not in " ".join(talk.ask("analyze")).split()
    talk.close()
