"""The report on a game, and its mistakes tried again, by keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from support.web_page import Screen

pytestmark = [pytest.mark.e2e, pytest.mark.integration]

# Black takes an X square at the end.
GAME = "f5d6c3d3c4b3b2"


def test_the_report_and_retry_by_keyboard(screen: Screen) -> None:
    screen.open(f"#/analyse/8/{GAME}?ply=0")
    page, keyboard = screen.page, screen.page.keyboard
    keyboard.press("r")
    page.get_by_role("button", name="Make the report").focus()
    keyboard.press("Enter")
    page.get_by_text("Accuracy").wait_for()
    # How surprising the moves are for people of the same rating.
    interval = r"\d{3,4} \(\d{3,4} to \d{3,4}\)"
    ratings = re.compile(rf"^Ratings, by the moves: Black {interval}, White {interval}\.$")
    expect(page.get_by_text("Ratings, by the moves")).to_have_text(ratings)
    mistakes = page.locator(".mistakes li")
    mistakes.first.wait_for()
    for words in mistakes.all_inner_texts():
        assert re.search(r"\s(<\s1|\d+)\s% of people play it\.$", words)
    points = page.locator(".plain-list:not(.mistakes) li")
    assert points.count()
    for words in points.all_inner_texts():
        assert re.search(r"\s(<\s1|\d+)\s% of \d+ players play this\.$", words)
    # The report, the graph and the list of moves name the same marked moves.
    listed = [int(text.split(".")[0]) for text in mistakes.all_inner_texts()]
    keyboard.press("<")
    assert listed
    for number in listed:
        keyboard.press("j")
        # The page is drawn a moment after the key.
        marked = re.compile(rf"^move {number},.*(inaccuracy|mistake|blunder)")
        expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", marked)
    page.get_by_role("button", name="Retry mistakes").focus()
    keyboard.press("Enter")
    screen.wait_for_message(f"Mistake 1 of {len(listed)}")
    assert page.locator(".value").count() == 0
    # The move that was played is wrong; the best one is right.
    keyboard.press("i")
    page.locator("dialog input[name=text]").fill(GAME[2 * listed[0] - 2 : 2 * listed[0]])
    keyboard.press("Enter")
    screen.wait_for_message("Try again.")
    page.get_by_role("button", name="Show the best move").focus()
    keyboard.press("Enter")
    screen.wait_for_message("was best.")
    best = screen.message().split()[0]
    page.get_by_role("button", name="Stop retrying").focus()
    keyboard.press("Enter")
    page.get_by_role("button", name="Retry mistakes").focus()
    keyboard.press("Enter")
    screen.wait_for_message("Mistake 1 of")
    screen.command(best)
    screen.wait_for_message(f"{best} is right.")
