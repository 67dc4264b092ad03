"""Games against the server, by mouse, by keyboard, by finger and by commands."""

import random
import signal
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from outflank import Game, Position
from support.web_page import Screen, Server, opened

pytestmark = [pytest.mark.e2e, pytest.mark.integration]


def test_a_first_visit_plays_at_once(screen: Screen) -> None:
    screen.open()
    assert screen.wait_for_turn()
    assert sorted(screen.legal()) == ["c4", "d3", "e6", "f5"]
    screen.square("f5").click()
    screen.page.locator(".moves > .move").nth(1).wait_for()
    assert screen.wait_for_turn()
    screen.check_board(Game.from_transcript(screen.moves()))


def test_two_changes_of_a_new_game_between_two_frames(screen: Screen) -> None:
    screen.open()
    screen.page.get_by_role("button", name="New game").click()
    dialog = screen.page.get_by_role("dialog")
    white = dialog.locator("select[name=O]")
    white.evaluate("""(white) => {
        const change = (select, value) => {
            select.value = value;
            select.dispatchEvent(new Event('change', { bubbles: true }));
        };
        change(white, 'humanlike:rating=1500');
        change(white.form.elements.size, '10');
    }""")
    expect(dialog.get_by_role("status")).to_contain_text("Humanlike 1500 does not play on 10")
    expect(white).to_have_value("skill:level=3")


@pytest.mark.parametrize("size", [6, 8])
def test_a_game_by_mouse(screen: Screen, size: int) -> None:
    screen.open()
    screen.page.get_by_role("button", name="New game").click()
    dialog = screen.page.get_by_role("dialog")
    board, white = (dialog.locator(f"select[name={name}]") for name in ("size", "O"))
    # Players like people are offered on 8x8 alone.
    white.select_option("humanlike:rating=1500")
    board.select_option("10")
    told = "Humanlike 1500 does not play on 10\u00d710: skill 3 takes its place."
    expect(dialog.get_by_role("status")).to_have_text(told)
    expect(white).to_have_value("skill:level=3")
    people = white.locator("option[value^=humanlike]")
    expect(people).to_have_count(0)
    board.select_option(str(size))
    expect(people).to_have_count(9 if size == 8 else 0)
    expect(dialog.get_by_role("status")).to_have_text("")
    white.select_option("skill:level=0")
    dialog.get_by_role("button", name="Start").click()
    screen.page.wait_for_selector(f".frame.size-{size}")
    dice = random.Random(size)
    while screen.wait_for_turn():
        screen.play(dice.choice(screen.legal()))
    game = Game.from_transcript(screen.moves(), size=size)
    assert game.position.is_over()
    screen.check_board(game)
    assert game.result is not None
    half, score = size * size // 2, abs(game.result.score) // 2
    assert f"{half + score}\u2013{half - score}" in screen.page.inner_text(".result h2")


def line_with_a_pass(size: int) -> list[str]:
    """A whole game in which somebody has to pass; passes left out."""
    for seed in range(1000):
        dice = random.Random(seed)
        position, moves, passes = Position(size), [], 0
        while not position.is_over():
            move = dice.choice(position.legal_moves)
            passes += move.is_pass
            if not move.is_pass:
                moves.append(move.name)
            position = position.play(move)
        if passes and len(moves) == size * size - 4:
            return moves
    raise AssertionError("no game has a pass")


def test_a_game_by_keyboard_alone_with_a_pass(screen: Screen) -> None:
    screen.open()
    keyboard = screen.page.keyboard
    # The dialog: the board, black, white; then Enter on the button.
    screen.page.get_by_role("button", name="New game").focus()
    keyboard.press("Enter")
    screen.page.locator("dialog[open] select[name=size]").focus()
    keyboard.type("4")
    screen.page.locator("dialog[open] select[name=O]").focus()
    keyboard.type("You")
    screen.page.get_by_role("dialog").get_by_role("button", name="Start").focus()
    keyboard.press("Enter")
    screen.page.wait_for_selector(".frame.size-4")
    heard = []
    for move in line_with_a_pass(4):
        row, column = int(move[1]) - 1, ord(move[0]) - ord("a")
        keyboard.press("n")  # which puts the cursor on the board
        keyboard.press("Control+Home")
        for key, times in (("ArrowDown", row), ("ArrowRight", column)):
            for _ in range(times):
                keyboard.press(key)
        keyboard.press("Enter")
        screen.page.locator(f'.square.last[data-square="{move}"]').wait_for()
        heard.append(screen.message())
    assert any("must pass" in words for words in heard)
    assert "Game over" in heard[-1]
    screen.check_board(Game.from_transcript(screen.moves(), size=4))


def test_a_game_by_commands(screen: Screen) -> None:
    screen.open()
    screen.command("new 6 skill 1")
    screen.page.wait_for_selector(".frame.size-6")
    for _ in range(4):
        assert screen.wait_for_turn()
        before = screen.moves()
        screen.command(screen.legal()[0])
        screen.page.wait_for_function(
            "(count) => document.querySelectorAll('.moves > .move').length >= count",
            arg=len(before) // 2 + 2,
        )
    screen.wait_for_turn()
    screen.check_board(Game.from_transcript(screen.moves(), size=6))
    screen.command("fly")
    screen.wait_for_message('"fly" is no command')


