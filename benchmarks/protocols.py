"""What it costs to ask a player over GTP or NBoard: processor time for each move, beside asking it.

    python benchmarks/protocols.py --games 100

The player is `greedy`, which hardly thinks: what is left is the protocol. The time of the client is
that of this process without the moves of the opponent; the time of the server is that of its own.
Exit code 1 if a single game ends in any other way than by the rules.
"""

import argparse
import shlex
import sys
import time
from pathlib import Path

from outflank import Ending, Game, agent, play
from outflank._board import SIZES
from outflank.agents.foreign import ForeignAgent
from outflank.engine import Decision

OUTFLANK = str(Path(sys.executable).with_name("outflank"))


def measure(player: str, size: int, games: int) -> tuple[int, float, float, int]:
    """Moves of the player, CPU seconds here and in its own process, and games that went wrong."""
    moves = wrong = 0

    def count(_: Game, decision: Decision) -> None:
        nonlocal moves
        moves += not decision.move.is_pass

    with agent(player) as engine:
        play(engine, "random:seed=1", size=size)  # starts it
        moves = 0
        served = engine.cpu_seconds() if isinstance(engine, ForeignAgent) else 0.0
        begun = time.process_time()
        for seed in range(games):
            pair = (engine, f"random:seed={seed}")
            game = play(*(pair if seed % 2 else pair[::-1]), size=size, on_move=count)
            wrong += game.result is None or game.result.ending != Ending.FINISHED
        here = time.process_time() - begun
        if isinstance(engine, ForeignAgent):
            served = engine.cpu_seconds() - served
    return moves // 2, here, served, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="on each board")
    parser.add_argument("--size", dest="sizes", type=int, action="append")
    options = parser.parse_args()
    failed = 0
    print(f"{'':8} {'board':>6} {'moves':>7} {'client us':>10} {'server us':>10} {'errors':>7}")
    for size in options.sizes or SIZES:
        plain = measure("greedy", size, options.games)[1]
        for protocol in ("gtp", "nboard"):
            command = shlex.join([OUTFLANK, protocol, "--agent", "greedy"])
            moves, here, served, wrong = measure(f"{protocol}:{command}", size, options.games)
            failed += wrong
            client, server = (1e6 * seconds / moves for seconds in (here - plain, served))
            board = f"{size}x{size}"
            print(f"{protocol:8} {board:>6} {moves:>7,} {client:>10.0f} {server:>10.0f} {wrong:>7}",
                  flush=True)  # fmt: skip
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
