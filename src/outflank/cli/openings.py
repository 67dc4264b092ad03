"""`outflank openings`: the openings with a name, and files of balanced ones for the arena."""

from collections.abc import Sequence
from pathlib import Path

import click

from outflank import FileError, Game, Level, Limit, Move, OutflankError, SettingsError
from outflank._board import board_name
from outflank._files import write_text
from outflank._text import plural, quoted
from outflank.cli.options import (
    file_option,
    json_option,
    limit_options,
    limit_text,
    number_option,
    size_option,
)
from outflank.cli.output import print_json, print_table
from outflank.cli.progress import progress
from outflank.game import Color, replay
from outflank.game.openings import SIZE, Opening, openings

DEFAULT_BALANCE, DEFAULT_PLIES, DEFAULT_SEED, DEFAULT_NODES = 2, 8, 0, 50_000
MAX_LINES = 10_000


@click.command("openings")
@click.argument("text", required=False)
@json_option("Print JSON.")
@click.option(
    "--balanced",
    type=click.IntRange(min=0),
    metavar="[DISCS]",
    is_flag=False,
    flag_value=DEFAULT_BALANCE,
    help=f"Make lines that the engine thinks this close to even; {DEFAULT_BALANCE} without DISCS.",
)
@size_option("The board of those lines.")
@number_option("--count", max=MAX_LINES, help="How many.")
@number_option("--plies", max=40, help=f"Moves of each.  [default: {DEFAULT_PLIES}]")
@limit_options("line")
@number_option("--seed", min=0, help=f"Other lines.  [default: {DEFAULT_SEED}]")
@file_option("--output", help="Where they go.")
def list_openings(
    *,
    text: str | None,
    as_json: bool,
    balanced: int | None,
    size: int | None,
    count: int | None,
    plies: int | None,
    limit: Limit | Level | None,
    seed: int | None,
    output: Path | None,
) -> None:
    """List the openings of 8x8 that have a name, or those that TEXT asks for.

    TEXT is a part of a name, or moves: then those are listed that the moves lead to, however the
    board is turned. With --balanced it makes a file of random lines that the engine thinks nearly
    even, on any board, for outflank arena --openings FILE. The same options make the same lines;
    Ctrl-C keeps those that were found.

    \b
    Examples:
      outflank openings
      outflank openings rose
      outflank openings d3c5 --json
      outflank openings --balanced --size 10 --count 200 --output even10.txt
      outflank openings --balanced 1 --size 8 --count 50 --plies 12 --level 14 --output even8.txt
    """
    options = {"size": size, "count": count, "output": output, "plies": plies, "seed": seed}
    if balanced is None:
        for name, value in {**options, "limit": limit}.items():
            if value is not None:
                raise click.UsageError(
                    f"{'A limit' if name == 'limit' else f'--{name}'} is for --balanced."
                )
        _list(text, as_json)
        return
    if text is not None:
        raise click.UsageError(f"--balanced makes lines; it does not search for {quoted(text)}.")
    if size is None or count is None or output is None:
        missing = next(name for name, value in options.items() if value is None)
        raise click.UsageError(f"--balanced needs --{missing}.")
    _make(
        output,
        size,
        count,
        balance=balanced,
        plies=plies or DEFAULT_PLIES,
        limit=limit or Limit(nodes=DEFAULT_NODES),
        seed=seed or DEFAULT_SEED,
        as_json=as_json,
    )


def _list(text: str | None, as_json: bool) -> None:
    matches = _search(text) if text is not None else list(openings())
    if as_json:
        print_json(
            [
                {"name": match.name, "aliases": list(match.aliases), "moves": match.transcript}
                for match in matches
            ]
        )
    elif matches:
        rows = [(match.name, match.transcript, ", ".join(match.aliases)) for match in matches]
        print_table(("name", "moves", "also called"), rows)
    else:
        click.echo(f"No opening is called {quoted(str(text))}, and none begins so.")


def _search(text: str) -> list[Opening]:
    part = " ".join(text.split()).casefold()
    named = [
        opening for opening in openings() if any(part in name.casefold() for name in opening.names)
    ]
    if named:
        return named
    try:
        position = Game.from_transcript(text, size=SIZE).position.canonical()
    except OutflankError:
        return []
    start = Game(size=SIZE).start
    return [
        opening
        for opening in openings()
        if any(after.canonical() == position for _, after in replay(start, opening.moves))
    ]


def _make(
    output: Path,
    size: int,
    count: int,
    *,
    balance: int,
    plies: int,
    limit: Limit | Level,
    seed: int,
    as_json: bool,
) -> None:
    from outflank.arena.openings import Line, balanced_lines

    if output.is_file():
        raise FileError(f"{output} exists; choose another name")
    lines: list[tuple[Line, float]] = []
    stopped = False
    with progress("choosing openings") as bar:

        def report(so_far: list[tuple[Line, float]]) -> None:
            lines[:] = so_far
            bar(len(lines) / count, f"{len(lines)} of {count}")

        try:
            balanced_lines(
                size, count, balance=balance, seed=seed, plies=plies, limit=limit, report=report
            )
        except KeyboardInterrupt:
            stopped = True
    if not lines and not stopped:
        raise SettingsError(
            f"no line of {plies} moves on {board_name(size)} is within {plural(balance, 'disc')}"
        )
    if lines:
        header = (
            f"# outflank openings --balanced {balance} --size {size} --count {count} "
            f"--plies {plies} {limit_text(limit)} --seed {seed}\n"
            "# After each line: what the engine thinks black wins by.\n"
        )
        write_text(output, header + "".join(_text(line, size, score) for line, score in lines))
    if as_json:
        print_json({"written": len(lines), "wanted": count, "output": str(output)})
    else:
        total = "" if len(lines) == count else f" of {count}"
        click.echo(
            f"Wrote {len(lines)}{total} lines to {output}." if lines else "Nothing was found yet."
        )
    if stopped:
        raise KeyboardInterrupt


def _text(line: Sequence[Move], size: int, score: float) -> str:
    game = Game.from_moves(line, size=size)
    black = score if game.position.turn == Color.BLACK else -score
    return f"{board_name(size)} {game.transcript(passes=True).lower()}  # {black:+g}\n"
