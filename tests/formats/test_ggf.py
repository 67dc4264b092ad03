"""GGF: games as servers and other programs write them, the way there and back, broken ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Ending, Game, IllegalMoveError, NotationError, Position, Result, parse_games
from outflank.formats.ggf import parse_game, write_game
from support.games import annotated_games, refusal, words

FOUR_PASSES = (
    "(;GM[Othello]PC[]PB[b_player]PW[w_player]RE[-32]TI[0]TY[8]"
    "BO[8  ---------------------------O*------*O---------------------------  *]"
    "B[E6]W[F6]B[F5]W[D6]B[C3]W[G4]B[C6]W[F4]B[H4]W[F3]B[G5]W[E3]B[D3]W[C4]B[C5]W[G6]B[H6]W[H3]"
    "B[G3]W[E2]B[E1]W[D7]B[D8]W[B3]B[B5]W[F7]B[F8]W[D2]B[D1]W[C7]B[A3]W[H5]B[H2]W[C8]B[F2]W[E8]"
    "B[B8]W[E7]B[B4]W[A4]B[A6]W[A5]B[B6]W[H7]B[H8]W[G8]B[G7]W[A8]B[PA]W[A7]B[PA]W[B7]B[PA]W[A2]"
    "B[B2]W[G2]B[F1]W[H1]B[PA]W[A1]B[C2]W[G1]B[B1]W[C1];)"
)
SERVER = (
    "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[ant]PW[bee]RB[2197.01]RW[2190.99]"
    "TI[15:00//02:00]TY[8]RE[+64.00:r]BO[8 -------- -------- -------- ---O*--- ---*O--- "
    "-------- -------- -------- *]B[d3//0.01]W[c5/-2.5/1:11.88]B[d6/3.00 book]KM[-1.5];)"
)


def test_a_game_with_four_passes() -> None:
    game = parse_game(FOUR_PASSES)
    assert (game.black, game.white, game.tags) == ("b_player", "w_player", {"time": "0"})
    assert game.result == Result(-32)
    assert sum(move.is_pass for move in game.moves) == 4
    without = FOUR_PASSES.replace("B[PA]", "")
    assert parse_game(without) == game


def test_a_game_of_a_server() -> None:
    game = parse_game(SERVER)
    assert game.tags == {
        "place": "GGS/os",
        "date": "2004-09-18 05:54:38 MDT",
        "black_rating": "2197.01",
        "white_rating": "2190.99",
        "time": "15:00//02:00",
        "KM": "-1.5",
    }
    assert game.result == Result(64, Ending.RESIGNED)
    first, second, third = game.main_line()
    assert (first.evaluation, first.seconds) == (None, 0.01)
    assert (second.evaluation, second.seconds) == (-2.5, 71.88)
    assert (third.evaluation, third.seconds) == (3.0, None)
    assert parse_game(write_game(game)) == game


@given(annotated_games(words.map(lambda word: word.replace("]", ""))))
def test_there_and_back(game: Game) -> None:
    line = write_game(game)
    assert "\n" not in line
    again = parse_game(line)
    assert again == game
    assert write_game(again) == line


@given(st.text() | st.text("(;)[]GMBWOthello8*-f5d6 \n", max_size=80).map("(;GM[Othello]".__add__))
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(parse_game, text)
    if error is not None:
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")


@pytest.mark.parametrize(
    ("kind", "size"), [("4", 4), ("6", 6), ("s8r20", 8), ("8k", 8), ("10a", 10), ("12", 12)]
)
def test_types(kind: str, size: int) -> None:
    game = parse_game(f"(;GM[othello]TY[{kind}];)")
    assert game.start == Position(size)
    assert game.tags == ({} if kind == str(size) else {"type": kind})


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("+12.00", Result(12)),
        ("-64:t", Result(-64, Ending.TIME)),
        ("0:s", Result(0, Ending.AGREED)),
        ("+64.000:L", Result(64, Ending.FORFEIT)),
        ("?", None),
        ("", None),
    ],
)
def test_results(text: str, result: Result | None) -> None:
    game = parse_game(f"(;GM[Othello]RE[{text}];)")
    assert game.result == result
    assert game.tags == {}


@pytest.mark.parametrize("text", ["+1.50", "+65", "black wins"])
def test_a_result_that_is_no_score_is_a_tag(text: str) -> None:
    game = parse_game(f"(;GM[Othello]RE[{text}];)")
    assert (game.result, game.tags) == (None, {"result": text})
    assert parse_game(write_game(game)) == game


def test_what_a_tag_cannot_hold_does_not_end_it() -> None:
    game = Game(black="a]b", white="c\nd")
    again = parse_game(write_game(game))
    assert (again.black, again.white) == ("a)b", "c d")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: a game in GGF begins with (;"),
        ("(;PB[x];)", "line 1, column 3: GM[Othello] is missing: which game is it?"),
        ("(;GM[Chess];)", "line 1, column 6: 'Chess' is another game than Othello"),
        ("(;GM[Othello]TY[88];)", "line 1, column 17: the octagon on 10x10 (type 88)"),
        ("(;GM[Othello]TY[14];)", "line 1, column 17: a board of '14' squares a side; there are"),
        ("(;GM[Othello]BO[8 -];)", "line 1, column 19: board text: found 1 squares"),
        ("(;GM[Othello]BO[];)", "line 1, column 17: BO holds the size, the squares and the side"),
        ("(;GM[Othello]PB[a]PB[b];)", "line 1, column 22: there is a second PB"),
        ("(;GM[Othello]\n B[f5] so;)", "line 2, column 8: expected a tag such as B[F5], or ;)"),
        ("(;GM[Othello]B[f5]", "line 1, column 19: expected a tag such as B[F5], or ;) after the"),
        ("(;GM[Othello];)x", "line 1, column 14: expected a tag such as B[F5], or ;) after the"),
        ("(;GM[Othello]B[];)", "line 1, column 16: '' is not a move such as F5, F5/0.5/1.2 or PA"),
        ("(;GM[Othello]B[z5];)", "line 1, column 16: 'z5' is not a move"),
        ("(;GM[Othello]B[f5]B[f6];)", "line 1, column 21: B[f6], but it is the turn of white"),
    ],
)
def test_bad_games(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_game(text)
    assert str(caught.value).startswith(message)


def test_an_illegal_move_is_found() -> None:
    with pytest.raises(IllegalMoveError, match=r"^line 2, column 3: a1 flips nothing for white"):
        parse_game("(;GM[Othello]B[f5]\nW[a1];)")
    with pytest.raises(IllegalMoveError, match=r"line 1, column 16: "):
        parse_game("(;GM[Othello]B[PA];)")


def test_games_on_one_line_and_over_several() -> None:
    text = "1 (;GM[Othello]B[f5];) 2 (;GM[Othello]\nB[d3]\n;) (;GM[Othello]B[a1];)"
    reader = parse_games(text, errors="skip")
    assert [game.transcript() for game in reader] == ["F5", "D3"]
    assert (reader.errors[0].line, reader.errors[0].column) == (3, 19)


def test_many_games_that_do_not_end_take_no_time_and_memory() -> None:
    reader = parse_games("(;GM[Othello]" * 100_000, errors="skip")
    assert next(reader, None) is None
    assert reader.skipped == 100_000
    assert (reader.errors[1].line, reader.errors[1].column) == (1, 14)
