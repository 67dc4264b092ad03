"""The application: routes, the page, and what becomes of errors."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, WebSocketRoute

from outflank.errors import OutflankError
from outflank.web.api import Api
from outflank.web.hub import Hub
from outflank.web.page import Page
from outflank.web.refusal import RefusalError, refusal_of
from outflank.web.security import Guard
from outflank.web.socket import serve_socket


def make_app(hub: Hub) -> Guard:
    """The application of a server. It starts the hub, and closes it at its end."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # In the background: the page is served while the engine is made.
        starting = asyncio.create_task(run_in_threadpool(hub.start))
        try:
            yield
        finally:
            await starting
            await run_in_threadpool(hub.close)

    app = Starlette(
        routes=[
            *Api(hub).routes(),
            WebSocketRoute("/ws", partial(serve_socket, hub=hub)),
            Mount("/", Page(hub.settings.static)),
        ],
        exception_handlers={
            OutflankError: _refused,
            HTTPException: _not_served,
            Exception: _failed,
        },
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
    )
    return Guard(app, hub.settings)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, OutflankError)
    refusal = refusal_of(error)
    wait = refusal.retry_ms
    headers = None if wait is None else {"retry-after": str(-(-wait // 1000))}
    return JSONResponse({"error": refusal.record()}, refusal.status, headers)


async def _not_served(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "not-found" if error.status_code == 404 else "bad-message"
    record = {"code": code, "message": error.detail.lower()}
    return JSONResponse({"error": record}, error.status_code, error.headers)


async def _failed(_: Request, __: Exception) -> Response:
    refusal = RefusalError("engine-failed", "something went wrong in the server")
    return JSONResponse({"error": refusal.record()}, refusal.status)
