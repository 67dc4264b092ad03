import sys
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from outflank.arena.charts import (
    count_text,
    grouped_bars,
    ink_on,
    label,
    require_matplotlib,
    save,
    seconds_text,
)
from outflank.errors import MissingExtraError, SettingsError

GROUPS = ["6x6", "8x8", "10x10"]
SERIES = {
    "one": [(60.0, 5.0), (55.0, 4.0), (50.0, float("inf"))],
    "two": [(40.0, 5.0), (45.0, 4.0), (float("nan"), float("inf"))],
}


def test_bars_are_as_high_as_their_values() -> None:
    figure = grouped_bars("Score by board", GROUPS, SERIES, "score, %")
    axes: Any = figure.axes[0]
    heights = [patch.get_height() for bars in axes.containers[1::2] for patch in bars.patches]
    assert heights[:5] == [60, 55, 50, 40, 45]
    assert [text.get_text() for text in axes.get_xticklabels()] == GROUPS
    # One line at 50, and a number on every bar that has a value.
    assert [line.get_ydata()[0] for line in axes.lines if len(set(line.get_ydata())) == 1].count(50)
    numbers = [text.get_text() for text in axes.texts]
    assert numbers == ["60.0", "55.0", "50.0", "40.0", "45.0", ""]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["one", "two"]
    ElementTree.fromstring(save(figure, "svg"))


def test_error_bars_reach_as_far_as_the_errors() -> None:
    figure = grouped_bars("t", GROUPS, {"one": SERIES["one"]}, "y", line=None)
    axes: Any = figure.axes[0]
    segments = axes.collections[0].get_segments()
    assert [tuple(segment[:, 1]) for segment in segments] == [(55, 65), (51, 59), (50, 50)]
    assert not figure.legends  # one series needs no legend


def test_an_interval_of_a_share_stays_between_none_and_all() -> None:
    figure = grouped_bars("t", ["a", "b"], {"s": [(95.0, 20.0), (3.0, 9.0)]}, "score, %")
    axes: Any = figure.axes[0]
    segments = axes.collections[0].get_segments()
    assert [tuple(segment[:, 1]) for segment in segments] == [(75, 100), (0, 12)]


def test_negative_bars_go_down() -> None:
    figure = grouped_bars("t", ["a"], {"s": [(-20.0, 5.0)]}, "Elo", line=0)
    low, high = figure.axes[0].get_ylim()
    assert low < -25 < 0 <= high


def test_more_series_than_colours_can_be_told_apart() -> None:
    series = {f"s{n}": [(float(n + 1), 0.5)] for n in range(14)}
    bars: Any = grouped_bars("t", ["a"], series, "y").axes[0].containers[1::2]
    looks = [(bar.patches[0].get_facecolor(), bar.patches[0].get_hatch()) for bar in bars]
    assert len(set(looks)) == 14


def test_a_series_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(SettingsError, match="one has 1 values for 3 groups"):
        grouped_bars("t", GROUPS, {"one": [(1.0, 1.0)]}, "y")


def test_only_svg_and_png() -> None:
    figure = grouped_bars("t", ["a"], {"s": [(1.0, 0.1)]}, "y")
    assert save(figure, "png").startswith(b"\x89PNG")
    with pytest.raises(SettingsError, match="not as pdf"):
        save(figure, "pdf")


def test_the_same_figure_is_the_same_file() -> None:
    files = {save(grouped_bars("t", GROUPS, SERIES, "y"), "svg") for _ in range(2)}
    assert len(files) == 1


def test_settings_of_the_user_are_left_alone_and_not_used() -> None:
    usual = save(grouped_bars("t", GROUPS, SERIES, "y"), "svg")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        before = dict(mpl.rcParams)
        assert save(grouped_bars("t", GROUPS, SERIES, "y"), "svg") == usual
        assert dict(mpl.rcParams) == before


TEXTS = [r"$\frac{$", "_hidden", "<b>&", "\u68cb.py", "\x00\x07", "\udcff", "a\nb"]


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_can_be_drawn(name: str) -> None:
    series = {name: [(1.0, 0.1)], "other": [(2.0, 0.1)]}
    figure = grouped_bars(f"Title {name}", [name], series, name)
    ElementTree.fromstring(save(figure, "svg"))
    assert len(figure.legends[0].get_texts()) == 2


def test_a_dollar_sign_is_a_dollar_sign() -> None:
    svg = save(grouped_bars("$x^2$", ["a"], {"s": [(1.0, 0.1)]}, "y"), "svg")
    assert "$x^2$" in "".join(ElementTree.fromstring(svg).itertext())


def test_labels() -> None:
    assert label("engine:level=5") == "engine:level=5"
    assert label("abcdefghij", 7) == "abc…hij"
    assert label("abcdefghij", 6) == "abc…ij"
    assert label("_x") == " _x"
    assert label("\x00") == "\N{WHITE SQUARE}"


def test_numbers_as_text() -> None:
    assert [count_text(n) for n in (1, 999, 1000, 2.5e6, 1e9)] == ["1", "999", "1k", "2.5M", "1G"]
    assert [seconds_text(s) for s in (2, 0.001, 0.25, 3e-6)] == ["2 s", "1 ms", "250 ms", "3 µs"]


def test_text_is_readable_on_its_background() -> None:
    assert ink_on((1.0, 1.0, 1.0)) == "black"
    assert ink_on((0.0, 0.0, 0.0)) == "white"
    assert ink_on((0.0, 0.1, 0.4)) == "white"


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'outflank\[lab\]'"):
        require_matplotlib()
    with pytest.raises(MissingExtraError, match="matplotlib"):
        grouped_bars("t", ["a"], {"s": [(1.0, 0.1)]}, "y")
