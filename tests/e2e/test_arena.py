"""A tournament on the server, watched on the page."""

import pytest

from support.web_page import Screen

pytestmark = [pytest.mark.e2e, pytest.mark.integration]


def test_a_small_run(screen: Screen) -> None:
    screen.open("#/arena")
    form = screen.page.locator("form.filters")
    form.locator("select[name=player-1] option[value=random]").wait_for(state="attached")
    people = form.locator("select[name=player-1] option[value=humanlike]")
    assert people.inner_text() == "humanlike (8\u00d78)"
    form.locator("select[name=player-1]").select_option("random")
    form.locator("select[name=player-2]").select_option("greedy")
    form.locator("select[name=size]").select_option("6")
    form.locator("input[name=games]").fill("2")
    form.get_by_role("button", name="Start").click()
    screen.page.get_by_text("2 of 2 games").wait_for()
    rows = screen.page.locator(".run tbody tr")
    assert sorted(text.split()[0] for text in rows.all_inner_texts()) == ["greedy", "random"]
    link = screen.page.get_by_role("link", name="Report")
    link.wait_for()
    answer = screen.page.request.get(f"{screen.address}/{link.get_attribute('href')}")
    assert answer.ok
    assert "greedy" in answer.text()
