"""The ladder of skills: each one against the one below it, on opening pairs, at equal nodes.

    python benchmarks/skill.py [--pairs 100] [--nodes 20000] [--size 8] [--only LEVEL]

Appends one JSON line per match to benchmarks/results/DATE-skill.jsonl; matches that are there
already are not played again, so a run that was stopped goes on. In the end it prints the table of
docs/play.md. `loss` is what a move gave away on average, in discs, as the engine saw it when it
chose the move.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from outflank import Color, Limit, Position
from outflank.agents.builtin import FULL_STRENGTH
from outflank.agents.match import play
from outflank.agents.skill import SkillAgent
from outflank.engine import Decision
from outflank.stats.pairs import PairScore, random_openings

RESULTS = Path(__file__).parent / "results"
SEED = 2026
PLIES = 6
"""Random moves before the skills take over: enough for many different openings."""


class Measured(SkillAgent):
    """Keeps what each of its moves gave away."""

    def __init__(self, level: int, limit: Limit, seed: int) -> None:
        super().__init__(level, limit, seed=seed, book=False)
        self.losses: list[int] = []

    def choose(self, position: Position) -> Decision:
        decision = super().choose(position)
        if self.loss is not None:
            self.losses.append(self.loss)
        return decision

    @property
    def average(self) -> float:
        return sum(self.losses) / len(self.losses)


def match(strong: Measured, weak: Measured, openings: Iterable[Position]) -> PairScore:
    pairs: list[float] = []
    outcomes: dict[int, int] = defaultdict(int)
    discs = []
    for opening in openings:
        points = 0.0
        for color in Color:
            black, white = (strong, weak) if color == Color.BLACK else (weak, strong)
            result = play(black, white, start=opening).result
            assert result is not None
            score = result.score if color == Color.BLACK else -result.score
            sign = (score > 0) - (score < 0)
            outcomes[sign] += 1
            points += (1 + sign) / 2
            discs.append(score)
        pairs.append(points)
    return PairScore(
        outcomes[1], outcomes[0], outcomes[-1], 0, tuple(pairs), sum(discs) / len(discs)
    )


def table(records: Iterable[dict[str, Any]]) -> str:
    rows = ["| skill | discs lost per move | score against the skill below |", "|---|---|---|"]
    found = {record["match"][3]: record for record in records}
    for level in range(FULL_STRENGTH + 1):
        below, above = found.get(level), found.get(level + 1)
        # A skill plays two matches, against stronger and against weaker play.
        losses = [r["loss"][i] for r, i in ((below, 0), (above, 1)) if r is not None]
        score = f"{100 * below['score']:.0f} % ± {100 * below['error']:.0f}" if below else ""
        rows.append(f"| {level} | {sum(losses) / max(1, len(losses)):.2f} | {score} |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--size", type=int, default=8)
    parser.add_argument("--only", type=int, help="only the match of this level")
    arguments = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{date.today().isoformat()}-skill.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    done = {tuple(json.loads(line)["match"]) for line in lines}
    openings = random_openings(arguments.size, arguments.pairs, SEED, PLIES)
    limit = Limit(nodes=arguments.nodes)
    for level in range(1, FULL_STRENGTH + 1):
        key = (arguments.size, arguments.nodes, arguments.pairs, level, level - 1)
        if key in done or arguments.only not in (None, level):
            continue
        with Measured(level, limit, seed=1) as strong, Measured(level - 1, limit, seed=2) as weak:
            result = match(strong, weak, openings)
            print(
                f"skill {level} - {level - 1}: {result}; "
                f"discs lost per move {strong.average:.2f} - {weak.average:.2f}",
                flush=True,
            )
            record = {
                "match": key, "wins": result.wins, "draws": result.draws,
                "losses": result.losses, "score": result.score, "error": result.error,
                "discs": result.discs, "loss": [strong.average, weak.average],
            }  # fmt: skip
        with path.open("a") as file:
            file.write(json.dumps(record) + "\n")
    records = [json.loads(line) for line in path.read_text().splitlines()]
    wanted = [arguments.size, arguments.nodes, arguments.pairs]
    print(table(record for record in records if record["match"][:3] == wanted))


if __name__ == "__main__":
    main()
