"""Lines that the other side sends to a server, none of them without an end."""

from collections.abc import Iterator
from typing import BinaryIO

LONGEST_LINE = 64 * 1024
"""Bytes; the game of a 12x12 board with all that may be noted takes a tenth."""


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Each line without its end; None for one that is too long."""
    while data := stream.readline(LONGEST_LINE + 1):
        if len(data) <= LONGEST_LINE:
            yield data.decode("utf-8", "replace").rstrip("\r\n")
            continue
        while data and not data.endswith(b"\n"):
            data = stream.readline(LONGEST_LINE)
        yield None
