"""The engine: exact endgames, the error of its evaluation, and what it never gives away.

    python benchmarks/engine.py ffo [--threads N] [--hash MB]   FFO #40 to #49, exact
    python benchmarks/engine.py hard [--threads N] [--hash MB]  FFO #50 to #59, exact: 20 minutes
    python benchmarks/engine.py wthor FOLDER                    error at 24 empty squares
    python benchmarks/engine.py siblings FOLDER                 what the statically best move loses
    python benchmarks/engine.py mid FOLDER                      plies finished in 0.1 and 1 CPU s
    python benchmarks/engine.py small [--openings N]            6x6: no disc lost once it can solve
    python benchmarks/engine.py perfect [--positions N]         6x6: default player, value kept
    python benchmarks/engine.py stop                            how quickly a search ends
    python benchmarks/engine.py memory                          what the table and searches take

Each writes benchmarks/results/DATE-engine-NAME.json. CPU seconds throughout, except for `stop`.
Games at equal nodes against the presets are in benchmarks/presets.py (--only engine).
"""

import json
import random
import resource
import statistics
import threading
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import click

from outflank import Analysis, Engine, Level, Limit, Move, Position, agent
from outflank._build import build_info
from outflank.agents import decide
from outflank.formats.obf import read_problems
from outflank.formats.wthor import Record, read_database
from outflank.stats.pairs import random_openings

HERE = Path(__file__).parent
FFO = HERE.parent / "tests" / "data" / "ffo" / "fforum-40-59.obf"
# Million nodes on FFO #40 to #49 of two other programs, as published with their CPU times.
EDAX_4_6 = (10, 22, 24, 84, 20, 265, 56, 21, 161, 311)
EGAROUCID_7_8 = (10, 10, 17, 50, 11, 203, 39, 12, 100, 188)


@click.group(help=__doc__)
def main() -> None:
    """What to measure."""


def write(name: str, facts: Any) -> None:
    """Keeps a result, with the build it is of."""
    path = HERE / "results" / f"{date.today().isoformat()}-engine-{name}.json"
    build = build_info()
    record = {"instruction_set": build.instruction_set, "compiler": build.compiler, "facts": facts}
    path.write_text(json.dumps(record, indent=1) + "\n")
    print(f"wrote {path.relative_to(HERE.parent)}")


@main.command()
@click.option("--threads", default=1, show_default=True)
@click.option("--hash", "hash_mb", default=512, show_default=True)
def ffo(threads: int, hash_mb: int) -> None:
    """Solves FFO #40 to #49."""
    problems = read_problems(FFO)[:10]
    rows, wrong = [], 0
    print("  #  empties  score    M nodes  CPU s  M nodes/s   Edax 4.6  Egaroucid 7.8")
    with Engine(threads=threads, hash_mb=hash_mb) as engine:
        for i, problem in enumerate(problems):
            begun = time.process_time()
            found = engine.solve(problem.position)
            used = time.process_time() - begun
            wrong += found.best.score != problem.score
            nodes = found.nodes / 1e6
            print(
                f"{40 + i:3}  {problem.position.empties:7}  {found.best.score:+5}  {nodes:9.1f}  "
                f"{used:5.2f}  {nodes / used:9.1f}  {EDAX_4_6[i]:9}  {EGAROUCID_7_8[i]:13}",
                flush=True,
            )
            rows.append(
                {
                    "number": 40 + i,
                    "score": found.best.score,
                    "nodes": found.nodes,
                    "cpu": used,
                    "wall": found.seconds,
                    "idle": engine.idle_seconds,
                }
            )
    wall, idle = (sum(row[key] for row in rows) for key in ("wall", "idle"))
    nodes, used = sum(r["nodes"] for r in rows) / 1e6, sum(r["cpu"] for r in rows)
    print(
        f"total          {wrong} wrong  {nodes:8.1f}  {used:5.2f}  {nodes / used:9.1f}  "
        f"{sum(EDAX_4_6):9}  {sum(EGAROUCID_7_8):13}"
    )
    print(f"{wall:.1f} s on the wall; threads idle or spinning {idle / wall / threads:.1%} of it")
    facts = {"million_nodes": nodes, "cpu_seconds": used, "wall_seconds": wall, "idle": idle}
    write(f"ffo-{threads}-thread", {"rows": rows, **facts})


