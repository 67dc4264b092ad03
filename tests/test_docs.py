"""The pages people read lead somewhere: the front page to all of them, and names to real files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
NAVIGATION = re.findall(r"^  - [^:]+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
INCLUDED = re.compile(r'^--8<-- "([^"]+)"$', re.M)
# Paths from the root of the source, such as benchmarks/arena.py, wherever a page names one.
SOURCE = re.compile(
    r"(?<![\w./-])((?:benchmarks|cpp|docs|examples|src|tests|tools)/[\w./-]*\w)(?!\w)"
)


def links(page: Path) -> set[Path]:
    """The files a page links to."""
    found = (target for target in LINK.findall(page.read_text("utf-8")) if ":" not in target)
    return {(page.parent / target).resolve() for target in found}


def test_every_page_is_in_the_navigation() -> None:
    assert len(NAVIGATION) > 15
    assert sorted(NAVIGATION) == sorted(page.name for page in DOCS.glob("*.md"))


def test_the_front_page_links_every_page() -> None:
    pages = {(DOCS / name).resolve() for name in NAVIGATION if name != "index.md"}
    assert pages - links(DOCS / "index.md") == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    assert [str(target) for target in links(page) if not target.exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    named = {*SOURCE.findall(text), *INCLUDED.findall(text)}
    named = {name for name in named if "NAME" not in name}  # where readers put a name of theirs
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_file_names_are_found_in_text() -> None:
    text = (
        "`python tools/none.py`, [x](docs/none.md#y) and src/outflank/data/evals/: see docs/a.md."
    )
    assert SOURCE.findall(text) == [
        "tools/none.py",
        "docs/none.md",
        "src/outflank/data/evals",
        "docs/a.md",
    ]
