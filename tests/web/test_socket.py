"""Conversations over the WebSocket with a server at work."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from outflank.engine import Engine, Level
from outflank.engine.review import Reviewer
from outflank.game import Game, Position
from outflank.web.hub import Hub
from outflank.web.settings import PUBLIC, Limits, ServerSettings
from support.waiting import wait_for
from support.web import ORIGIN, SMALL, SOCKET, START, connected, last, running, until

PASSING = "OOOOOOOOOOOOOOX- X"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with running(ServerSettings(limits=Limits(burst=10_000))) as client:
        yield client


def values(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """The values up to the last ones."""
    found = until(socket, "values", "error")
    while not found[-1].get("finished"):
        assert found[-1]["type"] == "values"
        found += until(socket, "values", "error")
    return found


def test_a_skill_moves(client: TestClient) -> None:
    ask = {"type": "choose", "id": 1, "game": START, "agent": "skill:level=2", "seed": 4}
    with connected(client) as socket:
        socket.send_json(ask)
        first = last(socket, "move")
        socket.send_json({**ask, "id": "again"})
        again = last(socket, "move")
    assert Position().is_legal(first["move"])
    assert first["id"] == 1
    assert again["id"] == "again"
    assert {**first, "id": 0, "ms": 0} == {**again, "id": 0, "ms": 0}
    assert first["line"][0] == first["move"]


@pytest.mark.parametrize(
    "agent", ["random", "greedy-corners", "engine:level=3", "alphabeta:depth=2"]
)
def test_others_move(client: TestClient, agent: str) -> None:
    with connected(client) as socket:
        game = {"size": 6, "moves": "c2b2"}
        socket.send_json({"type": "choose", "id": 1, "game": game, "agent": agent})
        move = last(socket, "move", "error")
    assert Position(6).play("c2").play("b2").is_legal(move["move"])


def test_a_forced_pass_is_a_move(client: TestClient) -> None:
    assert Position.from_text(PASSING).must_pass()
    with connected(client) as socket:
        game = {"size": 4, "start": PASSING}
        socket.send_json({"type": "choose", "id": 1, "game": game, "agent": "engine"})
        assert last(socket, "move", "error")["move"] == "pass"


def test_the_values_are_those_of_the_engine(client: TestClient) -> None:
    with connected(client) as socket:
        socket.send_json({"type": "analyse", "id": 1, "game": SMALL, "level": 10})
        answers = values(socket)
    with Engine(4, threads=1, hash_mb=1) as engine:
        expected = engine.analyse(Position(4), Level(10), lines=16)
    final = answers[-1]
    assert final["finished"]
    assert final["exact"]
    assert final["key"] == Position(4).to_text()
    assert {line["m"]: line["s"] for line in final["lines"]} == {
        line.move.name: line.score for line in expected.lines
    }
    assert all(answer["id"] == 1 for answer in answers)
    assert not any(answer["finished"] for answer in answers[:-1])


def test_a_new_analysis_takes_the_place_of_the_old_one(client: TestClient) -> None:
    endless = {"type": "analyse", "game": START, "level": 60}
    with connected(client) as socket:
        socket.send_json({**endless, "id": 1})
        assert last(socket, "values")["id"] == 1
        socket.send_json({**endless, "id": 2, "game": {"size": 8, "moves": "f5"}})
        assert last(socket, "stopped") == {"type": "stopped", "id": 1}
        assert last(socket, "values")["id"] == 2
        socket.send_json({"type": "stop", "id": 2})
        assert last(socket, "stopped")["id"] == 2


def test_a_move_is_chosen_beside_an_endless_analysis(client: TestClient) -> None:
    with connected(client) as socket:
        socket.send_json({"type": "analyse", "id": 1, "game": START, "level": 60})
        socket.send_json({"type": "choose", "id": 2, "game": START, "agent": "skill:level=1"})
        assert last(socket, "move")["id"] == 2


def test_several_analyses_share_the_workers(client: TestClient) -> None:
    with connected(client) as first, connected(client) as second, connected(client) as third:
        for number, socket in enumerate((first, second, third)):
            socket.send_json({"type": "analyse", "id": number, "game": START, "level": 60})
        for number, socket in enumerate((first, second, third)):
            assert last(socket, "values")["id"] == number


def test_to_stop_what_is_not_there(client: TestClient) -> None:
    with connected(client) as socket:
        socket.send_json({"type": "stop", "id": "nothing"})
        assert socket.receive_json() == {"type": "stopped", "id": "nothing"}


def test_explain(client: TestClient) -> None:
    with connected(client) as socket:
        ask = {"type": "explain", "id": 1, "game": {"size": 6, "moves": "c2"}, "move": "b2"}
        socket.send_json(ask)
        terms = last(socket, "terms", "error")
    assert terms["move"]["m"] == "b2"
    assert terms["other"]["m"] != "b2"
    assert terms["evaluation"] == "kandlikar-parry"
    assert {"name", "move", "other"} == terms["terms"][0].keys()


def test_explain_the_only_move(client: TestClient) -> None:
    with connected(client) as socket:
        game = {"size": 4, "start": PASSING}
        socket.send_json({"type": "explain", "id": 1, "game": game, "move": "pass"})
        assert last(socket, "terms", "error")["code"] == "illegal-move"


def test_a_report(client: TestClient) -> None:
    with connected(client) as socket:
        game = {"size": 4, "moves": "a2a1b1a3"}
        socket.send_json({"type": "report", "id": 1, "game": game, "level": 5})
        answers = until(socket, "report", "error")
    report = answers[-1]["report"]
    assert [move["move"] for move in report["moves"]] == ["a2", "a1", "b1", "a3"]
    assert all(move["exact"] and move["loss"] >= 0 for move in report["moves"])
    assert {answer["type"] for answer in answers[:-1]} <= {"progress"}
    with Reviewer() as reviewer:
        expected = reviewer.review(Game.from_transcript(str(game["moves"]), size=4))
    assert report == json.loads(json.dumps({**expected.record(), "people": None}))


def test_a_report_of_nothing(client: TestClient) -> None:
    with connected(client) as socket:
        socket.send_json({"type": "report", "id": 1, "game": START})
        assert last(socket, "report", "error")["code"] == "bad-notation"


def test_a_report_that_is_stopped_lets_the_next_one_begin(client: TestClient) -> None:
    long = {"size": 8, "moves": "f5d6c3d3c4f4f6b4c5"}
    with connected(client) as first, connected(client) as second:
        first.send_json({"type": "report", "id": 1, "game": long, "level": 60})
        wait = {"size": 4, "moves": "a2a1"}
        second.send_json({"type": "report", "id": 2, "game": wait})
        first.send_json({"type": "stop", "id": 1})
        assert last(first, "stopped")["id"] == 1
        assert last(second, "report")["id"] == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rubbish", "bad-message"),
        ("[" * 5000, "bad-message"),
        ('{"id": 1, "type": "choose", "game": {"size": 5}, "agent": "random"}', "bad-message"),
        ('{"id": 1, "type": "choose", "game": {"size": 8}, "agent": "gtp:sh"}', "not-allowed"),
        ('{"id": 1, "type": "choose", "game": {"size": 8}, "agent": "x"}', "unknown-agent"),
        ('{"id": 1, "type": "analyse", "game": {"size": 8, "moves": "a1"}}', "illegal-move"),
        ('{"id": 1, "type": "watch", "run": "77"}', "not-found"),
        ('{"id": "\\ud800", "type": "nothing"}', "bad-message"),
    ],
)
def test_an_error_and_the_conversation_goes_on(client: TestClient, text: str, code: str) -> None:
    with connected(client) as socket:
        socket.send_text(text)
        error = socket.receive_json()
        assert (error["type"], error["code"]) == ("error", code)
        socket.send_bytes(b"\x00")
        assert socket.receive_json()["code"] == "bad-message"
        socket.send_json({"type": "stop", "id": 5})
        assert socket.receive_json()["type"] == "stopped"


def test_another_protocol(client: TestClient) -> None:
    with client.websocket_connect(SOCKET, subprotocols=["outflank.0"]) as socket:
        assert socket.accepted_subprotocol == "outflank.0"
        assert socket.receive_json()["code"] == "old-client"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_frame_that_is_too_large(client: TestClient) -> None:
    with connected(client) as socket:
        socket.send_text(" " * (64 * 2**10 + 1))
        assert socket.receive_json()["code"] == "too-large"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1009


def test_too_many_messages() -> None:
    slow = Limits(messages_a_second=0.01)
    with running(ServerSettings(limits=slow)) as client, connected(client) as socket:
        for _ in range(63):
            socket.send_json({"type": "stop", "id": 1})
        answers = until(socket, "error")
        assert len(answers) == 61
        assert answers[-1]["code"] == "too-many"
        assert answers[-1]["retry_ms"] > 0
        assert last(socket, "error")["code"] == "too-many"
        assert last(socket, "error")["code"] == "too-many"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1008


def test_too_many_connections() -> None:
    limits = Limits(connections_an_address=1)
    with (
        running(ServerSettings(limits=limits)) as client,
        connected(client),
        connected(client) as socket,
    ):
        assert socket.receive_json()["code"] == "too-many"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1013


def test_what_goes_on_ends_with_the_connection() -> None:
    from outflank.web.app import make_app

    hub = Hub(ServerSettings())
    with TestClient(make_app(hub), base_url=ORIGIN) as client:
        with connected(client) as socket:
            socket.send_json({"type": "analyse", "id": 1, "game": START, "level": 60})
            last(socket, "values")
            assert hub.scheduler.running == 1
        wait_for(lambda: hub.scheduler.running == 0)
        assert hub.gate.count == 0


def test_a_public_server_ends_searches() -> None:
    limits = Limits(level=60, seconds=0.3)
    with running(ServerSettings(limits=limits)) as client, connected(client) as socket:
        socket.send_json({"type": "analyse", "id": 1, "game": START, "level": 60})
        assert values(socket)[-1]["finished"]
        # A board without a book.
        ask = {"type": "choose", "id": 2, "game": {"size": 10}, "agent": "engine:level=60"}
        socket.send_json(ask)
        assert last(socket, "move", "error")["type"] == "move"
    assert PUBLIC.seconds


STUCK = """
import time
from outflank.agents import Agent, register
@register("stuck")
class Stuck(Agent):
    def choose(self, position):
        time.sleep(1000)
