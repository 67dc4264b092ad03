"""The pages people read lead somewhere: the front page to all of them, and names to real files."""

import re
import tomllib
from pathlib import Path

import pytest

import outflank
from outflank._board import PHASES

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


def test_the_walks_lead_through_rooms_that_exist() -> None:
    """Each line of a walk names files of one room; rooms below `cpp` are named from the root."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    walks = text[text.index("### Four walks") : text.index("One concept per file")]
    named = re.findall(r"`([a-z_]+/[\w/]+\.(?:py|hpp))`", walks)
    assert len(named) > 20
    roots = (ROOT, ROOT / "src" / "outflank")
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


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


def test_python_chess_snippets_and_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """Each row of the table: what it does, python-chess, Outflank, and the result if it has one."""
    page = (DOCS / "python-chess.md").read_text("utf-8")
    table = [line.strip("| ").split(" | ") for line in page.splitlines() if "` | `" in line]
    assert len(table) >= 20
    names: dict[str, object] = {"outflank": outflank}
    for _, theirs, ours, *result in table:
        assert theirs.startswith("`")
        code = ours.strip("`")
        if result and (expected := result[0].strip("`| ")):
            assert repr(eval(code, names)) == expected, code
        else:
            exec(code, names)
    assert capsys.readouterr().out == f"{names['position']}\n"


def seven_weights(name: str) -> dict[str, dict[str, dict[str, float]]]:
    path = ROOT / "src" / "outflank" / "data" / "evals" / f"{name}.toml"
    terms = tomllib.loads(path.read_text("utf-8"))["term"]
    return {term["name"]: term["weights"] for term in terms}


def test_the_seven_learned_weights_are_those_of_the_evaluation() -> None:
    page = (DOCS / "reports.md").read_text("utf-8")
    printed, learned = map(seven_weights, ("kandlikar-parry", "kandlikar-parry-learned"))
    for phase in PHASES:
        for label, weights in (("printed", printed), ("learned", learned)):
            numbers = " | ".join(f"{by_size['8'][phase]:g}" for by_size in weights.values())
            assert f"| {phase}, {label} | {numbers} |" in page
    for size in ("6", "8", "10", "12"):
        early, mid, late = (learned["x_square_penalty"][size][phase] for phase in PHASES)
        assert early > mid > late
        assert late < 0.1
        assert learned["disc"][size]["late"] == max(learned["disc"][size].values())
        if size != "6":
            assert learned["mobility"][size]["late"] == max(learned["mobility"][size].values())


def learned(size: int, phase: str) -> list[float]:
    """What `improved` makes of a disc on a C square, an X square, the edge and the interior."""
    path = ROOT / "src" / "outflank" / "data" / "evals" / "improved.toml"
    terms = {term["name"]: term for term in tomllib.loads(path.read_text("utf-8"))["term"]}
    x, c, edges = (terms[name]["weights"][str(size)][phase] for name in ("x", "c", "edges"))
    rows = terms["squares"]["table"][str(size)][phase]  # an eighth of the board

    def square(row: int, column: int) -> float:
        near = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
        return float(rows[near[0]][near[1] - near[0]])

    inner = range(2, size - 2)
    edge = [square(0, column) + edges for column in inner]
    interior = [square(row, column) for row in inner for column in inner]
    return [
        c + square(0, 1) + edges,
        x + square(1, 1),
        sum(edge) / len(edge),
        sum(interior) / len(interior),
    ]


def test_learned_weights_are_those_of_the_evaluation() -> None:
    page = (DOCS / "reports.md").read_text("utf-8")
    values = {(size, phase): learned(size, phase) for size in (6, 8, 10, 12) for phase in PHASES}
    for (size, phase), row in values.items():
        numbers = " | ".join(f"{number:.1f}" for number in row)
        assert f"| {size}x{size}, {phase} | {numbers} |" in page
    assert sum(c > x for c, x, _, _ in values.values()) == 10  # "ten of twelve cases"
    assert sum(edge < interior for *_, edge, interior in values.values()) == 11
