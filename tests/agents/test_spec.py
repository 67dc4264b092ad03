import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import SettingsError
from outflank.agents.spec import AgentSpec


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", ()),
        ("a:b=c:d,e=f/g.toml", "a", (("b", "c:d"), ("e", "f/g.toml"))),
        ("C:\\kit\\agent.py", "C:\\kit\\agent.py", ()),
        ("C:\\kit\\agent.py:name=a", "C:\\kit\\agent.py", (("name", "a"),)),
        ("x/y.py:keep_table=no", "x/y.py", (("keep-table", "no"),)),
        (" a : b = 3 , c = 4 ", "a", (("b", "3"), ("c", "4"))),
    ],
)
def test_paths_and_options(text: str, name: str, options: tuple[tuple[str, str], ...]) -> None:
    assert AgentSpec.parse(text) == AgentSpec(name, options)


NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
VALUES = st.from_regex(r"[a-zA-Z0-9./_-]{1,8}", fullmatch=True)


@given(NAMES, st.dictionaries(NAMES, VALUES, max_size=4))
def test_what_is_written_reads_the_same(name: str, options: dict[str, str]) -> None:
    spec = AgentSpec(name, tuple(options.items()))
    assert AgentSpec.parse(str(spec)) == spec
    assert AgentSpec.parse(spec) is spec
    assert all(spec.get(key) == value for key, value in options.items())


def test_options_are_set_in_their_place() -> None:
    spec = AgentSpec.parse("alphabeta:depth=5,eval=a.toml")
    assert str(spec.with_options(eval="b.toml", keep_table="yes")) == (
        "alphabeta:depth=5,eval=b.toml,keep-table=yes"
    )
    assert str(spec) == "alphabeta:depth=5,eval=a.toml"
    assert spec.has("depth")
    assert not spec.has("table")
    assert spec.get("table") is None


def test_a_level_is_a_limit_for_the_engine_only() -> None:
    assert AgentSpec.parse("engine:level=3").limits == {"level": "3"}
    assert AgentSpec.parse("skill:level=3,nodes=5").limits == {"nodes": "5"}
    assert AgentSpec.parse("mcts:time=1,seed=2").limits == {"time": "1"}


def test_threads() -> None:
    assert AgentSpec.parse("engine:threads=4").threads == 4
    assert AgentSpec.parse("engine").threads == 1


def test_short_names() -> None:
    assert AgentSpec.parse("skill:level=3,nodes=5").short == "skill 3"
    assert AgentSpec.parse("engine:level=30").short == "engine"
    assert AgentSpec.parse("agents/student_agent.py:name=x").short == "student_agent.py"
    assert AgentSpec.parse("skill").short == "skill"
    assert AgentSpec.parse("gtp:/usr/bin/edax -gtp").short == "edax"


@pytest.mark.parametrize(
    ("text", "options", "argv"),
    [
        ("gtp:edax", (), ("edax",)),
        ("gtp:edax -q --level=3,4", (), ("edax", "-q", "--level=3,4")),
        ("nboard:time=1.5,name=Edax:'my engine' -x a:b=c", (("time", "1.5"), ("name", "Edax")),
         ("my engine", "-x", "a:b=c")),
        ("gtp:C:/bin/edax.exe -gtp", (), ("C:/bin/edax.exe", "-gtp")),
    ],
)  # fmt: skip
def test_commands_are_taken_as_they_are(
    text: str, options: tuple[tuple[str, str], ...], argv: tuple[str, ...]
) -> None:
    spec = AgentSpec.parse(text)
    assert (spec.options, spec.argv) == (options, argv)
    assert AgentSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the agent spec '' names no agent"),
        (":depth=3", "names no agent"),
        ("alphabeta:depth", "alphabeta: 'depth' is not an option written as key=value"),
        ("alphabeta:depth=3,,", "is not an option written as key=value"),
        ("gtp:", "gtp: a command must follow, such as gtp:engine --flag"),
        ("nboard:time=3:", "nboard: a command must follow"),
        ("gtp:edax 'unclosed", "no closing quotation"),
    ],
)
def test_one_sentence_for_what_is_no_spec(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(sentence)):
        AgentSpec.parse(text)
