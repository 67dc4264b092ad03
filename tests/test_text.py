from hypothesis import given
from hypothesis import strategies as st

from outflank._text import listed, nearest, printable, quoted


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


def test_the_nearest_name_is_always_one_of_them() -> None:
    assert nearest("smmer", ["sommer", "parity"]) == "sommer"
    assert nearest("", ["sommer", "parity"]) in ("sommer", "parity")


def test_lists_read_like_sentences() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
