"""Every example people read is run: README, the documentation, and docstrings."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import outflank

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(outflank.__path__, "outflank.")
    if not module.name.startswith("outflank._c")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    if page.name == "README.md":
        assert result.attempted >= 8


@pytest.mark.parametrize("name", ["outflank", *MODULES])
def test_module(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("kind", ["Move", "Position"])
def test_native_type(kind: str) -> None:
    native = getattr(outflank, kind)
    examples = doctest.DocTestParser().get_doctest(
        native.__doc__, {"Move": outflank.Move, "Position": outflank.Position}, kind, None, 0
    )
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
