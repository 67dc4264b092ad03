"""`outflank openings`: the openings with a name, and files of balanced ones for the arena."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from outflank import FileError, Game, Level, Limit, Move, OutflankError, SettingsError
from outflank._board import SIZES, board_name
from outflank._files import write_text
from outflank._text import plural, quoted
from outflank.cli.progress import progress
from outflank.cli.tables import print_table
from outflank.engine.level import LEAST_LEVEL, MOST_LEVEL
from outflank.game import Color, replay
from outflank.game.openings import SIZE, Opening, openings

_USUAL_BALANCE, _USUAL_PLIES, _USUAL_NODES = 2, 8, 50_000
_MOST_LINES = 10_000


@click.command("openings")
@click.argument("text", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--balanced",
    type=click.IntRange(min=0),
    metavar="[DISCS]",
    is_flag=False,
    flag_value=_USUAL_BALANCE,
    help=f"Make lines that the engine thinks this close to even; {_USUAL_BALANCE} without DISCS.",
)
@click.option("--size", type=click.Choice([*map(str, SIZES)]), help="The board of those lines.")
@click.option("--count", type=click.IntRange(1, _MOST_LINES), help="How many.")
@click.option("--plies", type=click.IntRange(1, 40), help=f"Moves of each; {_USUAL_PLIES} if left.")
@click.option(
    "--nodes", type=click.IntRange(min=1), help=f"Of the engine; {_USUAL_NODES:,} if left."
)
@click.option("--level", type=click.IntRange(LEAST_LEVEL, MOST_LEVEL), help="Instead of nodes.")
@click.option("--seed", type=click.IntRange(min=0), help="Other lines; 0 if left.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Where they go.")
def list_openings(
    text: str | None, as_json: bool, balanced: int | None, output: Path | None, **asked: Any
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
    if balanced is None:
        _refuse({**asked, "output": output}, "--balanced")
        _list(text, as_json)
        return
    if text is not None:
        raise click.UsageError(f"--balanced makes lines; it does not search for {quoted(text)}")
    for name, value in (("size", asked["size"]), ("count", asked["count"]), ("output", output)):
        if value is None:
            raise click.UsageError(f"--balanced needs --{name}")
    assert output is not None
    _make(balanced, output, as_json, asked)


def _refuse(asked: dict[str, Any], without: str) -> None:
    for name, value in asked.items():
        if value is not None:
            raise click.UsageError(f"--{name} is for {without}")


def _list(text: str | None, as_json: bool) -> None:
    found = _found(text) if text is not None else list(openings())
    if as_json:
        facts = [
            {"name": one.name, "aliases": list(one.aliases), "moves": one.transcript}
            for one in found
        ]
        print(json.dumps(facts))
    elif found:
        rows = [(one.name, one.transcript, ", ".join(one.aliases)) for one in found]
        print_table(("name", "moves", "also called"), rows)
    else:
        click.echo(f"No opening is called {quoted(str(text))}, and none begins so.")


def _found(text: str) -> list[Opening]:
    name = " ".join(text.split()).casefold()
    named = [one for one in openings() if any(name in other.casefold() for other in one.names)]
    if named:
        return named
    try:
        position = Game.from_transcript(text, size=SIZE).position.canonical()
    except OutflankError:
        return []
    start = Game(size=SIZE).start
    return [
        one
        for one in openings()
        if any(after.canonical() == position for _, after in replay(start, one.moves))
    ]


def _make(balance: int, output: Path, as_json: bool, asked: dict[str, Any]) -> None:
    from outflank.arena.openings import Line, balanced_lines

    size, count = int(asked["size"]), asked["count"]
    plies = _USUAL_PLIES if asked["plies"] is None else asked["plies"]
    seed = asked["seed"] or 0
    if asked["nodes"] is not None and asked["level"] is not None:
        raise click.UsageError("give either --nodes or --level")
    nodes = asked["nodes"] or _USUAL_NODES
    limit = Level(asked["level"]) if asked["level"] is not None else Limit(nodes=nodes)
    effort = f"--level {asked['level']}" if asked["level"] is not None else f"--nodes {nodes}"
    if output.is_file():
        raise FileError(f"{output} exists; choose another name")
    found: list[tuple[Line, float]] = []
    stopped = False
    with progress("choosing openings") as bar:

        def report(lines: list[tuple[Line, float]]) -> None:
            found[:] = lines
            bar(len(lines) / count, f"{len(lines)} of {count}")

        try:
            balanced_lines(
                size, count, balance=balance, seed=seed, plies=plies, limit=limit, report=report
            )
        except KeyboardInterrupt:
            stopped = True
    if not found and not stopped:
        raise SettingsError(
            f"no line of {plies} moves on {board_name(size)} is within {plural(balance, 'disc')}"
        )
    header = (
        f"# outflank openings --balanced {balance} --size {size} --count {count} --plies {plies} "
        f"{effort} --seed {seed}\n# After each line: what the engine thinks black wins by.\n"
    )
    if found:
        write_text(output, header + "".join(_written(line, size, score) for line, score in found))
    if as_json:
        print(json.dumps({"written": len(found), "wanted": count, "output": str(output)}))
    else:
        left = "" if len(found) == count else f" of {count}"
        print(f"Wrote {len(found)}{left} lines to {output}." if found else "Nothing was found yet.")
    if stopped:
        raise KeyboardInterrupt


def _written(line: Sequence[Move], size: int, score: float) -> str:
    game = Game.from_moves(line, size=size)
    black = score if game.position.turn == Color.BLACK else -score
    return f"{board_name(size)} {game.transcript(passes=True).lower()}  # {black:+g}\n"
