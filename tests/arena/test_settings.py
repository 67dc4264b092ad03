import json
from typing import Any

import pytest

from outflank import FileError, SettingsError
from outflank.agents.spec import AgentSpec
from outflank.arena.settings import Conditions, Pairing, RunSettings

TWO = ("random", "greedy")


def test_everybody_meets_everybody() -> None:
    settings = RunSettings(("a", "b", "c"), sizes=(6, 8), games=4)
    assert settings.matches == ((0, 1), (0, 2), (1, 2))
    pairings = settings.pairings()
    assert len(pairings) == len(set(pairings)) == 2 * 2 * 3
    assert pairings[0] == Pairing(6, 0, 0, 1)
    assert [pairing.pair for pairing in pairings] == [0] * 6 + [1] * 6


def test_the_schedule_is_known_without_being_kept() -> None:
    settings = RunSettings(("a", "b", "c"), sizes=(6, 8), games=10)
    listed = [
        Pairing(size, pair, first, second)
        for pair in range(5)
        for size in (6, 8)
        for first, second in settings.matches
    ]
    schedule = settings.pairings()
    assert list(schedule) == listed
    assert [schedule[place] for place in range(3, 9)] == listed[3:9]
    assert [schedule.place_of(one) for one in listed] == list(range(30))
    assert len(RunSettings(TWO, games=10**7).pairings()) == 5 * 10**6
    with pytest.raises(IndexError):
        schedule[30]


def test_a_gauntlet_is_of_the_first_player() -> None:
    assert RunSettings(("a", "b", "c"), gauntlet=True).matches == ((0, 1), (0, 2))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"players": ("random",)}, "two players"),
        ({"players": ("random", "random")}, "random is given twice"),
        ({"games": 3}, "even number, not 3"),
        ({"games": 0}, "games 0 is out of range \\(2 to 10,000,000\\)"),
        ({"sizes": (7,)}, "no boards of size 7"),
        ({"sizes": (8, 8)}, "each size once"),
        ({"sizes": ()}, "each size once"),
        ({"players": ("a", "b", "c"), "sprt": (0.0, 5.0)}, "for two players"),
        ({"openings": ((6, "d3"),)}, "none for 8x8"),
        ({"openings": ((8, "f5"), (7, "d3"))}, "no boards of size 7"),
        ({"games": 10**7 + 2}, "games 10000002 is out of range"),
        ({"games": 10**400}, "is out of range"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"plies": -1}, "plies -1 is out of range"),
        ({"plies": 41}, "plies 41 is out of range \\(0 to 40\\)"),
        ({"balance": -1}, "balance -1 is out of range"),
        ({"sprt": (5.0, 0.0)}, "5.0 is not below 0.0"),
    ],
)
def test_what_cannot_be_played(facts: dict[str, object], reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        RunSettings(**{"players": TWO, **facts})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        RunSettings(TWO),
        RunSettings(
            ("a:x=1", "b", "c"),
            sizes=(6, 12),
            games=10,
            gauntlet=True,
            seed=9,
            balance=4,
            openings=((6, "d3c3"), (12, "")),
            conditions=Conditions(game_seconds=60.0, increment=0.5, clock="cpu", isolate=True),
        ),
        RunSettings(TWO, sprt=(0.0, 5.5), conditions=Conditions(nodes=100)),
    ],
)
def test_a_log_gives_its_settings_back(settings: RunSettings) -> None:
    assert RunSettings.from_json(settings.to_json()) == settings


@pytest.mark.parametrize(
    "line",
    ["", "{}", "[]", "7", '{"log": "outflank arena", "version": 2}', "[" * 100_000, "9" * 9999],
)
def test_what_is_no_first_line(line: str) -> None:
    with pytest.raises(FileError, match="not an arena log"):
        RunSettings.from_json(line)


def test_settings_of_another_version_are_refused() -> None:
    facts = json.loads(RunSettings(TWO).to_json())
    conditions = {**facts["conditions"], "pondering": True}
    others: list[dict[str, object]] = [{"komi": 4}, {"conditions": {}}, {"conditions": conditions}]
    for other in others:
        with pytest.raises(FileError, match="another version"):
            RunSettings.from_json(json.dumps({**facts, **other}))


