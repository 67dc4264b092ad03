"""The page for everybody: screen readers, keyboards, small and large screens, all colours."""

import difflib
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from support.web_page import Screen, Server, opened

pytestmark = [pytest.mark.e2e, pytest.mark.integration]

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "page"
AXE = ROOT / ".venv" / "node_modules" / "axe-core" / "axe.min.js"
GAME = "f5d6c3d3c4f4f6f3e6e7d7c5"
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def at(screen: Screen, name: str) -> None:
    """Puts a screen of the page before us, with an engine that is soon done."""
    page = screen.page
    keep = "localStorage.setItem('outflank.settings', JSON.stringify({ level: 8 }))"
    page.add_init_script(f"if (location.protocol !== 'about:') {keep}")
    places = {"library": "#/library", "arena": "#/arena", "play": "#/play"}
    screen.open(places.get(name, f"#/analyse/8/{GAME}?b=Ann&w=Bo"))
    if name in ("new", "keys", "settings"):
        labels = {"new": "New game", "keys": "Keys", "settings": "Settings"}
        page.locator(".menu summary").click()
        page.locator(".menu-items").get_by_role("button", name=labels[name]).click()
        page.wait_for_selector("dialog[open]")
    elif name in ("report", "games", "why"):
        page.locator(f"#tab-{name}").click()
        if name == "report":
            page.get_by_role("button", name="Make the report").click()
            page.get_by_text("Ratings, by the moves").wait_for()
    elif name == "editor":
        page.keyboard.press("e")
        page.get_by_text("Set up a position").first.wait_for()
    if name in ("moves", "report"):
        page.wait_for_selector(".value")


NAMES = [
    "play",
    "moves",
    "report",
    "games",
    "why",
    "editor",
    "library",
    "arena",
    "new",
    "keys",
    "settings",
]


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ("desk", "light"),
        ("phone", "dark"),
        pytest.param("desk", "dark", marks=pytest.mark.slow),
        pytest.param("phone", "light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing(browser: Browser, server: Server, size: str, scheme: str) -> None:
    source = AXE.read_text("utf-8")
    run = f"async () => (await axe.run({{ runOnly: {RULES} }})).violations"
    found: dict[str, Any] = {}
    with opened(browser, server.address, viewport=SIZES[size], color_scheme=scheme) as screen:
        for name in NAMES:
            at(screen, name)
            screen.page.evaluate(source)
            for violation in screen.page.evaluate(run):
                nodes = [node["html"][:200] for node in violation["nodes"][:3]]
                found[f"{name}: {violation['id']}"] = nodes
            screen.page.goto("about:blank")
    assert found == {}


@pytest.mark.parametrize("width", [320, pytest.param(640, marks=pytest.mark.slow)])
def test_no_screen_scrolls_sideways(browser: Browser, server: Server, width: int) -> None:
    """A page of 640 pixels is one of 1280 at 200 %."""
    with opened(browser, server.address, viewport={"width": width, "height": 640}) as screen:
        wide = {}
        for name in NAMES:
            at(screen, name)
            script = "document.documentElement.scrollWidth"
            if (found := screen.page.evaluate(script)) > width:
                wide[name] = found
            screen.page.goto("about:blank")
        assert wide == {}


@pytest.mark.parametrize("name", ["play", "analyse", "library"])
def test_what_a_screen_reader_finds(browser: Browser, server: Server, name: str) -> None:
    """OUTFLANK_GOLDEN=write writes the golden files anew."""
    with opened(browser, server.address) as screen:
        place = {"play": "#/play", "analyse": "#/analyse/6/?b=Ann&w=Bo", "library": "#/library"}
        screen.open()
        settings = "localStorage.setItem('outflank.settings', JSON.stringify({ values: false }))"
        screen.page.evaluate(settings)
        screen.page.goto("about:blank")
        screen.open(place[name])
        if name == "library":
            screen.page.get_by_text("The library has 0 games.").wait_for()
        elif name == "play":  # once the server has answered
            screen.page.locator("button:not([disabled])[title=Hint]").wait_for()
        text = screen.page.locator("body").aria_snapshot() + "\n"
    golden = GOLDEN / f"{name}.yml"
    if os.environ.get("OUTFLANK_GOLDEN") == "write":
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, "utf-8")
    expected = golden.read_text("utf-8")
    assert text == expected, "\n".join(difflib.unified_diff(expected.split("\n"), text.split("\n")))


