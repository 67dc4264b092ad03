import importlib.resources
import math
from pathlib import Path

import numpy as np
import pytest

from outflank.engine.probcut import UNKNOWN_ERRORS, ProbCutModel
from outflank.errors import FileError
from outflank.executor import open_executor
from outflank.training.probcut import DEEPEST, UNSEARCHED, fit, fit_probcut

SIZE = 6
TRUE = ProbCutModel((0.9, -0.6, 0.4, 0.3, -0.5, 0.2, -0.1), (1.6, 0.8, -0.4))


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
    for empties in (20, 40, 54):
        assert solved.sigma_to_end(empties / 64, 0) == pytest.approx(6, rel=0.06)
        assert solved.sigma_to_end((empties + 1) / 64, 1) == pytest.approx(6, rel=0.06)


@pytest.mark.thorough
def test_searches_are_kept_and_repeat(tmp_path: Path) -> None:
    weights = (importlib.resources.files("outflank") / f"data/weights/{SIZE}.ofw").read_bytes()

    def run(folder: Path) -> ProbCutModel:
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

    model = run(tmp_path / "a")
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir()}
    assert len(kept) == 2
    assert run(tmp_path / "a") == model
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir()} == kept
    assert run(tmp_path / "b") == model
    # Deeper shallow searches miss by less.
    assert model.sigma(0.5, 8, 4) < model.sigma(0.5, 8, 2) < model.sigma(0.5, 8, 0)
    assert model.sigma_to_end(0.3, 6) < model.sigma_to_end(0.3, 0)
    (tmp_path / "a" / sorted(kept)[0]).write_bytes(b"junk")
    with pytest.raises(FileError, match="searches-00000"):
        run(tmp_path / "a")


def test_the_unknown_errors_are_wide() -> None:
    for empties in range(10, 60):
        assert UNKNOWN_ERRORS.sigma(empties / 64, 8, 4) > 1.5
        assert UNKNOWN_ERRORS.sigma_to_end(empties / 64, 8) > 4
