"""The rooms of the house: a module may import only from its own room and from those below."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "outflank"

# Bottom up. Rooms on one line may not import each other.
FLOORS = [
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
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
FRONT_DOORS = {"cli", "web"}
CORE = {"_native", "_cpu"}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def imported(source: str) -> set[str]:
    """What a module imports: rooms, names of the package, and "" for the package as a whole.

    `import outflank.game` gives the name `outflank`, through which all rooms can be reached, as
    `import outflank` does; `import outflank.game as game` gives that room alone.
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


def faults(room: str, source: str) -> list[str]:
    """What a module of a room may not import, each with the reason."""
    found = []
    for name in sorted(imported(source)):
        if name == ".":
            found.append("relative imports hide the room")
        elif name not in FLOOR:
            if room not in FRONT_DOORS:
                what = f"{name} of the package" if name else "the package"
                found.append(f"only front doors import {what}")
        elif name in CORE and room in FRONT_DOORS:
            found.append(f"front doors never touch {name}")
        elif name != room and FLOOR[name] >= FLOOR[room]:
            found.append(f"{room} does not lie above {name}")
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


def test_every_room_has_a_floor() -> None:
    assert {room_of(path) for path in modules()} <= set(FLOOR)


def test_imports_only_go_down() -> None:
    found = {
        str(path.relative_to(SOURCE)): wrong
        for path in modules()
        if (wrong := faults(room_of(path), path.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    ("room", "source", "fault"),
    [
        ("game", "from outflank.agents import agent", "game does not lie above agents"),
        ("game", "from outflank import agents", "game does not lie above agents"),
        ("game", "import outflank.agents.host as host", "game does not lie above agents"),
        ("arena", "from outflank.training import shapes", "arena does not lie above training"),
        ("errors", "from outflank._cpu import name", "errors does not lie above _cpu"),
        ("game", "def f():\n    from outflank.cli import main", "game does not lie above cli"),
        ("game", "import outflank\noutflank.agents.agent", "only front doors import the package"),
        ("game", "import numpy, outflank", "only front doors import the package"),
        ("game", "import outflank as o", "only front doors import the package"),
        ("game", "import outflank.errors", "only front doors import the package"),
        ("game", "from outflank import Move", "only front doors import Move of the package"),
        ("game", "from outflank import *", "only front doors import * of the package"),
        ("game", "from . import rules", "relative imports hide the room"),
        ("game", "from .rules import flips", "relative imports hide the room"),
        ("cli", "from outflank import _native", "front doors never touch _native"),
        ("cli", "from outflank._native import Move", "front doors never touch _native"),
        ("web", "from outflank.cli import main", "web does not lie above cli"),
    ],
)
def test_a_fault_is_found(room: str, source: str, fault: str) -> None:
    assert fault in faults(room, source)


@pytest.mark.parametrize(
    ("room", "source"),
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
def test_what_goes_down_is_no_fault(room: str, source: str) -> None:
    assert faults(room, source) == []


def test_a_session_knows_no_screen() -> None:
    files = [path for path in modules() if room_of(path) == "session"]
    assert files
    for path in files:
        assert not imported_packages(path) & {"click", "rich", "starlette"}, path


def test_no_file_grows_past_800_lines() -> None:
    root = SOURCE.parents[1]
    for folder in ("src", "cpp", "tests", "benchmarks", "tools"):
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".cpp", ".hpp"}:
                assert len(path.read_text().splitlines()) <= 800, path
