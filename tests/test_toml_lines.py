"""Lines of a TOML file against the slow way to find them: reading ever more of the file."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from outflank._schema import At, line_of


def slow_line(text: str, at: At) -> int:
    """A value begins after the last line that could be read without it."""
    lines, begin = text.replace("\r\n", "\n").split("\n"), 0
    for end in range(1, len(lines) + 1):
        try:
            value: Any = tomllib.loads("\n".join(lines[:end]))
        except tomllib.TOMLDecodeError:
            continue
        try:
            for key in at:
                value = value[key]
        except (KeyError, IndexError, TypeError):
            begin = end
            continue
        break
    return begin + 1


def places(value: Any, at: At = ()) -> list[At]:
    """The paths to everything in a file."""
    if not isinstance(value, dict | list):
        return [at]
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    return [at, *(place for key, one in inside for place in places(one, (*at, key)))]


def agree(text: str) -> None:
    for at in places(tomllib.loads(text)):
        assert line_of(text, at) == slow_line(text, at), at


def basic(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def literal(text: str) -> str:
    return "'" + text.replace("'", "").replace("\n", "") + "'"


def long_basic(text: str) -> str:
    return '"""' + text.replace("\\", "\\\\").replace('"""', '""') + '"""'


def long_literal(text: str) -> str:
    return "'''" + text.replace("'''", "''") + "'''"


def on_lines(parts: list[str]) -> str:
    return "[ # (\n " + ",\n# ]\n".join(parts) + ",\n]"


def inline(parts: list[str]) -> str:
    return "{ " + ", ".join(f"k{n} = {one}" for n, one in enumerate(parts)) + " }"


# Files made of statements; keys are numbered, so that no two meet.
blank = st.sampled_from(["", "  ", '# [a] = "x', "# '''", "\t# {"])
words = st.text(st.sampled_from("ab#=[]{}.,'\" \\\n"), max_size=6)
plain = st.sampled_from(["1", "-2.5", "true", "1979-05-27", "0x1f", "inf", '"""a"""""'])
texts = [words.map(kind) for kind in (basic, literal, long_basic, long_literal)]
values = st.recursive(
    st.one_of(plain, *texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: "[" + ", ".join(parts) + "]"),
        st.lists(inner, min_size=1, max_size=3).map(on_lines),
        st.lists(inner, max_size=3).map(inline),
    ),
    max_leaves=5,
)
names = st.sampled_from(["k{}", '"k = [{}]"', "'k#{}'", "k{}.more", "k{} . 'x.y'"])
tables = ["[t{}]", "[t{}.inner]", "[ t{} . 'a]b' ]", "[[many]]", "[many.part{}]", "[[many.inner]]"]
headers = st.sampled_from(tables)
statements = st.one_of(blank, blank, headers, st.tuples(names, values, blank))


@st.composite
def files(draw: st.DrawFn) -> str:
    lines = ["[[many]]"]
    for number, one in enumerate(draw(st.lists(statements, max_size=12))):
        if isinstance(one, str):
            lines.append(one.replace("{}", str(number)) if one[:1] == "[" else one)
        else:
            key, value, comment = one
            lines.append(f"{key.replace('{}', str(number))} = {value} {comment}".rstrip(" "))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines)


@given(files())
def test_every_line_is_where_the_slow_way_finds_it(text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # a quote too many; only well-formed files have lines
    agree(text)


def test_by_hand() -> None:
    agree(
        "a = 1\n\n# [x]\nb.c = '''\n[x]\n'''\nb.d = [\n  [1, 2], # ]\n  [3],\n]\n"
        "[x]\n[x.y]\nz = { w = 1 }\n[[t]]\nq = 1\n[t.u]\n[[t]]\n[[t.v]]\n[[t.v]]\nr = 1"
    )


def test_many_terms() -> None:
    text = "".join(
        f"[[term]]\nname = 't{n}'\nweights = {{ max = 1, k = {n} }}\n" for n in range(3000)
    )
    assert line_of(text, ("term", 2999, "weights", "k")) == 9000
    assert line_of(text, ("term", 1500)) == 4501
