import dataclasses

import pytest
from hypothesis import given

from outflank import Game, Move, Position
from outflank.game.openings import (
    Opening,
    next_openings,
    opening_at,
    opening_of,
    openings,
)
from support.boards import positions
from support.commands import python

KEEP_THE_START = (0, 3, 4, 7)


def names(found: dict[Move, Opening]) -> dict[str, str]:
    return {move.name: opening.name for move, opening in found.items()}


@pytest.mark.parametrize("symmetry", KEEP_THE_START)
def test_every_line_has_its_name_in_all_four_orientations(symmetry: int) -> None:
    assert len(openings()) > 80
    for opening in openings():
        moves = [move.transform(symmetry, 8) for move in opening.moves]
        game = Game.from_moves(moves)
        assert opening_at(game.position) == opening
        assert opening_of(game) == opening
        game.undo()
        assert next_openings(game.position)[moves[-1]] == opening


def test_every_line_is_legal_begins_with_f5_and_has_one_name() -> None:
    for opening in openings():
        assert opening.moves[0] == Move("f5")
        assert Game.from_transcript(opening.transcript).moves == opening.moves
        assert all(name == name.strip() and name for name in opening.names)
        folded = [name.casefold() for name in opening.names]
        assert len(set(folded)) == len(folded)
    lines = [opening.transcript for opening in openings()]
    assert lines == sorted(set(lines))


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", None),
        ("f5", None),
        ("f5f4", "Parallel Opening"),
        ("c4c3d3", "Diagonal Opening"),
        ("f5d6c3d3c4", "Tiger"),
        ("f5d6c3d3c4f4c5b3c2", "Rose-Bill"),
        ("f5d6c3d3c4f4c5b3c2b4", "Central Rose-Bill"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
        ("f5f6e6f4g5", "Heath"),
        ("f5f6e6d6e7", "Heath"),  # after f5f6e6 the board is symmetric: d6 is f4
        ("f5f6e6f4g5e7f7", "Classic Heath"),
        ("f5f6e6f4e3c5g5", "Cow Bat"),
        ("f5d6c4d3c5", "Cat"),
    ],
)
def test_names_that_players_know(moves: str, name: str | None) -> None:
    for symmetry in KEEP_THE_START:
        game = Game.from_moves(
            move.transform(symmetry, 8) for move in Game.from_transcript(moves).moves
        )
        found = opening_of(game)
        assert (found.name if found else None) == name


def test_the_last_named_position_names_the_game() -> None:
    game = Game.from_transcript("f5d6c3d3c4")
    found = opening_of(game)
    while not game.position.is_over() and len(game.moves) < 60:
        game.play(game.position.legal_moves[0])
        found = opening_of(game)
        assert found is not None
        assert len(found.moves) <= len(game.moves)
    assert found is not None
    assert found.transcript.startswith("f5d6c3d3c4")


def test_undo_brings_the_earlier_name_back() -> None:
    game = Game.from_transcript("f5d6c3d3c4f4f6b4")
    seen = []
    while game.moves:
        found = opening_of(game)
        seen.append(found.name if found else None)
        game.undo()
    assert seen == [
        "Kung", "Stephenson", "Tiger", "Tiger", "Perpendicular Opening", "Perpendicular Opening",
        "Perpendicular Opening", None,
    ]  # fmt: skip


def test_a_transposition_has_the_name_of_its_position() -> None:
    by_line = {
        Game.from_transcript(line).position.canonical(): line
        for line in ("f5d6c4d3c3", "f5d6c3d3c4")
    }
    assert len(by_line) == 1
    for line in ("f5d6c4d3c3", "f5d6c3d3c4"):
        found = opening_of(Game.from_transcript(line))
        assert found is not None
        assert found.name == "Tiger"


def test_what_may_come_next() -> None:
    assert next_openings(Position()) == {}
    assert names(next_openings(Position().play("f5"))) == {
        "d6": "Perpendicular Opening",
        "f4": "Parallel Opening",
        "f6": "Diagonal Opening",
    }
    assert names(next_openings(Position().play("d3"))) == {
        "c3": "Diagonal Opening",
        "e3": "Parallel Opening",
        "c5": "Perpendicular Opening",
    }


@pytest.mark.parametrize("size", [4, 6, 10, 12])
def test_other_boards_have_no_names(size: int) -> None:
    position = Position(size)
    game = Game(size=size)
    assert opening_of(game) is None
    for _ in range(4):
        assert opening_at(position) is None
        assert next_openings(position) == {}
        position = position.play(position.legal_moves[0])
        game.play(game.position.legal_moves[0])
        assert opening_of(game) is None


@given(positions)
def test_any_position_is_answered(position: Position) -> None:
    found = opening_at(position)
    following = next_openings(position)
    assert found is None or position.size == 8
    assert set(following) <= set(position.legal_moves)
    for move, opening in following.items():
        assert opening_at(position.play(move)) == opening


def test_a_game_from_another_start_is_named_by_its_positions() -> None:
    start = Game.from_transcript("f5d6c3d3").position
    found = opening_of(Game(start).play("c4"))
    assert found is not None
    assert found.name == "Tiger"
    assert opening_of(Game(Position.from_text("-" * 64))) is None


def test_openings_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        openings()[0].name = "other"  # type: ignore[misc]


@pytest.mark.integration
def test_nothing_is_loaded_at_import() -> None:
    code = (
        "import outflank.game.openings as o; print(o._by_position.cache_info().currsize);"
        "import sys; print('numpy' in sys.modules)"
    )
    assert python(code).split() == ["0", "False"]
