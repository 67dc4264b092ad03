"""The exported player: the same evaluation as ours, a sound search, and no illegal move."""

import importlib.util
import random
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from outflank import Color, Position, SettingsError
from outflank._native import Evaluation
from outflank.agents import CourseAgent, play
from outflank.agents.export import student_agent
from outflank.agents.kit import agent, store
from outflank.engine.evals import evaluation_names, load_evaluation
from outflank.errors import FileError


def written(folder: Path, **options: Any) -> Path:
    file = folder / "student_agent.py"
    defaults = {
        "evaluation": "improved", "agent_name": "student_agent", "seconds": 0.02, "version": "1",
    }  # fmt: skip
    file.write_text(student_agent(**{**defaults, **options}))
    return file


def loaded(file: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The file as a module of this process, with the kit's modules around it."""
    package = ModuleType("agents")
    for name, module in {"agents": package, "agents.agent": agent, "store": store}.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(store, "AGENT_REGISTRY", {})
    spec = importlib.util.spec_from_file_location("exported", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_game(size: int, seed: int) -> list[Position]:
    draw, positions = random.Random(seed), [Position(size)]
    while moves := positions[-1].legal_moves:
        positions.append(positions[-1].play(draw.choice(moves)))
    return positions


def discs(geometry: Any, position: Position, color: Color) -> tuple[int, int]:
    array = position.to_numpy()
    return geometry.read(array, int(color)), geometry.read(array, int(color.opponent))


@pytest.mark.parametrize("name", evaluation_names())
def test_every_evaluation_says_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = loaded(written(tmp_path, evaluation=name), monkeypatch)
    for size in (6, 8, 10, 12):
        geometry = exported.Geometry(size)
        theirs, ours = exported.Evaluation(geometry), load_evaluation(name, size)
        for position in random_game(size, seed=size)[::3]:
            for color in Color:
                own, opp = discs(geometry, position, color)
                value = theirs.value(own, opp, position.turn == color)
                assert value == pytest.approx(ours.value(position, color), rel=1e-12, abs=1e-9)


def test_every_feature_counts_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = loaded(written(tmp_path), monkeypatch)
    for size in (4, 6, 8, 10, 12):
        geometry = exported.Geometry(size)
        for position in random_game(size, seed=size + 1)[::2]:
            for color in Color:
                own, opp = discs(geometry, position, color)
                view = exported.View(geometry, own, opp, position.turn == color)
                for feature in Evaluation.features():
                    if feature != "table":
                        counted = getattr(view, feature.replace("-", "_"))()
                        assert counted == Evaluation.measure(feature, position, color), feature


@pytest.mark.parametrize("size", [4, 6, 8])
def test_its_search_is_minimax(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = loaded(written(tmp_path, evaluation="kandlikar-parry"), monkeypatch)
    geometry = exported.Geometry(size)
    evaluation = exported.Evaluation(geometry)

    def minimax(position: Position, depth: int, root: Color) -> float:
        if position.is_over():
            lead = position.disc_difference(root)
            return lead + 1e9 * ((lead > 0) - (lead < 0))
        if position.must_pass():
            return minimax(position.play("pass"), depth, root)
        if depth == 0:
            own, opp = discs(geometry, position, root)
            return float(evaluation.value(own, opp, position.turn == root))
        values = [minimax(position.play(move), depth - 1, root) for move in position.legal_moves]
        return max(values) if position.turn == root else min(values)

    positions = random_game(size, seed=2)
    for position in positions[:: max(1, len(positions) // 8)]:
        own, opp = discs(geometry, position, position.turn)
        search = exported.Search(geometry, evaluation, time.perf_counter() + 600)
        for depth in (1, 2, 3):
            value = search.search(own, opp, depth, -2e9, 2e9, True)
            assert value == pytest.approx(minimax(position, depth, position.turn))


@pytest.mark.integration
@pytest.mark.parametrize("size", [6, 8])
def test_it_plays_in_the_kit(size: int, tmp_path: Path) -> None:
    with CourseAgent(written(tmp_path, agent_name="ours"), seconds=5.0) as exported:
        for rival in ("random:seed=1", "greedy-corners"):
            margin = 0
            for color in Color:
                players = (exported, rival) if color == Color.BLACK else (rival, exported)
                game = play(*players, size=size)
                assert "forfeit" not in game.tags
                assert game.result is not None
                margin += game.result.score if color == Color.BLACK else -game.result.score
            assert margin > 0 or rival == "greedy-corners"


@pytest.mark.integration
@pytest.mark.parametrize("size", [10, 12])
def test_it_plays_on_large_boards(size: int, tmp_path: Path) -> None:
    with CourseAgent(written(tmp_path, seconds=0.01), seconds=5.0) as exported:
        assert "forfeit" not in play(exported, "random:seed=1", size=size).tags


def test_other_sizes_and_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = loaded(written(tmp_path), monkeypatch)
    player = exported.StudentAgent()
    row, column = player.step(Position(4).to_numpy().astype(int), 1, 2)
    assert (row, column) in {(move.row, move.column) for move in Position(4).legal_moves}
    assert player.step(Position.from_text("X" * 35 + "-").to_numpy().astype(int), 1, 2) is None


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="'my agent' is no name for an agent"):
        written(tmp_path, agent_name="my agent")
    with pytest.raises(SettingsError, match="unknown evaluation 'improvd'"):
        written(tmp_path, evaluation="improvd")
    small = tmp_path / "small.toml"
    small.write_text(
        'format = 1\ntitle = "Small"\n[[term]]\nfeature = "discs"\nscale = "own"\n'
        "weights = { 6 = 1, 8 = 1 }\n"
    )
    with pytest.raises(FileError, match="has no weights for 10x10"):
        written(tmp_path, evaluation=str(small))