@pytest.mark.parametrize(
    "facts",
    [
        {"games": 8.0},
        {"games": True},
        {"games": "8"},
        {"players": [1, 2]},
        {"players": "ab"},
        {"players": ["random", "greedy\ud800"]},
        {"players": None},
        {"sizes": [8.0]},
        {"sizes": [[8]]},
        {"gauntlet": 1},
        {"seed": 1.5},
        {"plies": None},
        {"balance": "4"},
        {"openings": [["8", "f5"]]},
        {"openings": [[8, 5]]},
        {"openings": [[8]]},
        {"openings": {"8": "f5"}},
        {"sprt": [1]},
        {"sprt": ["a", "b"]},
        {"sprt": [0, 1, 2]},
        {"sprt": [0, float("nan")]},
        {"sprt": [0, 10**400]},
        {"sprt": 5},
        {"conditions": []},
        {"conditions": {"nodes": 5.5}},
        {"conditions": {"seconds": "1"}},
        {"conditions": {"seconds": float("inf")}},
        {"conditions": {"clock": "moon"}},
        {"conditions": {"clock": ["wall"]}},
        {"conditions": {"memory": None}},
        {"conditions": {"on_error": 0}},
        {"conditions": {"isolate": 1}},
    ],
)
def test_a_damaged_first_line_is_refused_by_name(facts: dict[str, Any]) -> None:
    whole = json.loads(RunSettings(TWO).to_json())
    (name,) = facts
    if facts.get("conditions"):
        (name,) = facts["conditions"]
        facts = {"conditions": {**whole["conditions"], **facts["conditions"]}}
    with pytest.raises(FileError, match=f"not an arena log: its {name} cannot be read"):
        RunSettings.from_json(json.dumps({**whole, **facts}))


def test_a_level_is_in_a_log_only_if_there_is_one() -> None:
    assert "level" not in RunSettings(TWO).to_json()
    settings = RunSettings(TWO, conditions=Conditions(level=9))
    assert RunSettings.from_json(settings.to_json()) == settings


def test_what_a_log_says_must_be_possible() -> None:
    facts = json.loads(RunSettings(TWO).to_json())
    for damage, reason in (({"games": 7}, "even number"), ({"sprt": [5, 0]}, "not below")):
        with pytest.raises(FileError, match=f"not an arena log: .*{reason}"):
            RunSettings.from_json(json.dumps({**facts, **damage}))


def test_a_log_from_before_there_were_games_from_the_start_is_read() -> None:
    facts = json.loads(RunSettings(TWO).to_json())
    assert facts.pop("start") is False
    assert RunSettings.from_json(json.dumps(facts)) == RunSettings(TWO)
    started = RunSettings(TWO, start=True)
    assert RunSettings.from_json(started.to_json()) == started


def test_games_from_the_start_take_no_openings() -> None:
    for facts in ({"openings": ((8, "f5"),)}, {"balance": 4}):
        with pytest.raises(SettingsError, match="take no openings"):
            RunSettings(TWO, start=True, **facts)


def test_differences_are_named() -> None:
    assert RunSettings(TWO).differences(RunSettings(TWO, seed=2, games=2)) == ["games", "seed"]


def limited(conditions: Conditions, spec: str) -> str:
    return str(conditions.limited(AgentSpec.parse(spec)))


def test_the_limit_of_the_run_goes_to_those_without_their_own() -> None:
    nodes = Conditions(nodes=500)
    assert limited(nodes, "alphabeta") == "alphabeta:nodes=500"
    assert limited(nodes, "alphabeta:eval=sommer") == "alphabeta:eval=sommer,nodes=500"
    assert limited(nodes, "alphabeta:depth=3") == "alphabeta:depth=3"
    assert limited(nodes, "engine:level=3") == "engine:level=3"
    assert limited(nodes, "skill:level=3") == "skill:level=3,nodes=500"
    assert limited(nodes, "random:seed=3") == "random:seed=3"
    assert limited(Conditions(seconds=0.5), "mcts") == "mcts:time=0.5"
    assert limited(Conditions(game_seconds=9.0), "engine") == "engine"
    with pytest.raises(SettingsError, match="takes no depth, only nodes and time; give it"):
        limited(Conditions(depth=3), "mcts")


def test_a_level_is_for_the_engine() -> None:
    level = Conditions(level=9)
    assert limited(level, "engine") == "engine:level=9"
    assert limited(level, "engine:nodes=300") == "engine:nodes=300"
    assert limited(level, "random") == "random"
    for spec in ("alphabeta", "skill:level=3", "mcts"):  # a skill's level is another scale
        with pytest.raises(SettingsError, match=f"{spec} takes no level"):
            limited(level, spec)


def test_one_limit_at_a_time() -> None:
    with pytest.raises(SettingsError, match="give one limit"):
        Conditions(nodes=5, depth=5)
    with pytest.raises(SettingsError, match="needs a game clock"):
        Conditions(increment=1.0)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"nodes": 0}, "nodes 0 is out of range \\(1 to"),
        ({"depth": 1001}, "depth 1001 is out of range \\(1 to 1,000\\)"),
        ({"seconds": 0.0}, "seconds 0.0 is out of range \\(above 0, at most 1,000,000,000\\)"),
        ({"seconds": 1e10}, "seconds 10000000000.0 is out of range"),
        ({"seconds": float("nan")}, "seconds nan is out of range"),
        ({"game_seconds": 1e10}, "game_seconds 10000000000.0 is out of range"),
        ({"game_seconds": 1.0, "increment": -1.0}, "increment -1.0 is out of range"),
        ({"level": 0}, "level 0 is out of range \\(1 to 60\\)"),
        ({"memory": 0}, "memory 0 is out of range"),
        ({"memory": 2**21}, "memory 2097152 is out of range \\(1 to 1,048,576\\)"),
    ],
)
def test_limits_have_bounds(facts: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        Conditions(**facts)
