"""Who may ask: the names of the server, the origin of the page, and the token.

A page of somebody else runs in the user's browser and can reach 127.0.0.1. It cannot choose the
`Host` (but its own name may lead here) and cannot choose its `Origin`: both are checked, before a
WebSocket is accepted and before a body is read.
"""

import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.web.settings import ServerSettings, ip_address

COOKIE = "outflank-token"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
REPORT_CSP = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""For a report, which carries its script and style in itself and is a stranger to our origin."""
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HEALTH = "/healthz"
# A redirect would not carry a strict cookie if the link was followed from another site; a page of
# our own that leads on does.
_WELCOME = '<!doctype html><meta http-equiv="refresh" content="0; url=/"><title>Outflank</title>'


class Guard:
    """Refuses who may not ask, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer(HTTPConnection(scope))
        await (answer or self._app)(scope, receive, _with_headers(scope, send))

    def _answer(self, request: HTTPConnection) -> Response | None:
        host, path, token = request.headers.get("host", ""), request["path"], self._settings.token
        if not self._is_known(host):
            return _refuse(400, "this server is not known by that name")
        if path == HEALTH:
            return None
        scheme, _, password = request.headers.get("authorization", "").partition(" ")
        bearer = scheme.lower() == "bearer" and self._is_token(password.strip())
        if token is not None and not bearer:
            if path == "/" and self._is_token(request.query_params.get("token", "")):
                return _welcome(token, secure=request["scheme"] == "https")
            if not self._is_token(request.cookies.get(COOKIE, "")):
                return _refuse(401, "this server wants its token: open the address it printed")
        changes = request["type"] == "websocket" or request["method"] not in ("GET", "HEAD")
        if changes and not bearer and not self._is_own(request, host):
            return _refuse(403, "a page of another site may not ask this server")
        return None

    def _is_known(self, host: str) -> bool:
        name = host.lower().partition("]" if host.startswith("[") else ":")[0]
        if host.startswith("["):
            name += "]"
        return name in self._settings.known_hosts or (
            # A name may be made to lead here, an address cannot.
            self._settings.listens_everywhere and ip_address(name.strip("[]")) is not None
        )

    def _is_own(self, request: HTTPConnection, host: str) -> bool:
        scheme = {"ws": "http", "wss": "https"}.get(request["scheme"], request["scheme"])
        own = {origin.lower() for origin in (f"{scheme}://{host}", *self._settings.origins)}
        return request.headers.get("origin", "").lower() in own

    def _is_token(self, text: str) -> bool:
        token = self._settings.token
        return token is not None and secrets.compare_digest(text.encode(), token.encode())


def _welcome(token: str, *, secure: bool) -> Response:
    response = HTMLResponse(_WELCOME)
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure)
    return response


def _with_headers(scope: Scope, send: Send) -> Send:
    starts = ("http.response.start", "websocket.http.response.start")
    cache = "no-store" if scope["path"].startswith(("/api/", "/metrics", HEALTH)) else "no-cache"

    async def sending(message: Message) -> None:
        if message["type"] in starts:
            headers = MutableHeaders(scope=message)
            for name, value in {**HEADERS, "cache-control": cache}.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def _refuse(status: int, message: str) -> Response:
    return JSONResponse({"error": {"code": "not-allowed", "message": message}}, status)
