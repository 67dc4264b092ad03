"""What games are read from: a text, or a file that is read line by line."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, BinaryIO

from outflank._files import file_errors, refuse_endless
from outflank.errors import FileError
from outflank.formats.piece import Piece

LONGEST_GAME = 4 * 2**20
"""Characters of the longest line or game that is read; a longer one is refused."""
HEAD = 64 * 2**10
"""Bytes from which the format is told."""
_TEXT_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(slots=True)
class Source:
    """A text or an open file, read once from its beginning to its end."""

    label: str
    """How errors call it; empty for a text."""
    text: str | None = None
    file: BinaryIO | None = None
    head: bytes = b""
    """The first bytes of a file, which were read to tell its format."""
    length: int | None = None
    """Bytes of the file, if that is known."""
    path: Path | None = None
    """Of a file that was opened here and is closed here."""
    _read: int = field(default=0, repr=False)

    @classmethod
    def of_text(cls, text: str, label: str = "") -> Source:
        return cls(label, text=text.removeprefix("\ufeff"))

    @classmethod
    def open(cls, path: Path) -> Source:
        """Open a file; the caller closes the source."""
        with file_errors(path), ExitStack() as stack:
            file = stack.enter_context(path.open("rb"))
            source = cls.of_file(file, str(path))
            source.path = path
            stack.pop_all()
            return source

    @classmethod
    def of_file(cls, file: IO[Any], label: str = "") -> Source:
        """An open file or pipe, of bytes or text, which stays open."""
        label = label or str(getattr(file, "name", ""))
        is_text = isinstance(file, io.TextIOBase)
        binary: Any = getattr(file, "buffer", None) if is_text else file
        if binary is None:
            return cls.of_text(file.read(), label)
        if isinstance(binary, io.BytesIO):
            return cls(label, file=binary, head=binary.read(HEAD), length=len(binary.getbuffer()))
        refuse_endless(binary, label)
        status = os.fstat(binary.fileno())
        length = status.st_size if stat.S_ISREG(status.st_mode) else None
        return cls(label, file=binary, head=binary.read(HEAD), length=length)

    def close(self) -> None:
        """Close the file if it was opened here."""
        if self.path is not None and self.file is not None:
            self.file.close()

    @property
    def fraction(self) -> float:
        """How much of a file was read, from 0 to 1; 0 if that cannot be known."""
        return min(self._read / self.length, 1.0) if self.length else 0.0

    @property
    def beginning(self) -> str:
        """The first part of the text."""
        if self.text is not None:
            return self.text[:HEAD]
        if self.head.startswith(_UTF16_MARKS):
            raise FileError(f"{self.label}: UTF-16 text; save it as UTF-8")
        # A character at the very end may be cut; what is no text at all is told line by line.
        return self.head.removeprefix(_TEXT_MARK).decode("utf-8", "replace")

    @property
    def is_binary(self) -> bool:
        """True for a file that is no text."""
        return b"\0" in self.head and not self.head.startswith(_UTF16_MARKS)

    def read(self, size: int) -> bytes:
        assert self.file is not None
        data, self.head = self.head[:size], self.head[size:]
        if len(data) < size:
            data += self.file.read(size - len(data))
        self._read += len(data)
        return data

    def lines(self) -> Iterator[Piece]:
        """Line after line, without the breaks.

        NotationError for a line that is too long: where the next one begins is not looked for.
        """
        for number, line in enumerate(self._raw_lines(), 1):
            if len(line) > LONGEST_GAME:
                why = f"a line of more than {LONGEST_GAME:,} characters"
                raise Piece("", self.label, number).fail(0, why)
            yield Piece(line.removesuffix("\r"), self.label, number)

    def _raw_lines(self) -> Iterator[str]:
        if self.text is not None:
            for text in io.StringIO(self.text, newline="\n"):
                yield text.removesuffix("\n")
            return
        for number, data in enumerate(self._byte_lines(), 1):
            try:
                yield data.decode()
            except UnicodeDecodeError as error:
                place = Piece("", self.label, number)
                raise place.fail(error.start, "not UTF-8 text") from None

    def _byte_lines(self) -> Iterator[bytes]:
        assert self.file is not None
        head = self.head.removeprefix(_TEXT_MARK)
        self.head = b""
        while True:
            line, separator, head = head.partition(b"\n")
            if not separator:
                line += self.file.readline(LONGEST_GAME + 1)
                if not line:
                    return
                line = line.removesuffix(b"\n")
            self._read += len(line) + 1
            yield line


def joined(lines: list[Piece]) -> Piece:
    first = lines[0]
    return Piece("\n".join(line.text for line in lines), first.label, first.line, first.column)