@main.command()
@click.option("--threads", default=1, show_default=True)
@click.option("--hash", "hash_mb", default=2048, show_default=True)
def hard(threads: int, hash_mb: int) -> None:
    """Solves FFO #50 to #59, some 20 minutes; a stopped run goes on where it was."""
    path = HERE / "results" / "engine-ffo-hard.json"
    rows = json.loads(path.read_text()) if path.exists() else {}
    problems = dict(enumerate(read_problems(FFO)[10:20], 50))
    with Engine(threads=threads, hash_mb=hash_mb) as engine:
        # The small ones first.
        for number in sorted(problems, key=lambda n: problems[n].position.empties):
            problem = problems[number]
            if str(number) not in rows:
                begun = time.process_time()
                found = engine.solve(problem.position)
                used = time.process_time() - begun
                rows[str(number)] = {
                    "empties": problem.position.empties,
                    "score": found.best.score,
                    "nodes": found.nodes,
                    "cpu": used,
                    "right": found.best.score == problem.score,
                }
                path.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n")
            row = rows[str(number)]
            print(
                f"#{number}  {row['empties']} empties  {row['score']:+3}  "
                f"{row['nodes'] / 1e6:10,.0f} M nodes  {row['cpu']:8,.0f} CPU s  "
                f"{'right' if row['right'] else 'WRONG'}",
                flush=True,
            )


FOLDER = click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
WEIGHTS = click.option(
    "--weights",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of weights instead of those that come with Outflank.",
)
YEARS = (2013, 2014, 2015)
"""Of WTHOR; no training has seen them."""


@main.command()
@FOLDER
@WEIGHTS
def wthor(folder: Path, weights: Path | None) -> None:
    """The evaluation against the theoretical scores of WTHOR 2013 to 2015."""
    rows = []
    positions = [found for year in YEARS for found in _theoretical(folder, year)]
    print(f"{len(positions):,} positions")
    with Engine(threads=1, hash_mb=16, weights=weights, book=False) as engine:
        for depth in range(1, 7):
            misses = [
                (engine.play(position, Limit(depth=depth)).score or 0) - score
                for position, score in positions
            ]
            error, bias = statistics.fmean(map(abs, misses)), statistics.fmean(misses)
            rows.append({"depth": depth, "mean_absolute_error": error, "bias": bias})
            print(f"{depth} plies: mean absolute error {error:.2f} discs, bias {bias:+.2f}")
    name = None if weights is None else weights.name
    write("wthor", {"positions": len(positions), "weights": name, "rows": rows})


def _theoretical(folder: Path, year: int) -> Iterator[tuple[Position, int]]:
    """Positions with as many empty squares as the theoretical score is for, and that score."""
    database = read_database(folder / f"WTH_{year}.wtb")
    for record in database.records:
        position = _with_empties(record, database.theoretical_depth)
        if position is not None:
            sign = 1 if position.turn == 1 else -1
            yield position, sign * record.theoretical_score


def _with_empties(record: Record, empties: int) -> Position | None:
    """The position of a game with so many empty squares, if somebody has a choice there."""
    for _, position in record.moves():
        if position.empties == empties and not position.must_pass():
            return None if position.is_over() else position
    return None


