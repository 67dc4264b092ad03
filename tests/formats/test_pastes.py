"""Games as people paste them: the right game comes out, or a sentence that says where."""

import re

import pytest

from outflank import Game, NotationError, OutflankError, parse_games
from outflank.formats.paste import is_unfinished, looks_like_game
from support.pastes import FOUR_PASSES, PASTES, TAKIZAWA


@pytest.mark.parametrize(("text", "transcript"), PASTES)
def test_the_right_game(text: str, transcript: str) -> None:
    (game,) = parse_games(text)
    assert game.transcript() == transcript


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6c", "line 1, column 5: 'c' is not a move"),
        ("f5 d6 c3x", "line 1, column 7: 'c3x' is not a move"),
        ("f5 d6 then c3", "line 1, column 7: 'then' is not a move"),
        ("1. f5 d6\n2. c3 a1", "line 2, column 7: move 4: a1 flips nothing for white"),
        ("f5 pa d6", "line 1, column 4: move 2: white cannot pass"),
        ("f4d3c6a8", "line 1, column 7: move 4: a1 flips nothing for white"),
        ("f5f6\ne6f4", "line 2, column 1: this line can go on with the game before it or begin"),
        ("e4", "line 1, column 1: these moves are a game on 6x6 and on 10x10; write the board"),
        ("https://othello.example/game/123", "line 1, column 1: there is no move in it"),
        ("https://a.example/f5d6?m=d3c3", "line 1, column 1: the address holds several games"),
        ("-----OX--XO----- X; what", "line 1, column 21: 'what' is not a move"),
        ("games.sgf", "line 1, column 1: there is no move in it; read_games reads files"),
        ("14x14 f5", "line 1, column 1: there is no board of 14 squares a side"),
        ("", "line 1, column 1: no game: it is empty; transcript, ggf, sgf,"),
        ("hello there", "line 1, column 1: there is no move in it"),
        ("f5" * 500, "line 1, column 801: more moves than any game has"),
        ("0x000020380c000000 0x0000100010100000", "line 1, column 1: a1 can be the lowest bit"),
        ("8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1", "line 1, column 1: white is to move at the start"),
        ("(;B[f5])", "line 1, column 1: GM[Othello] (GGF) or GM[2] (SGF) is missing"),
        ("(;GM[1]SZ[19];B[aa])", "line 1, column 3: GM[1] is another game than Othello"),
    ],
)
def test_a_sentence_that_says_where(text: str, message: str) -> None:
    with pytest.raises(OutflankError) as caught:
        list(parse_games(text))
    assert str(caught.value).startswith(message)
    assert (caught.value.line, caught.value.column) != (None, None)


def test_names_and_several_games() -> None:
    text = "Black: Ann Lee\nWhite: Bob\n\nf5d6c3\n\nBlack: Cy\nf5f6"
    first, second = parse_games(text)
    assert (first.black, first.white, first.transcript()) == ("Ann Lee", "Bob", "F5d6C3")
    assert (second.black, second.white, second.transcript()) == ("Cy", "", "F5f6")


def test_one_game_to_a_line() -> None:
    games = list(parse_games("f5d6c4d3c2b3b4b5\nf5d6c4d3c2b3b4f4\nf5f6e6f4g6c5g4g5\n"))
    assert [len(game.moves) for game in games] == [8, 8, 8]


def test_the_board_is_told_by_the_moves_and_noted() -> None:
    reader = parse_games("f4d3c6")
    (game,) = reader
    assert game.transcript() == "F5d6C3"
    assert reader.notes == ["line 1 is a game on 8x8 with the rows from the bottom"]
    assert next(parse_games("e4f4", size=10)).size == 10
    with pytest.raises(OutflankError, match="move 1: f5"):
        next(parse_games("f5d6", size=6))


def test_transposed_moves_look_like_others_and_must_be_told() -> None:
    (as_written,) = parse_games(TAKIZAWA)
    (turned,) = parse_games(TAKIZAWA, transposed=True)
    assert as_written.result == turned.result
    assert turned.transcript().startswith("E6f4C3")
    assert len(turned.moves) == 60


@pytest.mark.parametrize("text", [TAKIZAWA, FOUR_PASSES, "e6f4e3f6g5d6e7f5c5"])
def test_a_game_in_many_words_is_the_same(text: str) -> None:
    moves = re.findall("..", text)
    numbered = " ".join(f"{n // 2 + 1}. {move}" if n % 2 == 0 else move.upper()
                        for n, move in enumerate(moves))  # fmt: skip
    table = "\n".join(f"{n}) {move}" for n, move in enumerate(moves, 1))
    expected = Game.from_transcript(text)
    for variant in (text, text.upper(), " ".join(moves), "\n".join(moves), numbered, table):
        assert list(parse_games(variant)) == [expected]


def test_scores_of_the_samples() -> None:
    results = [next(parse_games(text)).result for text in (TAKIZAWA, FOUR_PASSES)]
    assert [result.score for result in results if result] == [0, -32]
    wipe_out = next(parse_games("e6f4e3f6g5d6e7f5c5"))
    assert wipe_out.result is not None
    assert (wipe_out.result.score, wipe_out.position.count(1)) == (64, 13)
    tiger = "------------------XO------XXX------OXX-----O-------------------- O"
    assert next(parse_games("f5d6c3d3c4")).position.to_text() == tiger


@pytest.mark.parametrize(
    ("text", "is_game"),
    [
        ("d3", False), ("hint", False), ("why d3", False), ("pass", False), ("d3d3", True),
        ("f5 d6", True), ("(;GM[2]", True), ("https://a.example/f5d6", True), ("{", True),
        ("-" * 64 + " X", True), ("8/8/8/3pP3/3Pp3/8/8/8 b", True), ('[Black "x"]', True),
    ],
)  # fmt: skip
def test_what_looks_like_a_game(text: str, is_game: bool) -> None:
    assert looks_like_game(text) == is_game


def test_a_paste_goes_on_until_it_is_whole() -> None:
    assert is_unfinished(["(;GM[2]C[a ) b]", ";B[f5]"])
    assert not is_unfinished(["(;GM[2]", ";B[f5])"])
    assert not is_unfinished(["(;GM[2]", ""])
    assert is_unfinished(['[Black "x"]', "", "1. f5 d6"])
    assert not is_unfinished(['[Black "x"]', "", "1. f5 d6 *"])
    assert is_unfinished(["{"])
    assert not is_unfinished(["f5d6"])
    assert not is_unfinished(["("] * 1000)


def test_errors_may_be_skipped() -> None:
    reader = parse_games("f5d6\n\nf5a1\n\nd3c3", errors="skip")
    assert [game.transcript() for game in reader] == ["F5d6", "D3c3"]
    assert reader.skipped == 1
    assert "line 3, column 3: move 2: a1 flips nothing" in str(reader.errors[0])
    with pytest.raises(NotationError):
        list(parse_games("nothing", errors="raise"))
