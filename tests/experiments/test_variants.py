"""Evaluations made for an experiment."""

from pathlib import Path

import pytest

from outflank.engine.evals import evaluation_terms
from outflank.errors import FileError
from outflank.experiments.experiment import Variant
from outflank.experiments.reading import load_experiment
from outflank.experiments.variants import variant_toml, write_variants


def test_a_variant_without_a_term_has_the_other_terms_unchanged(tmp_path: Path) -> None:
    [path] = write_variants((Variant("v", "kandlikar-parry", drop=("disc",)),), tmp_path).values()
    for size in (6, 8, 10, 12):
        base = evaluation_terms("kandlikar-parry", size)
        assert evaluation_terms(path, size) == [term for term in base if term[0] != "disc"]


def test_a_variant_of_one_phase_has_its_weights_in_all_phases(tmp_path: Path) -> None:
    [path] = write_variants((Variant("v", "kandlikar-parry", phase="mid"),), tmp_path).values()
    for term, base in zip(
        evaluation_terms(path, 8), evaluation_terms("kandlikar-parry", 8), strict=True
    ):
        assert set(term[3]) == {base[3][32]}


def test_a_variant_of_one_board_has_its_weights_on_all_boards(tmp_path: Path) -> None:
    [path] = write_variants((Variant("v", "kandlikar-parry", size=6),), tmp_path).values()
    for size in (6, 8, 10, 12):
        found = [set(term[3]) for term in evaluation_terms(path, size)]
        assert found == [set(term[3]) for term in evaluation_terms("kandlikar-parry", 6)]


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_the_wished_square_weights_keep_the_corners(tmp_path: Path, size: int) -> None:
    variants = load_experiment("wishes").variants
    path = write_variants(variants, tmp_path)["squares"]
    *base, early, mid, late = evaluation_terms(path, size)
    assert base == evaluation_terms("kandlikar-parry", size)
    tables = [table for *_, table in (early, mid, late)]
    corner, c, x, edge = 0, 1, size + 1, size // 2
    center = edge * size + edge
    assert len({table[corner] for table in tables}) == 1
    for table in tables:
        assert max(table) == table[corner]
        assert table[edge] > table[center]
    for square in (c, x):
        assert tables[0][square] < tables[1][square] < tables[2][square] < 0


def test_a_board_without_weights_has_none_to_give() -> None:
    with pytest.raises(FileError, match="kandlikar-parry has no weights for size 4"):
        variant_toml(Variant("v", "kandlikar-parry", size=4))


def test_tables_survive_and_terms_are_added() -> None:
    added = {"name": "e", "feature": "edges", "scale": "ratio", "weights": {"6": 5, "any": 1.5}}
    text = variant_toml(Variant("v", "sommer", add=(added,)))
    assert 'description = "sommer with e."' in text
    assert '"6" = 5' in text.splitlines()[-1]
