"""What a run has left in its folder, read again when the run goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outflank.errors import FileError


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside means that the file is not what the run has written.

    A damaged file fails in a dozen ways, as zip, as numbers, as JSON or in its fields; what people
    need to know is which one it is. A file that cannot be opened says so itself.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise FileError(f"{path}: damaged; remove it and it is made again") from error
