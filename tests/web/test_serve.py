"""The server as it runs, on a port of this machine."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Iterator

import httpx2 as httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from outflank.errors import SettingsError
from outflank.web.serve import address_of, listening, make_server, new_token
from outflank.web.settings import PROTOCOL, ServerSettings
from support.waiting import PATIENCE, wait_for

TOKEN = "x" * 16


@contextlib.contextmanager
def served(settings: ServerSettings) -> Iterator[int]:
    """A server in a thread; the port it listens on."""
    listener = listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    ready = threading.Event()
    server = make_server(settings, ready.set)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        wait_for(lambda: httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200)
        yield port
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text("<!doctype html>hello")
    with served(ServerSettings(static=page)) as port:
        yield port


@pytest.mark.integration
def test_page_and_game(port: int) -> None:
    page = httpx.get(f"http://127.0.0.1:{port}/")
    assert page.text == "<!doctype html>hello"
    assert "server" not in page.headers

    async def play() -> dict[str, object]:
        origin = f"http://127.0.0.1:{port}"
        address = f"ws://127.0.0.1:{port}/ws"
        async with connect(address, subprotocols=[PROTOCOL], origin=origin) as websocket:  # type: ignore[arg-type, list-item]
            ask = {"type": "choose", "id": 1, "game": {"size": 8}, "agent": "skill:level=2"}
            await websocket.send(json.dumps(ask))
            while True:
                answer: dict[str, object] = json.loads(await websocket.recv())
                if answer["type"] not in ("queued", "thinking"):
                    return answer

    assert asyncio.run(play())["type"] == "move"


@pytest.mark.integration
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({}, 403),
        ({"Host": "evil.example"}, 400),
    ],
)
def test_strangers_are_refused_before_the_handshake(
    port: int, headers: dict[str, str], status: int
) -> None:
    async def knock() -> int:
        address = f"ws://127.0.0.1:{port}/ws"
        try:
            async with connect(address, additional_headers=headers):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    if "Host" in headers:  # which the client library sets itself
        answer = httpx.get(f"http://127.0.0.1:{port}/ws", headers=headers)
        assert answer.status_code == status
    else:
        assert asyncio.run(knock()) == status


@pytest.mark.integration
def test_a_huge_frame_closes_the_connection_and_no_other(port: int) -> None:
    async def shout() -> tuple[int | None, str]:
        origin = f"http://127.0.0.1:{port}"
        address = f"ws://127.0.0.1:{port}/ws"
        settings = {"subprotocols": [PROTOCOL], "origin": origin}
        async with (
            connect(address, **settings) as quiet,  # type: ignore[arg-type]
            connect(address, **settings) as loud,  # type: ignore[arg-type]
        ):
            with contextlib.suppress(ConnectionClosed):
                await loud.send("x" * 2**20)
                while True:
                    await loud.recv()
            await quiet.send(json.dumps({"type": "stop", "id": 1}))
            return loud.close_code, str(await quiet.recv())

    code, answer = asyncio.run(shout())
    assert code == 1009
    assert json.loads(answer) == {"type": "stopped", "id": 1}


def test_a_port_that_is_taken() -> None:
    with listening("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"port {port}: .*--port 0 takes a free one"):
            listening("127.0.0.1", port)
        with listening("127.0.0.1", port, or_any=True) as second:
            assert second.getsockname()[1] != port


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "a..b", "x" * 300])
def test_a_host_that_is_not_here(host: str) -> None:
    with pytest.raises(SettingsError, match="listen on"):
        listening(host, 0)


def test_the_address_that_is_printed() -> None:
    assert address_of(ServerSettings(), 80) == "http://127.0.0.1:80/"
    assert address_of(ServerSettings(host="::1"), 80) == "http://[::1]:80/"
    everywhere = ServerSettings(host="0.0.0.0", token=TOKEN)
    assert address_of(everywhere, 80).endswith(f":80/?token={TOKEN}")
    proxied = ServerSettings(origins=("https://othello.example",))
    assert address_of(proxied, 80) == "https://othello.example/"


def test_tokens_differ() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert min(len(new_token()) for _ in range(100)) >= 32


def test_ipv6_where_there_is_any() -> None:
    if not socket.has_ipv6:
        return
    with contextlib.suppress(SettingsError), listening("::1", 0) as listener:
        assert listener.family == socket.AF_INET6
