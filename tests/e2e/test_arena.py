"""A tournament on the server, watched on the page."""

import pytest

from support.web_page import Screen, Server

pytestmark = [pytest.mark.e2e, pytest.mark.integration]


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


def test_a_small_run(screen: Screen) -> None:
    screen.open("#/arena")
    form = screen.page.locator("form.filters")
    first, second = (form.locator("select[name=player]").nth(number) for number in (0, 1))
    first.locator("option[value=random]").wait_for(state="attached")
    people = first.locator("option[value=humanlike]")
    assert people.inner_text() == "humanlike (8\u00d78)"
    first.select_option("random")
    second.select_option("greedy")
    form.locator("select[name=size]").select_option("6")
    games = form.locator("input[name=games]")
    assert (games.input_value(), games.get_attribute("max")) == ("20", "200")
    games.fill("2")
    form.get_by_role("button", name="Start").click()
    screen.page.get_by_text("2 of 2 games").wait_for()
    rows = screen.page.locator(".run tbody tr")
    assert sorted(text.split()[0] for text in rows.all_inner_texts()) == ["greedy", "random"]
    link = screen.page.get_by_role("link", name="Report")
    link.wait_for()
    answer = screen.page.request.get(f"{screen.address}/{link.get_attribute('href')}")
    assert answer.ok
    assert "greedy" in answer.text()
