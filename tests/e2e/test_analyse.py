"""Studying games: values, graph, links, editor, variations."""

import random
import re
import time

import pytest
from playwright.sync_api import Browser

from outflank import Engine, Game, Level, Position
from support.waiting import PATIENCE
from support.web_page import Screen, Server, opened

pytestmark = [pytest.mark.e2e, pytest.mark.integration]

LEVEL = 8
GAME = "f5d6c3d3c4f4f6f3e6e7d7c5"


def late_game() -> Game:
    """A game at random, up to ten empty squares."""
    dice, game = random.Random(1), Game(auto_pass=True)
    while game.position.empties > 10:
        game.play(dice.choice(game.position.legal_moves))
    return game


def deep(screen: Screen, place: str, level: int = LEVEL) -> None:
    """Opens a link with the engine at a level, and waits for the end of the search."""
    screen.open()
    keep = "(settings) => localStorage.setItem('outflank.settings', JSON.stringify(settings))"
    screen.page.evaluate(keep, {"level": level, "details": True})
    screen.page.goto("about:blank")
    screen.open(place)
    screen.page.wait_for_selector('[data-search="done"]')


def test_values_are_those_of_the_engine(screen: Screen) -> None:
    deep(screen, f"#/analyse/8/{GAME}")
    position = Game.from_transcript(GAME).position
    with Engine(threads=1, hash_mb=16) as engine:
        lines = engine.analyse(position, Level(LEVEL), lines=len(position.legal_moves)).lines
    assert screen.numbers() == {line.move.name: line.score for line in lines}
    best = max(line.score for line in lines)
    script = "(all) => all.map((one) => one.textContent.replace('\\u2212', '-'))"
    pills = screen.page.eval_on_selector_all(".best .value", script)
    assert {int(text) for text in pills} == {best}


def test_exact_values_are_underlined_and_said(screen: Screen) -> None:
    game = late_game()
    deep(screen, f"#/analyse/8/{game.transcript().lower().removesuffix('pa')}", level=20)
    position = game.position
    with Engine(threads=1, hash_mb=16) as engine:
        solved = engine.solve(position)
    numbers = screen.numbers()
    assert numbers[solved.best.move.name] == solved.best.score == max(numbers.values())
    assert screen.page.locator(".value.exact").count() == len(position.legal_moves)
    name = screen.square(solved.best.move.name).inner_text().split("\n")[0]
    assert "legal" in name
    assert "exact, best" in name


def test_board_graph_and_engine_line_agree_while_it_searches(screen: Screen) -> None:
    screen.open(f"#/analyse/8/{GAME}")
    script = """() => {
      const number = (text) => Number(text.replace('\\u2212', '-'));
      const best = document.querySelector('.best .value');
      const line = document.querySelector('.engine-line strong');
      const graph = document.querySelector('[role=slider]')?.getAttribute('aria-valuetext');
      if (!best || !line || !graph) return null;
      return { best: number(best.textContent), line: number(line.textContent), graph };
    }"""
    seen = 0
    end = time.monotonic() + PATIENCE
    while seen < 30:
        assert time.monotonic() < end
        told = screen.page.evaluate(script)
        if told is None:
            continue
        assert told["best"] == told["line"]
        # Black is to move: the graph counts for black, too.
        ahead = re.search(r"(black|white) ahead by (\d+)|even", told["graph"])
        assert ahead, told
        value = int(ahead[2] or 0) * (1 if ahead[1] == "black" else -1) if ahead[1] else 0
        assert value == told["best"]
        seen += 1


