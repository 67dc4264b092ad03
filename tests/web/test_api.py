"""What is asked over HTTP."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from outflank import FormatWarning, __version__, write_games
from outflank.formats.record import parse_record, record_of
from outflank.game import Game, Position
from outflank.web.refusal import STATUS
from outflank.web.settings import ServerSettings
from support.web import ORIGIN, running, visitor

SGF = "(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bo];B[f5];W[d6];B[c3])"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    library = tmp_path_factory.mktemp("library") / "games.sqlite"
    return visitor(ServerSettings(library=library, metrics=True), origin=ORIGIN)


def error_of(answer: Any, code: str) -> dict[str, Any]:
    error: dict[str, Any] = answer.json()["error"]
    assert error["code"] == code, error
    assert answer.status_code == STATUS[code]
    return error


def test_hello(client: TestClient) -> None:
    hello = client.get("/api/hello").json()
    assert hello["version"] == __version__
    assert hello["protocol"] == "outflank.1"
    assert hello["sizes"] == [4, 6, 8, 10, 12]
    assert hello["limits"]["level"] == 60
    assert [(mark["mark"], mark["discs"]) for mark in hello["marks"]] == [
        ("?!", 2),
        ("?", 4),
        ("??", 8),
    ]
    assert hello["limits"]["arena"]["games"] == {"min": 2, "max": 200, "default": 20}
    assert hello["features"]["library"]
    assert {"sgf", "ggf"} <= {format["name"] for format in hello["formats"] if format["writes"]}
    assert all(agent["spec"] for agent in hello["agents"])


def test_the_page_travels_packed(client: TestClient) -> None:
    sizes = {}
    for packed in ("gzip", "identity"):
        with client.stream("GET", "/store.js", headers={"accept-encoding": packed}) as answer:
            sizes[packed] = len(b"".join(answer.iter_raw()))
            assert (answer.headers.get("content-encoding") == "gzip") == (packed == "gzip")
    assert sizes["gzip"] < sizes["identity"] / 2


def test_a_text_is_read(client: TestClient) -> None:
    answer = client.post("/api/import", content=SGF).json()
    assert answer["format"] == "sgf"
    assert answer["warnings"] == []
    (record,) = answer["games"]
    assert (record["black"], record["white"], record["moves"]) == ("Ann", "Bo", "F5d6C3")


def test_a_file_of_bytes_is_read(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "games.wtb"
    with pytest.warns(FormatWarning):
        write_games([Game.from_transcript("f5d6c3d3c4f4f6f3")], file)
    answer = client.post("/api/import", content=file.read_bytes()).json()
    assert answer["format"] == "wthor"
    assert answer["games"][0]["moves"].lower() == "f5d6c3d3c4f4f6f3"


def test_bad_parts_are_told_with_their_places(client: TestClient) -> None:
    answer = client.post("/api/import", content="f5d6c3\nf5a1\nf5f6e6f4\n").json()
    assert len(answer["games"]) == 2
    (warning,) = answer["warnings"]
    assert warning["line"] == 2
    assert answer["skipped"] == 1


def test_the_board_of_bare_moves(client: TestClient) -> None:
    answer = client.post("/api/import?size=6", content="c2b2").json()
    assert answer["games"][0]["size"] == 6


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        (b"", "/api/import", "bad-notation"),
        (b"a1", "/api/import?size=8", "illegal-move"),
        (b"what is this", "/api/import", "bad-notation"),
        (b"\xff\xfe\x00binary", "/api/import", "bad-notation"),
        (b"f5", "/api/import?size=7", "bad-message"),
        (b"f5", "/api/import?size=x", "bad-message"),
        (b"f5", "/api/import?format=chess", "bad-message"),
        (b"x" * (2 * 2**20 + 1), "/api/import", "too-large"),
    ],
)
def test_what_cannot_be_read(client: TestClient, body: bytes, path: str, code: str) -> None:
    error = error_of(client.post(path, content=body), code)
    assert "/tmp" not in error["message"]


def test_of_many_games_the_first_thousand_are_sent(client: TestClient) -> None:
    answer = client.post("/api/import", content="f5d6c3\n" * 1001).json()
    assert len(answer["games"]) == 1000
    assert answer["more"]


@pytest.mark.parametrize("format", ["sgf", "ggf", "pgn", "jsonl"])
def test_what_was_written_is_read_again(client: TestClient, format: str) -> None:
    records = [{"size": 8, "black": "Ann", "white": "Bo", "moves": "F5d6C3"}] * 2
    answer = client.post("/api/export", json={"games": records, "format": format}).json()
    again = client.post("/api/import", content=answer["text"]).json()
    assert [game["moves"] for game in again["games"]] == ["F5d6C3"] * 2
    assert [game["black"] for game in again["games"]] == ["Ann"] * 2


def test_what_a_format_cannot_hold_is_told(client: TestClient) -> None:
    game = Game.from_transcript("f5d6")
    game.node.comment = "sharp"
    facts = {"games": [record_of(game)], "format": "transcript"}
    answer = client.post("/api/export", json=facts).json()
    assert "comments" in answer["losses"]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({}, "bad-message"),
        ({"games": [], "format": "sgf"}, "too-large"),
        ({"games": [{}], "format": "sgf"}, "bad-notation"),
        ({"games": [7], "format": "sgf"}, "bad-notation"),
        ({"games": [{"size": 8, "moves": "a1"}], "format": "sgf"}, "illegal-move"),
        ({"games": [{"size": 8, "moves": ""}], "format": "chess"}, "bad-message"),
        ({"games": [{"size": 8, "moves": ""}], "format": "wthor"}, "not-allowed"),
        ({"games": [{"size": 8, "moves": ""}], "format": 7}, "bad-message"),
    ],
)
def test_what_cannot_be_written(client: TestClient, facts: dict[str, Any], code: str) -> None:
    error_of(client.post("/api/export", json=facts), code)


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff", b"[" * 50_000, b'{"games": '])
def test_bodies_that_are_no_objects(client: TestClient, body: bytes) -> None:
    error_of(client.post("/api/export", content=body), "bad-message")
    error_of(client.post("/api/arena/runs", content=body), "bad-message")


@given(st.lists(st.integers(0, 30), max_size=70), st.sampled_from([4, 6, 8, 10, 12]))
@settings(max_examples=8)
def test_records_survive_the_way_to_the_page_and_back(choices: list[int], size: int) -> None:
    game = Game(size=size)
    for choice in choices:
        if game.position.is_over():
            break
        moves = game.position.legal_moves
        game.play(moves[choice % len(moves)])
    client = visitor(origin=ORIGIN)
    facts = {"games": [record_of(game)], "format": "jsonl"}
    text = client.post("/api/export", json=facts).json()["text"]
    (record,) = client.post("/api/import", content=text).json()["games"]
    assert parse_record(json.dumps(record)).final_position == game.final_position


def test_openings(client: TestClient) -> None:
    answer = client.get("/api/openings", params={"moves": "f5d6c3d3c4f4f6b4c5"}).json()
    assert answer["opening"]["name"] == "Kung"
    assert client.get("/api/openings?moves=f5").json()["next"]["f4"] == "Parallel Opening"
    assert client.get("/api/openings?size=6&moves=c2").json() == {"opening": None, "next": {}}
    error_of(client.get("/api/openings?moves=a1"), "illegal-move")
    error_of(client.get("/api/openings?size=8x"), "bad-message")


def test_the_library(client: TestClient) -> None:
    assert client.get("/api/library").json()["games"] == 0
    games = "".join(SGF.replace("Ann", f"Ann {number}") for number in range(60))
    added = client.post("/api/library/import", content=games).json()
    assert (added["added"], added["known"], added["skipped"]) == (60, 0, 0)
    assert client.post("/api/library/import", content=games).json()["known"] == 60
    first = client.get("/api/library/games?player=ann").json()
    assert len(first["games"]) == 50
    second = client.get(f"/api/library/games?player=ann&cursor={first['next']}").json()
    assert len(second["games"]) == 10
    assert second["next"] is None
    ids = {game["id"] for game in first["games"] + second["games"]}
    assert len(ids) == 60
    assert client.get(f"/api/library/games/{min(ids)}").json()["game"]["moves"] == "F5d6C3"
    board = Position().play("d3").to_text()  # an image of f5
    position = client.get("/api/library/position", params={"board": board}).json()
    assert position["games"] == 60
    assert sum(stats["games"] for stats in position["moves"].values()) >= 60
    assert (
        client.get("/api/library/games", params={"board": board, "size": 6}).json()["games"] == []
    )


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("games/99999", "not-found"),
        ("games/0", "not-found"),
        ("games?result=unclear", "bad-message"),
        ("games?from=yesterday", "bad-message"),
        ("games?size=7", "bad-message"),
        ("games?cursor=-1", "bad-message"),
        ("games?cursor=100001", "bad-message"),
        (f"games?player={'x' * 101}", "too-large"),
        ("position", "bad-message"),
        ("position?board=XO", "bad-notation"),
        (f"position?board={'-' * 401}", "too-large"),
    ],
)
def test_bad_questions_to_the_library(client: TestClient, path: str, code: str) -> None:
    error = error_of(client.get(f"/api/library/{path}"), code)
    assert "sqlite" not in error["message"]


def test_a_damaged_library_is_told_without_its_path(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_text("this is no library, but it is long enough to be looked at" * 20)
    client = visitor(ServerSettings(library=file))
    error = error_of(client.get("/api/library"), "engine-failed")
    assert str(tmp_path) not in error["message"]


def test_strangers_see_neither_library_nor_arena() -> None:
    page = "https://othello.example"
    client = visitor(ServerSettings(origins=(page,)), origin=page)
    features = client.get("/api/hello").json()["features"]
    assert not features["library"]
    assert not features["arena"]
    for path in ("library", "library/games", "library/games/1", "library/position", "arena/runs"):
        error_of(client.get(f"/api/{path}"), "not-allowed")
    error_of(client.post("/api/library/import", content=b"f5"), "not-allowed")
    error_of(client.post("/api/arena/runs", json={}), "not-allowed")
    assert client.post("/api/import", content="f5d6").status_code == 200


def test_what_is_not_there(client: TestClient) -> None:
    error_of(client.get("/api/nothing"), "not-found")
    assert client.post("/api/hello").status_code == 405


def test_metrics_are_opt_in(client: TestClient) -> None:
    assert visitor().get("/metrics").status_code == 404
    text = client.get("/metrics").text
    assert "outflank_connections 0" in text
    assert "outflank_resident_bytes " in text


def test_health_says_when_the_server_is_ready(client: TestClient) -> None:
    assert client.get("/healthz").status_code == 503
    with running() as begun:
        from support.waiting import wait_for

        wait_for(lambda: begun.get("/healthz").status_code == 200)
        assert begun.get("/healthz").json() == {"status": "ok"}
