"""What the moves of people tell about their ratings, and what a move of `humanlike` costs.

    python benchmarks/humanlike.py estimates WTHOR [--games 20] [--players 60]
    python benchmarks/humanlike.py speed WTHOR

`estimates` takes players of the WTHOR folder who have a rating by Bradley and Terry from the years
up to 2012, and estimates it from so many of their games of 2014 and 2015, which nothing was fitted
to. `speed` asks the agent for a move in positions of such games. Both print JSON; players are
numbers, never names.
"""

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from outflank import Color
from outflank._background import finish
from outflank.agents.humanlike import HumanlikeAgent
from outflank.humanlike.surprise import PeopleReviewer, logs_of
from outflank.training.people.choices import turns
from outflank.training.people.games import REPORT, PeopleGames, people_games, ratings

SEED = 1


def estimates(folder: Path, games_each: int, most_players: int) -> dict[str, Any]:
    games = people_games(folder)
    rated = ratings(games)
    found = _games_of(games, rated, games_each)
    dice = np.random.default_rng(SEED)
    chosen = sorted(dice.permutation(sorted(found))[:most_players].tolist())
    reviewer = PeopleReviewer()
    rows = []
    for player in chosen:
        logs = [_logs(reviewer, games, game, player) for game in found[player]]
        many, one = reviewer.estimate(logs), reviewer.estimate(logs[:1])
        rows.append(
            (float(rated[player]), many.rating, many.low, many.high, one.rating, one.low, one.high)
        )
    true, many_of, low, high, one_of, one_low, one_high = np.array(rows).T
    return {
        "players": len(rows),
        "games_each": games_each,
        f"{games_each} games": _errors(true, many_of, low, high),
        "1 game": _errors(true, one_of, one_low, one_high),
    }


def _errors(true: Any, found: Any, low: Any, high: Any) -> dict[str, float]:
    return {
        "correlation": round(float(np.corrcoef(true, found)[0, 1]), 3),
        "mean_absolute_error": round(float(np.abs(found - true).mean()), 1),
        "root_mean_square_error": round(math.sqrt(float(((found - true) ** 2).mean())), 1),
        "bias": round(float((found - true).mean()), 1),
        "interval_width": round(float((high - low).mean()), 1),
        "in_interval": round(float(((low <= true) & (true <= high)).mean()), 3),
        "always_the_mean": round(float(np.abs(true - true.mean()).mean()), 1),
    }


def _games_of(games: PeopleGames, rated: Any, least: int) -> dict[int, list[int]]:
    """The first games of each rated player with enough of them."""
    found: dict[int, list[int]] = {}
    for game in np.flatnonzero(games.part == REPORT).tolist():
        for player in {int(games.black[game]), int(games.white[game])}:
            if rated[player] > 0:
                found.setdefault(player, []).append(game)
    return {player: listed[:least] for player, listed in found.items() if len(listed) >= least}


def _logs(reviewer: PeopleReviewer, games: PeopleGames, game: int, player: int) -> Any:
    color = Color.BLACK if games.black[game] == player else Color.WHITE
    steps = [
        step
        for step in turns(games.moves[game])
        if step.position.turn == color and len(step.position.legal_moves) > 1
    ]
    return logs_of(finish(reviewer.chances(steps)))


def speed(folder: Path) -> dict[str, Any]:
    games = people_games(folder)
    numbers = np.flatnonzero(games.part == REPORT)[:20].tolist()
    steps = [step for number in numbers for step in turns(games.moves[number])]
    player = HumanlikeAgent(1500)
    player.choose(steps[0].position)
    costs = []
    for step in steps:
        player.observe(step.position, step.past)
        begun = time.process_time()
        player.choose(step.position)
        costs.append(1000 * (time.process_time() - begun))
    return {
        "moves": len(costs),
        "cpu_ms_mean": round(float(np.mean(costs)), 2),
        "cpu_ms_99_percent": round(float(np.percentile(costs, 99)), 2),
        "cpu_ms_most": round(max(costs), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["estimates", "speed"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=60)
    asked = parser.parse_args()
    if asked.what == "speed":
        print(json.dumps(speed(asked.folder), indent=1))
    else:
        print(json.dumps(estimates(asked.folder, asked.games, asked.players), indent=1))


if __name__ == "__main__":
    main()
