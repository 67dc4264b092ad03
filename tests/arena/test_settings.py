import json

import pytest

from outflank import NotationError
from outflank.arena.settings import Conditions, Pairing, Settings

TWO = ("random", "greedy")


def test_everybody_meets_everybody() -> None:
    settings = Settings(("a", "b", "c"), sizes=(6, 8), games=4)
    assert settings.matches == ((0, 1), (0, 2), (1, 2))
    pairings = settings.pairings()
    assert len(pairings) == len(set(pairings)) == 2 * 2 * 3
    assert pairings[0] == Pairing(6, 0, 0, 1)
    assert [pairing.pair for pairing in pairings] == [0] * 6 + [1] * 6


def test_a_gauntlet_is_of_the_first_player() -> None:
    assert Settings(("a", "b", "c"), gauntlet=True).matches == ((0, 1), (0, 2))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"players": ("random",)}, "two players"),
        ({"players": ("random", "random")}, "random is given twice"),
        ({"games": 3}, "even number, not 3"),
        ({"games": 0}, "even number, not 0"),
        ({"sizes": (7,)}, "no boards of size 7"),
        ({"sizes": (8, 8)}, "each size once"),
        ({"sizes": ()}, "each size once"),
        ({"players": ("a", "b", "c"), "sprt": (0.0, 5.0)}, "for two players"),
        ({"openings": ((6, "d3"),)}, "none for 8x8"),
    ],
)
def test_what_cannot_be_played(facts: dict[str, object], reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Settings(**{"players": TWO, **facts})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        Settings(TWO),
        Settings(
            ("a:x=1", "b", "c"),
            sizes=(6, 12),
            games=10,
            gauntlet=True,
            seed=9,
            balance=4,
            openings=((6, "d3c3"), (12, "")),
            conditions=Conditions(game_seconds=60.0, increment=0.5, clock="cpu", isolate=True),
        ),
        Settings(TWO, sprt=(0.0, 5.5), conditions=Conditions(nodes=100)),
    ],
)
def test_a_log_gives_its_settings_back(settings: Settings) -> None:
    assert Settings.from_json(settings.to_json()) == settings


@pytest.mark.parametrize("line", ["", "{}", "[]", "7", '{"log": "outflank arena", "version": 2}'])
def test_what_is_no_first_line(line: str) -> None:
    with pytest.raises(NotationError, match="not an arena log"):
        Settings.from_json(line)


def test_settings_of_another_version_are_refused() -> None:
    facts = json.loads(Settings(TWO).to_json())
    with pytest.raises(NotationError, match="another version"):
        Settings.from_json(json.dumps({**facts, "komi": 4}))


def test_differences_are_named() -> None:
    assert Settings(TWO).differences(Settings(TWO, seed=2, games=2)) == ["games", "seed"]


def test_the_limit_of_the_run_goes_to_those_without_their_own() -> None:
    nodes = Conditions(nodes=500)
    assert nodes.spec("alphabeta") == "alphabeta:nodes=500"
    assert nodes.spec("alphabeta:eval=sommer") == "alphabeta:eval=sommer,nodes=500"
    assert nodes.spec("alphabeta:depth=3") == "alphabeta:depth=3"
    assert nodes.spec("engine:level=3") == "engine:level=3"
    assert nodes.spec("skill:level=3") == "skill:level=3,nodes=500"
    assert nodes.spec("random:seed=3") == "random:seed=3"
    assert Conditions(seconds=0.5).spec("mcts") == "mcts:time=0.5"
    assert Conditions(game_seconds=9.0).spec("engine") == "engine"
    with pytest.raises(NotationError, match="mcts cannot be limited by depth"):
        Conditions(depth=3).spec("mcts")


def test_one_limit_at_a_time() -> None:
    with pytest.raises(NotationError, match="give one limit"):
        Conditions(nodes=5, depth=5)
    with pytest.raises(NotationError, match="needs a game clock"):
        Conditions(increment=1.0)
