"""Generated pages opened as files: they work, load nothing, and believe no stranger."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from outflank import Color
from outflank.arena.record import Fault
from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.pages.arena import arena_page
from outflank.pages.review import review_page
from support.made_runs import game, tally_of
from support.reviews import cheap_review
from support.web_page import CALM

pytestmark = [pytest.mark.e2e, pytest.mark.integration]

EVIL = '</script><script>alert(1)</script><img src="http://evil.test" onerror="alert(2)">'


@contextmanager
def opened(browser: Browser, file: Path, text: str) -> Iterator[Page]:
    """The page of a file; it must ask for nothing, and have nothing to complain about."""
    file.write_text(text, "utf-8")
    page = browser.new_page(**CALM)
    page.set_default_timeout(60_000)
    events: list[str] = []
    page.on("request", lambda request: events.append(request.url))
    page.on("console", lambda message: events.append(message.text))
    page.on("pageerror", lambda error: events.append(str(error)))
    page.on("dialog", lambda dialog: events.append(dialog.message))
    page.goto(file.as_uri())
    yield page
    page.close()
    assert events == [file.as_uri()]


def test_a_game_of_the_arena_is_replayed(browser: Browser, tmp_path: Path) -> None:
    fault = Fault(Color.WHITE, "crash", EVIL)
    both = (game(0, 1, 64, moves="D3c3C4c5", fault=fault), game(1, 0, 2))
    text = arena_page(summarize(tally_of(RunSettings((EVIL, "weak")), [both])), both)
    with opened(browser, tmp_path / "run.html", text) as page:
        expect(page.locator("#replay-count")).to_have_text("2 of 2 games")
        page.locator("#replay-list button").first.press("Enter")
        expect(page.locator("#replay-faults")).to_contain_text(EVIL)
        status = page.locator("#replay-status")
        page.keyboard.press("ArrowRight")
        expect(status).to_have_text("Move 1 of 4: black d3. Discs: black 4, white 1.")
        page.get_by_role("button", name="To the end").click()
        expect(status).to_contain_text("Move 4 of 4: white c5.")
        page.get_by_role("button", name="One move back").click()
        expect(status).to_contain_text("Move 3 of 4: black c4.")
        expect(page.locator("#replay-board circle.last")).to_have_count(1)


def test_a_review_is_stepped_through(browser: Browser, tmp_path: Path) -> None:
    review = replace(cheap_review(6), black=EVIL)
    with opened(browser, tmp_path / "review.html", review_page([review], [None])) as page:
        page.keyboard.press("Home")
        status = page.locator(".review-status")
        expect(status).to_have_text("The start. Discs: black 2, white 2.")
        page.get_by_role("button", name="One move on").click()
        expect(status).to_contain_text(f"1 Black {review.moves[0].move.name}")
        expect(page.locator("tr[aria-current]")).to_have_attribute("data-ply", "1")
        expect(page.locator(".review .board circle")).to_have_count(5)
        page.keyboard.press("m")
        expect(status).to_contain_text("Best line: ")
