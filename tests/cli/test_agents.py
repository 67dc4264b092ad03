import json
from pathlib import Path

import pytest

from support.commands import outflank

pytestmark = pytest.mark.integration


def test_the_list_has_a_line_for_each() -> None:
    done = outflank("agents")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 28
    names = [line.split()[0] for line in lines]
    assert {"random", "greedy-corners", "mcts", "engine", "human", "improved"} <= set(names)
    assert all(len(line.split()) > 2 for line in lines)
    assert done.stdout.isascii()


def test_the_list_as_json() -> None:
    record = json.loads(outflank("agents", "--json").stdout)
    agents = {agent["name"]: agent for agent in record}
    assert len(agents) == 28
    assert agents["greedy-corners"]["aliases"] == ["gpt_greedy_corners", "greedy_gpt_corners"]
    options = {option["name"]: option for option in agents["kandlikar-parry"]["options"]}
    assert options["time"]["default"] == 1.9
    assert options["ordering"]["default"] == "kandlikar-parry"
    assert "killer" in options["ordering"]["choices"]


def test_one_agent() -> None:
    text = outflank("agents", "alphabeta").stdout
    for words in ("alphabeta: ", "depth", "keep-table", "killer", "replaces the default limit"):
        assert words in text
    assert "also called gpt_greedy_corners" in outflank("agents", "greedy-corners").stdout
    assert "it takes no options" in outflank("agents", "greedy").stdout
    assert "memory" in outflank("agents", "mine/student_agent.py").stdout
    record = json.loads(outflank("agents", "gpt_greedy_corners", "--json").stdout)
    assert record["name"] == "greedy-corners"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["agents", "alfabeta"], "There is no agent 'alfabeta'; did you mean 'alphabeta'"),
        (["export-agent", "--eval", "improvd"], "did you mean 'improved'?"),
        (["export-agent", "--agent-name", "my agent"], "'my agent' is no name for an agent"),
        (["export-agent", "--seconds", "0"], "0"),
        (["export-agent", "--output", "no/such/folder/agent.py"], "No such file or directory"),
    ],
)
def test_bad_input(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = outflank(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_export_never_overwrites_unasked(tmp_path: Path) -> None:
    done = outflank("export-agent", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "wrote student_agent.py\n")
    file = tmp_path / "student_agent.py"
    text = file.read_text()
    assert '@register_agent("student_agent")' in text
    assert "outflank." not in text
    assert "{{" not in text
    compile(text, str(file), "exec")
    file.write_text("mine")
    done = outflank("export-agent", cwd=tmp_path)
    assert done.returncode == 2
    assert "student_agent.py exists already; --force replaces it" in done.stderr
    assert file.read_text() == "mine"
    arguments = ["--force", "--agent-name", "second", "--eval", "sommer", "--seconds", "0.5"]
    assert outflank("export-agent", *arguments, cwd=tmp_path).returncode == 0
    text = file.read_text()
    assert '@register_agent("second")' in text
    assert "TIME_LIMIT = 0.5 " in text
