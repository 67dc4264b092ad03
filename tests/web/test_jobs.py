"""Jobs without a scheduler: what they tell when they are cut into slices."""

import subprocess
import sys
import threading
from collections.abc import Generator
from typing import Any

import pytest

from outflank._background import finish
from outflank._schema import JsonObject
from outflank.engine import Engine, Limit
from outflank.engine.review import GameReview, Reviewer
from outflank.errors import FaultKind, PlayerError
from outflank.game import Game
from outflank.humanlike.surprise import RATINGS, PeopleReview, PeopleReviewer, people_record
from outflank.session.reviews import ReviewService
from outflank.web.hub import Hub
from outflank.web.jobs import REPORT_NODES, AnalyseJob, AskedJob, ReportJob, report_nodes
from outflank.web.messages import Analyse, Report, Stop, request_of
from outflank.web.pool import EnginePool
from outflank.web.settings import Limits, ServerSettings
from support.people import small_model
from support.waiting import PATIENCE

MOVES = "e4e5d5e3f5f6d2c5b3a2a3b2d6e2"


class Failing(AskedJob):
    def step(self) -> bool:
        raise NotImplementedError


def told(error: Exception, *, expired: bool = False, cancelled: bool = False) -> list[Any]:
    """What the client hears of an error."""
    said: list[Any] = []

    def say(answer: dict[str, Any], last: bool) -> None:
        said.append((answer["code"], answer["message"], last))

    job = Failing(Stop(1), Hub(ServerSettings()), say)
    job.expired, job.cancelled = expired, cancelled
    job.failed(error)
    return said


def test_an_analysis_in_slices_finds_what_one_search_finds() -> None:
    facts = {"type": "analyse", "id": 1, "game": {"size": 6, "moves": MOVES}, "level": 60}
    request = request_of(JsonObject(facts), Limits())
    assert isinstance(request, Analyse)
    said: list[dict[str, Any]] = []
    hub = Hub(ServerSettings())
    pool = hub.pool = EnginePool(1)
    job = AnalyseJob(request, hub, lambda answer, _: said.append(answer))
    steps, done = 0, False
    while not done:
        steps += 1
        job.interrupted = False
        # Each slice longer than the last, so that it comes to an end on any machine.
        slice_end = threading.Timer(0.002 * steps, job.interrupt)
        slice_end.start()
        done = job.step()
        slice_end.cancel()
        slice_end.join()
    assert steps > 1
    assert pool.count == 1
    pool.close()
    with Engine(6, threads=1, hash_mb=1) as engine:
        solved = engine.solve(request.game.position, all_moves=True)
    final = said[-1]
    assert final["finished"]
    assert final["exact"]
    assert {line["m"]: line["s"] for line in final["lines"]} == {
        line.move.name: line.score for line in solved.lines
    }
    ranks = [(one["exact"], one["depth"], one["selectivity"]) for one in said]
    assert ranks == sorted(ranks)
    nodes = [one["nodes"] for one in said]
    assert nodes == sorted(nodes)


class PausedPeople(PeopleReviewer):
    """Somebody else waits at each of its pauses."""

    job: ReportJob | None = None

    def review(
        self, game: GameReview, rating: int | None = None
    ) -> Generator[None, None, PeopleReview | None]:
        work = super().review(game, rating)
        while True:
            try:
                next(work)
            except StopIteration as end:
                found: PeopleReview | None = end.value
                return found
            assert self.job is not None
            self.job.interrupt()
            yield


class Reviews(ReviewService):
    """Notes what a job had said last when it asked for people."""

    def __init__(self, said: list[Any]) -> None:
        super().__init__()
        self.said, self.asked = said, list[str]()
        self.made = PausedPeople(small_model())

    @property
    def people(self) -> PausedPeople:
        if not self.asked:
            self.asked.append(self.said[-1]["type"])
        return self.made


def report_job(size: int, moves: str) -> tuple[ReportJob, list[Any], list[str]]:
    """A job, what it says, and what it had said last when it asked for people."""
    facts = {"type": "report", "id": 1, "game": {"size": size, "moves": moves}, "level": 1}
    request = request_of(JsonObject(facts), Limits())
    assert isinstance(request, Report)
    said = list[Any]()
    hub = Hub(ServerSettings())
    reviews = hub.reviews = Reviews(said)
    job = ReportJob(request, hub, lambda answer, _: said.append(answer))
    reviews.made.job = job
    return job, said, reviews.asked


def test_a_report_lets_others_work_while_it_asks_about_people() -> None:
    job, said, asked = report_job(8, "f5d6c3d3c4")
    slices = 1
    while not job.step():
        assert job.interrupted
        job.interrupted = False
        slices += 1
    assert asked == ["progress"]  # once, after the engine
    assert [answer["type"] for answer in said] == ["progress"] * 5 + ["report"]
    assert slices == 5 + len(RATINGS) + 1
    with Reviewer(Limit(nodes=report_nodes(1))) as reviewer:
        review = reviewer.review(Game.from_transcript("f5d6c3d3c4"))
    expected = people_record(finish(PeopleReviewer(small_model()).review(review)))
    assert said[-1]["report"] == {**review.record(), "people": expected}


def test_a_report_that_is_cancelled_while_it_asks_about_people() -> None:
    job, said, asked = report_job(8, "f5d6c3d3c4")
    assert not job.step()
    assert asked
    job.cancelled = True
    while not job.step():
        job.interrupted = False
    assert said[-1]["type"] == "progress"


def test_people_are_not_asked_for_on_other_boards() -> None:
    job, said, asked = report_job(4, "a2a1b1a3")
    assert job.step()
    assert asked == []
    assert said[-1]["report"]["people"] is None


@pytest.mark.integration
def test_a_server_starts_without_what_people_play() -> None:
    code = (
        "import sys; from outflank.web import serve, app;"
        "print([name for name in sys.modules if name.startswith('outflank.humanlike')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("kind", "expired", "code", "words"),
    [
        (FaultKind.CRASH, False, "engine-failed", "the player crashed"),
        (FaultKind.CRASH, True, "timeout", "the player took too long"),
        (FaultKind.TIME, False, "timeout", "the player took too long"),
        (FaultKind.MEMORY, False, "engine-failed", "the player took too much memory"),
    ],
)
def test_a_program_that_fails(kind: FaultKind, expired: bool, code: str, words: str) -> None:
    error = PlayerError(kind, "Traceback: /home/ann/secret.py")
    assert told(error, expired=expired) == [(code, words, True)]


def test_our_own_faults_are_not_told_in_detail() -> None:
    assert told(ZeroDivisionError("secret")) == [("engine-failed", "the search failed", True)]
    assert told(ZeroDivisionError("secret"), cancelled=True) == []


def test_closer_looks_for_higher_levels() -> None:
    found = [report_nodes(level) for level in range(1, 61)]
    assert found == sorted(found)
    assert sorted(set(found)) == [nodes for _, nodes in REPORT_NODES]
