"""Games as people paste them: the right game comes out, or a sentence that says where."""

import re

import pytest

from outflank import Game, NotationError, OutflankError, read_games
from outflank.formats.paste import is_unfinished, looks_like_game

TIGER = "F5d6C3d3C4"
FOUR_PASSES = (
    "e6f6f5d6c3g4c6f4h4f3g5e3d3c4c5g6h6h3g3e2e1d7d8b3b5f7f8d2d1c7a3h5h2c8f2e8b8e7b4a4a6a5b6h7h8g8"
    "g7a8a7b7a2b2g2f1h1a1c2g1b1c1"
)
TAKIZAWA = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7"
    "a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)


@pytest.mark.parametrize(
    ("text", "transcript"),
    [
        ("1. F5 f6 2. E6 f4 3. E3", "F5f6E6f4E3"),
        ("f5d6c3d3c4", TIGER),
        ("F5d6C3d3C4", TIGER),
        ("F5D6C3D3C4", TIGER),
        ("f5 d6 c3 d3 c4", TIGER),
        ("f5, d6, c3, d3, c4.", TIGER),
        ("F5-D6-C3-D3-C4", TIGER),
        ("1.F5d6 2.C3d3 3.C4", TIGER),
        ("1) f5 2) d6 3) c3 4) d3 5) c4", TIGER),
        ("1 f5 d6\n2 c3 d3\n3 c4", TIGER),
        ("f5\nd6\nc3\nd3\nc4\n", TIGER),
        ("1. f5 d6\r\n\r\n2. c3 d3\r\n\r\n3. c4", TIGER),
        ("['f5', 'd6', 'c3', 'd3', 'c4']", TIGER),
        ("(f5d6c3d3c4)", TIGER),
        ("f5 {the usual} d6 (or f4) c3 [+2] d3!? +0.5 c4 12% 0:31", TIGER),
        ("f5 +0 d6 -1.5 c3 +2 d3 -3 c4", TIGER),
        ("B: f5 W: d6 B: c3 W: d3 B: c4", TIGER),
        ("Round 3, board 12: f5d6c3d3c4 and White resigned 40-24", TIGER),
        ("https://othello.example/view?moves=f5d6c3d3c4&board=8", TIGER),
        ("https://othello.example/#F5D6C3D3C4", TIGER),
        ("see https://othello.example/game/123456\nf5d6c3d3c4", TIGER),
        ("# from the club\nf5d6c3d3c4", TIGER),
        ("\ufefff5d6c3d3c4", TIGER),
        ("f4d3c6d6c5", TIGER),
        ("c4c3f5", "C4c3F5"),
        ("8x8 f5 d6", "F5d6"),
        ("12x12: f5 e5", "F5e5"),
        ("e4f4", "E4f4"),
        (f"{FOUR_PASSES}", Game.from_transcript(FOUR_PASSES).transcript()),
        (FOUR_PASSES.replace("a8a7", "a8--a7"), Game.from_transcript(FOUR_PASSES).transcript()),
        (
            FOUR_PASSES.replace("a8a7", "a8 (pass) a7"),
            Game.from_transcript(FOUR_PASSES).transcript(),
        ),
        (FOUR_PASSES.replace("a8a7", "a8 PS a7"), Game.from_transcript(FOUR_PASSES).transcript()),
        ("set game (;GM[Othello]B[f5]W[d6];)", "F5d6"),
        ("(;FF[4]GM[2]SZ[8]B[fe];W[df])", "F5d6"),
        ('[Black "a"]\n[White "b"]\n\n1. f5 d6 {good} *', "F5d6"),
    ],
)
def test_the_right_game(text: str, transcript: str) -> None:
    (game,) = read_games(text)
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
        ("games.sgf", "line 1, column 1: there is no move in it; a file is given as a path object"),
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
        list(read_games(text))
    assert str(caught.value).startswith(message)
    assert (caught.value.line, caught.value.column) != (None, None)


def test_names_and_several_games() -> None:
    text = "Black: Ann Lee\nWhite: Bob\n\nf5d6c3\n\nBlack: Cy\nf5f6"
    first, second = read_games(text)
    assert (first.black, first.white, first.transcript()) == ("Ann Lee", "Bob", "F5d6C3")
    assert (second.black, second.white, second.transcript()) == ("Cy", "", "F5f6")


def test_one_game_to_a_line() -> None:
    games = list(read_games("f5d6c4d3c2b3b4b5\nf5d6c4d3c2b3b4f4\nf5f6e6f4g6c5g4g5\n"))
    assert [len(game.moves) for game in games] == [8, 8, 8]


def test_the_board_is_told_by_the_moves_and_noted() -> None:
    reader = read_games("f4d3c6")
    (game,) = reader
    assert game.transcript() == "F5d6C3"
    assert reader.notes == ["line 1 is a game on 8x8 with the rows from the bottom"]
    assert next(read_games("e4f4", size=10)).size == 10
    with pytest.raises(OutflankError, match="move 1: f5"):
        next(read_games("f5d6", size=6))


def test_transposed_moves_look_like_others_and_must_be_told() -> None:
    (as_written,) = read_games(TAKIZAWA)
    (turned,) = read_games(TAKIZAWA, transposed=True)
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
        assert list(read_games(variant)) == [expected]


def test_scores_of_the_samples() -> None:
    results = [next(read_games(text)).result for text in (TAKIZAWA, FOUR_PASSES)]
    assert [result.score for result in results if result] == [0, -32]
    wipe_out = next(read_games("e6f4e3f6g5d6e7f5c5"))
    assert wipe_out.result is not None
    assert (wipe_out.result.score, wipe_out.position.count(1)) == (64, 13)
    tiger = "------------------XO------XXX------OXX-----O-------------------- O"
    assert next(read_games("f5d6c3d3c4")).position.to_text() == tiger


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
    reader = read_games("f5d6\n\nf5a1\n\nd3c3", errors="skip")
    assert [game.transcript() for game in reader] == ["F5d6", "D3c3"]
    assert reader.skipped == 1
    assert "line 3, column 3: move 2: a1 flips nothing" in str(reader.errors[0])
    with pytest.raises(NotationError):
        list(read_games("nothing", errors="raise"))
