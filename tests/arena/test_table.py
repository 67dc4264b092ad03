import csv
import io
import json
import math

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color
from outflank.arena.record import Fault
from outflank.arena.settings import RunSettings
from outflank.arena.summary import standings, summarize
from outflank.arena.table import as_csv, as_json
from outflank.arena.tally import ArenaTally, Pair
from support.made_runs import game, pair, tally_of

# Three pairs, by the disc differences of the first player: a win and a loss, two wins, two draws.
TWO = RunSettings(("strong", "weak"), games=6)
SCORES = [(10, -4), (6, 2), (0, 0)]


def small() -> ArenaTally:
    return tally_of(TWO, [pair(0, 1, both, number=n) for n, both in enumerate(SCORES)])


def valid(facts: object) -> str:
    return json.dumps(facts, allow_nan=False)


def test_faults_and_slips_are_counted_by_kind() -> None:
    late = Fault(Color.BLACK, "time", "thought too long")
    wrong = Fault(Color.WHITE, "illegal", "a9")
    both = (game(0, 1, -64, fault=late), game(1, 0, 2, slips=(wrong, wrong)))
    tally = tally_of(TWO, [both, both, both])
    first, second = standings(tally)
    assert (first.forfeits, first.slips) == ({"time": 3}, {"illegal": 6})
    assert (second.forfeits, second.slips) == ({}, {})
    facts = as_json(summarize(tally))["players"][0]
    assert (facts["forfeits"], facts["forfeits_by_kind"]) == (3, {"time": 3})
    assert (facts["slips"], facts["slips_by_kind"]) == (6, {"illegal": 6})


def test_keys_of_a_player_in_json() -> None:
    facts = as_json(summarize(small()))
    assert list(facts)[:2] == ["games", "players"]
    assert list(facts["players"][0])[:9] == [
        "name", "wins", "draws", "losses", "score", "disc_diff", "elo", "elo_error", "forfeits",
    ]  # fmt: skip
    assert facts["games"] == 6
    assert facts["players"][0]["forfeits"] == 0


def test_json_of_two_players_by_hand() -> None:
    facts = as_json(summarize(small()))
    (match,) = facts["matches"]
    assert (match["first"], match["second"], match["size"]) == ("strong", "weak", 8)
    assert (match["wins"], match["draws"], match["losses"]) == (3, 2, 1)
    assert match["pairs"] == [0, 0, 2, 0, 1]
    assert match["elo"] == pytest.approx(120.412, abs=1e-3)
    strong = facts["by_color"]["players"][0]
    assert strong["black"] == {"wins": 2, "draws": 1, "losses": 0, "score": pytest.approx(5 / 6)}
    assert strong["white"] == {"wins": 1, "draws": 1, "losses": 1, "score": 0.5}
    assert facts["by_color"]["black"]["wins"] == 3
    assert [row["name"] for row in facts["by_size"]] == ["strong", "weak"]
    assert facts["repeated_games"] == 0


def test_repeated_games_are_counted() -> None:
    one, other = (pair(0, 1, (10, -4), number=0) for _ in range(2))
    assert as_json(summarize(tally_of(TWO, [one, other])))["repeated_games"] == 2
    # The same moves with colours swapped are another game.
    assert summarize(tally_of(TWO, [(one[0], game(1, 0, 2, moves=one[0].moves))])).repeated == 0


def test_moves_are_summed_by_phase() -> None:
    moves = "A1b1" * 30  # 60 plies: 18 early, 21 mid, 21 late
    told = game(0, 1, 4, moves=moves, opening=0, depths=(3, None) * 30, nodes=(100, None) * 30,
                seconds=(0.25, 0.5) * 30)  # fmt: skip
    silent = game(1, 0, 4, moves=moves, opening=0, seconds=(1.0, 1.0) * 30)
    rows = as_json(summarize(tally_of(TWO, [(told, silent)])))["moves"]
    assert [(row["name"], row["phase"]) for row in rows[:3]] == [
        ("strong", "early"), ("strong", "mid"), ("strong", "late"),
    ]  # fmt: skip
    early = rows[0]
    assert early["moves"] == 18  # nine as black, nine as white
    assert early["seconds"] == pytest.approx(9 * 0.25 + 9 * 1.0)
    assert early["longest_seconds"] == 1.0
    assert (early["mean_depth"], early["mean_nodes"]) == (3, 100)
    assert (rows[3]["mean_depth"], rows[3]["mean_nodes"]) == (None, None)


