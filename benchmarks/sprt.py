"""How often the sequential test errs: simulated matches at both ends of its claim.

    python benchmarks/sprt.py [--matches 10000]

Matches are drawn pair by pair and judged after every pair, as the arena does. At elo0 a match that
ends with H1 is an error of the first kind, at elo1 one that ends with H0 is an error of the second
kind; both should stay below 5 %. Prints the rates with their standard errors, and writes them to
benchmarks/results/DATE-sprt.json.
"""

import argparse
import json
import math
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from outflank.stats.elo import score_of
from outflank.stats.sprt import Sprt

RESULTS = Path(__file__).parent / "results"
SEED = 2026
OPENINGS = 101
"""Advantages an opening can give, evenly spread over the chances of a normal distribution."""


@dataclass(frozen=True)
class Case:
    """Two claims, and the kind of games between the players."""

    name: str
    elo0: float
    elo1: float
    draws: float
    """The share of draws between equal players in an even opening."""
    spread: float
    """How far openings favour one colour: the standard deviation in Elo."""
    longest: int
    """Pairs after which a match ends undecided."""


CASES = (
    Case("independent games, no draws", 0, 20, 0.0, 0, 4000),
    Case("lopsided openings, few draws", 0, 20, 0.03, 200, 4000),
    Case("most pairs split", 0, 10, 0.03, 800, 4000),
    Case("many draws", 0, 10, 0.4, 100, 4000),
    Case("around zero", -15, 15, 0.03, 200, 4000),
    Case("a strong player", 200, 230, 0.03, 200, 4000),
    Case("claims far apart", 0, 100, 0.03, 200, 4000),
    Case("claims far apart, most pairs split", 0, 100, 0.03, 800, 4000),
)


@dataclass(frozen=True)
class Outcome:
    """How the matches of a case ended whose players are `elo` apart."""

    elo: float
    matches: int
    h0: int
    h1: int
    pairs: float
    """The average length of a match."""
    chances: list[float]
    """Of a pair to give 0, 0.5, ... 2 points."""


def pair_chances(case: Case, elo: float) -> NDArray[np.float64]:
    """The chances of the five results of a pair between players who are `elo` apart.

    An opening moves the first player's strength up in one game and down in the other, so that
    results of a pair hang together. The strength itself is set so that the score is that of `elo`.
    """
    quantiles = (np.arange(OPENINGS) + 0.5) / OPENINGS
    edges = [case.spread * NormalDist().inv_cdf(quantile) for quantile in quantiles]

    def game(strength: float) -> tuple[float, float, float]:
        score = score_of(strength)
        draw = 4 * case.draws * score * (1 - score)
        return 1 - score - draw / 2, draw, score - draw / 2

    def chances(strength: float) -> NDArray[np.float64]:
        found = np.zeros(5)
        for edge in edges:
            found += np.convolve(game(strength + edge), game(strength - edge)) / OPENINGS
        return found

    low, high = -3000.0, 3000.0
    for _ in range(60):
        middle = (low + high) / 2
        below = chances(middle) @ np.arange(5) / 4 < score_of(elo)
        low, high = (middle, high) if below else (low, middle)
    return chances(low)


def simulate(case: Case, elo: float, matches: int, seed: int) -> Outcome:
    """Plays all matches in step, dropping those that are decided."""
    draw = np.random.default_rng(seed)
    test, chances = Sprt(case.elo0, case.elo1), pair_chances(case, elo)
    steps = np.cumsum(chances)[:-1]
    counts = np.zeros((matches, 5), dtype=np.int64)
    h0 = h1 = pairs = 0
    for _ in range(case.longest):
        pairs += len(counts)
        counts[np.arange(len(counts)), np.searchsorted(steps, draw.random(len(counts)))] += 1
        sides = test.sides(counts)
        h0, h1 = h0 + int((sides < 0).sum()), h1 + int((sides > 0).sum())
        counts = counts[sides == 0]
        if not len(counts):
            break
    return Outcome(elo, matches, h0, h1, pairs / matches, chances.tolist())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    matches = parser.parse_args().matches
    records = []
    for case in CASES:
        first = simulate(case, case.elo0, matches, SEED)
        second = simulate(case, case.elo1, matches, SEED + 1)
        rates = first.h1 / matches, second.h0 / matches
        errors = [math.sqrt(rate * (1 - rate) / matches) for rate in rates]
        print(
            f"{case.name} [{case.elo0}, {case.elo1}]: first kind {100 * rates[0]:.2f} % "
            f"± {100 * errors[0]:.2f}, second kind {100 * rates[1]:.2f} % ± {100 * errors[1]:.2f}; "
            f"{first.pairs:.0f} and {second.pairs:.0f} pairs a match",
            flush=True,
        )
        records.append({"case": asdict(case), "at_elo0": asdict(first), "at_elo1": asdict(second)})
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{date.today().isoformat()}-sprt.json"
    path.write_text(json.dumps({"seed": SEED, "results": records}, indent=2) + "\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
