import pytest

from outflank import OutflankError
from outflank.agents.spec import AgentSpec
from outflank.cli.play.commands import Leave
from outflank.cli.play.questions import ask_all, read_opponent
from outflank.session.settings import GameSettings
from support.terminal import TypedScreen


def test_enter_all_the_way_is_a_game() -> None:
    screen = TypedScreen([""] * 3)
    assert ask_all(screen, GameSettings(), set()) == GameSettings()
    assert [prompt.split("[")[1] for prompt in screen.prompts] == ["B] ", "8] ", "3] "]


def test_one_who_searches_is_asked_for_a_strategy() -> None:
    screen = TypedScreen(["", "", "sommer", ""])
    assert ask_all(screen, GameSettings(), set()) == GameSettings(opponent="sommer")
    assert screen.prompts[-1].endswith("[1] ")
    assert "1. Dynamic depth" in screen.text
    assert "2. Time-limited depth" in screen.text


def test_every_answer_counts() -> None:
    screen = TypedScreen(["w", "12x12", "engine", "2", "2.5"])
    answers = ask_all(screen, GameSettings(), set())
    assert answers == GameSettings("white", 12, "engine", "time", 2.5)


def test_the_last_answers_are_suggested() -> None:
    last = GameSettings("white", 10, "sommer", "time", 0.5)
    screen = TypedScreen([""] * 5)
    assert ask_all(screen, last, set()) == last


def test_bad_answers_are_asked_again() -> None:
    screen = TypedScreen(
        ["green", "", "7", "8x", "6", "11", "-1", "2.5", "sommr", "sommer:depth=x", "sommer",
         "3", "two", "2", "0", "-1", "nan", "inf", "soon", "", ]
    )  # fmt: skip
    answers = ask_all(screen, GameSettings(), set())
    assert answers == GameSettings("black", 6, "sommer", "time", 1.0)
    for sentence in (
        "the colour is B or W, not 'green'",
        "the board size is 6, 8, 10 or 12 (or a tiny 4), not '7'",
        "the skill is a whole number from 0 to 10, not '11'",
        "not '-1'",
        "not '2.5'",
        "there is no agent 'sommr'; did you mean 'sommer'?",
        "sommer: depth must be a whole number above zero, not 'x'",
        "the choice is 1 or 2, not 'two'",
        "the time must be a positive number of seconds, not '0'",
        "not 'nan'",
        "not 'inf'",
        "not 'soon'",
    ):
        assert sentence in screen.text
    assert len(screen.prompts) == 20


def test_who_plays_on_some_boards_is_neither_taken_nor_suggested_on_others() -> None:
    screen = TypedScreen(["", "10", "humanlike", ""])
    assert ask_all(screen, GameSettings(), set()) == GameSettings(size=10)
    assert "humanlike plays on 8x8 alone, not on 10x10." in screen.text
    last = GameSettings(opponent="humanlike:rating=1400")
    screen = TypedScreen(["", "10", ""])
    assert ask_all(screen, last, set()) == GameSettings(size=10)
    assert ask_all(TypedScreen([""] * 3), last, set()) == last
    screen = TypedScreen(["", "6", ""])
    named = [AgentSpec("humanlike")]
    answers = ask_all(screen, GameSettings(size=12, opponent="humanlike"), {"opponent"}, named)
    assert answers.size == 8
    assert [prompt.split("[")[1] for prompt in screen.prompts[1:]] == ["8] ", "8] "]
    assert "humanlike plays on 8x8 alone, not on 6x6." in screen.text


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ({"colour"}, 3),
        ({"size"}, 3),
        ({"opponent"}, 3),
        ({"strategy"}, 3),
        ({"colour", "size", "opponent", "strategy"}, 0),
    ],
)
def test_flags_are_not_asked_about(given: set[str], count: int) -> None:
    screen = TypedScreen([""] * 5)
    ask_all(screen, GameSettings(opponent="sommer"), given)
    assert len(screen.prompts) == count


def test_no_depth_for_those_who_do_not_search() -> None:
    screen = TypedScreen(["", "", "random"])
    assert ask_all(screen, GameSettings(), set()).opponent == "random"
    screen = TypedScreen([""])
    ask_all(screen, GameSettings(opponent="human"), {"opponent"})
    assert len(screen.prompts) == 1
    assert "size" in screen.prompts[0]


def test_the_end_of_input_is_not_an_answer() -> None:
    with pytest.raises(EOFError):
        ask_all(TypedScreen(["b"]), GameSettings(), set())


@pytest.mark.parametrize("word", ["quit", "q", "Exit"])
def test_one_may_leave_at_every_question(word: str) -> None:
    for typed in ([], ["b"], ["b", "8"], ["b", "8", "sommer"], ["b", "8", "sommer", "2"]):
        with pytest.raises(Leave):
            ask_all(TypedScreen([*typed, word]), GameSettings(), set())


@pytest.mark.parametrize("text", ["5", "05", "human", "skill:level=2", "improved:time=0.5"])
def test_opponents(text: str) -> None:
    assert read_opponent(text) == ("5" if text == "05" else text)


@pytest.mark.parametrize("text", ["nobody.py", "x/y.toml", "\x1b[1m", ":", "engine:level=99"])
def test_no_opponents(text: str) -> None:
    with pytest.raises(OutflankError):
        read_opponent(text)
