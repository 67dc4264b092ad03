"""Trains the evaluation `improved`, as shipped: `python tools/make_improved.py FOLDER`.

Games and fits are kept in FOLDER; a run that was stopped goes on.
"""

import sys
from pathlib import Path

from outflank.cli.progress import ProgressReport, progress
from outflank.training.linear import LinearPlan, train
from outflank.training.write_evaluation import evaluation_toml

GAMES = {6: 6000, 8: 6000, 10: 6000, 12: 6000}
OUTPUT = Path(__file__).parents[1] / "src" / "outflank" / "data" / "evals" / "improved.toml"


def main() -> None:
    """Trains every board and writes the evaluation file."""
    folder = Path(sys.argv[1])
    fits = []
    for size, games in GAMES.items():
        with progress(f"{size}x{size}") as report:
            plan = LinearPlan(folder / str(size), size, games=games)

            def tell(_: str, fraction: float, report: ProgressReport = report) -> None:
                report(fraction)

            fits.append(train(plan, tell))
        print(
            f"{size}x{size}: {fits[-1].positions:,} positions, unseen cross-entropy "
            f"{fits[-1].held_out_loss:.3f}, winner right {100 * fits[-1].held_out_accuracy:.1f} %"
        )
    OUTPUT.write_text(evaluation_toml(fits, "Improved", "python tools/make_improved.py, seed 1"))
    print(f"wrote {OUTPUT}")


if __name__ == "__main__":
    main()
