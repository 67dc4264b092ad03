"""What is asked over HTTP."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cached_property, partial
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
from outflank.game.openings import next_openings, opening_of
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

AT_ONCE, MAX_WAITING = 2, 32
"""Requests that read or write games: so many at a time, and so many in line."""
BODY_SECONDS = 30.0
"""For a body to come."""


Work = Callable[[Request, bytes], dict[str, Any] | Response]
"""Answers a request with a body, in a thread."""


class Api:
    """Answers requests; whatever takes longer than a moment is done in a thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    def routes(self) -> list[Route]:
        settings, runs = self._hub.settings, self._hub.runs
        shelf, large = Shelf(settings.library), settings.limits.import_bytes

        def start_run(_: Request, body: bytes) -> dict[str, Any]:
            return {"run": runs.start(_object(body)).record()}

        def stop_run(request: Request, _: bytes) -> dict[str, Any]:
            run = runs.get(request.path_params["id"])
            run.stop()
            return {"run": run.record()}

        def run_report(request: Request, _: bytes) -> Response:
            text = runs.get(request.path_params["id"]).report()
            return HTMLResponse(text, headers={"content-security-policy": REPORT_CSP})

        library, arena = partial(self._route, of="library"), partial(self._route, of="arena")
        return [
            Route("/api/hello", self._hello),
            Route("/api/openings", _openings),
            Route(HEALTH, self._health),
            *([Route("/metrics", self._metrics)] if settings.metrics else []),
            self._route("/api/import", lambda ask, body: imported(body, ask.query_params), large),
            self._route("/api/export", lambda _, body: exported(_object(body)), large),
            library("/api/library", lambda *_: shelf.totals()),
            library("/api/library/games", lambda ask, _: shelf.games(ask.query_params)),
            library(
                "/api/library/games/{id:int}", lambda ask, _: shelf.game(ask.path_params["id"])
            ),
            library("/api/library/position", lambda ask, _: shelf.position(ask.query_params)),
            library(
                "/api/library/import", lambda ask, body: shelf.add(body, ask.query_params), large
            ),
            arena("/api/arena/runs", lambda *_: {"runs": runs.records()}),
            arena("/api/arena/runs", start_run, settings.limits.body_bytes, status=201),
            arena(
                "/api/arena/runs/{id}",
                lambda ask, _: {"run": runs.get(ask.path_params["id"]).record()},
            ),
            arena("/api/arena/runs/{id}", stop_run, method="DELETE"),
            arena("/api/arena/runs/{id}/report", run_report),
        ]

    def _route(
        self,
        path: str,
        work: Work,
        largest: int | None = None,
        *,
        of: str = "",
        method: str = "GET",
        status: int = 200,
    ) -> Route:
        """A route to some work; posted to, if a body of at most `largest` bytes is read.

        What is `of` a feature is only for those whom the server trusts.
        """

        async def serve(request: Request) -> Response:
            if of and not self._hub.settings.is_trusting:
                raise RefusalError("not-allowed", f"this server offers no {of} to strangers")
            body = b"" if largest is None else await self._body(request, largest)
            with self._place():
                async with self._at_once:
                    answer = await run_in_threadpool(work, request, body)
            return answer if isinstance(answer, Response) else JSONResponse(answer, status)

        return Route(path, serve, methods=[method if largest is None else "POST"])

    async def _hello(self, _: Request) -> Response:
        return JSONResponse(self._hello_record)

    async def _health(self, _: Request) -> Response:
        ready = self._hub.is_ready
        return JSONResponse({"status": "ok" if ready else "starting"}, 200 if ready else 503)

    async def _metrics(self, _: Request) -> Response:
        text = metrics_text(self._hub)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    @cached_property
    def _hello_record(self) -> dict[str, Any]:
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

    @contextmanager
    def _place(self) -> Iterator[None]:
        if self._waiting >= MAX_WAITING:
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


def _object(body: bytes) -> JsonObject:
    try:
        return JsonObject(body.decode())
    except UnicodeDecodeError:
        raise RefusalError("bad-message", "the body is no text in UTF-8") from None
    except FileError as error:
        why = f"the body must be an object of JSON: {error}"
        raise RefusalError("bad-message", why) from None


async def _openings(request: Request) -> Response:
    query = request.query_params
    size = size_asked(query.get("size", "8"))
    game = line_asked(size, query.get("start") or None, query.get("moves", ""))
    opening, following = opening_of(game), next_openings(game.position)
    return JSONResponse(
        {
            "opening": opening
            and {
                "name": opening.name,
                "aliases": list(opening.aliases),
                "moves": opening.transcript,
            },
            "next": {move.name: opening.name for move, opening in following.items()},
        }
    )
