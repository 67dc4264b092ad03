import re
import sys
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank import Color
from outflank.arena.record import Fault
from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tally import ArenaTally
from outflank.pages.arena import arena_page
from support.made_runs import game, pair, random_run, tally_of

TWO = RunSettings(("strong", "weak"), games=6)
SCORES = [(10, -4), (6, 2), (0, 0)]
EVIL = '</pre><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
VOID = {"meta", "br", "wbr"}


class Page(HTMLParser):
    """The elements, texts and tables of a page; every element must be closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in {"th", "td"}:
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data.replace("\N{NO-BREAK SPACE}", " ")

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.texts))

    def row(self, *beginning: str) -> list[str]:
        """The first row whose cells begin with these."""
        found = [row for row in self.rows if row[: len(beginning)] == list(beginning)]
        assert found, (beginning, self.rows)
        return found[0]


def page(tally: ArenaTally, *, plots: bool = False) -> Page:
    if plots:
        return Page(arena_page(summarize(tally)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        return Page(arena_page(summarize(tally)))


def small() -> ArenaTally:
    return tally_of(TWO, [pair(0, 1, both, number=n) for n, both in enumerate(SCORES)])


def test_two_players_by_hand() -> None:
    found = page(small())
    strong = found.row("1 strong")
    assert strong[1].startswith("66.7 % ± ")
    assert strong[2].startswith("+120 [")
    assert strong[4].startswith("+2.3 ± 5.2")
    assert strong[6:] == ["6", "3 - 2 - 1", "0"]
    assert found.row("2 weak")[7] == "1 - 2 - 3"
    assert found.row("strong", "83.3 %") == ["strong", "83.3 %", "2 - 1 - 0", "50.0 %", "1 - 1 - 1"]
    assert "Black scored 66.7 % of all games: 3 - 2 - 1." in found.text
    assert "too little to say which of the two is better" in found.text
    assert "No player broke a rule." in found.text
    assert "outflank arena strong weak --games 6" in found.text


def test_what_is_proven_is_said() -> None:
    pairs = [pair(0, 1, (-20, -10), number=n) for n in range(20)]
    found = page(tally_of(RunSettings(("strong", "weak"), games=60), pairs))
    assert "weak scored 100.0" in found.text
    assert "40 games (of 60 planned): +∞" in found.text
    assert "Probability that it is the better player" in found.text
    assert found.row("1 weak")[2].startswith("+∞ [+")
    assert found.row("2 strong")[2].startswith("-∞ [-∞, -")


def test_cross_table_and_boards_of_three_players() -> None:
    settings_ = RunSettings(("a", "b", "c"), sizes=(6, 8), games=2)
    scores = {(0, 1): (4, 4), (0, 2): (-4, -4), (1, 2): (-4, 4)}
    pairs = [
        pair(*match, both, number=0, size=size) for size in (6, 8) for match, both in scores.items()
    ]
    found = page(tally_of(settings_, pairs))
    # c won against a and shared with b; a beat b.
    assert [row[0] for row in found.rows if row[0].startswith(("1 ", "2 ", "3 "))] == [
        "1 c", "2 a", "3 b", "1 c", "2 a", "3 b",
    ]  # fmt: skip
    crossed = [row for row in found.rows if row[0] == "1 c"][1]
    assert crossed[1] == "·"
    assert crossed[2].startswith("100 ±")
    assert crossed[2].endswith("4 - 0 - 0")
    assert crossed[3].startswith("50 ±")
    boards = found.row("a", found.row("a")[1])
    assert [cell.split(" ±")[0] for cell in boards] == ["a", "50.0 %", "50.0 %"]


def test_faults_show_their_reasons_and_costs() -> None:
    late = Fault(Color.BLACK, "time", "took 1.2 of 1.1 seconds\nand then some")
    slip = Fault(Color.WHITE, "illegal", "played a9")
    both = (game(0, 1, -64, fault=late), game(1, 0, 2, slips=(slip, slip)))
    found = page(tally_of(TWO, [both, both]))
    assert found.row("strong", "time") == ["strong", "time", "2 games lost", late.reason]
    assert found.row("strong", "illegal")[2:] == ["4 random moves", "played a9"]
    assert "2 games of 4 repeated an earlier one" in found.text


def test_the_sequential_test_is_told() -> None:
    asked = RunSettings(("a", "b"), games=400, sprt=(0, 20))
    open_ = page(tally_of(asked, [pair(0, 1, (2, -2), number=0)]))
    assert "has not decided yet" in open_.text
    won = [pair(0, 1, (2, 2 * (-1) ** n), number=n) for n in range(150)]
    assert "decided for 20 Elo or more" in page(tally_of(asked, won)).text
    lost = [pair(1, 0, scores, number=n) for n, scores in enumerate([(2, 2)] * 150)]
    swapped = [(second, first) for first, second in lost]
    assert "decided for 0 Elo or less" in page(tally_of(asked, swapped)).text


def test_strangers_cannot_add_anything_to_the_page() -> None:
    names = (EVIL, "weak")
    both = (
        game(0, 1, -64, fault=Fault(Color.BLACK, f"crash{EVIL}", EVIL)),
        game(1, 0, 2),
    )
    found = page(tally_of(RunSettings(names), [both]), plots=True)
    tags = {tag for tag, _ in found.tags}
    assert not tags & {"script", "img", "iframe", "link", "object"}
    assert not any(name.startswith("on") for _, attributes in found.tags for name in attributes)
    assert EVIL in found.texts  # the reason, as it was
    assert found.row(EVIL, f"crash{EVIL}")[3] == EVIL


@pytest.mark.thorough
def test_the_page_needs_nothing_from_elsewhere() -> None:
    tally = random_run(("a", "b", "c"), (4, 6), 2)
    text = arena_page(summarize(tally))
    found = Page(text)
    ids = [str(attributes["id"]) for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert sum(tag == "svg" for tag, _ in found.tags) == 8
    for tag, attributes in found.tags:
        for name, value in attributes.items():
            if name in {"src", "href", "xlink:href"}:
                assert str(value)[0] == "#", (tag, value)
                assert str(value)[1:] in ids
    for reference in re.findall(r"url\(([^)]*)\)", text):
        assert reference[1:] in ids
    assert "@import" not in text
    assert set(re.findall(r"https?://[^\"' ]*", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_before_the_first_game() -> None:
    found = page(ArenaTally(RunSettings(("a", "b", "c"), sizes=(6, 8), games=2)), plots=True)
    assert "None of the 12 games has been played yet." in found.text
    assert "svg" not in {tag for tag, _ in found.tags}


def test_without_matplotlib_the_tables_remain() -> None:
    found = page(small())
    assert "pip install 'outflank[lab]'" in found.text
    assert "svg" not in {tag for tag, _ in found.tags}


@settings(max_examples=25)
@given(
    st.lists(st.text(max_size=12), min_size=2, max_size=3, unique=True),
    st.text(max_size=20),
    st.tuples(st.integers(-32, 32), st.integers(-32, 32)),
)
def test_any_text_gives_a_sound_page(
    names: list[str], reason: str, halves: tuple[int, int]
) -> None:
    first, second = pair(0, 1, (2 * halves[0], 2 * halves[1]), number=0)
    broken = game(1, 0, 64, fault=Fault(Color.WHITE, "output", reason))
    tally = tally_of(RunSettings(tuple(names)), [(first, second), (first, broken)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        text = arena_page(summarize(tally))
    text.encode("utf-8")
    tags = {tag for tag, _ in Page(text).tags}
    assert tags <= {tag for tag, _ in page(small()).tags} | {"br", "wbr"}
