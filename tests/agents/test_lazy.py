"""Only the modules of the players in use are loaded."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.integration

COUNT = "import sys; print(*sorted(name for name in sys.modules if name.startswith('outflank')))"


def loaded_by(code: str) -> set[str]:
    process = subprocess.run(
        [sys.executable, "-c", f"{code}; {COUNT}"], capture_output=True, text=True, check=True
    )
    return set(process.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import outflank.agents.registry",
        "import outflank; outflank.agent('random')",
        "import outflank; outflank.agent('alphabeta:depth=3').prepare(8)",
        "from outflank.agents import agents; agents()",
    ],
)
def test_players_in_use_load_no_protocol_and_no_process(code: str) -> None:
    modules = loaded_by(code)
    assert "outflank.agents.registry" in modules
    assert not [
        name
        for name in modules
        if name.startswith(("outflank.protocols", "outflank.process", "outflank.formats"))
        or name in ("outflank.agents.course", "outflank.agents.foreign", "outflank.agents.hosted")
    ]


def test_a_random_player_loads_few_modules() -> None:
    assert len(loaded_by("import outflank; outflank.agent('random')")) < 25


def test_names_of_the_package_are_loaded_on_first_use() -> None:
    modules = loaded_by("from outflank.agents import CourseAgent, FunctionAgent, play")
    assert {"outflank.agents.course", "outflank.agents.function"} <= modules
    modules = loaded_by("from outflank.agents import match, play; assert callable(play)")
    assert "outflank.process" not in modules
