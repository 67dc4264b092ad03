"""Text for people: what comes from outside made safe, names that were nearly right, lists."""

import difflib
from collections.abc import Iterable


def printable(text: str) -> str:
    """One line of text that cannot steer a terminal, whoever wrote it.

    >>> printable("\\x1b[31mred\\x1b[0m,\\nthen more")
    '?[31mred?[0m, then more'
    """
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def quoted(text: str, longest: int = 40) -> str:
    """Text that somebody typed, in quotes, without control characters and not too long."""
    cut = text if len(text) <= longest else text[: longest - 3] + "..."
    return ascii(cut) if not cut.isprintable() else repr(cut)


def encodable(text: str) -> str:
    """The text with a question mark for what no file can hold, such as a name of broken bytes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def nearest(name: str, names: Iterable[str]) -> str:
    """The known name that looks most like `name`."""
    return difflib.get_close_matches(name, sorted(names), n=1, cutoff=0.0)[0]


def near(name: str, names: Iterable[str]) -> str | None:
    """The known name that `name` may have been meant for, if one looks like it."""
    return next(iter(difflib.get_close_matches(name, list(names), n=1)), None)


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to say about a name that is not known.

    >>> suggestion("edges", ["edge", "corner"]), suggestion("sun", ["edge", "corner"])
    ("did you mean 'edge'?", 'known are edge and corner')
    """
    known = list(names)
    found = near(name, known)
    return f"did you mean {found!r}?" if found else f"known are {listed(known)}"


def listed(words: Iterable[str]) -> str:
    """Some words as a sentence has them: a, b and c."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def sentence(text: str) -> str:
    """The text with a mark at its end, if it has none.

    >>> sentence("d4 is occupied"), sentence("did you mean load?")
    ('d4 is occupied.', 'did you mean load?')
    """
    return text if text.endswith((".", "?", "!")) else f"{text}."


def plural(number: int, thing: str, things: str = "") -> str:
    """One game, two games.

    >>> plural(1, "game"), plural(2000, "game"), plural(2, "match", "matches")
    ('1 game', '2,000 games', '2 matches')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
