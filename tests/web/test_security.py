"""Who may ask, and what every answer says to the browser."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from outflank.web.security import COOKIE, CSP, HEADERS
from outflank.web.settings import PROTOCOL, ServerSettings
from support.web import ORIGIN, SOCKET, connected, visitor

TOKEN = "a token that nobody guesses"
EVIL = "https://evil.example"


def denied(client: TestClient, **headers: str) -> int:
    """The status with which a WebSocket is refused."""
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(SOCKET, subprotocols=[PROTOCOL], headers=headers),
    ):
        pass
    return refused.value.status_code


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil", ""])
def test_a_foreign_host(host: str) -> None:
    client = visitor()
    answer = client.get("/api/hello", headers={"host": host})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "not-allowed"
    assert denied(client, host=host, origin=ORIGIN) == 400


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8424", "127.0.0.1:1", "[::1]:80"])
def test_our_own_names(host: str) -> None:
    assert visitor().get("/api/hello", headers={"host": host}).status_code == 200


def test_a_name_from_the_command_line() -> None:
    client = visitor(ServerSettings(host_names=("othello.example",)))
    assert client.get("/api/hello", headers={"host": "othello.example"}).status_code == 200
    assert client.get("/api/hello", headers={"host": "other.example"}).status_code == 400


def test_a_server_on_every_interface_is_known_by_addresses() -> None:
    client = visitor(ServerSettings(host="0.0.0.0", token=TOKEN), authorization=f"Bearer {TOKEN}")
    assert client.get("/api/hello", headers={"host": "192.168.1.7:8424"}).status_code == 200
    assert client.get("/api/hello", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("origin", [EVIL, "null", "http://localhost:9999", "https://localhost", ""])
def test_a_page_of_another_site(origin: str) -> None:
    client = visitor()
    answer = client.post("/api/import", content=b"f5", headers={"origin": origin})
    assert answer.status_code == 403
    assert denied(client, origin=origin) == 403


def test_no_origin_at_all() -> None:
    client = visitor()
    assert client.post("/api/import", content=b"f5").status_code == 403
    assert client.delete("/api/arena/runs/1").status_code == 403
    assert denied(client) == 403
    assert client.get("/api/hello").status_code == 200


def test_the_origin_of_our_own_page() -> None:
    client = visitor()
    assert client.post("/api/import", content=b"f5", headers={"origin": ORIGIN}).status_code == 200
    with connected(client):
        pass


def test_the_origin_of_a_page_behind_a_proxy() -> None:
    page = "https://othello.example"
    client = visitor(ServerSettings(origins=(page,)))
    with connected(client, origin=page):
        pass
    assert denied(client, origin=EVIL) == 403


def test_without_the_token() -> None:
    client = visitor(ServerSettings(token=TOKEN), origin=ORIGIN)
    for path in ("/", "/api/hello", "/index.html", "/?token=wrong", "/api/hello?token=x"):
        answer = client.get(path)
        assert answer.status_code == 401, path
        assert "set-cookie" not in answer.headers
    assert denied(client, origin=ORIGIN) == 401
    wrong = {"authorization": "Bearer wrong", "cookie": f"{COOKIE}=wrong"}
    assert client.get("/api/hello", headers=wrong).status_code == 401
    assert client.get("/healthz").status_code in (200, 503)


def test_the_address_with_the_token_sets_a_cookie() -> None:
    client = visitor(ServerSettings(token=TOKEN), origin=ORIGIN)
    answer = client.get("/", params={"token": TOKEN})
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in answer.text  # the page that leads on is without it
    assert client.get("/api/hello").status_code == 200
    with connected(client):
        pass
    # The cookie is no pass for pages of others.
    assert denied(client, origin=EVIL) == 403


def test_a_script_with_the_token_needs_no_origin() -> None:
    client = visitor(ServerSettings(token=TOKEN), authorization=f"Bearer {TOKEN}")
    assert client.post("/api/import", content=b"f5").status_code == 200
    with client.websocket_connect(SOCKET, subprotocols=[PROTOCOL]):
        pass


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>hello")
    client = visitor(ServerSettings(static=tmp_path))
    foreign = {"host": "evil.example"}
    answers = [client.get(path) for path in ("/", "/api/hello", "/nothing", "/api/library/games/x")]
    for answer in (*answers, client.get("/", headers=foreign), client.post("/api/import")):
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
    assert "unsafe" not in CSP
    assert answers[0].headers["cache-control"] == "no-cache"
    assert answers[1].headers["cache-control"] == "no-store"


def test_the_page_is_sent_once(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>hello")
    client = visitor(ServerSettings(static=tmp_path))
    first = client.get("/")
    assert first.text == "<!doctype html>hello"
    again = client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "/page/../../secret.txt",
        "/link.txt",
        "/%00",
    ],
)
def test_no_path_leads_out_of_the_page(tmp_path: Path, path: str) -> None:
    static = tmp_path / "static"
    (static / "page").mkdir(parents=True)
    (static / "index.html").write_text("the page")
    (tmp_path / "secret.txt").write_text("the secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    answer = visitor(ServerSettings(static=static)).get(path)
    assert "the secret" not in answer.text
    assert answer.status_code in (400, 404)
    assert str(tmp_path) not in answer.text
