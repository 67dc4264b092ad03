"""The files of the page, packed once and kept.

A browser that comes for the first time asks for some forty small files: with each read and packed
again, the first paint took three times as long.
"""

import gzip
import hashlib
import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send


class _PackedFile:
    def __init__(self, path: Path) -> None:
        self.changed, self.whole = path.stat().st_mtime_ns, path.read_bytes()
        self.etag = f'"{hashlib.sha256(self.whole).hexdigest()[:32]}"'
        self.media_type, _ = mimetypes.guess_type(path.name)
        self.packed = gzip.compress(self.whole, mtime=0)

    def answer(self, headers: Headers) -> Response:
        own = {"etag": self.etag, "vary": "Accept-Encoding"}
        # The browser asks each time whether its copy is the latest.
        if headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=own)
        if "gzip" in headers.get("accept-encoding", ""):
            own["content-encoding"] = "gzip"
            return Response(self.packed, headers=own, media_type=self.media_type)
        return Response(self.whole, headers=own, media_type=self.media_type)


class Page:
    """Answers with the files that a folder had when the server was started, and no others."""

    def __init__(self, folder: Path) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        self._paths = {f"/{path.relative_to(folder).as_posix()}": path for path in paths}
        self._files: dict[str, _PackedFile] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = "/index.html" if scope["path"] == "/" else scope["path"]
        if name not in self._paths:
            raise HTTPException(404)
        path, file = self._paths[name], self._files.get(name)
        try:
            # Who works on the page sees what was changed.
            if file is None or file.changed != path.stat().st_mtime_ns:
                file = self._files[name] = _PackedFile(path)
        except OSError:
            raise HTTPException(404) from None
        await file.answer(Headers(scope=scope))(scope, receive, send)
