"""docs/training.md says what is done: its run runs, and its table of shapes is right."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from outflank._native import PatternLayout
from outflank.cli.main import cli
from outflank.engine.weights import weights_facts
from outflank.training.shapes import PHASES, shapes

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text()


@pytest.mark.parametrize("games", ["40", pytest.param("2000", marks=pytest.mark.slow)])
def test_the_small_run(
    games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search(r"^outflank (train patterns .*)$", PAGE, re.MULTILINE)
    assert found is not None
    assert "--games 2000 " in found[1]
    monkeypatch.chdir(tmp_path)
    command = shlex.split(found[1].replace("--games 2000", f"--games {games}"))
    pairs = "20" if games == "2000" else "1"
    done = CliRunner().invoke(cli, [*command, "--match", pairs], catch_exceptions=False)
    assert done.exit_code == 0
    assert f"6x6: {int(games):,} games, " in done.output
    assert "round 2 against round 1, 10,000 nodes a move: " in done.output
    (python,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(python, {})
    assert "'root_mean_square': " in capsys.readouterr().out
    if games == "2000":
        errors = weights_facts(Path("mine.ofw")).training["errors"]
        for error in errors[1:]:
            assert error["root_mean_square"] < 0.75 * error["spread"]
        assert errors[-1]["root_mean_square"] < 5


@pytest.mark.parametrize("size", PHASES)
def test_the_table_of_shapes(size: int) -> None:
    layout = PatternLayout(size, shapes(size))
    row = (
        f"| {size}x{size} | {len(shapes(size))} | {layout.width - 3} | {PHASES[size]} "
        f"| {layout.columns:,} |"
    )
    assert row in PAGE