@main.command()
@FOLDER
@WEIGHTS
@click.option(
    "--judge",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The weights of the judge, if not those that come with Outflank.",
)
@click.option("--every", default=5, show_default=True, help="One game in so many.")
def siblings(folder: Path, weights: Path | None, judge: Path | None, every: int) -> None:
    """The move with the best static value at 25 empty squares, judged by eight plies."""
    empties, plies = 25, 8
    databases = [read_database(folder / f"WTH_{year}.wtb") for year in YEARS]
    records = [record for database in databases for record in database.records]
    found = [_with_empties(record, empties) for record in records[::every]]
    positions = [each for each in found if each is not None and len(each.legal_moves) > 1]
    losses = []
    with (
        Engine(threads=1, hash_mb=16, weights=weights) as engine,
        Engine(threads=1, hash_mb=16, weights=judge) as judges,
    ):
        for position in positions:
            moves = position.legal_moves
            # The value after a move is the opponent's.
            values = {move: engine.evaluate(position.play(move)) for move in moves}
            chosen = min(values, key=values.__getitem__)
            judges.forget()
            judged = judges.analyse(position, Limit(depth=plies + 1), lines=len(moves))
            scores = {line.move: line.score for line in judged.lines}
            losses.append(max(scores.values()) - scores[chosen])
    loss = statistics.fmean(losses)
    error = statistics.stdev(losses) / len(losses) ** 0.5
    print(f"{len(positions):,} positions: the move loses {loss:.3f} ± {error:.3f} discs")
    facts = {
        "positions": len(positions),
        "weights": None if weights is None else weights.name,
        "judge": None if judge is None else judge.name,
        "loss": loss,
        "standard_error": error,
    }
    write("siblings", facts)


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def mid(folder: Path) -> None:
    """How deep a search gets in the middle of the game: games 1 to 20 of 2013, 40 empty squares."""
    positions = [
        next(position for _, position in record.moves() if position.empties == 40)
        for record in read_database(folder / "WTH_2013.wtb").records[:20]
    ]
    limits = (0.1, 1.0)
    depths: dict[float, list[int]] = {limit: [] for limit in limits}
    nodes, seconds = 0, 0.0
    with Engine(threads=1, hash_mb=256) as engine:
        for position in positions:
            engine.forget()
            seen: list[tuple[float, Analysis]] = []
            begun = time.process_time()
            for analysis in engine.analysis(position, Limit(time=3600)):
                seen.append((time.process_time() - begun, analysis))
                if seen[-1][0] > max(limits):
                    break
            for limit in limits:
                depths[limit].append(max(found.depth for used, found in seen if used <= limit))
            nodes += seen[-1][1].nodes
            seconds += seen[-1][0]
    for limit, found in depths.items():
        median = statistics.median(found)
        print(f"{limit} CPU s: median {median} plies, {min(found)} to {max(found)}")
    print(f"{nodes / seconds / 1e6:.1f} million nodes per CPU s")
    write("mid", {"depths": {str(key): depths[key] for key in depths}, "rate": nodes / seconds})


@main.command()
@click.option("--openings", "count", default=50, show_default=True)
def small(count: int) -> None:
    """6x6 at 20,000 nodes a move: from its first exact score on the engine loses no disc."""
    nodes, games, lost = 20_000, 0, 0
    with (
        Engine(6, threads=1, hash_mb=64) as engine,
        Engine(6, threads=1, hash_mb=64) as judge,
        agent(f"improved:nodes={nodes}") as opponent,
    ):
        for opening in random_openings(6, count, seed=2026):
            for side in (1, 2):
                position, promised = opening, None
                while not position.is_over():
                    if position.must_pass():
                        position = position.play(Move.PASS)
                        continue
                    if position.turn != side:
                        move = decide(opponent, position).move
                    else:
                        found = engine.analyse(position, Limit(nodes=nodes))
                        move = found.best.move
                        if found.exact and promised is None:
                            promised = judge.solve(position).best.score
                            assert promised == found.best.score
                    position = position.play(move)
                games += 1
                score = position.score() if side == 1 else -position.score()
                lost += promised is not None and score < promised
    print(f"{games} games, {lost} in which less was reached than the exact score promised")
    write("small", {"games": games, "below": lost})


