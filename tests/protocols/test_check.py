"""What `outflank check-engine` finds out."""

import json
import shutil
import sys

import pytest

from outflank import Game, Move
from outflank._board import SIZES
from outflank.protocols.check import PASS_LINE, FaultError, Finding, NoteError, Outcome, run_checks
from outflank.protocols.client import FORCED
from support.commands import OUTFLANK, outflank
from support.mock_engine import command

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


@pytest.mark.parametrize("size", SIZES)
def test_the_moves_of_the_trial_are_forced(size: int) -> None:
    for line, only in FORCED[size]:
        assert Game.from_transcript(line, size=size).position.legal_moves == (Move(only),)
    assert Game.from_transcript(PASS_LINE).position.must_pass()


def test_a_fault_is_no_reason_to_stop() -> None:
    def fault() -> None:
        raise FaultError("bad \x1b")

    def note() -> None:
        raise NoteError("odd")

    found = list(run_checks([("one", fault), ("two", note), ("three", lambda: "so")]))
    assert found == [
        Finding("one", Outcome.FAULT, "bad ?"),
        Finding("two", Outcome.NOTE, "odd"),
        Finding("three", Outcome.FINE, "so"),
    ]


def findings(*words: str, code: int) -> dict[str, tuple[str, str]]:
    done = outflank("check-engine", "--json", *words)
    assert done.returncode == code, done.stderr
    facts = json.loads(done.stdout)
    assert facts["faults"] == sum(one["outcome"] == "fault" for one in facts["checks"])
    return {one["check"]: (one["outcome"], one["detail"]) for one in facts["checks"]}


@pytest.mark.integration
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_our_own_engine_is_fine(protocol: str) -> None:
    found = findings("--protocol", protocol, OUTFLANK, protocol, "--agent", "engine:level=3",
                     code=0)  # fmt: skip
    assert {outcome for outcome, _ in found.values()} == {"fine"}
    assert found["board sizes"][1] == "4x4, 6x6, 8x8, 10x10 and 12x12"


@pytest.mark.integration
@pytest.mark.parametrize(
    ("quirk", "check", "detail"),
    [
        ("spaced", "numbers of commands", "a space before them"),
        ("no-id", "numbers of commands", "leaves them out"),
        ("chatty", "nothing beside replies", "'thinking hard ...'"),
        ("no-time", "commands it should know", "it lacks time_left, time_settings and undo"),
        ("no-time", "time commands are obeyed", "does not know time_settings"),
    ],
)
def test_quirks_are_noted(quirk: str, check: str, detail: str) -> None:
    # The mock takes back no moves, as its list of commands claims.
    found = findings(*command("gtp", quirk, "no-undo"), code=0)
    assert found[check][0] == "note"
    assert detail in found[check][1]
    assert found["board sizes"] == ("fine", "8x8")


@pytest.mark.integration
@pytest.mark.parametrize(
    ("protocol", "vice", "check", "detail"),
    [
        ("gtp", "plain", "undo takes back a move", "refused"),
        ("gtp", "cheats", "whole games", "it plays a1, and the legal moves are"),
        ("gtp", "dies", "genmove plays its move", "exited with code 3"),
        ("gtp", "babbles", "genmove plays its move", "is no square"),
        # These wait half a minute for an answer that does not come.
        pytest.param(
            "nboard",
            "cheats",
            "go plays nothing",
            "it plays a1, and the legal moves are",
            marks=pytest.mark.slow,
        ),
        pytest.param("nboard", "dies", "whole games", "exited with code 3", marks=pytest.mark.slow),
    ],
)
def test_vices_are_faults(protocol: str, vice: str, check: str, detail: str) -> None:
    found = findings("--protocol", protocol, *command(protocol, vice), code=1)
    assert found[check][0] == "fault"
    assert detail in found[check][1]


@pytest.mark.slow
@pytest.mark.integration
def test_nboard_notes() -> None:
    found = findings("--protocol", "nboard", *command("nboard", "spaced", "old"), code=0)
    notes = {check: detail for check, (outcome, detail) in found.items() if outcome == "note"}
    assert notes["version 2"].startswith("it ends at nboard 2")
    assert "spaces where slashes belong" in notes["the form of an answer"]
    assert notes["hints"] == notes["analyze"] == "it gives none"
    assert notes["learn"] == "it does not answer learned"
    assert notes["nothing but the protocol"] == "it also prints 'blah blah'"


@pytest.mark.integration
def test_a_table_for_people() -> None:
    done = outflank("check-engine", *command("gtp", "spaced", "no-undo"))
    assert done.returncode == 0
    assert "it puts a space before them" in done.stdout
    assert "No faults, " in done.stdout


@pytest.mark.integration
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no-such-engine"], "No such file or program: 'no-such-engine'"),
        (["true"], "true exited with code 0"),
        ([""], "Error: There is no command to run."),
        (["--protocol", "nboard", sys.executable, "-c", "print('hi')"], "exited with code 0"),
    ],
)
def test_what_cannot_be_run(words: list[str], sentence: str) -> None:
    done = outflank("check-engine", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.integration
@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
def test_a_go_program_is_told_so() -> None:
    found = findings(str(GNUGO), "--mode", "gtp", code=1)
    outcome, detail = found["board sizes"]
    assert outcome == "fault"
    assert detail.startswith("it is no Othello player: gnugo does not play Othello on 8x8")
    assert list(found)[-1] == "board sizes"
