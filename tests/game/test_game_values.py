"""Games compare, pickle and copy as values."""

import copy
import pickle
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import given

from outflank import Color, Ending, Game, Move, Position, Result
from outflank.game.game import extras
from support.boards import reachable_positions
from support.games import plain_games


def annotated() -> Game:
    """Two variations, annotations, names, tags and a move to redo."""
    game = Game.from_transcript("f5d6c3d3c4")
    game.black, game.white, game.tags["event"] = "Ada", "Grace", "tea"
    game.undo()
    game.undo()
    game.undo()
    game.play("c4", seconds=1.5, evaluation=-2.0).play("d3")
    game.node.comment = "better"
    game.undo()
    return game


CHANGES: dict[str, Callable[[Game], object]] = {
    "a move": lambda game: game.play(game.position.legal_moves[-1]),
    "one move less": lambda game: game.remove(game.end),
    "the main line": lambda game: game.promote(game.node),
    "seconds": lambda game: setattr(game.node, "seconds", 2.5),
    "an evaluation": lambda game: setattr(game.node, "evaluation", None),
    "a comment": lambda game: setattr(game.root, "comment", "!"),
    "black's name": lambda game: setattr(game, "black", "Bo"),
    "white's name": lambda game: setattr(game, "white", "Bo"),
    "a tag": lambda game: game.tags.update(date="today"),
    "the result": lambda game: game.resign(Color.BLACK),
}


@pytest.mark.parametrize("what", CHANGES)
def test_games_differ_by(what: str) -> None:
    game = annotated()
    assert game == annotated()
    CHANGES[what](game)
    assert game != annotated()
    assert copy.deepcopy(game) == game


def test_games_differ_by_their_start() -> None:
    assert Game(size=6) != Game(size=8)
    assert Game(Position().play("f5")) != Game(Position().play("d3"))
    assert Game() == Game(Position())
    assert Game() != Position()
    assert Game() != "start"


def test_the_place_in_the_tree_does_not_matter() -> None:
    game = annotated()
    game.go_to(game.end)
    assert game == annotated()
    assert Game(auto_pass=True) == Game()


def test_a_declared_result_equals_the_one_that_was_played() -> None:
    text = "e6f4e3f6g5d6e7f5c5"
    played, declared = Game.from_transcript(text), Game.from_transcript(text)
    declared.result = Result(64)
    assert played == declared
    declared.result = Result(64, Ending.TIME)
    assert played != declared


def test_games_have_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game())


def again(game: Game) -> list[Game]:
    pickles = [pickle.dumps(game, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    return [*map(pickle.loads, pickles), copy.deepcopy(game), copy.copy(game)]


def test_pickle_and_copy_keep_everything() -> None:
    for game in again(annotated()):
        assert game == annotated()
        assert game.moves == annotated().moves
        assert game.redo() == Move("d3")
        assert game.node.comment == "better"
        assert game.node.parent is not None
        assert game.node.parent.evaluation == -2.0
        assert game.end.line()[0].parent is game.root
    resigned = annotated()
    resigned.resign(Color.WHITE)
    for game in again(resigned):
        assert game.result == Result(64, Ending.RESIGNED)


def test_a_copy_is_another_game() -> None:
    original = annotated()
    for game in again(original):
        game.play("d3").play("e6")
        game.tags["event"] = "dinner"
        game.end.comment = "changed"
    assert original == annotated()


@given(reachable_positions())
def test_round_trip_of_played_games(start: Position) -> None:
    game = Game(start, auto_pass=True)
    while moves := game.position.legal_moves:
        game.play(moves[len(game.moves) % len(moves)])
    for copied in again(game):
        assert copied == game
        assert copied.moves == game.moves
        assert copied.auto_pass


def test_a_long_game_needs_no_deep_stack() -> None:
    game = Game(size=12)
    while moves := game.position.legal_moves:
        game.play(moves[0])
    assert len(game.moves) > 120
    limit, depth = sys.getrecursionlimit(), 0
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    sys.setrecursionlimit(depth + 60)
    try:
        copies = [pickle.loads(pickle.dumps(game)), copy.deepcopy(game)]
        assert [copied == game for copied in copies] == [True, True]
    finally:
        sys.setrecursionlimit(limit)


@given(plain_games())
def test_a_game_that_was_read_is_the_one_that_was_played(game: Game) -> None:
    """Its tree is made when somebody asks for it; nothing else tells the difference."""
    read = Game.from_moves(game.moves, game.start)
    assert extras(read) == set()
    for _ in range(2):
        assert (read.start, read.position, read.moves) == (game.start, game.position, game.moves)
        assert (read.result, read.size) == (game.result, game.size)
        assert read.transcript() == game.transcript()
        assert read == Game.from_moves(game.moves, game.start) == game
        assert [node.position for node in read.node.line()] == [
            node.position for node in game.node.line()
        ]
        assert read.end is read.node


def test_what_a_game_has_beside_its_moves() -> None:
    assert extras(annotated()) == {"comments", "evaluations", "seconds", "variations"}
    game = Game.from_transcript("f5d6")
    game.root.comment = "!"
    assert extras(game) == {"comments"}
