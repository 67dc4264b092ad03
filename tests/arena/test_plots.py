from collections.abc import Callable
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from outflank.arena.charts import PLAYERS_PER_PICTURE
from outflank.arena.plots import (
    KINDS,
    cross_table,
    depth,
    discs,
    draw,
    elo,
    nodes,
    sizes,
    time,
    time_share,
    worth_drawing,
)
from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tally import ArenaTally
from outflank.errors import SettingsError
from support.made_runs import game, pair, random_run, tally_of

TWO = RunSettings(("strong", "weak"), games=6)
SCORES = [(10, -4), (6, 2), (0, 0)]
ODD = ("$a_1$", "<script>", "_hidden", "a" * 80, "b\nc", "\udcff", "random")


def small() -> ArenaTally:
    return tally_of(TWO, [pair(0, 1, both, number=n) for n, both in enumerate(SCORES)])


def all_won() -> ArenaTally:
    return tally_of(TWO, [pair(0, 1, (64, 64), number=n) for n in range(10)])


def one_pair() -> ArenaTally:
    return tally_of(RunSettings(("a", "b", "c")), [pair(0, 1, (2, 2), number=0)])


# Panels for many players take their time, so each shape is drawn once.
RUNS: dict[str, tuple[Callable[[], ArenaTally], list[str]]] = {
    "nothing yet": (lambda: ArenaTally(TWO), list(KINDS)),
    "many, nothing yet": (
        lambda: ArenaTally(RunSettings(ODD, sizes=(6, 8))),
        ["elo", "cross-table"],
    ),
    "two": (small, list(KINDS)),
    "all won": (all_won, ["elo", "cross-table", "sizes"]),
    "one pair of three": (one_pair, ["elo", "cross-table", "sizes", "discs"]),
    "two on two boards": (lambda: random_run(("a", "random"), (4, 6), 4), ["discs", "nodes"]),
    "odd names": (lambda: random_run(ODD, (6,), 2), ["time", "time-share"]),
    "gauntlet on two boards": (
        lambda: random_run(ODD, (4, 6), 2, gauntlet=True),
        ["cross-table", "sizes"],
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("run", RUNS)
def test_every_plot_is_a_picture(run: str) -> None:
    make, kinds = RUNS[run]
    summary = summarize(make())
    for kind in kinds:
        svg = draw(summary, kind)
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert b'href="http' not in svg


def test_formats_and_names() -> None:
    assert draw(summarize(small()), "elo", "png").startswith(b"\x89PNG")
    with pytest.raises(SettingsError, match="there is no plot pie; choose from elo"):
        draw(summarize(small()), "pie")
    with pytest.raises(SettingsError, match="not as gif"):
        draw(summarize(small()), "elo", "gif")


def test_a_wish_for_plots_is_met_where_they_tell_something() -> None:
    assert worth_drawing(summarize(ArenaTally(TWO))) == []
    assert worth_drawing(summarize(small())) == ["elo", "discs", "time", "time-share"]
    three = random_run(("a", "b", "c"), (4, 6), 2)
    assert worth_drawing(summarize(three)) == list(KINDS)


def test_cells_of_the_cross_table() -> None:
    # c wins every game, a beats b in all of its own.
    settings = RunSettings(("a", "b", "c"), games=2)
    scores = {(0, 1): (4, 4), (0, 2): (-4, -4), (1, 2): (-4, -4)}
    pairs = [pair(*match, both, number=0) for match, both in scores.items()]
    figure = cross_table(summarize(tally_of(settings, pairs)))
    (axes,) = figure.axes
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert names == ["c  1", "a  2", "b  3"]
    cells = {
        (int(text.get_position()[1]), int(text.get_position()[0])): text.get_text().split("\n")[0]
        for text in axes.texts
    }
    assert cells == {
        (0, 1): "100.0", (0, 2): "100.0",
        (1, 0): "0.0", (1, 2): "100.0",
        (2, 0): "0.0", (2, 1): "0.0",
    }  # fmt: skip


def test_elo_of_two_is_drawn_with_its_interval() -> None:
    figure = elo(summarize(small()))
    assert "strong above weak" in figure.get_suptitle()
    (text,) = figure.axes[0].texts
    assert text.get_text().startswith("+120 [")
    (won,) = elo(summarize(all_won())).axes[0].texts
    assert won.get_text().startswith("+∞ [+")


def test_ratings_of_many_are_sorted() -> None:
    tally = random_run(("weak", "middle", "strong"), games=20, spread=-150, faults=False)
    names = [text.get_text() for text in elo(summarize(tally)).axes[0].get_yticklabels()]
    assert names == ["strong", "middle", "weak"]


def test_the_histogram_counts_every_game_once() -> None:
    tally = random_run(("a", "b"), (6, 8), 40, faults=False)
    panels: list[Any] = discs(summarize(tally)).axes
    for axes, size in zip(panels, (6, 8), strict=True):
        match = tally.match(0, 1, size)
        lost, drawn, won = (stairs.get_data().values.sum() for stairs in axes.patches)
        assert (won, drawn, lost) == (match.score.wins, match.score.draws, match.score.losses)
        assert lost + drawn + won == 40
        for stairs in axes.patches:
            edges = list(stairs.get_data().edges)
            for value, (low, high) in zip(stairs.get_data().values, pairwise(edges), strict=True):
                assert value == sum(n for diff, n in match.game_diffs.items() if low < diff < high)


def test_lines_hold_the_averages_of_each_move() -> None:
    moves = "C4e3F6e6"  # two given, then black and white once each
    games = [
        game(0, 1, 2, moves=moves, depths=(4, 7), nodes=(100, 900), seconds=(0.5, 0.125)),
        game(1, 0, 2, moves=moves, depths=(9, 6), nodes=(500, 300), seconds=(0.25, 0.75)),
        game(0, 1, 2, moves=moves, depths=(6, None), nodes=(300, None), seconds=(1.5, 0.375)),
        game(1, 0, 2, moves=moves, depths=(9, 6), nodes=(500, 300), seconds=(0.25, 0.75)),
    ]
    tally = tally_of(TWO, [(games[0], games[1]), (games[2], games[3])])
    wanted = {
        depth: ([5, 6], [9, 7]),
        nodes: ([200, 300], [500, 900]),
        time: ([1.0, 0.75], [0.25, 0.25]),
    }
    for plot, (strong, weak) in wanted.items():
        lines: Any = plot(summarize(tally)).axes[0].lines
        first, second = lines
        assert list(first.get_xdata()) == [3, 4]
        assert (list(first.get_ydata()), list(second.get_ydata())) == (strong, weak)


def test_shares_of_time_make_a_whole() -> None:
    figure = time_share(summarize(random_run(("a", "b", "random"), (6,), 4)))
    bars: Any = figure.axes[0].containers
    assert len(bars) == 3
    for player in range(3):
        assert sum(part.patches[player].get_width() for part in bars) == pytest.approx(100)


def test_few_players_share_a_panel_and_many_get_their_own() -> None:
    few = random_run(tuple("abcdef")[:PLAYERS_PER_PICTURE], (4, 6), 2)
    assert [axes.get_title(loc="left") for axes in depth(summarize(few)).axes] == ["4x4", "6x6"]
    many = random_run(tuple("abcdefg"), (6,), 2)
    titles = [axes.get_title(loc="left") for axes in depth(summarize(many)).axes]
    assert titles == [*"abcdefg", "", ""]


def test_scores_by_board() -> None:
    settings = RunSettings(("a", "b"), sizes=(6, 8), games=2)
    pairs = [pair(0, 1, (4, 4), number=0, size=6), pair(0, 1, (4, -4), number=0, size=8)]
    (axes,) = sizes(summarize(tally_of(settings, pairs))).axes
    bars: Any = axes.containers[1]
    assert [bar.get_height() for bar in bars.patches] == [100, 50]
