import importlib.resources
import math
from pathlib import Path

import numpy as np
import pytest

from outflank.engine.probcut import UNFITTED, ProbCutModel
from outflank.errors import FileError
from outflank.executor import open_executor
from outflank.training.probcut import DEEPEST, UNSEARCHED, fit, fit_probcut

SIZE = 6
TRUE = ProbCutModel((0.9, -0.6, 0.4, 0.3, -0.5, 0.2, -0.1), (1.6, -0.4))


def silent(_: float) -> None:
    pass


def test_the_fit_finds_the_deviations_the_rows_were_made_with() -> None:
    draw = np.random.default_rng(1)
    rows = np.full((20_000, DEEPEST[8] + 3), UNSEARCHED, np.int16)
    for number, row in enumerate(rows):
        row[0] = empties = int(draw.integers(14, 57))
        row[1] = 0
        if number % 2:
            row[2] = round(draw.normal(0, TRUE.sigma(empties / 64, 1, 0)))
        else:
            row[2] = 0
            row[-1] = round(draw.normal(0, 6))
    model = fit(8, rows[1::2])  # no row was solved
    # Rounding to whole discs adds a twelfth of a disc squared.
    for empties in (20, 40, 54):
        expected = math.hypot(TRUE.sigma(empties / 64, 1, 0), math.sqrt(1 / 12))
        assert model.sigma(empties / 64, 1, 0) == pytest.approx(expected, rel=0.05)
    solved = fit(8, rows[::2])
    for shallow in (0, 1):
        assert solved.sigma_to_end(shallow) == pytest.approx(6, rel=0.06)


@pytest.mark.thorough
def test_searches_are_kept_and_repeat(tmp_path: Path) -> None:
    weights = (importlib.resources.files("outflank") / f"data/weights/{SIZE}.ofw").read_bytes()

    def run(folder: Path) -> tuple[ProbCutModel, dict[int, float]]:
        with open_executor(1) as executor:
            return fit_probcut(
                SIZE,
                weights,
                seed=1,
                folder=folder,
                executor=executor,
                report=silent,
                positions=130,
            )

    model, agreement = run(tmp_path / "a")
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir()}
    assert len(kept) == 2
    assert run(tmp_path / "a") == (model, agreement)
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir()} == kept
    assert run(tmp_path / "b") == (model, agreement)
    assert all(share >= percent / 100 for percent, share in agreement.items())
    # Deeper shallow searches miss by less.
    assert model.sigma(0.5, 8, 4) < model.sigma(0.5, 8, 2) < model.sigma(0.5, 8, 0)
    assert model.sigma_to_end(6) < model.sigma_to_end(0)
    (tmp_path / "a" / sorted(kept)[0]).write_bytes(b"junk")
    with pytest.raises(FileError, match="searches-00000"):
        run(tmp_path / "a")


@pytest.mark.parametrize("size", UNFITTED)
def test_a_deeper_shallow_search_misses_by_less(size: int) -> None:
    model = UNFITTED[size]
    for empties in range(10, size**2 - 3):
        share = empties / size**2
        sigmas = [model.sigma(share, 12, shallow) for shallow in range(0, 12, 2)]
        assert sigmas == sorted(sigmas, reverse=True), empties
        assert 0.3 < sigmas[-1] < sigmas[0] < 30, empties
    assert model.sigma_to_end(8) < model.sigma_to_end(4) < 15