def test_a_link_shows_the_same_tree_in_a_fresh_browser(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as screen:
        screen.open("#/analyse/8/f5d6?b=Ann&w=Bo")
        for name in ("c3", "d3"):
            screen.square(name).click()
            screen.page.locator(f'.square.last[data-square="{name}"]').wait_for()
        screen.page.keyboard.press(",")
        screen.page.keyboard.press(",")
        screen.square("c4").click()
        screen.page.locator('.square.last[data-square="c4"]').wait_for()
        screen.page.get_by_role("button", name="Copy link").click()
        screen.wait_for_message("The link is copied.")
        link = str(screen.page.evaluate("navigator.clipboard.readText()"))
    assert "#/analyse/8/f5d6c3(c4)d3?" in link
    with opened(browser, server.address) as fresh:
        fresh.open(link.removeprefix(server.address + "/"))
        fresh.page.wait_for_selector(".variation .move[aria-current]")
        assert fresh.moves() == "f5d6c3d3"
        assert fresh.page.inner_text(".variation").replace(" ", "") == "(3.c4)"
        fresh.check_board(Game.from_transcript("f5d6c4"))
        assert "Ann" in fresh.page.inner_text(".players")
        fresh.page.wait_for_timeout(400)
        assert fresh.page.url == link


def test_a_broken_link_says_where(screen: Screen) -> None:
    screen.open("#/analyse/8/f5a1")
    screen.wait_for_message("Character 3 of the moves in the link: a1 cannot be played there.")


def test_names_are_text(screen: Screen) -> None:
    evil = "%3Cimg src=x onerror=alert(1)%3E"
    screen.open(f"#/analyse/8/f5?b={evil}&w=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    screen.page.wait_for_selector(".players")
    assert "<img src=x onerror=alert(1)>" in screen.page.inner_text(".players")
    assert screen.page.locator("img, .players script").count() == 0


def test_the_graph_seeks_by_tap_and_by_key(screen: Screen) -> None:
    screen.open(f"#/analyse/8/{GAME}?ply=0")
    graph = screen.page.get_by_role("slider")
    graph.wait_for()
    box = graph.bounding_box()
    assert box is not None
    screen.page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    screen.page.wait_for_selector('[role=slider][aria-valuenow="12"]')
    graph.focus()
    for key, ply in (("ArrowLeft", 11), ("Home", 0), ("ArrowRight", 1), ("End", 12)):
        screen.page.keyboard.press(key)
        screen.page.wait_for_selector(f'[role=slider][aria-valuenow="{ply}"]')
    screen.check_board(Game.from_transcript(GAME))


def test_values_off_hides_numbers_marks_and_graph(screen: Screen) -> None:
    screen.open(f"#/analyse/8/{GAME}")
    screen.page.wait_for_selector(".value")
    screen.page.keyboard.press("v")
    screen.page.wait_for_selector(".graph", state="detached")
    assert screen.page.locator(".value, .mark").count() == 0
    screen.page.keyboard.press("v")
    screen.page.wait_for_selector(".value")


def test_a_hidden_tab_stops_the_search(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as screen:
        sent: list[str] = []
        screen.page.on(
            "websocket",
            lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))),
        )
        screen.open()
        screen.page.evaluate(
            "localStorage.setItem('outflank.settings', JSON.stringify({ level: 36 }))"
        )
        screen.page.goto("about:blank")
        screen.open(f"#/analyse/8/{GAME}?ply=4")
        screen.page.wait_for_selector('[data-search="running"] .value')
        hide = """(hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
        screen.page.evaluate(hide, True)
        screen.page.wait_for_selector('[data-search="idle"]')
        assert '"stop"' in sent[-1]
        screen.page.evaluate(hide, False)
        screen.page.wait_for_selector('[data-search="running"]')


def test_the_editor(screen: Screen) -> None:
    screen.open("#/analyse/8/")
    screen.page.get_by_role("button", name="Set up a position").click()
    screen.page.get_by_role("button", name="Clear").click()
    screen.page.get_by_text("There is no black disc.").wait_for()
    assert screen.page.get_by_role("button", name="Use this position").is_disabled()
    screen.square("d4").click()
    screen.page.get_by_role("group", name="Put on the board").get_by_label("White").check()
    screen.square("e4").click()
    screen.page.get_by_text("This position can be played.").wait_for()
    screen.page.get_by_role("button", name="Use this position").click()
    screen.wait_for_message("The position is set up.")
    board = "-" * 27 + "XO" + "-" * 35
    assert screen.cells() == board
    screen.page.wait_for_selector(".value")
    screen.square("f4").click()
    screen.page.locator('.square.last[data-square="f4"]').wait_for()
    screen.check_board(Game(Position.from_text(f"{board} X", 8)).play("f4"))


def test_why_compares_two_moves(screen: Screen) -> None:
    screen.open("#/analyse/8/f5d6")
    screen.page.keyboard.press("w")
    screen.page.get_by_role("button", name="Compare").click()
    screen.page.get_by_text("Terms of ").wait_for()
    assert "potential mobility" in screen.page.inner_text(".panel")
