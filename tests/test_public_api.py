"""What people may rely on. A change here is a change for every user: say so in CHANGELOG.md."""

import pickle
import re
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

import pytest

import outflank
from support.commands import python

NAMES = {
    "Agent",
    "Analysis",
    "Color",
    "Decision",
    "Ending",
    "Engine",
    "EngineError",
    "FileError",
    "FormatWarning",
    "Game",
    "IllegalMoveError",
    "Level",
    "Limit",
    "Line",
    "MissingExtraError",
    "Move",
    "Node",
    "NotationError",
    "OutflankError",
    "PlayerError",
    "Position",
    "Result",
    "SettingsError",
    "agent",
    "batch",
    "board_svg",
    "explain",
    "format_games",
    "load_evaluation",
    "parse_games",
    "play",
    "read_games",
    "review",
    "write_games",
}
MEMBERS = {
    "Position": {
        "canonical", "canonical_symmetry", "color_at", "count", "disc_difference", "disc_mask",
        "empties", "fen", "flip_mask", "from_bitboards", "from_fen", "from_numpy", "from_text",
        "frontier_mask",
        "is_legal", "is_over", "legal_mask", "legal_moves", "must_pass", "perft", "play",
        "playouts", "potential_mask", "score", "size", "stable_mask", "symmetries", "to_bitboards",
        "to_numpy", "to_text", "transform", "turn",
    },
    "Move": {"PASS", "at", "column", "is_pass", "name", "row", "transform"},
    "Game": {
        "end", "final_position", "from_moves", "from_transcript", "go_to", "main_line", "moves",
        "node", "play", "position", "promote", "redo", "remove", "resign", "result", "root", "size",
        "start", "transcript", "undo",
    },
    "Engine": {
        "analyse", "analyse_many", "analysis", "analysis_async", "close", "evaluate", "forget",
        "idle_seconds",
        "play", "solve", "stop",
    },
    "Analysis": {
        "best", "book", "decision", "depth", "exact", "finished", "kind", "lines", "nodes",
        "outcome", "seconds", "selectivity",
    },
    "Level": {"ends", "exact_empties", "number", "plies", "search_at", "selectivity"},
}  # fmt: skip


BATCH = {
    "PASS",
    "Boards",
    "legal_masks",
    "outcomes",
    "play",
    "playouts",
    "start",
    "transform_moves",
}
BOARDS = {
    "decode", "encode", "from_numpy", "from_positions", "legal_counts", "legal_masks",
    "legal_moves", "nth_moves", "outcomes", "play", "playouts", "random_moves", "size",
    "symmetries", "to_numpy", "transform", "turns",
}  # fmt: skip


def test_names() -> None:
    assert set(outflank.__all__) == NAMES
    for name in NAMES:
        assert getattr(outflank, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = outflank.chess


@pytest.mark.integration
def test_names_can_be_completed_before_they_are_used() -> None:
    code = "import outflank, sys; print('numpy' in sys.modules, *dir(outflank))"
    done = python(code)
    loaded, *names = done.split()
    assert loaded == "False"
    assert set(names) >= NAMES | {"__version__", "__doc__"}
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kind", MEMBERS)
def test_members(kind: str) -> None:
    public = {name for name in dir(getattr(outflank, kind)) if not name.startswith("_")}
    assert public == MEMBERS[kind]


@pytest.mark.integration
def test_batch_is_a_module() -> None:
    assert import_module("outflank.batch") is outflank.batch
    code = "import outflank.batch, sys; print(outflank.batch is sys.modules['outflank.batch'])"
    assert python(code).strip() == "True"


def test_batch() -> None:
    assert set(outflank.batch.__all__) == BATCH
    public = {name for name in dir(outflank.batch.Boards) if not name.startswith("_")}
    assert public == BOARDS


@pytest.mark.parametrize("kind", ["Color", "Move", "Position"])
def test_native_types_belong_to_the_package(kind: str) -> None:
    assert getattr(outflank, kind).__module__ == "outflank"
    assert getattr(outflank, kind).__doc__


def test_errors() -> None:
    assert issubclass(outflank.NotationError, outflank.OutflankError)
    assert issubclass(outflank.NotationError, ValueError)
    assert issubclass(outflank.IllegalMoveError, outflank.OutflankError)
    assert issubclass(outflank.IllegalMoveError, ValueError)
    assert issubclass(outflank.EngineError, outflank.OutflankError)
    assert issubclass(outflank.EngineError, RuntimeError)
    assert not issubclass(outflank.NotationError, outflank.IllegalMoveError)
    assert issubclass(outflank.SettingsError, ValueError)
    assert issubclass(outflank.FileError, ValueError)
    assert issubclass(outflank.MissingExtraError, ImportError)
    assert issubclass(outflank.PlayerError, outflank.EngineError)
    assert not issubclass(outflank.SettingsError, outflank.NotationError)


def test_a_missing_extra_travels_between_processes() -> None:
    error = pickle.loads(pickle.dumps(outflank.MissingExtraError("plots need matplotlib")))
    assert str(error) == "plots need matplotlib: pip install 'outflank[lab]'"


@pytest.mark.integration
def test_importing_the_package_loads_no_core() -> None:
    code = "import outflank, sys; print([m for m in sys.modules if '_core' in m or '_native' in m])"
    assert python(code, {"OUTFLANK_ISA": "nonsense"}).strip() == "[]"


def test_native_types_cannot_be_subclassed() -> None:
    with pytest.raises(TypeError):
        type("Mine", (outflank.Position,), {})


def test_a_pickle_names_only_the_package() -> None:
    data = pickle.dumps([outflank.Position(), outflank.Move("d3"), outflank.Color.BLACK])
    assert b"_core" not in data


def test_public_names_have_docstrings() -> None:
    """Ruff asks for none elsewhere; the documentation is made from these."""
    missing = [name for name in outflank.__all__ if not getattr(outflank, name).__doc__]
    page = Path(__file__).parents[1] / "docs" / "api.md"
    for name in re.findall(r"^::: ([\w.]+)$", page.read_text(), re.MULTILINE):
        try:
            documented = import_module(name)
        except ModuleNotFoundError:
            module, _, member = name.rpartition(".")
            documented = getattr(import_module(module), member)
        members = [documented, *vars(documented).values()] if isclass(documented) else [documented]
        missing += [
            f"{name}.{member.__name__}"
            for member in members
            if (isfunction(member) or member is documented)
            and not member.__doc__
            and not member.__name__.startswith("_")
        ]
    assert not missing
