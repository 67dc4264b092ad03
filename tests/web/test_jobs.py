"""Jobs without a scheduler: what they tell when they are cut into slices."""

import threading
from typing import Any

import pytest

from outflank._schema import JsonObject
from outflank.engine import Engine
from outflank.errors import PlayerError
from outflank.web.jobs import REPORT_NODES, AnalyseJob, AskedJob, report_nodes
from outflank.web.messages import Analyse, request_of
from outflank.web.pool import EnginePool
from outflank.web.settings import Limits

MOVES = "e4e5d5e3f5f6d2c5b3a2a3b2d6e2"


class Failing(AskedJob):
    def step(self) -> bool:
        raise NotImplementedError


def told(error: Exception, *, expired: bool = False, cancelled: bool = False) -> list[Any]:
    """What the client hears of an error."""
    said: list[Any] = []
    job = Failing(1, lambda answer, last: said.append((answer["code"], answer["message"], last)))
    job.expired, job.cancelled = expired, cancelled
    job.failed(error)
    return said


def test_an_analysis_in_slices_finds_what_one_search_finds() -> None:
    facts = {"type": "analyse", "id": 1, "game": {"size": 6, "moves": MOVES}, "level": 60}
    request = request_of(JsonObject(facts), Limits())
    assert isinstance(request, Analyse)
    said: list[dict[str, Any]] = []
    pool = EnginePool(1)
    job = AnalyseJob(request, pool, lambda answer, _: said.append(answer), None)
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


@pytest.mark.parametrize(
    ("kind", "expired", "code", "words"),
    [
        ("crash", False, "engine-failed", "the player crashed"),
        ("crash", True, "timeout", "the player took too long"),
        ("time", False, "timeout", "the player took too long"),
        ("memory", False, "engine-failed", "the player took too much memory"),
    ],
)
def test_a_program_that_fails(kind: str, expired: bool, code: str, words: str) -> None:
    error = PlayerError(kind, "Traceback: /home/ann/secret.py")
    assert told(error, expired=expired) == [(code, words, True)]


def test_our_own_faults_are_not_told_in_detail() -> None:
    assert told(ZeroDivisionError("secret")) == [("engine-failed", "the search failed", True)]
    assert told(ZeroDivisionError("secret"), cancelled=True) == []


def test_closer_looks_for_higher_levels() -> None:
    found = [report_nodes(level) for level in range(1, 61)]
    assert found == sorted(found)
    assert sorted(set(found)) == [nodes for _, nodes in REPORT_NODES]
