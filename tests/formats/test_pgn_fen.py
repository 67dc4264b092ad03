"""PGN-like text, FEN, bitboards and boards: samples, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, Position, Result, parse_games
from outflank.formats.board_text import parse_board
from outflank.formats.fen import parse_bitboards, parse_fen, write_bitboards, write_fen
from outflank.formats.format import Losses
from outflank.formats.pgn import parse_game, write_game
from support.boards import positions
from support.games import refusal

TIGER = Game.from_transcript("f5d6c3d3c4").position


def test_a_game_in_pgn() -> None:
    text = """[Event "Cup"]
[Site "Paris"]
[Date "2004.09.18"]
[Round "?"]
[Black "Ann"]
[White "Bob \\"B\\""]
[Result "*"]
[Annotator "Cy"]

{before} 1. f5 d6 {usual} (1... f4 2. e3) 2. c3! ; good
*
"""
    game = parse_game(text)
    assert (game.black, game.white) == ("Ann", 'Bob "B"')
    assert game.tags == {
        "event": "Cup", "place": "Paris", "date": "2004-09-18", "Annotator": "Cy",
    }  # fmt: skip
    assert game.transcript() == "F5d6C3"
    assert game.root.comment == "before"
    assert [node.comment for node in game.main_line()] == ["", "usual", "good"]
    assert [node.move.name for node in game.root.children[0].children if node.move] == ["d6", "f4"]
    assert parse_game(write_game(game, Losses())) == game


def test_results_of_pgn() -> None:
    over = '[Result "{}"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 {{ann wins 13-0}} {}'
    for told in ("0-1", "13-0", "0-13", "*"):
        game = parse_game(over.format(told, told))
        assert (game.result, game.tags) == (Result(64), {})
    assert parse_game('[Result "1-0"]\n\n1. f5 1-0').tags == {"result": "1-0"}
    game = Game().play("f5")
    game.resign(Color.WHITE)
    assert '[BlackScore "+64"]\n[Termination "resigned"]' in write_game(game, Losses())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Black "a"]\n[Black "b"]\n\n*', "line 2, column 2: there is a second Black"),
        ('[Black "a"]\n\n1. f5 f5', "line 3, column 7: f5 is occupied"),
        ('[Black "a"]\n\n1. f5 Nf3', "line 3, column 7: 'Nf3' is not a move such as d3, or pass"),
        ('[Black "a"]\n\n(1. f5)', "line 3, column 1: a variation before the first move"),
        ('[Black "a"]\n\n1. f5 (1. d3', "line 3, column 13: a variation that does not end"),
        ('[Black "a"]\n\n1. f5)', "line 3, column 6: a parenthesis closes what none has opened"),
        ('[Black "a"]\n\n* 1. f5', "line 3, column 3: after the result * there is more"),
        ('[FEN "8/8 b"]\n\n*', "line 1, column 7: FEN is the rows, last first"),
        ('[BlackScore "99"]\n\n*', "line 1, column 14: '99' is no score on 8x8"),
    ],
)
def test_bad_pgn(text: str, message: str) -> None:
    assert str(refusal(parse_game, text)).startswith(message)


def test_fen_of_the_start() -> None:
    assert write_fen(Position()) == "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"
    assert parse_fen("8/8/8/3pP3/3Pp3/8/8/8 b") == Position()
    swapped = parse_fen("8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1", swapped=True)
    assert swapped == Position().transform(2)  # its discs have changed sides
    assert write_fen(Position(12)).startswith("12/12/12/12/12/5pP5/")


@given(positions)
def test_positions_there_and_back(position: Position) -> None:
    for swapped in (False, True):
        assert parse_fen(write_fen(position, swapped=swapped), swapped=swapped) == position
    for high in (False, True):
        assert parse_bitboards(write_bitboards(position, high=high), high=high) == position
    assert parse_board(position.to_text()) == position
    drawn = parse_board(str(position))
    assert drawn.to_text()[:-1] == position.to_text()[:-1]
    assert drawn == position or position.is_over()


def test_bitboards_of_the_tiger() -> None:
    high = parse_bitboards("0x000020380c000000 0x0000100010100000 O", high=True)
    assert high == TIGER
    low = parse_bitboards("0x000000301c040000, 0x0000080800080000")
    assert low.to_bitboards()[0] == TIGER.to_bitboards()[0]
    assert parse_bitboards("0x30 0x8").size == 8


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (parse_fen, "8/8/8/8 b", "line 1, column 1: FEN: row 4 has 8 squares, not 4"),
        (parse_fen, "4/4/4/4/4 b", "line 1, column 1: FEN: there is no board of 5 rows"),
        (parse_bitboards, "0x1 0x1", "line 1, column 1: a1 is in black's bitboard and in white's"),
        (parse_bitboards, "1 2", "line 1, column 1: bitboards are two numbers"),
        (parse_bitboards, "0x" + "1" * 30 + " 0x1", "line 1, column 1: no board has '30' digits"),
        (parse_board, "-" * 2001, "line 1, column 1: more than 2,000 characters are no board"),
        (parse_board, "XO", "line 1, column 1: board text: found 2 squares"),
    ],
)
def test_bad_positions(parse: st.SearchStrategy[Position], text: str, message: str) -> None:
    assert str(refusal(parse, text)).startswith(message)  # type: ignore[arg-type]


def rows(position: Position) -> list[str]:
    text, size = position.to_text(), position.size
    return [text[at : at + size] for at in range(0, size**2, size)]


@pytest.mark.parametrize(
    "text",
    [
        TIGER.to_text(),
        TIGER.to_text().replace(" O", "O"),
        "\n".join(rows(TIGER)) + "\nWhite to move",
        "\n".join(" ".join(row) for row in rows(TIGER)) + "\n\n",
        str(TIGER),
        "  A B C D E F G H\n"
        + "\n".join(f"{n} |{'|'.join(row)}| {n}" for n, row in enumerate(rows(TIGER), 1))
        + "\n  A B C D E F G H\nside: O",
        "[8 " + " ".join(rows(TIGER)).replace("X", "*") + " O]",
        TIGER.to_text().translate({ord("X"): "0", ord("O"): "1"}),
        TIGER.to_text().translate({ord("X"): "\u25cf", ord("O"): "\u25cb"}),
    ],
)
def test_boards_as_people_draw_them(text: str) -> None:
    reader = parse_games(text)
    (game,) = reader
    assert reader.format is not None
    assert reader.format.name == "board"
    assert game.position.to_text()[:64] == TIGER.to_text()[:64]
    assert game.position == TIGER or "\n\n" in text


def test_several_boards() -> None:
    lines = f"{Position(4).to_text()}\n{TIGER.to_text()}\n{Position(6)!s}\n\n{Position().to_text()}"
    assert [game.size for game in parse_games(lines)] == [4, 8, 6, 8]
