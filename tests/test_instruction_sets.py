"""Every instruction set built gives the same answers, and reads the others' pickles."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from outflank import Move, OutflankError, Position
from outflank.errors import InstructionSetError
from support.commands import outflank, run
from support.instruction_sets import _cpu, _native, usable_instruction_sets

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[1]
USABLE = usable_instruction_sets()
UNKNOWN = (
    "OUTFLANK_ISA='x86-64-v9' is not an instruction set of this installation; "
    f"choose one of: {', '.join(_native._built())}"
)
OTHERS = [isa for isa in USABLE if isa != _native.INSTRUCTION_SET]


def python(isa: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, *arguments], env={"OUTFLANK_ISA": isa}, cwd=ROOT)


def test_the_newest_is_chosen() -> None:
    wanted = os.environ.get("OUTFLANK_ISA")
    assert wanted or USABLE[-1] == _native.INSTRUCTION_SET


@pytest.mark.slow
@pytest.mark.parametrize("isa", OTHERS)
def test_the_rules_in_every_other_instruction_set(isa: str) -> None:
    done = python(isa, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow", "tests/game")
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize("isa", OTHERS)
def test_the_engine_searches_the_same_nodes(isa: str) -> None:
    signature = "tests/engine/test_engine_solve.py::test_the_signature_of_the_search"
    done = python(isa, "-m", "pytest", "-p", "no:cacheprovider", signature)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "1 passed" in done.stdout


@pytest.mark.parametrize("isa", USABLE)
def test_pickles_cross_instruction_sets(isa: str) -> None:
    values = [Position(n).play(Position(n).legal_moves[0]) for n in (4, 6, 8, 10, 12)]
    data = pickle.dumps((values, [hash(value) for value in values], Move("d3")))
    code = (
        "import pickle, sys; from outflank import _native, Position;"
        f"assert _native.INSTRUCTION_SET == {isa!r};"
        f"values, hashes, move = pickle.loads({data!r});"
        "assert [hash(value) for value in values] == hashes;"
        "expected = [Position(n).play(Position(n).legal_moves[0]) for n in (4, 6, 8, 10, 12)];"
        "assert values == expected;"
        "print(pickle.dumps((values, hashes, move)).hex())"
    )
    done = python(isa, "-c", code)
    assert done.returncode == 0, done.stderr
    assert bytes.fromhex(done.stdout) == data


@pytest.mark.parametrize("isa", USABLE)
def test_playouts_are_the_same(isa: str) -> None:
    scores = "[Position(n).playouts(50, 3).tolist() for n in (4, 6, 8, 10, 12)]"
    done = python(isa, "-c", f"from outflank import Position; print({scores})")
    assert done.stdout.strip() == str(eval(scores))


def test_an_unknown_name_is_refused() -> None:
    assert python("x86-64-v9", "-c", "import outflank").returncode == 0
    done = python("x86-64-v9", "-c", "import outflank; outflank.Position()")
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == f"outflank.errors.InstructionSetError: {UNKNOWN}"


@pytest.mark.parametrize("arguments", [["--version"], ["perft", "3"], []])
def test_the_command_refuses_an_unknown_name_in_one_sentence(arguments: list[str]) -> None:
    done = outflank(*arguments, env={"OUTFLANK_ISA": "x86-64-v9"})
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"Error: {UNKNOWN}.\n")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (USABLE[0], f"OUTFLANK_ISA={USABLE[0]!r} is not supported by this CPU.\n"),
        ("", "This CPU runs none of the instruction sets Outflank was built for "),
    ],
)
def test_the_command_on_a_cpu_that_is_too_old(wanted: str, sentence: str) -> None:
    code = (
        "import sys, types;"
        "sys.modules['outflank._cpu'] = types.SimpleNamespace(instruction_sets=list);"
        "sys.argv = ['/usr/bin/outflank', '--version'];"
        "from outflank.cli.main import main; main()"
    )
    done = python(wanted, "-c", code)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {sentence}")
    assert len(done.stderr.splitlines()) == 1


def test_a_cpu_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTFLANK_ISA", raising=False)
    monkeypatch.setattr(_cpu, "instruction_sets", list)
    with pytest.raises(InstructionSetError, match="this CPU runs none of the instruction sets"):
        _native._chosen()
    monkeypatch.setenv("OUTFLANK_ISA", USABLE[0])
    with pytest.raises(InstructionSetError, match="is not supported by this CPU"):
        _native._chosen()
    assert issubclass(InstructionSetError, ImportError)
    assert issubclass(InstructionSetError, OutflankError)
