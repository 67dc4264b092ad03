import pytest

from support.commands import outflank

pytestmark = pytest.mark.integration


def completions(line: str) -> list[str]:
    """What bash is told when Tab is pressed at the end of a line."""
    words = line.split(" ")
    environment = {
        "_OUTFLANK_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    answers = outflank(env=environment).stdout.splitlines()
    return [answer.split(",")[1] for answer in answers]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str) -> None:
    done = outflank("completion", shell)
    assert done.returncode == 0
    assert "_OUTFLANK_COMPLETE" in done.stdout
    assert f"{shell}_complete" in done.stdout


def test_commands_flags_and_agents_are_completed() -> None:
    assert completions("outflank pl") == ["play"]
    assert {"--size", "--seed", "--skill"} <= set(completions("outflank play --s"))
    assert completions("outflank play --size 1") == ["10", "12"]
    assert completions("outflank play --opponent kand") == [
        "kandlikar-parry",
        "kandlikar-parry-learned",
    ]
    assert "skill" in completions("outflank play --black s")
    assert {"--html", "--json"} <= set(completions("outflank review game.sgf --"))
    assert {"--level", "--lines"} <= set(completions("outflank analyse f5d6 --l"))


def test_an_unknown_shell() -> None:
    done = outflank("completion", "tcsh")
    assert done.returncode == 2
    assert "'tcsh' is not one of" in done.stderr
    assert done.stdout == ""
