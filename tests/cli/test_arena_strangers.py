"""`outflank arena` with names, logs, numbers and paths that nobody would wish for."""

import csv
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from outflank import Color
from outflank.arena import log as arena_log
from outflank.arena.log import Log, read_log
from outflank.arena.record import Fault
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tally import Pair
from outflank.cli.arena.show import final
from outflank.cli.main import main
from support.made_runs import game, tally_of

ESCAPE = "\x1b]0;mine\x07"
NAMES = ("[/bold]/a.py", "[v1]/a.py", "[v2]/a.py", f"{ESCAPE}random\nb", "<b>&amp;")
HUGE = "1" + 400 * "0"


def strangers() -> tuple[RunSettings, list[Pair]]:
    settings = RunSettings(NAMES, games=2)
    words = Fault(Color.WHITE, f"crash{ESCAPE}", f"[red]boom[/]{ESCAPE}\nsecond line")
    pairs = [(game(one, two, 10), game(two, one, 4)) for one, two in settings.matches]
    pairs[0] = (pairs[0][0], game(1, 0, 64, fault=words))
    return settings, pairs


def shown(parts: list[Any]) -> str:
    console = Console(file=io.StringIO(), width=200)
    for part in parts:
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of the command, run in this process, and what it printed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["outflank", "arena", *arguments])
        try:
            main()
            code = 0
        except SystemExit as exit:
            code = int(exit.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.fixture
def foreign_log(tmp_path: Path) -> Path:
    settings, pairs = strangers()
    path = tmp_path / "foreign.jsonl"
    with Log.create(path, settings) as log:
        log.add(pairs)
    return path


# Names and reasons


def test_names_are_shown_as_they_are_and_steer_nothing() -> None:
    settings, pairs = strangers()
    text = shown(final(summarize(tally_of(settings, pairs))))
    for name in ("[/bold]/a.py", "[v1]/a.py", "[v2]/a.py", "?]0;mine?random b", "<b>&amp;"):
        assert name in text
    assert "[red]boom[/]" in text
    assert "\x1b" not in text


def test_the_log_of_a_stranger_is_harmless_in_every_form(
    foreign_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, table = tmp_path / "page.html", tmp_path / "table.csv"
    arguments = ("--report", str(foreign_log), "--csv", str(table), "--html", str(page))
    code, output, _ = arena(capsys, *arguments)
    assert code == 0
    assert "[v1]/a.py" in output
    names = {row["first"] for row in csv.DictReader(io.StringIO(table.read_text()))}
    assert names >= {"[/bold]/a.py", "[v1]/a.py", "[v2]/a.py"}
    facts = json.loads(arena(capsys, "--report", str(foreign_log), "--json")[1])
    assert [row["name"] for row in facts["players"]][3] == "?]0;mine?random b"
    for text in (
        output,
        table.read_text(),
        page.read_text(),
        json.dumps(facts, ensure_ascii=False),
    ):
        assert "\x1b" not in text
        assert "\x07" not in text
    assert "<b>&amp;" not in page.read_text()


def test_an_error_about_a_stranger_is_harmless_too(
    foreign_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, errors = arena(capsys, "--log", str(foreign_log), "--resume")
    assert code == 2
    assert "\x1b" not in errors


# Paths


@pytest.mark.parametrize("link", ["same", "symbolic", "hard"])
@pytest.mark.parametrize("option", ["--html", "--csv"])
def test_a_report_never_takes_the_place_of_the_log(
    option: str, link: str, foreign_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = foreign_log.read_bytes()
    other = foreign_log.with_name("other")
    if link == "symbolic":
        other.symlink_to(foreign_log)
    elif link == "hard":
        os.link(foreign_log, other)
    else:
        other = foreign_log.parent / "." / foreign_log.name
    code, output, errors = arena(capsys, "--report", str(foreign_log), option, str(other))
    assert (code, output) == (2, "")
    assert f"--report and {option} are the same file" in errors
    assert foreign_log.read_bytes() == before


def test_files_that_are_not_there_yet_must_differ_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new"
    (tmp_path / "link").symlink_to(new)
    for one, other in (("--log", "--csv"), ("--csv", "--html"), ("--log", "--html")):
        players = ("random", "greedy", "--games", "2", "--size", "4")
        code, _, errors = arena(capsys, *players, one, str(new), other, str(tmp_path / "link"))
        assert code == 2
        assert "are the same file" in errors
    assert not new.exists()


def test_links_in_a_circle_are_replaced(
    foreign_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    code, _, _ = arena(capsys, "--report", str(foreign_log), "--csv", str(circle))
    assert code == 0
    assert "[v1]/a.py" in circle.read_text()


def test_a_plot_does_not_take_the_place_of_the_log(
    foreign_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = foreign_log.rename(foreign_log.with_name("elo.svg"))
    code, _, errors = arena(capsys, "--report", str(log), "--plots", str(log.parent))
    assert code == 2
    assert "--report and the plot elo are the same file" in errors


def test_the_page_needs_no_matplotlib(
    foreign_log: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = tmp_path / "page.html"
    code, output, _ = arena(capsys, "--report", str(foreign_log), "--html", str(page))
    assert code == 0
    assert "wrote:" in output
    assert "plots need matplotlib: pip install" in page.read_text()
    code, _, errors = arena(capsys, "--report", str(foreign_log), "--plots", str(tmp_path / "p"))
    assert code == 2
    assert "pip install 'outflank[lab]'" in errors


def test_a_page_that_fails_leaves_the_old_one(
    foreign_log: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    page = tmp_path / "page.html"
    page.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    code, output, errors = arena(capsys, "--report", str(foreign_log), "--html", str(page))
    assert code == 2
    assert "[v1]/a.py" in output
    assert "No space left" in errors
    assert page.read_text() == "old"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["foreign.jsonl", "page.html"]


def test_every_batch_reaches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    path = tmp_path / "run.jsonl"
    monkeypatch.setattr(os, "fsync", lambda _: sizes.append(path.stat().st_size))
    settings, pairs = strangers()
    with Log.create(path, settings) as log:
        for both in pairs[:3]:
            log.add([both])
    assert len(sizes) == 4
    assert sizes[-1] == path.stat().st_size
    assert sizes == sorted(set(sizes))


# What is no log


def test_devices_and_folders_are_no_logs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, reason in (("/dev/zero", "a device, not a file"), (tmp_path / "none", "No such")):
        code, _, errors = arena(capsys, "--report", str(place))
        assert code == 2
        assert reason in errors
        assert errors.count("\n") == 1
        code, _, errors = arena(capsys, "--log", str(place), "--resume")
        assert code == 2
        assert "cannot be continued" in errors
    monkeypatch.setattr(arena_log, "LARGEST_LOG", 100)
    (tmp_path / "large").write_text(200 * "x")
    code, _, errors = arena(capsys, "--report", str(tmp_path / "large"))
    assert code == 2
    assert "more than 100 bytes" in errors


def test_a_short_log_of_ten_million_games_is_shown_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(RunSettings(("random", "greedy"), games=10**7).to_json() + "\n")
    code, output, _ = arena(capsys, "--report", str(path))
    assert code == 0
    assert "None of the 10,000,000 games has been played yet." in output
    assert read_log(path)[0].pairings()[4_999_999].pair == 4_999_999


# Numbers


@pytest.mark.parametrize(
    "arguments",
    [
        ("--games", HUGE),
        ("--nodes", HUGE),
        ("--depth", HUGE),
        ("--time", HUGE),
        ("--game-clock", HUGE),
        ("--seed", HUGE),
        ("--plies", HUGE),
        ("--balanced", HUGE),
        ("--size", HUGE),
        ("--memory", f"{HUGE}MB"),
        ("--workers", HUGE),
        ("--sprt", "0", HUGE),
        (f"alphabeta:nodes={HUGE}",),
        (f"alphabeta:time={HUGE}",),
        (f"random:seed={HUGE}",),
        (f"engine:threads={HUGE}",),
        (f"engine:level={HUGE}",),
    ],
)
def test_numbers_of_hundreds_of_digits_get_a_sentence(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "run.jsonl"
    code, output, errors = arena(capsys, "random", "greedy", *arguments, "--log", str(log))
    assert (code, output) == (2, "")
    assert "Traceback" not in errors
    assert not log.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [("games", 10**400), ("seed", 10**400), ("sizes", [10**400]), ("balance", 10**400)],
)
def test_logs_with_numbers_of_hundreds_of_digits_are_refused(
    name: str, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    facts = json.loads(RunSettings(("random", "greedy")).to_json())
    path.write_text(json.dumps({**facts, name: value}) + "\n")
    code, _, errors = arena(capsys, "--report", str(path))
    assert code == 2
    assert errors.startswith(f"Error: {path}:1: not an arena log: ")
    conditions = {**facts["conditions"], "nodes": 10**400}
    path.write_text(json.dumps({**facts, "conditions": conditions}) + "\n")
    assert arena(capsys, "--report", str(path))[0] == 2


def test_conditions_refuse_them_too() -> None:
    facts: dict[str, Any]
    for name in ("nodes", "seconds", "memory"):
        facts = {name: 10**5000}
        with pytest.raises(ValueError, match=f"{name} .* is out of range"):
            Conditions(**facts)
