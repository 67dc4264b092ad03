"""Outflank's own records, the logs of the arena, and the JSON of Othello Quest."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from outflank import Color, Ending, Game, Result, parse_games, read_games
from outflank.arena.record import Fault, GameRecord
from outflank.arena.settings import RunSettings
from outflank.formats.quest import parse_game
from outflank.formats.record import parse_record, record_of, write_record
from support.games import any_games, refusal

QUEST = json.dumps({
    "args": [{
        "gtype": "reversi1",
        "players": [{"name": "ann", "oldR": 1620}, {"name": "bob", "oldR": 1580.5}],
        "position": {"moves": [{"t": 1, "m": "e6"}, {"t": 2500, "m": "f4"}]},
        "tcb": 60000, "created": "2023-05-06T07:08:09Z", "finished": False,
    }]
})  # fmt: skip


@given(any_games())
def test_a_record_holds_everything(game: Game) -> None:
    game.root.evaluation = game.root.seconds = None
    assert parse_record(write_record(game)) == game


def test_what_a_record_looks_like() -> None:
    game = Game.from_transcript("f5d6c3")
    game.black, game.tags["event"] = "ann", "tea"
    assert record_of(game) == {
        "size": 8, "black": "ann", "white": "", "moves": "F5d6C3", "tags": {"event": "tea"},
    }  # fmt: skip
    game.undo()
    game.play("c4", seconds=1.5)
    game.node.comment = "better"
    facts = record_of(game)
    assert facts["variations"] == [
        {"after": [0, 2], "moves": "C4", "seconds": [1.5], "comments": {"1": "better"}}
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 7}, "there is no board of its size"),
        ({"moves": 3}, "it has no moves"),
        ({"start": "XO"}, "its start: board text"),
        ({"seconds": [1]}, "its moves and its seconds differ in number"),
        ({"seconds": ["1", 2]}, "its seconds are no numbers"),
        ({"evaluations": [1e999, 2]}, "its evaluations are no numbers"),
        ({"depths": [-1, 2]}, "its depths are no counts"),
        ({"comments": {"3": "x"}}, "its comments are about move '3', which is not there"),
        ({"comments": {"1": 2}}, "its comments are no texts"),
        ({"tags": ["x"]}, "its tags are no texts by their keys"),
        ({"score": 65}, "its score is none on 8x8"),
        ({"ending": "lost"}, "it has an ending but no score"),
        ({"score": 2, "ending": "lost"}, "nobody knows its ending"),
        ({"variations": [{"moves": "f4"}]}, "variation 1 is after no move"),
        ({"variations": [{"after": [0, 1], "moves": "f4", "tags": {}}]}, "variation 1 has other"),
        ({"black": -1}, "black is no name"),
        ({"fault": "x"}, "its fault says neither whose nor why"),
        ({"surprise": 1}, "a record of a game has no 'surprise'"),
    ],
)
def test_bad_records(change: dict[str, object], message: str) -> None:
    text = json.dumps({"size": 8, "black": "", "white": "", "moves": "F5d6", **change})
    error = refusal(parse_record, text)
    assert error is not None
    assert message in str(error)
    assert (error.line, error.column) == (1, 1)


def test_the_place_in_a_record() -> None:
    error = refusal(parse_record, '{"size":8,"moves":"f5a1"}')
    assert str(error) == "line 1, column 22: a1 flips nothing for white"
    assert str(refusal(parse_record, '{"size":8,')).startswith("line 1, column 11: Expecting")
    assert str(refusal(parse_record, "[" * 100_000)).endswith("this JSON cannot be read")


def test_the_log_of_an_arena_is_games(tmp_path: Path) -> None:
    settings = RunSettings(("random:seed=1", "greedy"), sizes=(4,), games=2)
    moves = "D3d2D1d4B4A1"
    first = GameRecord(
        4, 0, 0, 1, 2, moves, 14, (9, 1), (None, 3, 4, None), (10, 20, None, 40),
        (0.5, 0.25, 0.125, 1.0), slips=(Fault(Color.WHITE, "output", "why"),),
    )  # fmt: skip
    second = GameRecord(
        4, 0, 1, 0, 2, "D3d2D1", -16, (5, 2), (1,), (2,), (0.5,), Fault(Color.BLACK, "time", "why")
    )
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join([settings.to_json(), first.to_json(), second.to_json(), ""]))
    one, two = read_games(path)
    assert (one.black, one.white) == ("random:seed=1", "greedy")
    assert one.transcript() == moves
    assert one.result == Result(14)
    played = [node for node in one.main_line() if node.move and not node.move.is_pass]
    assert [node.seconds for node in played] == [None, None, 0.5, 0.25, 0.125, 1.0]
    assert [node.depth for node in played] == [None, None, None, 3, 4, None]
    assert one.tags == {"pair": "0", "opening": "2", "slips": "white: output: why"}
    assert (two.black, two.result) == ("greedy", Result(-16, Ending.TIME))
    assert two.tags["forfeit"] == "black: time: why"


def test_a_game_of_othello_quest() -> None:
    (game,) = parse_games(QUEST)
    assert (game.black, game.white, game.transcript()) == ("ann", "bob", "E6f4")
    assert [node.seconds for node in game.main_line()] == [0.001, 2.5]
    assert game.tags == {
        "black_rating": "1620", "white_rating": "1580.5", "date": "2023-05-06 07:08:09 Z",
        "time": "60000",
    }  # fmt: skip
    pretty = json.dumps(json.loads(QUEST), indent=2)
    assert list(parse_games(pretty)) == [game]
    assert list(parse_games(f"{QUEST}\n{QUEST}\n")) == [game, game]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"args": []}', "line 1, column 1: a game of Othello Quest is an object of JSON"),
        ("{}", "line 1, column 1: a game of Othello Quest has a position with moves"),
        ('{"gtype": "chess"}', "line 1, column 2: 'chess' is another game"),
        ('{"position": {"moves": [{}]}}', "line 1, column 1: move 1 has no square (m)"),
        ('{"position": {"moves": [{"m": "f9"}]}}', "line 1, column 32: f9 is not on"),
        ('{"position": {"moves": [{"m": "?"}]}}', "line 1, column 32: move 1: '?' is not a move"),
        ('{"players": 3, "position": {"moves": []}}', "line 1, column 2: the players are no list"),
    ],
)
def test_bad_games_of_othello_quest(text: str, message: str) -> None:
    assert str(refusal(parse_game, text)).startswith(message)
