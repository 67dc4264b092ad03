"""The games on the page of a run: which are there, that they are safe, and that they replay."""

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from outflank import Color, Game, Position
from outflank.agents.match import play
from outflank.arena.record import Fault, GameRecord
from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tally import ArenaTally, Pair
from outflank.arena.tournament import Run
from outflank.pages.arena import arena_page
from outflank.pages.rendering import module
from outflank.pages.replay import MAX_GAMES, ReplayGames, replay_data
from support.made_runs import game, pair, tally_of
from support.pages import ASSETS, assert_safe, embedded, run_module, script_of

SCRIPT = (ASSETS / "replay.js").read_text(encoding="utf-8")
EVIL = '</script><script>alert(1)</script><!--<script>&amp;"\u2028'
PASSING = "random:seed=3"


def chosen(pairs: list[Pair], most: int = MAX_GAMES) -> list[GameRecord]:
    games = ReplayGames(most)
    for both in pairs:
        games.add(both)
    return games.chosen()


def random_games(size: int, count: int = 8) -> list[Game]:
    dice = random.Random(size)
    games = []
    for _ in range(count):
        played = Game(Position(size), auto_pass=True)
        while not played.position.is_over():
            played.play(dice.choice(list(played.position.legal_moves)))
        games.append(played)
    return games


def without_last_pass(played: Game) -> str:
    """As the arena writes it."""
    return re.sub("pa$", "", played.transcript(), flags=re.IGNORECASE)


def test_faults_come_first_then_what_the_first_player_lost() -> None:
    slip = Fault(Color.WHITE, "illegal", "played a9")
    late = Fault(Color.BLACK, "time", "took long")
    won = pair(0, 1, (4, 4), number=0)
    mixed = pair(0, 1, (2, -6), number=1)
    slipped = (game(0, 1, 8, slips=(slip,)), game(1, 0, 64, fault=late))
    others = pair(1, 2, (-8, -8), number=2)
    pairs = [won, mixed, others, slipped]
    expected = [*slipped, mixed[1], *won, mixed[0], *others]
    assert chosen(pairs) == expected
    assert chosen(pairs, most=4) == expected[:4]


