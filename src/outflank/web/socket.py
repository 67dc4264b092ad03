"""One WebSocket: requests in, answers out, and what is under way for it."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from outflank.errors import OutflankError
from outflank.web.gate import Bucket
from outflank.web.hub import Hub
from outflank.web.jobs import JOBS, AskedJob
from outflank.web.messages import (
    Id,
    Request,
    Stop,
    Watch,
    error_message,
    id_of,
    message,
    opened,
    request_of,
)
from outflank.web.outbox import Outbox
from outflank.web.refusal import RefusalError, refusal_of
from outflank.web.settings import PROTOCOL

POLICY, TOO_LARGE, PROTOCOL_ERROR, TRY_LATER = 1008, 1009, 1002, 1013
"""Codes with which a WebSocket is closed."""
FAREWELL_SECONDS = 1.0
"""How long a page that is closed may take to read the reason."""


async def serve_socket(websocket: WebSocket, hub: Hub) -> None:
    """Serves a page from its first word to its last."""
    offered = websocket.scope.get("subprotocols", [])
    await websocket.accept(PROTOCOL if PROTOCOL in offered else next(iter(offered), None))
    address = websocket.client.host if websocket.client is not None else ""
    try:
        with hub.gate.enter(address):
            if PROTOCOL not in offered:
                why = f"this server speaks {PROTOCOL}; load the page again"
                await _turn_away(websocket, RefusalError("old-client", why), PROTOCOL_ERROR)
                return
            await Connection(websocket, hub).serve()
    except RefusalError as refusal:
        await _turn_away(websocket, refusal, TRY_LATER)


async def _turn_away(websocket: WebSocket, refusal: RefusalError, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_json(error_message(None, refusal))
        await websocket.close(code)


class Connection:
    """A page that is connected. A new request of a kind takes the place of the one before it."""

    def __init__(self, websocket: WebSocket, hub: Hub) -> None:
        self._websocket, self._hub = websocket, hub
        self._outbox = Outbox()
        self._jobs: dict[str, AskedJob] = {}
        """The request of each kind that is under way."""
        self._watched: tuple[Id, Callable[[], None]] | None = None
        """The id by which a run is watched, and what ends that."""
        limits = hub.settings.limits
        self._bucket = Bucket(limits.messages_a_second, limits.burst)
        self._warnings = 0
        self._loop = asyncio.get_running_loop()

    async def serve(self) -> None:
        """Reads until the page is gone or has to go; then nothing goes on for it."""
        writer = asyncio.create_task(self._write())
        try:
            code = await self._read()
            writer.cancel()
            if code is not None:
                await self._close(code)
        finally:
            writer.cancel()
            self._unwatch()
            for job in self._jobs.values():
                self._hub.scheduler.cancel(job)

    async def _close(self, code: int) -> None:
        gone = (WebSocketDisconnect, RuntimeError, OSError, TimeoutError)
        with contextlib.suppress(*gone):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._outbox.flush(self._websocket.send_text)
        with contextlib.suppress(*gone):
            await self._websocket.close(code)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self._outbox.write(self._websocket.send_text)

    async def _read(self) -> int | None:
        """Serves messages; the code to close with, or None if the page has closed."""
        largest = self._hub.settings.limits.frame_bytes
        while True:
            received = await self._websocket.receive()
            if received["type"] == "websocket.disconnect":
                return None
            text = received.get("text")
            if len(text or received.get("bytes") or b"") > largest:
                why = f"a message has at most {largest} bytes"
                self._refuse(None, RefusalError("too-large", why))
                return TOO_LARGE
            if wait := self._bucket.take():
                self._warnings += 1
                why = "too many messages; the page should say less"
                self._refuse(None, RefusalError("too-many", why, retry_ms=round(1000 * wait) + 1))
                if self._warnings >= self._hub.settings.limits.warnings:
                    return POLICY
                continue
            if text is None:
                self._refuse(None, RefusalError("bad-message", "a message is text, not bytes"))
            else:
                self._hear(text)
            if self._outbox.is_full:
                return POLICY

    def _hear(self, text: str) -> None:
        id: Id = None
        try:
            record = opened(text)
            id = id_of(record)
            request = request_of(record, self._hub.settings.limits)
            self._hub.counts[f"message {type(request).__name__.lower()}"] += 1
            self._serve(request)
        except OutflankError as error:
            self._refuse(id, refusal_of(error))

    def _refuse(self, id: Id, refusal: RefusalError) -> None:
        self._hub.counts[f"error {refusal.code}"] += 1
        self._outbox.post(error_message(id, refusal))

    def _serve(self, request: Request) -> None:
        if isinstance(request, Stop):
            self._stop(request.id)
        elif isinstance(request, Watch):
            self._watch(request)
        else:
            kind = type(request).__name__
            job: AskedJob = JOBS[type(request)](
                request, self._hub, lambda *answer: self._soon(self._hear_job, kind, job, *answer)
            )
            self._end(kind)
            ahead = self._hub.scheduler.submit(job)
            self._jobs[kind] = job
            if ahead:
                self._outbox.post(message("queued", request.id, ahead=ahead))

    def _soon(self, hear: Callable[..., None], *args: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may have ended
            self._loop.call_soon_threadsafe(hear, *args)

    def _hear_job(self, kind: str, job: AskedJob, answer: dict[str, Any], last: bool) -> None:
        if self._jobs.get(kind) is not job:
            return  # another one took its place
        if last:
            del self._jobs[kind]
            self._outbox.withdraw(kind)
            self._outbox.post(answer)
            if answer["type"] == "error":
                self._hub.counts[f"error {answer['code']}"] += 1
        else:
            self._outbox.offer(kind, answer)

    def _end(self, kind: str) -> None:
        """Ends the request of a kind, if one is under way, and says so."""
        job = self._jobs.pop(kind, None)
        if job is not None:
            self._hub.scheduler.cancel(job)
            self._outbox.withdraw(kind)
            self._outbox.post(message("stopped", job.id))

    def _stop(self, id: Id) -> None:
        for kind, job in list(self._jobs.items()):
            if job.id == id:
                self._end(kind)
                return
        if self._watched is not None and self._watched[0] == id:
            self._unwatch()
        self._outbox.post(message("stopped", id))

    def _watch(self, request: Watch) -> None:
        run = self._hub.runs.get(request.run)
        self._unwatch()

        def tell() -> None:
            self._outbox.offer("Watch", message("run", request.id, run=run.record()))

        self._watched = request.id, run.watched_by(lambda: self._soon(tell))
        tell()

    def _unwatch(self) -> None:
        if self._watched is not None:
            self._watched[1]()
            self._watched = None
            self._outbox.withdraw("Watch")
