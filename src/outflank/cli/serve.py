"""`outflank gtp` and `outflank nboard`: our players for the programs of other people."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from outflank.agents.served import ServedAgent

_AGENT = click.option(
    "--agent",
    default="engine",
    show_default=True,
    metavar="SPEC",
    help="Who plays: as outflank agents lists them.",
)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


@contextmanager
def _served(spec: str) -> "Iterator[ServedAgent]":
    """The player, once it has shown that it can begin a game."""
    from outflank.agents.served import ServedAgent
    from outflank.agents.spec import AgentSpec

    player = ServedAgent(AgentSpec.parse(spec))
    try:
        player.new_game(8)
        yield player
    finally:
        player.close()


@click.command()
@_AGENT
@click.option("--skip-i", is_flag=True, help="Columns are A to H, J, K, ... as on Go boards.")
def gtp(agent: str, skip_i: bool) -> None:
    """Speak GTP (the Go Text Protocol) on standard input and output, for GoGui and others.

    Squares are those of Othello; GoGui draws row 1 at the bottom. On 10x10 and 12x12 it leaves out
    the column I: give it --skip-i. The boards are 4x4, 6x6, 8x8, 10x10 and 12x12.

    \b
    Examples:
      outflank gtp
      outflank gtp --agent skill:level=4
      gogui -program "outflank gtp --skip-i"
      printf 'boardsize 8\\ngenmove black\\nquit\\n' | outflank gtp
    """
    from outflank.protocols.gtp import Vertices
    from outflank.protocols.gtp_server import GtpServer
    from outflank.protocols.stream import read_lines

    with _served(agent) as player:
        GtpServer(player, _write, Vertices(skip_i=skip_i)).serve(read_lines(sys.stdin.buffer))


@click.command()
@_AGENT
def nboard(agent: str) -> None:
    """Speak the NBoard protocol on standard input and output, for NBoard and others.

    In NBoard choose Engine, Select Opponent, Add Engine, and give the command line.

    \b
    Examples:
      outflank nboard
      outflank nboard --agent engine:threads=4,hash=500MB
      printf 'nboard 2\\nset depth 8\\nhint 3\\n' | outflank nboard
    """
    from outflank.protocols.nboard_server import NBoardServer
    from outflank.protocols.stream import read_lines

    # A thread still waits for a line when all is over: not on sys.stdin, which Python then closes.
    stream = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115 (no path)
    with _served(agent) as player:
        NBoardServer(player, lambda line: _write(f"{line}\n")).serve(read_lines(stream))
