"""What waits to be sent to a page: every answer that counts, and of the others the newest."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from outflank.web.messages import frame

PACE_SECONDS = 0.1
"""Between two snapshots of one search."""
MAX_WAITING = 200
"""Answers; who reads none of so many is gone."""


class Outbox:
    """Belongs to one connection and its event loop; only `write` and `flush` ever wait."""

    def __init__(self) -> None:
        self._answers: deque[dict[str, Any]] = deque()
        self._snapshots: dict[str, dict[str, Any]] = {}
        """The newest of each kind."""
        self._sent: dict[str, float] = {}
        """When the last one of each kind was."""
        self._filled = asyncio.Event()

    @property
    def is_full(self) -> bool:
        return len(self._answers) >= MAX_WAITING

    def post(self, answer: dict[str, Any]) -> None:
        self._answers.append(answer)
        self._filled.set()

    def offer(self, kind: str, snapshot: dict[str, Any]) -> None:
        """Sends a snapshot soon, unless a newer one of its kind comes before that."""
        self._snapshots[kind] = snapshot
        self._filled.set()

    def withdraw(self, kind: str) -> None:
        self._snapshots.pop(kind, None)

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Sends what there is, for ever; a slow reader makes it wait."""
        loop = asyncio.get_running_loop()
        while True:
            await self._filled.wait()
            self._filled.clear()
            await self.flush(send)
            now = loop.time()
            for kind in list(self._snapshots):
                if now >= self._sent.get(kind, -PACE_SECONDS) + PACE_SECONDS:
                    self._sent[kind] = now
                    await send(frame(self._snapshots.pop(kind)))
            if self._snapshots:
                loop.call_later(PACE_SECONDS, self._filled.set)

    async def flush(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Sends the answers that are left, before the connection is closed."""
        while self._answers:
            await send(frame(self._answers.popleft()))
