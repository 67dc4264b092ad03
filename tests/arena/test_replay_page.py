"""The games on the page of a run: which are there, that they are safe, and that they replay."""

import json
import random
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

from outflank import Color, Game, Position
from outflank.agents.play import play
from outflank.arena.page import html
from outflank.arena.record import Fault, GameRecord
from outflank.arena.replay_page import MOST_GAMES, ReplayGames, replay_data
from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tally import Pair, Tally
from outflank.arena.tournament import Run
from support.made_runs import game, pair, tally_of
from support.waiting import PATIENCE

NODE = shutil.which("node")
DATA = files("outflank") / "data"
RULES = (DATA / "replay_rules.js").read_text(encoding="utf-8")
BOARD = (DATA / "board.js").read_text(encoding="utf-8")
SCRIPT = (DATA / "replay.js").read_text(encoding="utf-8")
EVIL = '</script><script>alert(1)</script><!--<script>&amp;"\u2028'
PASSING = "random:seed=3"


def chosen(pairs: list[Pair], most: int = MOST_GAMES) -> list[GameRecord]:
    games = ReplayGames(most)
    for both in pairs:
        games.add(both)
    return games.chosen()


def embedded(page: str) -> dict[str, object]:
    found = re.findall(r"<script type=application/json id=replay-games>(.*?)</script>", page)
    assert len(found) == 1
    data: dict[str, object] = json.loads(found[0])
    return data


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
    settings = RunSettings(("strong", "weak"), games=MOST_GAMES + 10)
    pairs = [
        pair(0, 1, (2, -2) if number == MOST_GAMES // 2 else (2, 2), number=number)
        for number in range(MOST_GAMES // 2 + 5)
    ]
    summary = summarize(tally_of(settings, pairs))
    games = chosen(pairs)
    assert len(games) == MOST_GAMES
    assert games[0] == pairs[MOST_GAMES // 2][1]
    page = html(summary, games)
    assert "Here are 2,000 of the 2,010 games" in page
    found = embedded(page)["games"]
    assert isinstance(found, list)
    assert len(found) == MOST_GAMES
    assert "Here are" not in html(summarize(tally_of(settings, pairs[:3])), chosen(pairs[:3]))


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
    assert not set(replay_data(summary, both)) & set("<>&\u2028")
    page = html(summary, both)
    page.encode("utf-8")
    found = embedded(page)
    assert found["players"] == list(summary.names)
    assert found["players"][0].startswith("</script>")
    assert page.count("<script") == page.count("</script>") == 2
    told = found["games"][0]["faults"]  # type: ignore[index]
    assert told[0]["reason"].startswith(EVIL[:30])
    assert told[0]["lost"] is True


def test_without_games_there_is_no_script() -> None:
    page = html(summarize(Tally(RunSettings(("a", "b")))))
    assert "<script" not in page
    assert "replay" not in page


def test_what_is_not_known_is_left_out() -> None:
    quiet = game(0, 1, 2)
    told = game(1, 0, 2, depths=(3, None), nodes=(1234567, 0), seconds=(0.123456789, 2e-7))
    summary = summarize(tally_of(RunSettings(("a", "b")), [(quiet, told)]))
    first, second = json.loads(replay_data(summary, [quiet, told]))["games"]
    assert not {"depths", "nodes"} & set(first)
    assert (second["depths"], second["nodes"]) == ([3, None], [1234567, 0])
    assert second["seconds"] == [0.1235, 2e-7]


def test_the_scripts_are_safe_by_their_make() -> None:
    for code in (RULES, BOARD, SCRIPT):
        assert "</" not in code  # which could end the element they are in
        assert "<!--" not in code
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", code)
        assert not re.search(
            r"fetch|XMLHttp|WebSocket|import|https?://(?!www\.w3\.org/2000/svg)", code
        )


def test_every_part_the_script_asks_for_is_on_the_page() -> None:
    both = pair(0, 1, (2, 2), number=0)
    page = html(summarize(tally_of(RunSettings(("a", "b")), [both])), both)
    ids = re.findall(r"\bid=(replay-[a-z]+)", page)
    assert len(ids) == len(set(ids))
    asked = set(re.findall(r'part\("([a-z]+)"\)', SCRIPT))
    assert {f"replay-{name}" for name in asked} <= set(ids)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_the_script_plays_by_our_rules(size: int) -> None:
    if NODE is None:
        pytest.skip("there is no node to run the script of the page")
    games = random_games(size)
    transcripts = [without_last_pass(played) for played in games]
    code = (
        f"{RULES}\nconst games = {json.dumps(transcripts)};\n"
        f"console.log(JSON.stringify(games.map((moves) => replay({size}, moves))));"
    )
    done = subprocess.run(
        [NODE, "-"], input=code, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    passes = 0
    for played, found in zip(games, json.loads(done.stdout), strict=True):
        assert found["broken"] is None
        nodes = [node for node in played.main_line() if not node.move.is_pass]  # type: ignore[union-attr]
        positions = [played.start, *(node.position for node in nodes)]
        assert found["boards"] == [squares(position) for position in positions]
        assert [move["name"] for move in found["moves"]] == [node.move.name for node in nodes]  # type: ignore[union-attr]
        for move, node in zip(found["moves"], nodes, strict=True):
            assert node.parent is not None
            before = node.parent.move
            assert move["passed"] == (before is not None and before.is_pass)
            assert move["color"] == (1 if node.parent.position.turn == Color.BLACK else 2)
            passes += move["passed"]
    assert passes > 0


def squares(position: Position) -> list[int]:
    black, white = position.to_bitboards()
    return [
        1 if black >> square & 1 else 2 if white >> square & 1 else 0
        for square in range(position.size**2)
    ]


@pytest.mark.parametrize("moves", ["D3c3B2", "D3D6", "D3c3A1", "d3", "D3d3"])
def test_the_script_stops_at_what_the_rules_forbid(moves: str) -> None:
    if NODE is None:
        pytest.skip("there is no node to run the script of the page")
    code = f"{RULES}\nconsole.log(JSON.stringify(replay(8, {json.dumps(moves)})));"
    done = subprocess.run(
        [NODE, "-"], input=code, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    found = json.loads(done.stdout)
    assert found["broken"] == moves[-2:].lower()
    assert len(found["boards"]) == len(moves) // 2


def test_embedded_moves_replay_by_our_rules() -> None:
    played = play("greedy", PASSING)
    record = game(0, 1, played.end.position.score(), moves=without_last_pass(played))
    summary = summarize(tally_of(RunSettings(("greedy", PASSING)), [(record, game(1, 0, 2))]))
    data = json.loads(replay_data(summary, [record]))
    moves = data["games"][0]["moves"]
    assert Game.from_transcript(moves).position.is_over()
