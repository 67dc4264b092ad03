from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from support.waiting import wait_for
from support.web import connected, last, running

RUN = {"players": ["random", "greedy"], "size": 4, "games": 4, "nodes": 100}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with running() as client:
        yield client


def finished(client: TestClient, id: str) -> dict[str, Any]:
    def run() -> dict[str, Any]:
        found: dict[str, Any] = client.get(f"/api/arena/runs/{id}").json()["run"]
        return found

    wait_for(lambda: run()["status"] not in ("waiting", "playing"))
    return run()


def test_a_run_is_played(client: TestClient) -> None:
    answer = client.post("/api/arena/runs", json=RUN)
    assert answer.status_code == 201
    id = answer.json()["run"]["id"]
    run = finished(client, id)
    assert (run["status"], run["played"], run["games"]) == ("done", 4, 4)
    assert [row["name"] for row in run["standings"]] == ["random", "greedy"]
    assert sum(row["wins"] + row["draws"] / 2 for row in run["standings"]) == 4
    assert id in [one["id"] for one in client.get("/api/arena/runs").json()["runs"]]


@pytest.mark.thorough
def test_the_report_of_a_run(client: TestClient) -> None:
    id = client.post("/api/arena/runs", json=RUN).json()["run"]["id"]
    finished(client, id)
    page = client.get(f"/api/arena/runs/{id}/report")
    assert "greedy" in page.text
    assert "sandbox" in page.headers["content-security-policy"]


def test_a_run_is_watched(client: TestClient) -> None:
    with connected(client) as socket:
        id = client.post("/api/arena/runs", json={**RUN, "games": 40}).json()["run"]["id"]
        socket.send_json({"type": "watch", "id": 1, "run": id})
        while last(socket, "run")["run"]["status"] != "done":
            pass


def test_a_run_is_stopped(client: TestClient) -> None:
    players = ["alphabeta:depth=9", "alphabeta:depth=8"]
    long = {"players": players, "size": 12, "games": 200}
    first = client.post("/api/arena/runs", json=long).json()["run"]["id"]
    second = client.post("/api/arena/runs", json=long).json()["run"]["id"]
    assert client.delete(f"/api/arena/runs/{second}").json()["run"]["status"] == "stopped"
    client.delete(f"/api/arena/runs/{first}")
    assert finished(client, first)["status"] == "stopped"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": ["random"]}, "bad-message"),
        ({"players": ["random", "random"]}, "bad-message"),
        ({"players": "random"}, "bad-message"),
        ({"players": ["random", 7]}, "bad-message"),
        ({"players": ["random", "nobody"]}, "unknown-agent"),
        ({"players": ["random", "gtp:sh"]}, "not-allowed"),
        ({"players": ["random", "./x.py"]}, "not-allowed"),
        ({"players": ["random", "greedy", "engine", "mcts", "minimax"]}, "too-large"),
        ({"games": 202}, "too-large"),
        ({"games": 3}, "bad-message"),
        ({"size": 7}, "bad-message"),
        ({"size": "8"}, "bad-message"),
        ({"nodes": 0}, "too-large"),
        ({"players": ["kandlikar-parry", "random"]}, "bad-message"),
        ({"players": ["humanlike", "random"]}, "bad-message"),
    ],
)
def test_runs_that_cannot_be(client: TestClient, changed: dict[str, Any], code: str) -> None:
    answer = client.post("/api/arena/runs", json={**RUN, **changed})
    assert answer.json()["error"]["code"] == code


def test_a_run_that_is_not_there(client: TestClient) -> None:
    for answer in (client.get("/api/arena/runs/x"), client.delete("/api/arena/runs/x")):
        assert answer.json()["error"]["code"] == "not-found"
