"""Packages are layered: a module imports only from its own package and from lower layers."""

import ast
from collections import Counter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "outflank"

# Bottom up. Packages on one line may not import each other.
LAYERS = [
    ["_ctrl_c", "_cpu", "_board", "_lazy", "_text", "_version", "errors"],
    ["_background", "_files", "_native", "_schema"],
    ["_build", "batch", "values"],
    ["game"],
    ["formats"],
    ["process"],
    ["protocols"],
    ["engine"],
    ["humanlike"],
    ["agents"],
    ["executor"],
    ["stats"],
    ["arena", "training", "book"],
    ["pages"],
    ["library"],
    ["experiments", "drill"],
    ["session"],
    ["web"],
    ["cli"],
    ["__main__"],
]
LAYER = {package: height for height, packages in enumerate(LAYERS) for package in packages}
FRONT_ENDS = {"cli", "web"}
CORE = {"_native", "_cpu"}


def package_of(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def imported(source: str) -> set[str]:
    """What a module imports: packages, names of outflank, and "" for outflank as a whole.

    `import outflank.game` gives the name `outflank`, through which all packages can be reached, as
    `import outflank` does; `import outflank.game as game` gives that package alone.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                package, _, inside = alias.name.partition(".")
                if package == "outflank":
                    found.add(inside.partition(".")[0])
                    if alias.asname is None:
                        found.add("")
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                found.add(".")
            package, _, inside = (node.module or "").partition(".")
            if package == "outflank":
                names = [inside] if inside else [alias.name for alias in node.names]
                found |= {name.partition(".")[0] for name in names}
    return found


def faults(package: str, source: str) -> list[str]:
    """What a module of a package may not import, each with the reason."""
    found = []
    for name in sorted(imported(source)):
        if name == ".":
            found.append("relative imports hide the package")
        elif name not in LAYER:
            if package not in FRONT_ENDS:
                what = f"{name} of the package" if name else "the package"
                found.append(f"only front ends import {what}")
        elif name in CORE and package in FRONT_ENDS:
            found.append(f"front ends never touch {name}")
        elif name != package and LAYER[name] >= LAYER[package]:
            found.append(f"{package} is not above {name}")
    return found


def imported_packages(path: Path) -> set[str]:
    """The packages a file imports, by their first names."""
    packages: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            packages.add((node.module or "").split(".")[0])
    return packages


def modules() -> list[Path]:
    return [path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"]


def test_every_package_has_a_layer() -> None:
    assert {package_of(path) for path in modules()} <= set(LAYER)


def test_imports_only_go_down() -> None:
    found = {
        str(path.relative_to(SOURCE)): wrong
        for path in modules()
        if (wrong := faults(package_of(path), path.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    ("package", "source", "fault"),
    [
        ("game", "from outflank.agents import agent", "game is not above agents"),
        ("game", "from outflank import agents", "game is not above agents"),
        ("game", "import outflank.agents.host as host", "game is not above agents"),
        ("arena", "from outflank.training import shapes", "arena is not above training"),
        ("errors", "from outflank._cpu import name", "errors is not above _cpu"),
        ("game", "def f():\n    from outflank.cli import main", "game is not above cli"),
        ("game", "import outflank\noutflank.agents.agent", "only front ends import the package"),
        ("game", "import numpy, outflank", "only front ends import the package"),
        ("game", "import outflank as o", "only front ends import the package"),
        ("game", "import outflank.errors", "only front ends import the package"),
        ("game", "from outflank import Move", "only front ends import Move of the package"),
        ("game", "from outflank import *", "only front ends import * of the package"),
        ("game", "from . import rules", "relative imports hide the package"),
        ("game", "from .rules import flips", "relative imports hide the package"),
        ("cli", "from outflank import _native", "front ends never touch _native"),
        ("cli", "from outflank._native import Move", "front ends never touch _native"),
        ("web", "from outflank.cli import main", "web is not above cli"),
    ],
)
def test_forbidden_imports_are_faults(package: str, source: str, fault: str) -> None:
    assert fault in faults(package, source)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("game", "from outflank.game.rules import flips"),
        ("game", "from outflank import _native"),
        ("game", "from outflank._native import Move\nfrom outflank.errors import NotationError"),
        ("game", "import outflank.errors as errors"),
        ("game", "import outflanked, numpy as outflank"),
        ("executor", "from outflank._version import __version__"),
        ("cli", "import outflank\nfrom outflank import Move\nfrom outflank.arena import run"),
    ],
)
def test_allowed_imports_are_no_fault(package: str, source: str) -> None:
    assert faults(package, source) == []


def test_session_imports_no_front_end_library() -> None:
    files = [path for path in modules() if package_of(path) == "session"]
    assert files
    for path in files:
        assert not imported_packages(path) & {"click", "rich", "starlette"}, path


def test_files_and_functions_stay_short() -> None:
    for path in SOURCE.rglob("*.py"):
        source = path.read_text()
        assert len(source.splitlines()) <= 450, path
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path}: {node.name}"
    for folder in ("cpp", "tests", "benchmarks", "tools"):
        for path in (SOURCE.parents[1] / folder).rglob("*"):
            if path.suffix in {".py", ".cpp", ".hpp"}:
                assert len(path.read_text().splitlines()) <= 800, path


def test_class_names_are_unique() -> None:
    names = Counter(
        node.name
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    )
    # The course's kit has its own Agent, whose name students' files import.
    assert [name for name, count in names.items() if count > 1] == ["Agent"]
