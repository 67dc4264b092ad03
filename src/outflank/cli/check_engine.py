"""`outflank check-engine`: what an engine of somebody else gets wrong."""

import shlex
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from outflank._text import plural, printable
from outflank.cli.options import json_option, memory_option
from outflank.cli.output import print_json
from outflank.cli.progress import progress
from outflank.errors import SettingsError

if TYPE_CHECKING:
    from outflank.protocols.check import Check, Finding

STYLES = {"fine": "green", "note": "yellow", "fault": "red"}


@click.command(
    "check-engine",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="COMMAND...")
@click.option(
    "--protocol", type=click.Choice(["gtp", "nboard"]), default="gtp", show_default=True,
    help="What it speaks.",
)  # fmt: skip
@click.option("--skip-i", is_flag=True, help="Its columns are A to H, J, K, ... (GTP).")
@memory_option("Memory of the engine; more is a fault.")
@json_option()
def check_engine(
    command: tuple[str, ...], protocol: str, skip_i: bool, memory: int, as_json: bool
) -> None:
    """Start an engine by its COMMAND, ask it everything, and tell what it gets wrong.

    Outflank gets along with what is noted; a fault costs an engine its games.

    \b
    Examples:
      outflank check-engine edax -q -gtp
      outflank check-engine --protocol nboard edax -nboard
      outflank check-engine --json "outflank gtp --agent skill:level=3"

    \b
    Exit codes: 0 no faults, 1 faults were found, 2 it cannot be run or speaks another protocol.
    """
    words = tuple(shlex.split(command[0])) if len(command) == 1 else command
    if not words:
        raise SettingsError("there is no command to run")
    name, findings = _check(words, protocol, skip_i, memory)
    faults = sum(finding.outcome == "fault" for finding in findings)
    if as_json:
        print_json(_record(words, protocol, name, findings, faults))
    else:
        _tell(words, name, findings, faults)
    raise SystemExit(1 if faults else 0)


def _check(
    words: Sequence[str], protocol: str, skip_i: bool, megabytes: int
) -> tuple[str, "list[Finding]"]:
    """What the engine calls itself, and all that was found."""
    from outflank.protocols.check import run_checks
    from outflank.protocols.check_gtp import GtpChecks
    from outflank.protocols.check_nboard import NBoardChecks
    from outflank.protocols.gtp_client import GtpClient
    from outflank.protocols.nboard_client import NBoardClient

    client: GtpClient | NBoardClient
    title = PurePath(words[0]).name
    if protocol == "gtp":
        client = GtpClient(title, words, megabytes=megabytes, skip_i=skip_i)
    else:
        client = NBoardClient(title, words, megabytes=megabytes)
    with client.channel:
        client.start()
        checks: list[Check] = (
            GtpChecks(client, skip_i=skip_i).all()
            if isinstance(client, GtpClient)
            else NBoardChecks(client).all()
        )
        findings = []
        with progress(f"checking {title}") as report:
            for finding in run_checks(checks):
                findings.append(finding)
                report(len(findings) / len(checks))
        return client.name, findings


def _record(
    words: Sequence[str], protocol: str, name: str, findings: "list[Finding]", faults: int
) -> dict[str, Any]:
    return {
        "command": list(words),
        "protocol": protocol,
        "name": name,
        "faults": faults,
        "checks": [
            {"check": one.check, "outcome": str(one.outcome), "detail": one.detail}
            for one in findings
        ],
    }


def _tell(words: Sequence[str], name: str, findings: "list[Finding]", faults: int) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("check", "", "detail")
    for one in findings:
        table.add_row(one.check, Text(str(one.outcome), STYLES[one.outcome]), Text(one.detail))
    console = Console(highlight=False)
    console.print(Text(printable(f"{name or words[0]}: {shlex.join(words)}")))
    console.print(table)
    notes = sum(one.outcome == "note" for one in findings)
    more = f", {plural(notes, 'note')}" if notes else ""
    console.print(f"{plural(faults, 'fault')}{more}." if faults else f"No faults{more}.")