@main.command()
@click.option("--positions", "count", default=200, show_default=True, help="Random ones of each.")
@click.option("--most", default=26, show_default=True, help="Most empty squares of these.")
@click.option("--all-plies", default=4, show_default=True, help="Every position after 2, 4, ...")
def perfect(count: int, most: int, all_plies: int) -> None:
    """6x6: the default player keeps the value that the solver gives, wherever it is to move."""
    rows = []
    print("empties  positions  from the book  worse  CPU s of the player, mean and longest")
    with agent("engine") as player, Engine(6, threads=1, hash_mb=256) as judge:
        for positions in _samples(count, most, all_plies):
            worse = book = 0
            times = []
            for position in positions:
                player.new_game()
                begun = time.process_time()
                decision = decide(player, position)
                times.append(time.process_time() - begun)
                book += decision.book
                worse += _value(judge, position.play(decision.move)) != -_value(judge, position)
            row = {
                "empties": positions[0].empties,
                "positions": len(positions),
                "book": book,
                "worse": worse,
                "mean": statistics.fmean(times),
                "longest": max(times),
            }
            rows.append(row)
            print(
                f"{row['empties']:7}  {len(positions):9}  {book:13}  {worse:5}  "
                f"{row['mean']:.3f} {row['longest']:.3f}",
                flush=True,
            )
    write("perfect", rows)


def _samples(count: int, most: int, all_plies: int) -> Iterator[list[Position]]:
    """Random 6x6 positions with 8, 10, ... empty squares, and all after few plies, as images."""
    draw = random.Random(2026)
    for empties in range(8, most + 1, 2):
        found: dict[Position, None] = {}
        while len(found) < count:
            position = Position(6)
            while not position.is_over() and position.empties > empties:
                position = position.play(draw.choice(position.legal_moves))
            if not position.is_over() and not position.must_pass():
                found[position] = None
        yield list(found)
    layer = {Position(6).canonical()}
    for ply in range(1, all_plies + 1):
        layer = {one.play(move).canonical() for one in layer for move in one.legal_moves}
        if ply % 2 == 0:
            yield sorted(layer, key=str)


def _value(judge: Engine, position: Position) -> int:
    """What the solver gives for the side to move."""
    if position.is_over():
        return position.score(position.turn)
    return judge.solve(position).best.score


@main.command()
def stop() -> None:
    """From `stop` to the answer, in wall-clock milliseconds."""
    waits = []
    with Engine(threads=2, hash_mb=64, book=False) as engine:
        for i in range(100):
            told: list[float] = []

            def end(told: list[float] = told) -> None:
                told.append(time.perf_counter())
                engine.stop()

            timer = threading.Timer(0.05 + 0.001 * i, end)
            timer.start()
            engine.play(Position(), Level(60))
            waits.append(1000 * (time.perf_counter() - told[0]))
    median = statistics.median(waits)
    print(f"median {median:.1f} ms, longest {max(waits):.1f} ms")
    write("stop", {"median_ms": median, "longest_ms": max(waits)})


@main.command()
def memory() -> None:
    """The resident memory of a full table, and its growth over 10,000 searches."""
    hash_mb = 256
    with Engine(
        threads=1, hash_mb=1, book=False
    ) as engine:  # the weights stay for all engines to come
        engine.play(Position().play("f5"), Limit(nodes=100_000))
    before = _resident()
    with Engine(threads=1, hash_mb=hash_mb, book=False) as engine:
        engine.play(Position().play("f5"), Limit(nodes=60_000_000))
        full = _resident() - before
        openings = random_openings(8, 100, seed=1)
        for i in range(200):
            engine.play(openings[i % 100], Limit(nodes=500))
        settled = _resident()
        for i in range(10_000):
            engine.play(openings[i % 100], Limit(nodes=500))
        grown = _resident() - settled
    print(f"a table of {hash_mb} MB: {full:.1f} MB; 10,000 searches later {grown:+.1f} MB")
    write("memory", {"hash_mb": hash_mb, "full_mb": full, "grown_mb": grown})


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    main()
