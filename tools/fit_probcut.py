"""Fits the errors of shallow searches for weights that have none, or none of today's search.

    python tools/fit_probcut.py src/outflank/data/weights/8.ofw FOLDER

Rewrites the file: the weights stay, the model is new. The searches are kept in the folder, so that
a run that was stopped goes on where it was.
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from outflank._files import read_bytes, replacing
from outflank.cli.progress import progress
from outflank.engine.weights import LARGEST_FILE, weights_facts, with_probcut
from outflank.executor import open_executor
from outflank.training.probcut import POSITIONS, fit_probcut


def main() -> None:
    """Reads the command line, searches, fits and writes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    data = read_bytes(given.weights, LARGEST_FILE)
    with (
        open_executor(given.workers, None) as executor,
        progress("Searching positions") as report,
    ):
        model, agreement = fit_probcut(
            weights_facts(given.weights).size,
            data,
            seed=given.seed,
            folder=given.folder,
            executor=executor,
            report=report,
            positions=given.positions,
        )
    with replacing(given.weights) as file:
        file.write(with_probcut(data, str(given.weights), model))
    print(asdict(model))
    for percent, share in agreement.items():
        print(f"{percent} %: {100 * share:.1f} % of the narrowest cuts are right")


if __name__ == "__main__":
    main()
