import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Ending, Game, IllegalMoveError, Move, NotationError, Position, Result
from outflank.game.svg import board_svg
from support.boards import reachable_positions

FOUR_PASSES = (
    "e6f6f5d6c3g4c6f4h4f3g5e3d3c4c5g6h6h3g3e2e1d7d8b3b5f7f8d2d1c7a3h5h2c8f2e8b8e7b4a4a6a5b6h7"
    "h8g8g7a8a7b7a2b2g2f1h1a1c2g1b1c1"
)
TAKIZAWA = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2"
    "h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)


def test_known_transcripts() -> None:
    tiger = Game.from_transcript("f5d6c3d3c4")
    board = "------------------XO------XXX------OXX-----O-------------------- O"
    assert tiger.position.to_text() == board
    passes = Game.from_transcript(FOUR_PASSES)
    assert sum(move.is_pass for move in passes.moves) == 4
    assert passes.result == Result(-32)
    assert passes.result.winner == Color.WHITE
    draw = Game.from_transcript(TAKIZAWA)
    assert len(draw.moves) == 60
    assert draw.result == Result(0)
    assert draw.result.winner is None


def test_styles_of_transcripts() -> None:
    expected = Game.from_transcript("f5f4f3g4h3").moves
    for text in ("F5f4F3g4H3", "1. F5 f4 2. F3 g4 3. H3", "f5, f4,\nf3;g4\th3", "1.F5 2.f4 F3g4h3"):
        assert Game.from_transcript(text).moves == expected
    with_passes = Game.from_transcript(FOUR_PASSES).transcript(passes=True)
    assert with_passes.lower().count("pa") == 4
    assert Game.from_transcript(with_passes).moves == Game.from_transcript(FOUR_PASSES).moves


def test_two_digit_rows_on_large_boards() -> None:
    far = Position.from_text("XO" + "-" * 142 + "X").transform(2)
    assert Game.from_transcript("c12", far).transcript() == "C12"
    game = Game(size=12)
    while moves := game.position.legal_moves:
        game.play(moves[-1])
    assert any(len(str(move)) == 3 for move in game.moves)
    assert Game.from_transcript(game.transcript(), size=12).moves == game.moves


@given(reachable_positions(), st.booleans())
def test_transcript_round_trip(position: Position, passes: bool) -> None:
    game = Game(position)
    while moves := game.position.legal_moves:
        game.play(moves[len(game.moves) % len(moves)])
    again = Game.from_transcript(game.transcript(passes=passes), position)
    assert again.moves == game.moves
    assert again.position == game.position
    assert again.result == Result(game.position.score())


@given(reachable_positions(), st.booleans())
def test_every_place_of_a_game_comes_back_from_its_transcript(
    position: Position, passes: bool
) -> None:
    game = Game(position)
    while moves := game.position.legal_moves:
        game.play(moves[-1])
        again = Game.from_transcript(game.transcript(passes=passes), position)
        assert again.moves == game.moves
        assert again.position.turn == game.position.turn


