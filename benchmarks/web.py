"""How the server of `outflank web` bears a crowd.

    python benchmarks/web.py --save
    python benchmarks/web.py --players 20 --troublemakers 5 --seconds 15

Players play whole games against skill 2 and think for a second before each move; analysers ask for
an analysis without an end; troublemakers send garbage, huge frames, boards of wrong sizes, or a
thousand messages a second, and come back whenever they are thrown out. The server is a process of
its own; its clients are all in this one, on the same machine. Prints JSON, and with --save writes
benchmarks/results/DATE-web.json. Exit code 1 unless every player had an answer to each question, 95
of 100 within a second, and the server's memory has not grown by more than a tenth since its first
ten seconds.
"""

import argparse
import asyncio
import contextlib
import json
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from outflank import Position

RESULTS = Path(__file__).parent / "results"
OUTFLANK = str(Path(sys.executable).with_name("outflank"))
THOUGHT_SECONDS = 1.0
WARM_SECONDS = 10.0
LATE_SECONDS = 1.0
MOST_GROWTH = 1.1


@dataclass
class Crowd:
    """What its members saw."""

    port: int
    answers: list[float] = field(default_factory=list)
    """Seconds from a question to the move."""
    snapshots: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    """What players and analysers should not see."""
    thrown_out: int = 0
    """Troublemakers, each time."""

    def join(self) -> connect:
        """A connection as the page opens it."""
        return connect(
            f"ws://127.0.0.1:{self.port}/ws",
            subprotocols=[Subprotocol("outflank.1")],
            origin=Origin(f"http://127.0.0.1:{self.port}"),
            compression=None,
            open_timeout=30,
        )


async def play(crowd: Crowd, number: int) -> None:
    """Plays games against skill 2, one after the other."""
    draw = random.Random(number)
    await asyncio.sleep(draw.random() * THOUGHT_SECONDS)
    async with crowd.join() as socket:
        while True:
            position, moves = Position(), ""
            while not position.is_over():
                if position.turn.name == "BLACK":
                    await asyncio.sleep(THOUGHT_SECONDS)
                    move = draw.choice(position.legal_moves).name
                else:
                    move = await ask(crowd, socket, moves, number)
                position = position.play(move)
                moves += move


async def ask(crowd: Crowd, socket: ClientConnection, moves: str, seed: int) -> str:
    """The server's move."""
    game = {"size": 8, "moves": moves}
    question = {"type": "choose", "id": 1, "game": game, "agent": "skill:level=2", "seed": seed}
    begun = time.monotonic()
    await socket.send(json.dumps(question))
    while True:
        answer = json.loads(await socket.recv())
        if answer["type"] == "error":
            crowd.errors[answer["code"]] += 1
        if answer["type"] == "move":
            crowd.answers.append(time.monotonic() - begun)
            return str(answer["move"])


async def analyse(crowd: Crowd, number: int) -> None:
    """Looks at one position for ever."""
    openings = ("f5", "f5d6c3d3c4", "f5f6e6f4", "f5d6c5f4e3")
    game = {"size": 8, "moves": openings[number % len(openings)]}
    async with crowd.join() as socket:
        await socket.send(json.dumps({"type": "analyse", "id": 1, "game": game, "level": 60}))
        async for text in socket:
            answer = json.loads(text)
            crowd.snapshots += answer["type"] == "values"
            if answer["type"] == "error":
                crowd.errors[answer["code"]] += 1


async def garbage(socket: ClientConnection, draw: random.Random) -> None:
    await socket.send("".join(chr(draw.randrange(32, 3000)) for _ in range(200)))
    await asyncio.sleep(0.1)


async def huge(socket: ClientConnection, _: random.Random) -> None:
    await socket.send("x" * 2**20)
    await socket.recv()


async def wrong_size(socket: ClientConnection, draw: random.Random) -> None:
    game = {"size": draw.choice([-8, 0, 7, 9, 1000, 10**20, "8"]), "moves": "f5"}
    await socket.send(json.dumps({"type": "analyse", "id": 1, "game": game}))
    await asyncio.sleep(0.1)


async def flood(socket: ClientConnection, _: random.Random) -> None:
    await socket.send(json.dumps({"type": "choose", "id": 1, "game": {"size": 8}, "agent": "x"}))
    await asyncio.sleep(0.001)


TROUBLE: tuple[Callable[[ClientConnection, random.Random], Awaitable[None]], ...] = (
    garbage,
    huge,
    wrong_size,
    flood,
)


async def trouble(crowd: Crowd, number: int) -> None:
    """Does one kind of harm as long as it is let in."""
    act, draw = TROUBLE[number % len(TROUBLE)], random.Random(number)
    while True:
        with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
            async with crowd.join() as socket:
                while True:
                    await act(socket, draw)
        crowd.thrown_out += 1
        await asyncio.sleep(1.0)


async def measure(crowd: Crowd, options: argparse.Namespace, server: int) -> dict[str, Any]:
    members = [
        *(play(crowd, number) for number in range(options.players)),
        *(analyse(crowd, number) for number in range(options.analysers)),
        *(trouble(crowd, number) for number in range(options.troublemakers)),
    ]
    tasks = [asyncio.create_task(member) for member in members]
    warm = min(WARM_SECONDS, options.seconds / 2)
    await asyncio.sleep(warm)
    early = resident(server)
    await asyncio.sleep(options.seconds - warm)
    late = resident(server)
    for task in tasks:
        if task.done():
            crowd.errors[f"gone: {task.exception()!r}"[:80]] += 1
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    times = sorted(crowd.answers)
    return {
        "players": options.players,
        "analysers": options.analysers,
        "troublemakers": options.troublemakers,
        "seconds": options.seconds,
        "answers": len(times),
        "median_ms": round(1000 * median(times)) if times else None,
        "p95_ms": round(1000 * times[int(0.95 * len(times))]) if times else None,
        "longest_ms": round(1000 * times[-1]) if times else None,
        "snapshots": crowd.snapshots,
        "thrown_out": crowd.thrown_out,
        "errors": dict(crowd.errors),
        "resident_mb_early": round(early / 2**20, 1),
        "resident_mb_late": round(late / 2**20, 1),
        "server_cpu_seconds": round(cpu_seconds(server), 1),
        "clients_cpu_seconds": round(time.process_time(), 1),
    }


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def is_good(found: dict[str, Any]) -> bool:
    return (
        found["answers"] > 0
        and not found["errors"]
        and found["p95_ms"] < 1000 * LATE_SECONDS
        and found["resident_mb_late"] <= MOST_GROWTH * found["resident_mb_early"]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--analysers", type=int, default=4)
    parser.add_argument("--troublemakers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--save", action="store_true", help="keep the numbers")
    options = parser.parse_args()
    command = [OUTFLANK, "web", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline().rsplit(":", 1)[1].strip("/\n"))
            found = asyncio.run(measure(Crowd(port), options, server.pid))
        finally:
            server.terminate()
    text = json.dumps(found, indent=2)
    print(text)
    if options.save:
        (RESULTS / f"{date.today().isoformat()}-web.json").write_text(text + "\n")
    sys.exit(not is_good(found))


if __name__ == "__main__":
    main()