def test_a_page_holds_no_more_than_it_can_and_says_so() -> None:
    settings = RunSettings(("strong", "weak"), games=MAX_GAMES + 10)
    pairs = [
        pair(0, 1, (2, -2) if number == MAX_GAMES // 2 else (2, 2), number=number)
        for number in range(MAX_GAMES // 2 + 5)
    ]
    summary = summarize(tally_of(settings, pairs))
    games = chosen(pairs)
    assert len(games) == MAX_GAMES
    assert games[0] == pairs[MAX_GAMES // 2][1]
    page = arena_page(summary, games)
    assert "Here are 2,000 of the 2,010 games" in page
    assert len(embedded(page, "replay-games")["games"]) == MAX_GAMES
    assert "Here are" not in arena_page(summarize(tally_of(settings, pairs[:3])), chosen(pairs[:3]))


def test_openings_have_their_names() -> None:
    moves = {"F5d6C3d3C4": "Tiger", "D3c5F6f5E6": "Tiger", "F5": None, "F5F5": None}
    records = [replace(game(0, 1, 2), moves=line, opening=0) for line in moves]
    summary = summarize(tally_of(RunSettings(("a", "b"), games=2), [pair(0, 1, (2, 2), number=0)]))
    found = replay_data(summary, records)["games"]
    assert [one.get("name") for one in found] == list(moves.values())
    assert "game.name" in SCRIPT


def test_a_run_tells_which_pairs_count() -> None:
    settings = RunSettings(("a", "b"), games=400, sprt=(0, 20))
    pairs = [pair(0, 1, (2, 2 * (-1) ** number), number=number) for number in range(200)]
    counted: list[Pair] = []
    run = Run(settings, pairs, counted.append)
    assert run.verdict == "H1"
    assert 2 * len(counted) == run.tally.games < 400
    assert counted == pairs[: len(counted)]
    stopped: list[Pair] = []
    run = Run(RunSettings(("a", "b"), games=10), [pairs[4], pairs[0]], stopped.append)
    assert stopped == [pairs[0]]
    run.count_rest()
    assert stopped == [pairs[0], pairs[4]]


def test_no_text_ends_the_data() -> None:
    fault = Fault(Color.BLACK, f"crash{EVIL}", f"{EVIL}\nand more\ud800")
    both = (game(0, 1, -64, fault=fault), game(1, 0, 2))
    summary = summarize(tally_of(RunSettings((EVIL, "weak")), [both]))
    page = arena_page(summary, both)
    page.encode("utf-8")
    (data,) = re.findall(r'id="replay-games">(.*)</script>', page)
    assert not set(data) & set("<>&\u2028")
    found = embedded(page, "replay-games")
    assert found["players"] == list(summary.names)
    assert found["players"][0].startswith("</script>")
    assert page.count("<script") == page.count("</script>") == 2
    told = found["games"][0]["faults"]
    assert told[0]["reason"].startswith(EVIL[:30])
    assert told[0]["lost"] is True


def test_without_games_there_is_no_script() -> None:
    page = arena_page(summarize(ArenaTally(RunSettings(("a", "b")))))
    assert "<script" not in page
    assert "replay" not in page


def test_what_is_not_known_is_left_out() -> None:
    quiet = game(0, 1, 2)
    told = game(1, 0, 2, depths=(3, None), nodes=(1234567, 0), seconds=(0.123456789, 2e-7))
    summary = summarize(tally_of(RunSettings(("a", "b")), [(quiet, told)]))
    first, second = replay_data(summary, [quiet, told])["games"]
    assert not {"depths", "nodes"} & set(first)
    assert (second["depths"], second["nodes"]) == ((3, None), (1234567, 0))
    assert second["seconds"] == [0.1235, 2e-7]


def test_the_script_is_safe_by_its_make() -> None:
    both = pair(0, 1, (2, 2), number=0)
    page = arena_page(summarize(tally_of(RunSettings(("a", "b")), [both])), both)
    assert_safe(script_of(page))


def test_every_part_the_script_asks_for_is_on_the_page() -> None:
    both = pair(0, 1, (2, 2), number=0)
    page = arena_page(summarize(tally_of(RunSettings(("a", "b")), [both])), both)
    ids = re.findall(r'\bid="(replay-[a-z]+)"', page)
    assert len(ids) == len(set(ids))
    asked = set(re.findall(r'part\("([a-z]+)"\)', SCRIPT))
    assert {f"replay-{name}" for name in asked} <= set(ids)
    places = set(re.findall(r'data-go="([a-z]+)"', page))
    assert places == {"first", "back", "next", "last"}
    assert all(f"{name}:" in SCRIPT for name in places)


def replayed(size: int, transcripts: list[str]) -> Any:
    """What the module of the page makes of transcripts."""
    code = (
        f"{module('transcript.js')}\nconst games = {json.dumps(transcripts)};\n"
        f"console.log(JSON.stringify(games.map((moves) => replay({size}, moves))));"
    )
    return json.loads(run_module(code))


@pytest.mark.integration
@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_the_script_plays_by_our_rules(size: int) -> None:
    games = random_games(size)
    passes = 0
    told = replayed(size, [without_last_pass(played) for played in games])
    for played, found in zip(games, told, strict=True):
        assert found["broken"] is None
        nodes = [node for node in played.main_line() if not node.move.is_pass]  # type: ignore[union-attr]
        positions = [played.start, *(node.position for node in nodes)]
        assert [position["cells"] for position in found["positions"]] == [
            position.to_text()[: size**2] for position in positions
        ]
        assert [move["name"] for move in found["moves"]] == [node.move.name for node in nodes]  # type: ignore[union-attr]
        for move, node in zip(found["moves"], nodes, strict=True):
            assert node.parent is not None
            before = node.parent.move
            assert move["passed"] == (before is not None and before.is_pass)
            assert move["side"] == ("X" if node.parent.position.turn == Color.BLACK else "O")
            passes += move["passed"]
    assert passes > 0


@pytest.mark.integration
@pytest.mark.parametrize("moves", ["D3c3B2", "D3D6", "D3c3A1", "d3", "D3d3"])
def test_the_script_stops_at_what_the_rules_forbid(moves: str) -> None:
    (found,) = replayed(8, [moves])
    assert found["broken"] == moves[-2:].lower()
    assert len(found["positions"]) == len(moves) // 2


def test_embedded_moves_replay_by_our_rules() -> None:
    played = play("greedy", PASSING)
    record = game(0, 1, played.end.position.score(), moves=without_last_pass(played))
    summary = summarize(tally_of(RunSettings(("greedy", PASSING)), [(record, game(1, 0, 2))]))
    data = replay_data(summary, [record])
    moves = data["games"][0]["moves"]
    assert Game.from_transcript(moves).position.is_over()