"""


@pytest.mark.integration
def test_a_program_of_the_command_line(tmp_path: Path) -> None:
    first, illegal, stuck = (tmp_path / f"{name}.py" for name in ("first", "illegal", "stuck"))
    first.write_text(STUCK.replace("time.sleep(1000)", "return position.legal_moves[0]"))
    illegal.write_text(STUCK.replace("time.sleep(1000)", "return 'a1'"))
    stuck.write_text(STUCK)
    settings = ServerSettings(
        agents=(str(first), str(illegal), str(stuck)), limits=Limits(seconds=15.0, burst=1000)
    )
    with running(settings) as client, connected(client) as socket:
        for moves, answer in (("", "d3"), ("d3c3", "b3"), ("f5", "f4")):
            game = {"size": 8, "moves": moves}
            socket.send_json({"type": "choose", "id": 1, "game": game, "agent": str(first)})
            assert last(socket, "move", "error").get("move") == answer
        socket.send_json({"type": "choose", "id": 3, "game": START, "agent": str(illegal)})
        error = last(socket, "move", "error")
        assert (error["code"], error["message"]) == (
            "engine-failed",
            "the player chose a move that is illegal here",
        )
        game = {"size": 8, "moves": "f5"}
        socket.send_json({"type": "choose", "id": 2, "game": game, "agent": str(stuck)})
        socket.send_json({"type": "stop", "id": 2})
        assert last(socket, "stopped")["id"] == 2
