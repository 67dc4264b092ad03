"""Learns weights for the seven heuristics of Kandlikar-Bloch and Parry-Wingfield from games.

    python tools/learn_wish.py        prints the terms of [evaluations.learned] in wishes.toml

Their wish (section 4.2): the heuristics are the features, won or lost is the target. The agent
plays against itself after random openings; a logistic regression is fitted for each size and phase.
Needs scipy: pip install 'outflank[lab]'.
"""

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from outflank import Color, Position
from outflank._board import PHASES, phase_of
from outflank._native import Evaluation
from outflank.agents import agent
from outflank.agents.base import decide
from outflank.engine.evals import evaluation_terms

SIZES = (6, 8, 10, 12)
GAMES = 1500
NODES = 200
SEED = 1
DOUBT = 10.0
"""Weights of standardised features are held small as if so many positions spoke for zero."""
Row = tuple[int, list[float], float]
"""Phase, the seven scaled heuristics and whose move it is, and the result: 1 won, 0 lost."""


def rows(size: int) -> Iterator[Row]:
    """Every position after the opening of each game, as each side sees it."""
    terms = evaluation_terms("kandlikar-parry", size)
    ones = [1.0] * (size * size + 1)
    unit = Evaluation(size, [(name, what, scale, ones, []) for name, what, scale, _, _ in terms])
    with agent(f"kandlikar-parry:nodes={NODES},table=1") as player:
        for game in range(GAMES):
            draw = random.Random(f"{SEED} {size} {game}")
            position, seen = Position(size), []
            opening = draw.randint(4, size * size // 2)
            while not position.is_over():
                if opening > 0:
                    move = draw.choice(position.legal_moves)
                else:
                    seen.append(position)
                    move = decide(player, position).move
                position, opening = position.play(move), opening - 1
            for one in seen:
                phase = PHASES.index(phase_of(size, size * size - one.empties))
                for color in Color:
                    score = position.score(color)
                    scaled = [part[3] for part in unit.explain(one, color)]
                    own_move = 1.0 if one.turn == color else -1.0
                    yield phase, [*scaled, own_move], 0.5 + 0.5 * ((score > 0) - (score < 0))


def fit(features: NDArray[np.float64], results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights by logistic regression; the constant and whose move it is are fitted, not kept."""
    scale = features.std(axis=0) + 1e-9
    columns = np.hstack([features / scale, np.ones((len(features), 1))])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        odds = columns @ weights
        cost = np.logaddexp(0, odds).sum() - results @ odds + DOUBT / 2 * weights @ weights
        return float(cost), columns.T @ (expit(odds) - results) + DOUBT * weights

    found = minimize(loss, np.zeros(columns.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(found.x[:-1] / scale)[:-1]


def main() -> None:
    """Prints the terms."""
    learned: dict[tuple[int, int], NDArray[np.float64]] = {}
    for size in SIZES:
        data = list(rows(size))
        for phase in range(3):
            here = [row for row in data if row[0] == phase]
            features = np.array([row[1] for row in here])
            learned[size, phase] = 100 * fit(features, np.array([row[2] for row in here]))
    for index, (name, feature, scale, _, _) in enumerate(evaluation_terms("kandlikar-parry", 8)):
        print("[[evaluations.learned.add]]")
        print(f'name = "{name}"\nfeature = "{feature}"\nscale = "{scale}"')
        print("[evaluations.learned.add.weights]")
        for size in SIZES:
            weights = ", ".join(
                f"{phase} = {learned[size, number][index]:.4g}"
                for number, phase in enumerate(PHASES)
            )
            print(f"{size} = {{ {weights} }}")


if __name__ == "__main__":
    main()
