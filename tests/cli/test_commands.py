import json
import re
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from outflank.cli.main import COMMANDS, cli
from support.commands import OUTFLANK, outflank, python, run
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration


def test_version() -> None:
    done = outflank("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("outflank 0.")
    assert "(x86-64-v" in done.stdout or "(baseline" in done.stdout
    assert "gcc" in done.stdout or "clang" in done.stdout or "msvc" in done.stdout


def test_help_lists_the_commands() -> None:
    done = outflank("--help")
    assert done.returncode == 0
    assert "perft" in done.stdout
    assert "Examples:" in done.stdout
    assert "Exit codes:" in done.stdout
    assert "4x4" in done.stdout
    for name in ("arena", "train", "experiment"):
        assert f"  outflank {name} " in done.stdout


def test_every_command_is_listed_with_its_summary() -> None:
    listed = outflank("--help").stdout.split("Commands:")[1]
    for name, (_, summary) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(summary)}$", listed, re.MULTILINE)


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"]])
def test_help_loads_neither_numpy_nor_rich_nor_the_core(arguments: list[str]) -> None:
    code = f"""
import sys
from outflank.cli.main import main
sys.argv = ["outflank", *{arguments!r}]
try:
    main()
finally:
    heavy = ("numpy", "rich", "outflank._native", "outflank.engine", "outflank.game")
    print("loaded:", [name for name in sys.modules
                      if name in heavy or name.startswith("outflank._core")])
"""
    assert "loaded: []" in python(code)


def test_perft() -> None:
    done = outflank("perft", "6", "--size", "10", "--json")
    record = json.loads(done.stdout)
    assert record.pop("cpu_seconds") >= 0
    assert record == {"size": 10, "depth": 6, "leaves": 8200}
    assert "8x8, depth 5: 1,396 leaves" in outflank("perft", "5").stdout
    assert "1 leaves" in outflank("perft", "0").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft"], "Missing argument 'DEPTH'"),
        (["perft", "-1"], "-1"),
        (["perft", "99999999999"], "is not in the range"),
        (["perft", "deep"], "'deep' is not a valid integer"),
        (["perft", "3", "--size", "7"], "'7' is not one of"),
        (["perfd", "3"], "No such command 'perfd'"),
        (["bench", "--rounds", "0"], "0 is not in the range"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(arguments: list[str], message: str) -> None:
    done = outflank(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_help_of_every_command_teaches_by_example() -> None:
    for command in COMMANDS:
        done = CliRunner().invoke(cli, [command, "--help"])
        assert done.exit_code == 0
        assert "Examples:" in done.output


def test_a_closed_pipe_is_no_error() -> None:
    done = run(["sh", "-c", f"{OUTFLANK} | head -1"])
    assert "Traceback" not in done.stderr


def test_interrupt_stops_cleanly() -> None:
    # It says when it is about to begin, and the interrupt comes when it has had time to.
    code = "from outflank.cli import main, perft; print(flush=True); main.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "perft", "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Stopped." in errors
    assert "Traceback" not in errors


def test_bench_measures_every_board() -> None:
    done = outflank("bench", "--json", "--rounds", "1")
    record = json.loads(done.stdout)
    measured = {(rate["name"], rate["size"]) for rate in record["results"]}
    names = ("perft", "playouts in the core", "games from Python")
    assert measured == {(name, size) for name in names for size in (6, 8, 10, 12)}
    for rate in record["results"]:
        assert rate["ratio"] == pytest.approx(rate["rate"] / rate["oracle_rate"])
        assert rate["ratio"] > 1


def test_help_starts_quickly_without_numpy() -> None:
    code = "import sys, outflank.cli.main; print('numpy' in sys.modules, 'rich' in sys.modules)"
    assert python(code).split() == ["False", "False"]
