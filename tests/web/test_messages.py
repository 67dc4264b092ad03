import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank._schema import JsonObject
from outflank.errors import OutflankError
from outflank.web.messages import (
    Analyse,
    Choose,
    Explain,
    Stop,
    error_message,
    frame,
    opened,
    request_of,
)
from outflank.web.refusal import STATUS, RefusalError, refusal_of
from outflank.web.settings import PUBLIC, Limits

GAME = {"size": 8, "moves": "f5d6"}


def asked(limits: Limits = PUBLIC, **facts: Any) -> Any:
    return request_of(JsonObject(facts), limits)


def refused(limits: Limits = PUBLIC, **facts: Any) -> RefusalError:
    with pytest.raises(OutflankError) as error:
        asked(limits, **facts)
    return refusal_of(error.value)


def test_choose() -> None:
    request = asked(type="choose", id=7, game=GAME, agent="skill:level=3", seed=5)
    assert isinstance(request, Choose)
    assert (request.id, request.agent, request.seed) == (7, "skill:level=3", 5)
    assert [move.name for move in request.game.moves] == ["f5", "d6"]


def test_analyse_takes_all_lines_unless_told() -> None:
    request = asked(type="analyse", id="a", game=GAME)
    assert isinstance(request, Analyse)
    assert (request.lines, request.level) == (144, 24)


def test_explain_needs_legal_moves() -> None:
    request = asked(type="explain", id="a", game={"size": 8, "moves": ""}, move="f5")
    assert isinstance(request, Explain)
    assert request.other is None
    assert refused(type="explain", id="a", game=GAME, move="a1").code == "illegal-move"
    assert refused(type="explain", id="a", game=GAME, move="zz").code == "bad-notation"
    assert refused(type="explain", id="a", game=GAME).code == "bad-message"


def test_stop() -> None:
    assert asked(type="stop", id="a") == Stop("a")


def test_a_start_of_ones_own() -> None:
    start = "-" * 27 + "XO------OX" + "-" * 27 + " O"
    request = asked(type="analyse", id=1, game={"size": 8, "start": start})
    assert request.game.position.turn.name == "WHITE"


@pytest.mark.parametrize(
    ("facts", "code", "words"),
    [
        ({}, "bad-message", "id"),
        ({"id": True, "type": "stop"}, "bad-message", "id"),
        ({"id": "x" * 65, "type": "stop"}, "bad-message", "id"),
        ({"id": 1}, "bad-message", "type"),
        ({"id": 1, "type": "chose"}, "bad-message", "did you mean 'choose'"),
        ({"id": 1, "type": ["choose"]}, "bad-message", "type"),
        ({"id": 1, "type": "choose"}, "bad-message", "game"),
        ({"id": 1, "type": "choose", "game": []}, "bad-message", "game"),
        ({"id": 1, "type": "choose", "game": GAME}, "bad-message", "agent"),
        ({"id": 1, "type": "choose", "game": GAME, "agent": 3}, "bad-message", "agent"),
        ({"id": 1, "type": "choose", "game": GAME, "agent": "x" * 201}, "too-large", "agent"),
        (
            {"id": 1, "type": "choose", "game": GAME, "agent": "r", "seed": -1},
            "bad-message",
            "seed",
        ),
        ({"id": 1, "type": "analyse", "game": {"size": 7}}, "bad-message", "size 7"),
        ({"id": 1, "type": "analyse", "game": {"size": 8.0}}, "bad-message", "size"),
        ({"id": 1, "type": "analyse", "game": {"size": True}}, "bad-message", "size"),
        ({"id": 1, "type": "analyse", "game": {"size": 10**30}}, "bad-message", "size"),
        (
            {"id": 1, "type": "analyse", "game": {"size": 8, "moves": ["f5"]}},
            "bad-message",
            "moves",
        ),
        ({"id": 1, "type": "analyse", "game": {"size": 8, "moves": "f9"}}, "illegal-move", "f9"),
        ({"id": 1, "type": "analyse", "game": {"size": 8, "moves": "?!"}}, "bad-notation", "move"),
        ({"id": 1, "type": "analyse", "game": {"size": 8, "moves": "a1"}}, "illegal-move", "a1"),
        (
            {"id": 1, "type": "analyse", "game": {"size": 8, "moves": "f5" * 500}},
            "too-large",
            "128",
        ),
        (
            {"id": 1, "type": "analyse", "game": {"size": 8, "start": "XO"}},
            "bad-notation",
            "squares",
        ),
        (
            {"id": 1, "type": "analyse", "game": {"size": 8, "start": "-" * 999}},
            "too-large",
            "board",
        ),
        ({"id": 1, "type": "analyse", "game": GAME, "level": 25}, "too-large", "1 to 24"),
        ({"id": 1, "type": "analyse", "game": GAME, "level": 0}, "too-large", "level"),
        ({"id": 1, "type": "analyse", "game": GAME, "level": "9"}, "bad-message", "level"),
        ({"id": 1, "type": "analyse", "game": GAME, "lines": 145}, "too-large", "lines"),
        ({"id": 1, "type": "report", "game": GAME, "level": 61}, "too-large", "level"),
        ({"id": 1, "type": "watch", "run": 7}, "bad-message", "run"),
    ],
)
def test_what_is_refused(facts: dict[str, Any], code: str, words: str) -> None:
    refusal = refused(**facts)
    assert refusal.code == code
    assert words in str(refusal)


def test_a_game_that_is_over() -> None:
    full = "X" * 16 + " X"
    game = {"size": 4, "start": full}
    assert refused(type="choose", id=1, game=game, agent="random").code == "illegal-move"


def test_a_server_for_this_machine_takes_every_level() -> None:
    assert asked(Limits(), type="analyse", id=1, game=GAME, level=60).level == 60


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 60000, "1" * 60000, '{"id": NaN', "\0"])
def test_what_is_no_object(text: str) -> None:
    with pytest.raises(RefusalError) as error:
        opened(text)
    assert error.value.code == "bad-message"
    assert len(str(error.value)) < 200


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=3,
)
KEYS = ("id", "type", "game", "agent", "seed", "lines", "level", "move", "other", "run")
GAMES = st.fixed_dictionaries({}, optional=dict.fromkeys(("size", "start", "moves"), VALUES))


@given(
    st.fixed_dictionaries(
        {
            "id": st.integers(0, 9),
            "type": st.sampled_from(["choose", "analyse", "explain", "stop"]),
        },
        optional={**dict.fromkeys(KEYS[3:], VALUES), "game": VALUES | GAMES | st.just(GAME)},
    )
)
@settings(max_examples=50)
def test_whatever_comes_is_a_request_or_refused(facts: dict[str, Any]) -> None:
    try:
        request_of(opened(json.dumps(facts)), PUBLIC)
    except OutflankError as error:
        refusal = refusal_of(error)
        assert refusal.code in STATUS
        told = json.loads(frame(error_message(1, refusal)))
        assert 0 < len(told["message"]) < 500
