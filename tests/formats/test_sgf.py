"""SGF: games of other programs, variations, broken ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Ending, Game, Position, Result
from outflank.formats.format import Losses
from outflank.formats.sgf import parse_game, write_game
from support.games import refusal

EDAX = (
    "(;FF[4]GM[2]AP[edax:4.6]PC[Edax]DT[2025-03-10]PB[ann]PW[bob]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]"
    "RE[B+12]B[f5];W[d6];B[c3])"
)


def test_a_game_of_edax() -> None:
    game = parse_game(EDAX)
    assert (game.black, game.white) == ("ann", "bob")
    assert game.tags == {"place": "Edax", "date": "2025-03-10"}
    assert game.start == Position()
    assert game.transcript() == "F5d6C3"
    assert game.result == Result(12)


@pytest.mark.parametrize(
    ("moves", "transcript"),
    [
        (";B[f5];W[d6]", "F5d6"),
        (";B[fe];W[df]", "F5d6"),
        (";B[F5];W[D6]", "F5d6"),
        (";B[f5]\n\n ;W [d6]", "F5d6"),
        (";B[f5];;W[d6]C[x]", "F5d6"),
    ],
)
def test_points(moves: str, transcript: str) -> None:
    assert parse_game(f"(;GM[2]{moves})").transcript() == transcript


@pytest.mark.parametrize("word", ["PA", "", "tt", "pass"])
def test_passes(word: str) -> None:
    start = "AB[a1]AW[b1][c1][d1][e1][f1][g1]PL[W]"
    written = parse_game(f"(;GM[2]{start};W[{word}];B[h1])")
    assert written.moves == parse_game(f"(;GM[2]{start};B[h1])").moves
    assert [move.is_pass for move in written.moves] == [True, False]


def test_variations_comments_and_values() -> None:
    text = "(;GM[2]C[a \\] b\\\\];B[f5]V[2](;W[d6]V[-1.5]C[two\nlines](;B[c3])(;B[c4]))(;W[f4]))"
    game = parse_game(text)
    assert game.root.comment == "a ] b\\"
    first = game.root.children[0]
    assert first.evaluation == 2.0
    assert [node.evaluation for node in first.children] == [1.5, None]  # for white, who moved
    assert first.children[0].comment == "two\nlines"
    assert [len(node.children) for node in (first, *first.children)] == [2, 2, 0]
    assert parse_game(write_game(game, Losses())) == game


def test_rectangles_of_discs() -> None:
    game = parse_game("(;GM[2]SZ[4]AW[a1:b2]AB[c3]PL[W])")
    assert game.start.to_text() == "OO--OO----X----- O"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+R", Result(64, Ending.RESIGNED)),
        ("W+Time", Result(-64, Ending.TIME)),
        ("W+F", Result(-64, Ending.FORFEIT)),
        ("W+2", Result(-2)),
        ("Draw", Result(0)),
        ("?", None),
    ],
)
def test_results(text: str, result: Result | None) -> None:
    game = parse_game(f"(;GM[2]RE[{text}])")
    assert (game.result, game.tags) == (result, {})


def test_a_result_that_is_no_score_is_a_tag() -> None:
    assert parse_game("(;GM[2]RE[Void])").tags == {"result": "Void"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: a game in SGF begins with (;"),
        ("(;GM[2]", "line 1, column 8: a game that does not end"),
        ("(;GM[2]))", "line 1, column 9: a game in SGF begins with (;"),
        ("(;SZ[8])", "line 1, column 2: GM[2] is missing: which game is it?"),
        ("(;GM[1])", "line 1, column 6: GM[1] is another game than Othello"),
        ("(;GM[2]SZ[9])", "line 1, column 11: a board of '9' squares a side; there are 4, 6, 8"),
        ("(;GM[2];B[z9])", "line 1, column 11: 'z9' is not on a board of 8x8"),
        ("(;GM[2];B[f])", "line 1, column 11: 'f' is not a point such as f5"),
        ("(;GM[2];B[e0])", "line 1, column 11: 'e0' is not a point such as f5"),
        ("(;GM[2]AB[e0:e1])", "line 1, column 11: 'e0' is not a point such as f5"),
        ("(;GM[2];B[f5][d6])", "line 1, column 15: a second move in this node"),
        ("(;GM[2];B[f5]W[d6])", "line 1, column 8: a node with moves of both sides"),
        ("(;GM[2];W[f5])", "line 1, column 11: W[f5], but it is the turn of black"),
        ("(;GM[2];B[a1])", "line 1, column 11: a1 flips nothing for black"),
        ("(;GM[2]\n;B[f5];AB[a1])", "line 2, column 7: discs are put down in the middle"),
        ("(;GM[2]GM[2])", "line 1, column 8: there is a second GM in this node"),
        ("(;GM[2]C[open)", "line 1, column 8: the value of C does not end"),
        ("(;GM[2]PL[x])", "line 1, column 11: the side to move is B or W, not 'x'"),
        ("(;GM[2]AB[a1:z9])", "line 1, column 11: 'a1:z9' is not on a board of 8x8"),
        ("((;GM[2]))", "line 1, column 2: a variation before the first node"),
        ("(;GM[2] what)", "line 1, column 9: expected a property such as B[f5], not 'what)'"),
        ("()", "line 1, column 1: there is no node in it, which begins with ;"),
    ],
)
def test_bad_games(text: str, message: str) -> None:
    error = refusal(parse_game, text)
    assert str(error).startswith(message)


@given(st.text() | st.text("(;)[]\\BWCfde56 \n", max_size=80).map("(;GM[2]".__add__))
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(parse_game, text)
    if error is not None:
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")


def test_depth_is_no_danger() -> None:
    deep = "(;GM[2]" + "(;" * 20_000 + ")" * 20_001
    assert parse_game(deep) == Game()
