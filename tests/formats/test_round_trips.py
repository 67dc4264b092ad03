"""Every format: what it says it holds comes back, and what it loses it tells."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game
from outflank.formats.format import Losses
from outflank.formats.reading import parse_games, read_games
from outflank.formats.registry import FORMATS, detect
from outflank.formats.source import Source
from outflank.formats.writing import format_games, texts_with, write_with
from outflank.game.game import main_moves
from support.games import annotated_games, any_games, plain_games, plain_words, words

TEXTS = [name for name, one in FORMATS.items() if one.write is not None]
OF_GAMES = ["transcript", "ggf", "sgf", "pgn", "jsonl", "quest"]
OF_POSITIONS = [name for name in TEXTS if name not in OF_GAMES]


def lossless(name: str, draw: st.DrawFn) -> Game:
    """A game of which the format can hold everything."""
    if name in OF_POSITIONS:
        return Game(draw(plain_games()).position)
    if name == "transcript":
        return draw(plain_games())
    if name == "jsonl":
        return draw(annotated_games(st.text(max_size=12)))
    if name == "quest":
        game = draw(plain_games(size=8))
        while game.moves and game.moves[-1].is_pass:
            game.undo()
        end, moves = game.node, game.moves
        game = Game.from_moves(moves)
        assert game.position == end.position
        game.black, game.white = draw(words), draw(words)
        for node in game.main_line():
            if node.move is not None and not node.move.is_pass:
                node.seconds = draw(st.none() | st.integers(0, 10**6).map(lambda t: t / 1000))
        return game
    game = draw(annotated_games(plain_words))
    for node in [game.root, *game.main_line()]:
        node.depth = node.nodes = None
        node.evaluation = node.evaluation if name in ("ggf", "sgf") else None
        node.seconds = node.seconds if name == "ggf" else None
    if name == "ggf":
        game.root.evaluation = game.root.seconds = None
    if name == "sgf":
        game.result = None
    return game


@pytest.mark.parametrize("name", TEXTS)
def test_what_a_format_can_hold_comes_back(name: str) -> None:
    @given(st.composite(lambda draw: lossless(name, draw))())
    def check(game: Game) -> None:
        losses = Losses()
        text = "".join(texts_with(FORMATS[name], [game], losses))
        assert not losses.counts
        (again,) = parse_games(text, format=name)
        assert again == game
        assert format_games([again], name) == text

    check()


@pytest.mark.parametrize("name", TEXTS)
def test_what_a_format_loses_is_told(name: str) -> None:
    @given(any_games())
    def check(game: Game) -> None:
        if FORMATS[name].refusal(game) is not None:
            return
        losses = Losses()
        text = "".join(texts_with(FORMATS[name], [game], losses))
        (again,) = parse_games(text, format=name)
        if not losses.counts:
            assert again == game
        if name in OF_GAMES:
            assert again.start == game.start
            moves, others = main_moves(again), main_moves(game)
            assert moves == others or (name == "quest" and moves == others[:-1])
        else:
            assert again.position == game.position

    check()


@pytest.mark.parametrize("name", TEXTS)
def test_several_games_come_back_in_order(name: str) -> None:
    @given(st.lists(plain_games(), min_size=1, max_size=4))
    def check(games: list[Game]) -> None:
        games = [game for game in games if FORMATS[name].refusal(game) is None]
        file = io.BytesIO()
        assert write_with(FORMATS[name], games, file, Losses()) == len(games)
        again = list(parse_games(file.getvalue().decode(), format=name)) if games else []
        assert [game.position for game in again] == [game.position for game in games]

    check()


@pytest.mark.parametrize("name", TEXTS)
def test_the_format_is_told_by_the_contents(name: str) -> None:
    """But for two that look like others."""
    game = Game.from_transcript("f5d6c3")
    if name in OF_POSITIONS:
        game = Game(game.position)
        if name == "obf":
            game.tags["score"] = "+2"
    text = format_games([game], name)
    if name in ("bitboards", "bitboards-high", "fen-flipello"):
        assert detect(Source.of_text(format_games([Game()], "bitboards"))).name == "bitboards"
        return
    reader = parse_games(text)
    assert next(reader).position == game.position
    assert reader.format is FORMATS[name]


@given(plain_games(size=8) | plain_games(size=10))
def test_wthor_files(tmp_path_factory: pytest.TempPathFactory, game: Game) -> None:
    path = tmp_path_factory.mktemp("wthor") / "one.wtb"
    game.black, game.white = "Ann Bee", "Bj\xf8rn"
    game.tags = {"date": "2004", "event": "Cup"}
    losses = Losses()
    assert write_with(FORMATS["wthor"], [game], path, losses) == 1
    (again,) = read_games(path)
    assert (again.black, again.white) == (game.black, game.white)
    score = game.final_position.score()
    assert again.tags == {**game.tags, "theoretical_score": str(score)}
    moves = main_moves(game)
    assert main_moves(again) == (moves[:-1] if moves and moves[-1].is_pass else moves)
    assert again.result is not None
    assert again.result.score == score
    if game.position.is_over():
        assert again.result == game.result
        assert set(losses.counts) == {"that no theoretical score is known"}
        second = path.with_name("two.wtb")
        assert write_with(FORMATS["wthor"], [again], second, losses := Losses()) == 1
        assert not losses.counts
        assert second.read_bytes()[4:] == path.read_bytes()[4:]


def test_files_of_all_formats(tmp_path: Path) -> None:
    game = Game.from_transcript("e6f4e3f6g5d6e7f5c5")
    for one in FORMATS.values():
        path = tmp_path / f"game{one.suffixes[0]}"
        assert write_with(one, [game], path, Losses()) == 1
        (again,) = read_games(path, format=one.name)
        assert again.position == game.position


def test_an_empty_file_of_games(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert write_with(FORMATS["jsonl"], [], path, Losses()) == 0
    assert path.read_bytes() == b""