def test_what_is_said_in_a_game(screen: Screen) -> None:
    """Every message comes to the live region, none more than one a second."""
    screen.open()
    screen.page.evaluate("""() => {
      window.heard = [];
      const live = document.getElementById('live');
      const hear = () => window.heard.push([performance.now(), live.textContent]);
      new MutationObserver(hear).observe(live, { childList: true, characterData: true });
    }""")
    keyboard = screen.page.keyboard
    keyboard.press("n")
    keyboard.press("Enter")
    screen.page.locator(".moves > .move").nth(1).wait_for()
    screen.wait_for_turn()
    said = "(words) => window.heard.some(([, text]) => text.includes(words))"
    for words in ("Black c4, flips 1: d4. White to move, 3 legal.", "Black to move"):
        screen.page.wait_for_function(said, arg=words)
    for key, words in (("l", "flips"), ("m", "legal moves:"), ("s", "empty.")):
        screen.page.evaluate("window.counted = window.heard.length")
        keyboard.press(key)
        new = f"(words) => window.heard.length > window.counted && ({said})(words)"
        screen.page.wait_for_function(new, arg=words)
    heard = screen.page.evaluate("window.heard")
    times = [time for time, _ in heard]
    assert all(later - earlier > 900 for earlier, later in pairwise(times))


def test_the_game_of_the_documentation_is_said_as_it_stands_there(screen: Screen) -> None:
    page = (ROOT / "docs" / "web.md").read_text("utf-8")
    table = page[page.index("| keys | what is said |") :].split("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.split("\n")[2:]]
    assert len(rows) == 16
    screen.open()
    settings = "localStorage.setItem('outflank.settings', JSON.stringify({ values: false }))"
    screen.page.evaluate(settings)
    screen.page.goto("about:blank")
    screen.open("#/analyse/4/")
    screen.page.get_by_label("Engine").uncheck()
    screen.page.locator("h1").evaluate("() => document.activeElement.blur()")
    live = screen.page.locator("#live")
    for keys, words in rows:
        for key in keys.split():
            screen.page.keyboard.press(key)
        live.get_by_text(words, exact=True).wait_for(state="attached")


def test_letters_can_be_switched_off(screen: Screen) -> None:
    screen.open()
    screen.page.locator(".menu summary").click()
    screen.page.get_by_role("button", name="Settings").click()
    screen.page.get_by_label("Single letters act as keys").uncheck()
    screen.page.keyboard.press("Escape")
    screen.page.wait_for_selector("dialog:not([open])", state="attached")
    screen.page.keyboard.press("i")
    assert screen.page.locator("dialog[open]").count() == 0
    screen.page.goto("about:blank")
    screen.open("#/analyse/8/")
    screen.page.get_by_role("button", name="Set up a position").click()
    screen.page.get_by_role("button", name="Clear").wait_for()
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("button", name="Clear").wait_for(state="detached")


def test_focus_returns_from_dialogs_and_stays_on_the_board(screen: Screen) -> None:
    screen.open()
    button = screen.page.get_by_role("button", name="New game").first
    button.focus()
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector("dialog[open]")
    screen.page.keyboard.press("Escape")
    screen.page.wait_for_selector("dialog:not([open])", state="attached")
    assert button.evaluate("(one) => one === document.activeElement")
    screen.page.keyboard.press("n")
    for key, square in (("ArrowRight", "d4"), ("ArrowDown", "d5"), ("End", "h5"), ("Home", "a5"),
                        ("Control+End", "h8"), ("Control+Home", "a1")):  # fmt: skip
        screen.page.keyboard.press(key)
        screen.page.wait_for_selector(f'[data-square="{square}"]:focus')
    assert screen.page.locator('.board [tabindex="0"]').count() == 1


@pytest.mark.parametrize("colors", ["active", "none"])
def test_forced_colours(browser: Browser, server: Server, colors: str) -> None:
    with opened(browser, server.address, forced_colors=colors) as screen:
        screen.open()
        screen.page.wait_for_selector(".disc")
        color = "(name) => getComputedStyle(document.querySelector(name)).backgroundColor"
        black, white = (screen.page.evaluate(color, f".disc.{name}") for name in ("black", "white"))
        assert black != white
