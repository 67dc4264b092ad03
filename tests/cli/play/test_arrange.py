import shlex
from pathlib import Path

import pytest

from outflank import Color, Level, Limit, SettingsError
from outflank.agents.spec import AgentSpec
from outflank.cli.play.arrange import Arrangement, Flags, against, arrange
from outflank.session.settings import GameSettings, recall
from outflank.session.sides import PERSON
from support.terminal import TypedScreen


def settle(flags: Flags, *lines: str, memory: Path | None = None) -> tuple[Arrangement, int]:
    screen = TypedScreen(lines)
    return arrange(flags, screen, memory), len(screen.prompts)


def named(arrangement: Arrangement) -> dict[Color, str]:
    return {color: str(spec) for color, spec in arrangement.specs.items()}


def test_flags_answer_every_question() -> None:
    flags = Flags(size=6, colour="W", skill=2, limit=Limit(dynamic=True))
    arrangement, asked = settle(flags)
    assert asked == 0
    assert arrangement.answers.size == 6
    assert named(arrangement) == {Color.BLACK: "skill:level=2", Color.WHITE: "human"}


def test_limits_reach_the_agent() -> None:
    flags = Flags(size=6, colour="black", opponent="improved", limit=Limit(time=0.5, nodes=900))
    arrangement, asked = settle(flags)
    assert asked == 0
    assert named(arrangement)[Color.WHITE] == "improved:nodes=900,time=0.5"
    arrangement, _ = settle(Flags(size=6, colour="black", opponent="engine", limit=Level(7)))
    assert named(arrangement)[Color.WHITE] == "engine:level=7"


def test_what_no_flag_says_is_asked() -> None:
    arrangement, asked = settle(Flags(opponent="sommer"), "w", "10", "2", "0.2")
    assert asked == 4
    assert named(arrangement) == {Color.BLACK: "sommer:time=0.2", Color.WHITE: "human"}
    assert arrangement.answers.size == 10
    arrangement, _ = settle(Flags(opponent="sommer"), "w", "10", "1")
    assert named(arrangement)[Color.BLACK] == "sommer:dynamic=yes"


def test_a_skill_is_not_asked_for_a_strategy(tmp_path: Path) -> None:
    arrangement, asked = settle(Flags(skill=3), "w", "10")
    assert asked == 2
    assert named(arrangement) == {Color.BLACK: "skill:level=3", Color.WHITE: "human"}
    _, asked = settle(Flags(size=8, colour="b"), "7")
    assert asked == 1
    # Nor does it get the strategy that was chosen for somebody else.
    memory = tmp_path / "play.json"
    settle(Flags(), "w", "6", "sommer", "2", "3", memory=memory)
    arrangement, _ = settle(Flags(skill=3), "", "", memory=memory)
    assert named(arrangement)[Color.BLACK] == "skill:level=3"
    arrangement, _ = settle(Flags(skill=3, size=6, colour="w", limit=Limit(nodes=50)))
    assert named(arrangement)[Color.BLACK] == "skill:level=3,nodes=50"


def test_seats_by_colour() -> None:
    arrangement, asked = settle(Flags(size=8, white="sommer"))
    assert asked == 0
    assert named(arrangement) == {Color.BLACK: "human", Color.WHITE: "sommer"}
    arrangement, _ = settle(Flags(size=8, black="3", white="improved", limit=Limit(nodes=50)))
    assert named(arrangement) == {
        Color.BLACK: "skill:level=3,nodes=50",
        Color.WHITE: "improved:nodes=50",
    }
    arrangement, asked = settle(Flags(black="human", white="human"), "")
    assert asked == 1
    assert set(named(arrangement).values()) == {"human"}


def test_the_board_must_be_one_of_who_is_named() -> None:
    for flags, first in ((Flags(white="humanlike"), []), (Flags(opponent="humanlike"), ["b"])):
        arrangement, asked = settle(flags, *first, "10", "8")
        assert (arrangement.answers.size, asked) == (8, len(first) + 2)
    with pytest.raises(SettingsError, match="humanlike plays on 8x8 alone, not on 10x10"):
        settle(Flags(size=10, opponent="humanlike"))  # before any question


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (
            Flags(size=8, colour="b", opponent="random", limit=Limit(depth=3)),
            "no use to random",
        ),
        (
            Flags(size=8, black="human", white="human", limit=Limit(nodes=3)),
            "no use to people",
        ),
        (
            Flags(size=8, black="random", white="greedy", limit=Limit(nodes=3)),
            "to random nor greedy",
        ),
        (Flags(size=8, colour="b", opponent="mcts", limit=Limit(depth=3)), "mcts takes no depth"),
        (Flags(size=8, colour="b", opponent="improved", limit=Level(3)), "takes no level"),
        (Flags(opponent="sommr"), "did you mean 'sommer'"),
        (Flags(white="sommr"), "did you mean 'sommer'"),
        (Flags(opponent="engine:level=0"), "level must be a whole number above zero"),
    ],
)
def test_what_makes_no_sense(flags: Flags, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        settle(flags, "", "", "", "")


def test_answers_are_remembered_and_flags_are_not(tmp_path: Path) -> None:
    memory = tmp_path / "play.json"
    settle(Flags(), "w", "6", "sommer", "2", "3", memory=memory)
    answered = GameSettings("white", 6, "sommer", "time", 3.0)
    assert recall(memory) == answered
    arrangement, asked = settle(Flags(size=10), *[""] * 4, memory=memory)
    assert asked == 4
    assert named(arrangement)[Color.BLACK] == "sommer:time=3.0"
    assert arrangement.answers.size == 10
    assert recall(memory) == answered


def test_without_a_memory_nothing_is_kept(tmp_path: Path) -> None:
    settle(Flags(), *[""] * 4)
    assert not list(tmp_path.iterdir())


def test_a_game_is_resumed_against_who_played_it_or_who_is_named() -> None:
    specs = {Color.BLACK: PERSON, Color.WHITE: AgentSpec.parse("greedy")}
    assert against(specs, None) == specs
    assert against(specs, "random:seed=3")[Color.WHITE] == AgentSpec.parse("random:seed=3")
    assert against(specs, "random:seed=3")[Color.BLACK] == PERSON


@pytest.mark.parametrize("spec", ["gtp:edax -q", "nboard:time=1:ntest", "./student.py"])
def test_a_program_is_not_started_because_a_file_names_it(spec: str) -> None:
    specs = {Color.BLACK: AgentSpec.parse(spec), Color.WHITE: PERSON}
    with pytest.raises(SettingsError) as caught:
        against(specs, None)
    reason, _, again = str(caught.value).partition(": ")
    assert reason == "the unfinished game is against a program, which must be named"
    assert shlex.split(again) == ["outflank", "play", "--resume", "--opponent", spec]
    if not spec.endswith(".py"):
        assert against(specs, spec) == specs