def test_only_the_last_pass_is_written() -> None:
    game = Game.from_transcript("d3d2d1d4b4pa", size=4)
    assert game.transcript() == "D3d2D1d4B4pa"
    assert game.play("a1").transcript() == "D3d2D1d4B4A1"
    assert game.transcript(passes=True) == "D3d2D1d4B4paA1"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("f5d6x9", NotationError, "'x9' is not a move"),
        ("f5 d6 ?", NotationError, r"transcript character 7: '\?' is not a move"),
        ("f5d6f5", IllegalMoveError, "transcript character 5, move 3: f5 is occupied"),
        ("f5a1", IllegalMoveError, "transcript character 3, move 2: a1 flips nothing for white"),
        ("f5pa", IllegalMoveError, "move 2: white cannot pass"),
        ("f5d9", IllegalMoveError, "d9 is not on a 8x8 board"),
        ("f5" * 60_000, NotationError, "more than 100000"),
    ],
)
def test_bad_transcripts(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Game.from_transcript(text)


@given(st.text(alphabet="abcdefghijkl0123456789 .-@pPs,\n?", max_size=40), st.sampled_from([8, 12]))
def test_no_transcript_escapes_as_anything_else(text: str, size: int) -> None:
    with contextlib.suppress(NotationError, IllegalMoveError):
        Game.from_transcript(text, size=size)


def test_undo_and_redo() -> None:
    game = Game.from_transcript("f5d6c3")
    assert game.undo() == Move("c3")
    assert game.undo() == Move("d6")
    assert game.redo() == Move("d6")
    assert game.transcript() == "F5d6"
    game.play("c4")
    with pytest.raises(IllegalMoveError, match="no move to play again"):
        game.redo()
    for _ in range(3):
        game.undo()
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        game.undo()
    assert game.position == game.start == Position()


def test_variations() -> None:
    game = Game.from_transcript("f5d6c3")
    game.undo()
    game.play("c4").play("d3")
    parent = game.node.parent
    assert parent is not None
    assert parent.parent is not None
    assert [str(node.move) for node in parent.parent.children] == ["c3", "c4"]
    assert [str(node.move) for node in game.main_line()] == ["f5", "d6", "c3"]
    game.promote(game.node)
    assert [str(node.move) for node in game.main_line()] == ["f5", "d6", "c4", "d3"]
    assert game.end is game.node
    game.remove(parent)
    assert game.transcript() == "F5d6"
    assert [str(node.move) for node in game.main_line()] == ["f5", "d6", "c3"]
    game.go_to(game.end)
    assert game.moves[-1] == Move("c3")


def test_playing_a_known_move_follows_it() -> None:
    game = Game.from_transcript("f5d6")
    game.undo()
    game.undo()
    game.play("f5", seconds=1.5, evaluation=-2.0)
    node = game.node
    assert (node.seconds, node.evaluation) == (1.5, -2.0)
    assert len(game.root.children) == 1
    assert node.child(Move("d6")) is node.children[0]


def test_an_illegal_move_changes_nothing() -> None:
    game = Game.from_transcript("f5")
    node = game.node
    with pytest.raises(IllegalMoveError, match="a1 flips nothing"):
        game.play("a1")
    with pytest.raises(NotationError):
        game.play("q7")
    assert game.node is node
    assert node.children == []


def test_nodes_of_other_games_and_the_start_are_refused() -> None:
    game = Game()
    with pytest.raises(ValueError, match="another game"):
        game.go_to(Game.from_transcript("f5").node)
    with pytest.raises(ValueError, match="start of a game"):
        game.remove(game.root)


def test_forced_passes_by_themselves() -> None:
    plain = Game.from_transcript(FOUR_PASSES)
    game = Game(auto_pass=True)
    for move in plain.moves:
        if not move.is_pass:
            game.play(move)
    assert game.moves == plain.moves
    for move in reversed(plain.moves):
        if not move.is_pass:
            assert game.undo() == move
            assert not game.position.must_pass()
    assert game.position == Position()
    for move in plain.moves:
        if not move.is_pass:
            assert game.redo() == move
    assert game.moves == plain.moves


def test_a_start_that_must_pass() -> None:
    start = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    game = Game(start, auto_pass=True)
    assert game.moves == (Move.PASS,)
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        game.undo()
    assert game.moves == (Move.PASS,)


def test_results() -> None:
    game = Game.from_transcript(
        "f5d6",
    )
    assert game.result is None
    game.resign(Color.BLACK)
    resigned = Result(-64, Ending.RESIGNED)
    assert game.result == resigned
    assert resigned.winner == Color.WHITE
    game.result = Result(2, Ending.TIME)
    assert game.result.winner == Color.BLACK
    game.result = None
    assert game.result is None


def test_names_and_tags() -> None:
    game = Game(size=6, black="Ada", white="Bo")
    game.tags["date"] = "2026-01-01"
    assert (game.black, game.white, game.size) == ("Ada", "Bo", 6)
    assert repr(game) == "<Game 6x6 start>"


def test_picture_is_of_the_current_position() -> None:
    game = Game().play("f5").play("d6")
    assert game._repr_svg_() == board_svg(game.position, last_move="d6")
    game.undo()
    assert game._repr_svg_() == board_svg(game.position, last_move="f5")
    game.undo()
    assert game._repr_svg_() == board_svg(Position())
