from hypothesis import given
from hypothesis import strategies as st

from outflank._text import listed, near, printable, quoted, suggestion


@given(st.text(max_size=200))
def test_what_was_typed_is_quoted_on_one_short_line(text: str) -> None:
    shown = quoted(text)
    assert shown.isprintable()
    assert len(shown) <= 10 * 40 + 2  # a character may become \\U0001f600
    if text.isprintable() and len(text) <= 40:
        assert text.replace("\\", "").replace("'", "") in shown.replace("\\", "").replace("'", "")


@given(st.text(max_size=200))
def test_nothing_printable_steers_a_terminal(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)


def test_near_has_a_cut_off() -> None:
    assert near("smmer", ["sommer", "parity"]) == "sommer"
    assert near("RANDOM", ["random", "parity"]) == "random"
    assert near("grandmaster", ["random", "parity"]) is None
    assert near("", ["sommer", "parity"]) is None
    assert near("sommer", []) is None


def test_suggestion_lists_the_choices_if_they_are_few() -> None:
    few, many = ["sommer", "parity"], map(str, range(20))
    assert suggestion("x", few, "x lists them") == "choose from sommer and parity"
    assert suggestion("x", many, "x lists them") == "x lists them"


def test_lists_read_like_sentences() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