@pytest.mark.parametrize("sign", [1, -1])
def test_all_won_or_lost_is_still_valid_json(sign: int) -> None:
    pairs = [pair(0, 1, (sign * 20, sign * 10), number=n) for n in range(3)]
    tally = tally_of(TWO, pairs)
    facts = json.loads(valid(as_json(summarize(tally))))
    first, second = facts["players"]
    assert first["elo"] is None
    assert first["elo_error"] is None
    assert second["elo"] is None
    bounded = first if sign > 0 else second
    assert bounded["elo_low"] > 0
    assert bounded["elo_high"] is None
    assert standings(tally)[0].rating.elo == sign * math.inf


def test_nothing_played_yet() -> None:
    for settings in (TWO, RunSettings(("a", "b", "c"), sizes=(6, 8))):
        facts = json.loads(valid(as_json(summarize(ArenaTally(settings)))))
        assert facts["games"] == 0
        for row in facts["players"]:
            assert row["score"] is None
            assert row["elo"] is None
            assert row["superiority"] is None
        assert all(row.rating.elo == 0 for row in standings(ArenaTally(settings), intervals=False))
        lines = list(csv.DictReader(io.StringIO(as_csv(summarize(ArenaTally(settings))))))
        assert len(lines) == len(settings.matches) * len(settings.sizes)
        assert {line["score"] for line in lines} == {""}


def test_csv_holds_any_name() -> None:
    names = ('engine:a=1,b="2"', "two\nlines", "broken \udcff byte")
    settings = RunSettings(names, games=2)
    tally = tally_of(settings, [pair(0, 1, (2, 2), number=0)])
    text = as_csv(summarize(tally))
    text.encode("utf-8")
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(line["first"], line["second"]) for line in lines] == [
        (names[0], "two lines"),
        (names[0], "broken ? byte"),
        ("two lines", "broken ? byte"),
    ]
    assert (lines[0]["wins"], lines[0]["elo"], lines[0]["pairs_2"]) == ("2", "", "1")


differences = st.integers(-18, 18).map(lambda half: 2 * half)


@st.composite
def runs(draw: st.DrawFn) -> tuple[RunSettings, list[Pair]]:
    players = draw(st.integers(2, 4))
    settings = RunSettings(
        tuple(f"p{n}" for n in range(players)),
        sizes=draw(st.sampled_from([(6,), (6, 8)])),
        games=4,
        gauntlet=draw(st.booleans()),
    )
    chosen = draw(st.lists(st.sampled_from(list(settings.pairings())), unique=True, max_size=8))
    both = st.tuples(differences, differences)
    return settings, [
        pair(one.first, one.second, draw(both), number=one.pair, size=one.size) for one in chosen
    ]


@hypothesis.settings(max_examples=40)
@given(runs())
def test_every_table_agrees_with_the_games(run: tuple[RunSettings, list[Pair]]) -> None:
    settings, pairs = run
    tally = tally_of(settings, pairs)
    games = [one for both in pairs for one in both]
    facts = json.loads(valid(as_json(summarize(tally))))
    assert facts["games"] == len(games)
    for number, row in enumerate(facts["players"]):
        own = [one.score_of(number) for one in games if number in one.players]
        assert row["wins"] == sum(score > 0 for score in own)
        assert row["draws"] == sum(score == 0 for score in own)
        assert row["losses"] == sum(score < 0 for score in own)
        if own:
            assert row["disc_diff"] == pytest.approx(sum(own) / len(own))
            points = sum((1 + (score > 0) - (score < 0)) / 2 for score in own)
            assert row["score"] == pytest.approx(points / len(own))
    lines = list(csv.DictReader(io.StringIO(as_csv(summarize(tally)))))
    assert len(lines) == len(facts["matches"])
    for line, match in zip(lines, facts["matches"], strict=True):
        assert line["first"] == match["first"]
        assert int(line["games"]) == match["wins"] + match["draws"] + match["losses"]
        assert sum(match["pairs"]) * 2 == int(line["games"])
    assert sum(int(line["games"]) for line in lines) == len(games)
    if settings.gauntlet:
        assert {line["first"] for line in lines} == {"p0"}
