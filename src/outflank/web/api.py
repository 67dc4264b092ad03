"""What is asked over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from functools import cached_property
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from outflank import __version__
from outflank._board import SIZES
from outflank._schema import JsonObject
from outflank.engine.accuracy import MARKS
from outflank.errors import FileError
from outflank.game.openings import Opening, next_openings, opening_of
from outflank.session.settings import SKILLS
from outflank.web.archive import exported, format_records, imported
from outflank.web.games import line_asked, size_asked
from outflank.web.hub import Hub
from outflank.web.metrics import metrics_text
from outflank.web.refusal import RefusalError, busy
from outflank.web.runs import limits_record
from outflank.web.security import HEALTH, REPORT_CSP
from outflank.web.settings import PROTOCOL
from outflank.web.shelf import Shelf

AT_ONCE, MOST_WAITING = 2, 32
"""Requests that read or write games: so many at a time, and so many in line."""
BODY_SECONDS = 30.0
"""For a body to come."""


class Api:
    """Answers requests; whatever takes longer than a moment is done in a thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._shelf = Shelf(hub.settings.library)
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    def routes(self) -> list[Route]:
        """All that can be asked."""
        get, post = ["GET"], ["POST"]
        routes = [
            Route("/api/hello", self.hello, methods=get),
            Route("/api/import", self.read_games, methods=post),
            Route("/api/export", self.write_games, methods=post),
            Route("/api/openings", self.openings, methods=get),
            Route("/api/library", self.library, methods=get),
            Route("/api/library/games", self.library_games, methods=get),
            Route("/api/library/games/{id:int}", self.library_game, methods=get),
            Route("/api/library/position", self.library_position, methods=get),
            Route("/api/library/import", self.library_import, methods=post),
            Route("/api/arena/runs", self.runs, methods=get),
            Route("/api/arena/runs", self.start_run, methods=post),
            Route("/api/arena/runs/{id}", self.run, methods=get),
            Route("/api/arena/runs/{id}", self.stop_run, methods=["DELETE"]),
            Route("/api/arena/runs/{id}/report", self.run_report, methods=get),
            Route(HEALTH, self.health, methods=get),
        ]
        if self._hub.settings.metrics:
            routes.append(Route("/metrics", self.metrics, methods=get))
        return routes

    async def hello(self, _: Request) -> Response:
        """What this server can do."""
        return JSONResponse(self._facts)

    async def read_games(self, request: Request) -> Response:
        """The games of a text or a file."""
        body = await self._body(request, self._hub.settings.limits.import_bytes)
        return await self._in_turn(lambda: imported(body, request.query_params))

    async def write_games(self, request: Request) -> Response:
        """Games as text."""
        facts = await self._object(request, self._hub.settings.limits.import_bytes)
        return await self._in_turn(lambda: exported(facts))

    async def openings(self, request: Request) -> Response:
        """The name of an opening, and of those that may follow."""
        query = request.query_params
        size = size_asked(query.get("size", "8"))
        game = line_asked(size, query.get("start") or None, query.get("moves", ""))
        opening, following = opening_of(game), next_openings(game.position)
        return JSONResponse(
            {
                "opening": None if opening is None else _opening(opening),
                "next": {move.name: opening.name for move, opening in following.items()},
            }
        )

    async def library(self, _: Request) -> Response:
        """What the library holds."""
        self._check_trusting("library")
        return await self._in_turn(self._shelf.totals)

    async def library_games(self, request: Request) -> Response:
        """Games of the library."""
        self._check_trusting("library")
        return await self._in_turn(lambda: self._shelf.games(request.query_params))

    async def library_game(self, request: Request) -> Response:
        """One of them."""
        self._check_trusting("library")
        return await self._in_turn(lambda: self._shelf.game(request.path_params["id"]))

    async def library_position(self, request: Request) -> Response:
        """What was played in a position."""
        self._check_trusting("library")
        return await self._in_turn(lambda: self._shelf.position(request.query_params))

    async def library_import(self, request: Request) -> Response:
        """Adds games to the library."""
        self._check_trusting("library")
        body = await self._body(request, self._hub.settings.limits.import_bytes)
        return await self._in_turn(lambda: self._shelf.add(body, request.query_params))

    async def runs(self, _: Request) -> Response:
        """The tournaments of this server."""
        self._check_trusting("arena")
        return await self._in_turn(lambda: {"runs": self._hub.runs.records()})

    async def start_run(self, request: Request) -> Response:
        """Starts one."""
        self._check_trusting("arena")
        facts = await self._object(request, self._hub.settings.limits.body_bytes)
        return await self._in_turn(lambda: {"run": self._hub.runs.start(facts).record()}, 201)

    async def run(self, request: Request) -> Response:
        """How one is getting on."""
        self._check_trusting("arena")
        run = self._hub.runs.get(request.path_params["id"])
        return await self._in_turn(lambda: {"run": run.record()})

    async def stop_run(self, request: Request) -> Response:
        """Stops one."""
        self._check_trusting("arena")
        run = self._hub.runs.get(request.path_params["id"])
        run.stop()
        return await self._in_turn(lambda: {"run": run.record()})

    async def run_report(self, request: Request) -> Response:
        """The arena's page about one."""
        self._check_trusting("arena")
        run = self._hub.runs.get(request.path_params["id"])
        async with self._turn():
            text = await run_in_threadpool(run.report)
        return HTMLResponse(text, headers={"content-security-policy": REPORT_CSP})

    async def health(self, _: Request) -> Response:
        """Whether the server can be asked."""
        ready = self._hub.is_ready
        return JSONResponse({"status": "ok" if ready else "starting"}, 200 if ready else 503)

    async def metrics(self, _: Request) -> Response:
        """Numbers for Prometheus."""
        text = metrics_text(self._hub)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    @cached_property
    def _facts(self) -> dict[str, Any]:
        limits, trusting = self._hub.settings.limits, self._hub.settings.is_trusting
        return {
            "version": __version__,
            "protocol": PROTOCOL,
            "sizes": list(SIZES),
            "agents": self._hub.players.records(),
            "skills": list(SKILLS),
            "formats": format_records(),
            "marks": [asdict(mark) for mark in MARKS.values()],
            "limits": {
                "level": limits.level,
                "seconds": limits.seconds,
                "frame_bytes": limits.frame_bytes,
                "import_bytes": limits.import_bytes,
                "messages_a_second": limits.messages_a_second,
                "arena": limits_record(),
            },
            "features": {
                "openings": True,
                "library": trusting,
                "library_import": trusting,
                "report": True,
                "explain": True,
                "arena": trusting,
            },
        }

    def _check_trusting(self, what: str) -> None:
        if not self._hub.settings.is_trusting:
            raise RefusalError("not-allowed", f"this server offers no {what} to strangers")

    async def _in_turn(self, work: Callable[[], dict[str, Any]], status: int = 200) -> Response:
        """The answer of some work that takes more than a moment."""
        async with self._turn():
            return JSONResponse(await run_in_threadpool(work), status)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Waits until few others are served, but not behind many."""
        with self._place():
            async with self._at_once:
                yield

    @contextmanager
    def _place(self) -> Iterator[None]:
        """A place among those who are served or wait."""
        if self._waiting >= MOST_WAITING:
            raise busy()
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    async def _body(self, request: Request, largest: int) -> bytes:
        """The body of a request; one that is too large or too slow is not read to its end."""
        body = bytearray()
        try:
            with self._place():
                async with asyncio.timeout(BODY_SECONDS):
                    async for chunk in request.stream():
                        body += chunk
                        if len(body) > largest:
                            why = f"at most {largest:,} bytes are taken at once"
                            raise RefusalError("too-large", why)
        except ClientDisconnect:
            raise RefusalError("stopped", "the client has gone") from None
        except TimeoutError:
            raise RefusalError("timeout", "the body took too long to come") from None
        return bytes(body)

    async def _object(self, request: Request, largest: int) -> JsonObject:
        body = await self._body(request, largest)
        try:
            return JsonObject(body.decode())
        except UnicodeDecodeError:
            raise RefusalError("bad-message", "the body is no text in UTF-8") from None
        except FileError as error:
            why = f"the body must be an object of JSON: {error}"
            raise RefusalError("bad-message", why) from None


def _opening(opening: Opening) -> dict[str, Any]:
    return {
        "name": opening.name,
        "aliases": list(opening.aliases),
        "moves": opening.transcript,
    }
