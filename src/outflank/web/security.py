"""Who may ask: the names of the server, the origin of the page, and the token.

A page of somebody else runs in the user's browser and can reach 127.0.0.1. It cannot choose the
`Host` (but its own name may lead here) and cannot choose its `Origin`: both are checked, before a
WebSocket is accepted and before a body is read.
"""

import ipaddress
import secrets
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.web.settings import ServerSettings

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
SAFE_METHODS = ("GET", "HEAD")
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
        """One request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer(scope, Headers(scope=scope))
        await (answer or self._app)(scope, receive, _with_headers(scope, send))

    def _answer(self, scope: Scope, headers: Headers) -> Response | None:
        """What is said instead of an answer by the app, if anything."""
        host = headers.get("host", "")
        if not self._is_known(host):
            return _refused(400, "this server is not known by that name")
        if scope["path"] == HEALTH:
            return None
        bearer = self._settings.token is not None and self._is_token(_bearer(headers))
        if self._settings.token is not None and not bearer:
            given = QueryParams(scope["query_string"]).get("token")
            if scope["path"] == "/" and self._is_token(given):
                return self._welcome(scope)
            if not self._is_token(_cookie(headers)):
                return _refused(401, "this server wants its token: open the address it printed")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and not bearer and not self._is_own(scope, host, headers.get("origin")):
            return _refused(403, "a page of another site may not ask this server")
        return None

    def _is_known(self, host: str) -> bool:
        name = _without_port(host.lower())
        return name in self._settings.known_hosts or (
            # A name may be made to lead here, an address cannot.
            self._settings.listens_everywhere and _is_address(name)
        )

    def _is_own(self, scope: Scope, host: str, origin: str | None) -> bool:
        if origin is None:
            return False
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        own = f"{scheme}://{host}".lower()
        return origin.lower() in (own, *(known.lower() for known in self._settings.origins))

    def _is_token(self, given: str | None) -> bool:
        token = self._settings.token
        if token is None or given is None:
            return False
        return secrets.compare_digest(given.encode(), token.encode())

    def _welcome(self, scope: Scope) -> Response:
        response = HTMLResponse(_WELCOME)
        assert self._settings.token is not None
        response.set_cookie(
            COOKIE,
            self._settings.token,
            httponly=True,
            samesite="strict",
            secure=scope["scheme"] == "https",
        )
        return response


def _with_headers(scope: Scope, send: Send) -> Send:
    """Every answer says how browsers are to treat it."""
    starts = ("http.response.start", "websocket.http.response.start")
    cache = "no-store" if scope["path"].startswith(("/api/", "/metrics", HEALTH)) else "no-cache"

    async def sending(message: Message) -> None:
        if message["type"] in starts:
            headers = MutableHeaders(scope=message)
            for name, value in {**HEADERS, "cache-control": cache}.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def _refused(status: int, message: str) -> Response:
    return JSONResponse({"error": {"code": "not-allowed", "message": message}}, status)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _bearer(headers: Headers) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _cookie(headers: Headers) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value
