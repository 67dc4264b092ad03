"""Text for people: what comes from outside made safe, names that were nearly right, lists."""

import difflib
from collections.abc import Iterable

MAX_LISTED = 8
"""Choices that a message lists, if a command lists them too."""


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


def near(name: str, names: Iterable[str]) -> str | None:
    """The name that `name` may have been meant for, if one looks like it."""
    by_letters = {each.casefold(): each for each in names}
    match = difflib.get_close_matches(name.casefold(), by_letters, n=1, cutoff=0.65)
    return by_letters[match[0]] if match else None


def suggestion(name: str, names: Iterable[str], listing: str = "") -> str:
    """What to write instead of an unknown name: one like it, the choices, or who lists them.

    Many choices are replaced by `listing`, if there is one.

    >>> suggestion("edges", ["edge", "corner"]), suggestion("sun", ["edge", "corner"])
    ("did you mean 'edge'?", 'choose from edge and corner')
    >>> suggestion("sun", "abcdefghijk", "outflank agents lists them")
    'outflank agents lists them'
    """
    choices = list(names)
    match = near(name, choices)
    if match is not None:
        return f"did you mean {match!r}?"
    if listing and len(choices) > MAX_LISTED:
        return listing
    return f"choose from {listed(choices)}"


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
