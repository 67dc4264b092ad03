"""Whether the accuracy of a review means something.

    python benchmarks/review.py wthor FOLDER [--games 1000]   does it tell the winner?
    python benchmarks/review.py skills [--games 20]           do the skills come out in order?

Each writes benchmarks/results/DATE-review-NAME.json. Reviews are cheap ones, 5,000 nodes a move and
exact from 16 empty squares on. `wthor` also fits SCALE in outflank/engine/accuracy.py: the one with
which the values of the positions tell the results best (maximum likelihood).
"""

import json
import math
import statistics
import time
from collections.abc import Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import click

from outflank import Color, Game, Limit, read_games
from outflank._build import build_info
from outflank.agents.builtin import FULL_STRENGTH
from outflank.agents.match import play
from outflank.agents.skill import SkillAgent
from outflank.engine.review import GameReview, Reviewer
from outflank.stats.pairs import random_openings

HERE = Path(__file__).parent
CHEAP_NODES, CHEAP_EMPTIES = 5_000, 16


@click.group(help=__doc__)
def main() -> None:
    """What to measure."""


def write(name: str, facts: Any) -> None:
    path = HERE / "results" / f"{date.today().isoformat()}-review-{name}.json"
    build = build_info()
    record = {"instruction_set": build.instruction_set, "compiler": build.compiler, "facts": facts}
    path.write_text(json.dumps(record, indent=1) + "\n")
    print(f"wrote {path.relative_to(HERE.parent)}")


@main.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--games", default=1000, show_default=True)
def wthor(folder: Path, games: int) -> None:
    """Games of all years, equally far apart."""
    begun = time.process_time()
    gaps: list[float] = []
    signs: list[int] = []
    seen: list[tuple[float, float, float]] = []
    count = 0
    with Reviewer(Limit(nodes=CHEAP_NODES), exact_empties=CHEAP_EMPTIES) as reviewer:
        for game in chosen(folder, games):
            review = reviewer.review(game)
            assert review.result is not None
            count += 1
            sign = (review.result.score > 0) - (review.result.score < 0)
            seen += [
                (move.black_value, move.position.empties, (sign + 1) / 2) for move in review.moves
            ]
            if sign:
                gaps.append(gap_of(review))
                signs.append(sign)
    right = sum(gap * sign > 0 for gap, sign in zip(gaps, signs, strict=True))
    facts = {
        "games": count,
        "decided": len(signs),
        "auc": round(area(gaps, signs), 4),
        "winner_more_accurate": round(right / len(signs), 4),
        "scale": round(fitted(seen), 2),
        "cpu_seconds": round(time.process_time() - begun, 1),
    }
    print(json.dumps(facts, indent=1))
    write("wthor", facts)


def chosen(folder: Path, games: int) -> Iterator[Game]:
    found = [
        game
        for path in sorted(folder.glob("*.wtb"))
        for game in read_games(path, errors="skip")
        if game.result is not None and game.final_position.is_over()
    ]
    step = max(1, len(found) // games)
    return islice(found, 0, step * games, step)


def gap_of(review: GameReview) -> float:
    black, white = (review.players[color].accuracy or 100.0 for color in Color)
    return black - white


def area(gaps: list[float], signs: list[int]) -> float:
    """Under the ROC curve: how often a game black won has the larger gap than one white won."""
    won = [gap for gap, sign in zip(gaps, signs, strict=True) if sign > 0]
    lost = [gap for gap, sign in zip(gaps, signs, strict=True) if sign < 0]
    points = sum((one > other) + (one == other) / 2 for one in won for other in lost)
    return points / (len(won) * len(lost))


def fitted(seen: list[tuple[float, float, float]]) -> float:
    """Discs that a root of the empty squares is worth."""
    import numpy as np
    from scipy.optimize import minimize_scalar

    values, empties, results = np.array(seen).T

    def surprise(scale: float) -> float:
        at = values / (scale * np.sqrt(empties))
        return float(np.mean(np.logaddexp(0, at) - results * at))

    return float(minimize_scalar(surprise, bounds=(0.1, 20), method="bounded").x)


@main.command()
@click.option("--games", default=20, show_default=True)
def skills(games: int) -> None:
    """Each skill against itself."""
    begun = time.process_time()
    rows = []
    with Reviewer(Limit(nodes=CHEAP_NODES), exact_empties=CHEAP_EMPTIES) as reviewer:
        for level in range(FULL_STRENGTH + 1):
            players = [
                SkillAgent(level, Limit(nodes=5_000), seed=seed, book=False) for seed in (1, 2)
            ]
            found: list[float] = []
            for opening in random_openings(8, games, seed=level, plies=4):
                review = reviewer.review(play(*players, start=opening))
                found += [tally.accuracy or 0.0 for tally in review.players.values()]
            for player in players:
                player.close()
            error = statistics.stdev(found) / math.sqrt(len(found))
            rows.append({"skill": level, "accuracy": round(statistics.mean(found), 2)})
            rows[-1]["error"] = round(error, 2)
            print(rows[-1], flush=True)
    facts = {"games": games, "skills": rows, "cpu_seconds": round(time.process_time() - begun, 1)}
    write("skills", facts)


if __name__ == "__main__":
    main()
