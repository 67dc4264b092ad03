"""A server of the web app for tests: in this process, without a port."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from outflank.web.app import make_app
from outflank.web.hub import Hub
from outflank.web.settings import PROTOCOL, ServerSettings

ORIGIN = "http://localhost"
SOCKET = "ws://localhost/ws"
START = {"size": 8, "moves": ""}
SMALL = {"size": 4, "moves": ""}


def visitor(settings: ServerSettings | None = None, **headers: str) -> TestClient:
    """A client of a server whose workers do not run."""
    app = make_app(Hub(settings or ServerSettings()))
    return TestClient(app, base_url=ORIGIN, headers=headers, raise_server_exceptions=False)


@contextmanager
def running(settings: ServerSettings | None = None) -> Iterator[TestClient]:
    """A client with the headers of our own page, and a server that is at work."""
    with visitor(settings, origin=ORIGIN) as client:
        yield client


@contextmanager
def connected(client: TestClient, **headers: str) -> Iterator[WebSocketTestSession]:
    """A WebSocket as our own page opens it."""
    asked = {"origin": ORIGIN, **headers}
    with client.websocket_connect(SOCKET, subprotocols=[PROTOCOL], headers=asked) as socket:
        yield socket


def until(socket: WebSocketTestSession, *types: str) -> list[dict[str, Any]]:
    """The answers up to the first one of these types."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] not in types:
        found.append(socket.receive_json())
    return found


def last(socket: WebSocketTestSession, *types: str) -> dict[str, Any]:
    """The first answer of these types; those before it are left out."""
    return until(socket, *types)[-1]
