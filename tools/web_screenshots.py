"""Makes the pictures of the web app in docs/images/web.

PYTHONPATH=tests .venv/bin/python tools/web_screenshots.py

It needs what the tests in tests/e2e need.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from support.web_page import Screen, Server, chromium, opened

IMAGES = Path(__file__).parents[1] / "docs" / "images" / "web"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
GAME = (
    "d3e3f5c3c2f6f3f2e2d2g1c5c1g4b4f4d6c4g6f1g7f7e7h6b5b3a4e6h7g5"
    "b2b6h4g3e1a2h5d1a3a1b1d7g2h8d8c6b7c8f8c7e8a7b8h1h3h2g8a5a8a6"
)
COLORS = 96
SETTLED = '[data-search="done"]'


def play(screen: Screen) -> None:
    """A game under way."""
    screen.open("#/play")
    for name in ("f5", "c4", "c3"):
        if screen.wait_for_turn() and name in screen.legal():
            count = screen.page.locator(".moves > .move").count()
            screen.square(name).click()
            screen.page.locator(".moves > .move").nth(count + 1).wait_for()
    screen.wait_for_turn()
    screen.page.mouse.move(0, 0)


def analyse(screen: Screen) -> None:
    """A game with values on every square, and a graph."""
    screen.open(f"#/analyse/8/{GAME}?ply=31&b=Ann&w=Bo")
    screen.page.wait_for_selector(SETTLED)
    report(screen)
    screen.page.locator("#tab-moves").click()


def report(screen: Screen) -> None:
    """What every move lost."""
    screen.page.locator("#tab-report").click()
    screen.page.get_by_role("button", name="Make the report").click()
    screen.page.get_by_text("Accuracy").wait_for(timeout=300_000)


def large(screen: Screen) -> None:
    """The largest board."""
    screen.open("#/analyse/12/")
    screen.page.wait_for_selector(SETTLED)
    for _ in range(6):
        count = screen.page.locator(".moves > .move").count()
        screen.page.locator(".square.best").first.click()
        screen.page.locator(".moves > .move").nth(count).wait_for()
        screen.page.wait_for_selector(f"{SETTLED} .best .value")
    screen.page.mouse.move(0, 0)


PICTURES = {
    "play-light": (play, DESK, "light"),
    "play-phone-dark": (play, PHONE, "dark"),
    "analyse-dark": (analyse, DESK, "dark"),
    "analyse-phone-light": (analyse, PHONE, "light"),
    "large-phone-light": (large, PHONE, "light"),
}


def write_small(picture: bytes, path: Path) -> None:
    """Few colours are enough for a board, and a third of the bytes."""
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLORS).save(path, optimize=True)


def main() -> None:
    """Every picture, each in a fresh profile."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium())
        for name, (show, size, scheme) in PICTURES.items():
            with opened(browser, server.address, viewport=size, color_scheme=scheme) as screen:
                screen.open()
                level = "localStorage.setItem('outflank.settings', JSON.stringify({ level: 8 }))"
                screen.page.evaluate(level)
                screen.page.goto("about:blank")
                show(screen)
                write_small(screen.page.screenshot(), IMAGES / f"{name}.png")
        browser.close()
        server.end()


if __name__ == "__main__":
    main()
