"""Runs the server: its socket, its address, the browser, and a clean end."""

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import Callable

import uvicorn

from outflank.errors import SettingsError
from outflank.web.app import make_app
from outflank.web.hub import Hub
from outflank.web.settings import ServerSettings

GRACE_SECONDS = 3
"""For requests under way when the server is told to end."""
MAX_OPEN = 1000
"""Connections of any kind; further ones hear that the server is busy."""
BACKLOG = 256


def new_token() -> str:
    return secrets.token_urlsafe(24)


def listening(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """A socket that listens; with `or_any` on another port if this one is taken.

    SettingsError says why it cannot be had.
    """
    try:
        (family, _, _, _, address), *_ = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError):
        raise SettingsError(f"there is no host {host!r} to listen on") from None
    try:
        return socket.create_server(address, family=family, backlog=BACKLOG)
    except OSError as error:
        if or_any:
            return listening(host, 0)
        reason = (os.strerror(error.errno) if error.errno else str(error)).lower()
        hint = "; --port 0 takes a free one" if port else ""
        raise SettingsError(f"cannot listen on {host}, port {port}: {reason}{hint}") from None


def address_of(settings: ServerSettings, port: int) -> str:
    """Where people find the page, with the token if there is one."""
    host = own_address() if settings.listens_everywhere else settings.host
    host = next(iter(settings.host_names), host)
    name = f"[{host}]" if ":" in host else host
    address = next(iter(settings.origins), f"http://{name}:{port}")
    return f"{address}/?token={settings.token}" if settings.token else f"{address}/"


def own_address() -> str:
    """The address by which others on the same net reach this machine, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing, but chooses an interface
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


class Server(uvicorn.Server):
    """Tells when it can be asked."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tell_started()


def make_server(settings: ServerSettings, started: Callable[[], None] = lambda: None) -> Server:
    """A server that has not begun; SettingsError if a player that was given cannot be."""
    config = uvicorn.Config(
        make_app(Hub(settings)),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        limit_concurrency=MAX_OPEN,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return Server(config, started)


def serve(settings: ServerSettings, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serves until Ctrl-C, which is raised again when all has ended."""
    server = make_server(settings, started)
    with contextlib.closing(listener):
        asyncio.run(server.serve([listener]))
