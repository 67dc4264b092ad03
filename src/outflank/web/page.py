"""The files of the page, packed once and kept.

A browser that comes for the first time asks for some forty small files: with each read and packed
again, the first paint took three times as long.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

FIRST = "/index.html"


@dataclass(frozen=True, slots=True)
class _PackedFile:
    """What is sent for a path."""

    changed: int
    media_type: str | None
    etag: str
    whole: bytes
    packed: bytes

    @classmethod
    def of(cls, path: Path) -> "_PackedFile":
        changed, whole = path.stat().st_mtime_ns, path.read_bytes()
        etag = f'"{hashlib.sha256(whole).hexdigest()[:32]}"'
        media_type, _ = mimetypes.guess_type(path.name)
        return cls(changed, media_type, etag, whole, gzip.compress(whole, mtime=0))


class Page:
    """Answers with the files that a folder had when the server was started, and no others."""

    def __init__(self, folder: Path) -> None:
        found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        self._paths = {f"/{path.relative_to(folder).as_posix()}": path for path in found}
        self._kept: dict[str, _PackedFile] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = FIRST if scope["path"] == "/" else scope["path"]
        if name not in self._paths:
            raise HTTPException(404)
        await _answer(self._file(name), Headers(scope=scope))(scope, receive, send)

    def _file(self, name: str) -> _PackedFile:
        path, kept = self._paths[name], self._kept.get(name)
        try:
            # Who works on the page sees what was changed.
            if kept is None or kept.changed != path.stat().st_mtime_ns:
                kept = self._kept[name] = _PackedFile.of(path)
        except OSError:
            raise HTTPException(404) from None
        return kept


def _answer(file: _PackedFile, headers: Headers) -> Response:
    told = {"etag": file.etag, "vary": "Accept-Encoding"}
    # The browser asks each time whether its copy is the latest.
    if headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=told)
    if "gzip" in headers.get("accept-encoding", ""):
        told["content-encoding"] = "gzip"
        return Response(file.packed, headers=told, media_type=file.media_type)
    return Response(file.whole, headers=told, media_type=file.media_type)