def test_fingers_on_a_large_board_preview_first(browser: Browser, server: Server) -> None:
    phone: dict[str, Any] = {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
    }
    with opened(browser, server.address, **phone) as screen:
        screen.open()
        screen.command("new 12 skill 0")
        screen.page.wait_for_selector(".frame.size-12")
        name = screen.legal()[0]
        screen.square(name).tap()
        screen.wait_for_message(f"{name}: tap again to play.")
        assert screen.moves() == ""
        screen.square(name).tap()
        screen.page.locator(".moves > .move").nth(1).wait_for()
        width = screen.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
        screen.wait_for_turn()
        screen.check_board(Game.from_transcript(screen.moves(), size=12))


def test_undo_hint_and_resign(screen: Screen) -> None:
    screen.open()
    screen.square("f5").click()
    screen.page.locator(".moves > .move").nth(1).wait_for()
    screen.wait_for_turn()
    screen.page.get_by_role("button", name="Hint").click()
    screen.wait_for_message("Hint: ")
    screen.page.get_by_role("button", name="Take back").click()
    screen.wait_for_message("Taken back.")
    assert screen.moves() == ""
    screen.square("d3").click()
    screen.page.locator(".moves > .move").nth(1).wait_for()
    screen.page.get_by_role("button", name="Resign").click()
    screen.page.get_by_text("White wins, the other side resigned.").wait_for()
    screen.page.get_by_role("button", name="Swap colours").click()
    screen.page.locator(".moves > .move").nth(0).wait_for()
    assert screen.wait_for_turn()


def test_a_reload_keeps_the_game_and_two_tabs_have_two(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as screen:
        screen.open()
        screen.square("f5").click()
        screen.page.locator(".moves > .move").nth(1).wait_for()
        screen.wait_for_turn()
        played = screen.moves()
        other = Screen(screen.page.context.new_page(), server.address)
        other.open()
        other.command("new 6")
        other.page.wait_for_selector(".frame.size-6")
        screen.page.reload()
        screen.wait_for_turn()
        assert screen.moves() == played
        screen.page.locator(".menu summary").click()
        screen.page.get_by_role("button", name="Last games").click()
        screen.page.get_by_role("dialog").get_by_text("2 moves").wait_for()
        screen.page.keyboard.press("Escape")
        other.page.reload()
        other.page.wait_for_selector(".frame.size-6")
        other.check()


def test_the_server_dies_and_comes_back(browser: Browser, own_server: Server) -> None:
    with opened(browser, own_server.address, offline=True) as screen:
        screen.open()
        screen.square("f5").click()
        screen.page.locator(".moves > .move").nth(1).wait_for()
        screen.wait_for_turn()
        own_server.end(by=signal.SIGKILL)
        screen.page.locator(".banner").wait_for()
        count = screen.page.locator(".moves > .move").count()
        screen.square(screen.legal()[0]).click()  # the page knows the rules
        screen.page.locator(".moves > .move").nth(count).wait_for()
        own_server.start(own_server.port)
        screen.page.locator(".banner").wait_for(state="detached")
        screen.page.locator(".moves > .move").nth(count + 1).wait_for()
        screen.wait_for_turn()
        screen.check_board(Game.from_transcript(screen.moves()))


def test_two_people_play_at_once(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as one, opened(browser, server.address) as other:
        for screen in (one, other):
            screen.open()
        one.command("new 6 skill 0")
        for _ in range(3):
            for screen in (one, other):
                assert screen.wait_for_turn()
                screen.play(screen.legal()[0])
        for screen, size in ((one, 6), (other, 8)):
            screen.page.locator(".moves > .move").nth(5).wait_for()
            screen.wait_for_turn()
            screen.check_board(Game.from_transcript(screen.moves(), size=size))


def test_discs_turn_over_unless_motion_is_not_wanted(browser: Browser, server: Server) -> None:
    for motion, turning in (("no-preference", True), ("reduce", False)):
        with opened(browser, server.address, reduced_motion=motion) as screen:
            screen.open()
            screen.square("f5").click()
            # Not whether it was the last move: the answer may be there before anybody looks.
            script = "document.querySelector('[data-square=e5] .disc').getAnimations().length > 0"
            if turning:
                screen.page.wait_for_function(script)
            else:
                screen.page.locator('[data-square="f5"] .disc').wait_for()
                assert not screen.page.evaluate(script)


def test_programs_play_each_other_at_the_speed_that_is_asked_for(screen: Screen) -> None:
    screen.open()
    screen.page.get_by_role("button", name="New game").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.locator("select[name=size]").select_option("4")
    for side in "XO":
        dialog.locator(f"select[name={side}]").select_option("skill:level=0")
    dialog.get_by_role("button", name="Start").click()
    screen.page.wait_for_selector(".frame.size-4")
    screen.page.get_by_label("Speed").select_option("slow")
    screen.page.get_by_role("button", name="Pause").click()
    screen.page.get_by_role("button", name="Go on").click()
    screen.page.get_by_label("Speed").select_option("fast")
    screen.page.wait_for_selector(".result")
    screen.check_board(Game.from_transcript(screen.moves(), size=4))
