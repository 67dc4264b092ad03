"""The rooms of the house: a module may import only from its own room and from those below."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "outflank"

# Bottom up. Rooms on one line may not import each other.
FLOORS = [
    ["_cpu", "_board", "_text", "errors"],
    ["_files", "_native"],
    ["game"],
    ["formats"],
    ["process"],
    ["protocols"],
    ["engine"],
    ["agents"],
    ["executor"],
    ["arena", "training", "book"],
    ["library"],
    ["experiments", "trainer"],
    ["session"],
    ["cli", "web"],
    ["__main__"],
]
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
FRONT_DOORS = {"cli", "web"}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def imported_rooms(path: Path) -> set[str]:
    """Rooms a file imports from; the package itself counts as the rooms of the names taken."""
    rooms: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the room"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "outflank" and len(parts) > 1:
                rooms.add(parts[1])
    return rooms


def modules() -> list[Path]:
    return [path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"]


def test_every_room_has_a_floor() -> None:
    assert {room_of(path) for path in modules()} <= set(FLOOR)


def test_imports_only_go_down() -> None:
    for path in modules():
        room = room_of(path)
        for other in imported_rooms(path) & set(FLOOR):
            allowed = other == room or FLOOR[other] < FLOOR[room]
            assert allowed, f"{path.relative_to(SOURCE)} ({room}) imports {other}"


def test_only_front_doors_import_the_package_itself() -> None:
    for path in modules():
        names = imported_rooms(path) - set(FLOOR)
        if names:
            assert room_of(path) in FRONT_DOORS, f"{path.relative_to(SOURCE)} imports {names}"


def test_front_doors_never_touch_the_native_core() -> None:
    for path in modules():
        if room_of(path) in FRONT_DOORS:
            assert not imported_rooms(path) & {"_native", "_cpu"}, path


def test_no_file_grows_past_800_lines() -> None:
    root = SOURCE.parents[1]
    for folder in ("src", "cpp", "tests", "benchmarks", "tools"):
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".cpp", ".hpp"}:
                assert len(path.read_text().splitlines()) <= 800, path
