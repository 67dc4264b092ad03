"""Games come and go: pastes, files, the library."""

import warnings
from pathlib import Path

import pytest

from outflank import Game, parse_games, write_games
from outflank.errors import FormatWarning
from outflank.formats.format import Losses
from outflank.formats.registry import FORMATS
from outflank.formats.writing import texts_with
from support.pastes import PASTES
from support.web_page import Screen, Server

pytestmark = [pytest.mark.e2e, pytest.mark.integration]


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


GAME = "f5d6c3d3c4f4f6f3e6e7d7c5"
DROP = """({ bytes, name }) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}"""


def pastes() -> dict[str, str]:
    """One game in every format that is text, and as people paste it."""
    game = Game.from_transcript(GAME)
    game.black, game.white = "Ann", "Bo"
    texts = {
        name: "".join(texts_with(format, [game], Losses()))
        for name, format in FORMATS.items()
        if format.write is not None and not name.startswith("bitboards")  # which ask for more
    }
    return {**texts, **{text: text for text, _ in PASTES}}


def test_a_paste_in_every_format(screen: Screen) -> None:
    screen.open("#/analyse/8/")
    for name, text in pastes().items():
        expected = next(iter(parse_games(text)))
        screen.paste("#/analyse/10/")  # the page reads a link itself
        screen.page.wait_for_selector(".frame.size-10")
        screen.paste(text)
        screen.page.wait_for_selector(f".frame.size-{expected.position.size}")
        screen.wait_for_message(" read.")
        moves = [move.name for move in expected.moves if not move.is_pass]
        screen.page.wait_for_function(
            "(count) => document.querySelectorAll('.moves > .move').length === count",
            arg=len(moves),
        )
        assert screen.moves() == "".join(moves), name
        screen.check_board(expected)


def test_a_paste_can_be_undone_and_junk_is_refused(screen: Screen) -> None:
    screen.open(f"#/analyse/8/{GAME}")
    screen.paste("f5f6e6")
    screen.wait_for_message("3 moves read.")
    assert screen.moves() == "f5f6e6"
    screen.page.keyboard.press("Control+z")
    screen.page.wait_for_function("() => document.querySelectorAll('.moves > .move').length === 12")
    assert screen.moves() == GAME
    screen.paste("this is no game at all")
    screen.page.wait_for_function(
        "() => !/read\\.$/.test(document.querySelector('.status').textContent)"
    )
    assert screen.moves() == GAME
    # The browser reports an answer of 4xx on its console.
    screen.faults = [fault for fault in screen.faults if "422" not in fault]


def test_moves_alone_are_for_the_board_that_is_there(screen: Screen) -> None:
    screen.open("#/analyse/6/")
    screen.paste("b3b2b1")
    screen.wait_for_message("3 moves read.")
    screen.check_board(Game.from_transcript("b3b2b1", size=6))
    # The browser reports on its console that the first try was refused.
    screen.faults = [fault for fault in screen.faults if "422" not in fault]


@pytest.mark.parametrize("format", ["record", "sgf"])
def test_a_saved_game_can_be_read(screen: Screen, format: str) -> None:
    screen.open("#/analyse/8/f5d6c3(c4)d3?b=Ann&w=Bo")
    screen.page.keyboard.press("Control+s")
    screen.page.get_by_label("Format").select_option(format)
    with screen.page.expect_download() as download:
        screen.page.get_by_role("button", name="Download").click()
    text = Path(download.value.path()).read_text("utf-8")
    game = next(iter(parse_games(text)))
    assert (game.black, game.white) == ("Ann", "Bo")
    moves = [child.move for child in game.root.children[0].children[0].children]
    assert [move.name for move in moves if move is not None] == ["c3", "c4"]


@pytest.fixture
def wthor(tmp_path: Path) -> bytes:
    """A database of two games."""
    games = [Game.from_transcript(text) for text in (GAME, "f5f6e6f4e3c5c4e7c6")]
    for game in games:
        game.tags["date"] = "2004"
    path = tmp_path / "WTH_2004.wtb"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # it holds no unfinished games as such
        write_games(games, path)
    return path.read_bytes()


def test_files_are_dropped_into_the_library_and_found_by_position(
    screen: Screen, wthor: bytes
) -> None:
    screen.open("#/library")
    screen.page.get_by_text("The library has 0 games.").wait_for()
    screen.page.evaluate(DROP, {"bytes": list(wthor), "name": "WTH_2004.wtb"})
    screen.page.get_by_text("WTH_2004.wtb: 2 games added.").wait_for()
    assert screen.page.locator("table.games tbody tr").count() == 2
    screen.page.locator("table.games button").first.click()
    screen.page.wait_for_selector(".moves > .move")
    # The position after the first move, turned: both games have it.
    screen.page.evaluate("location.hash = '#/analyse/8/d3'")
    screen.page.locator('.square.last[data-square="d3"]').wait_for()
    screen.page.get_by_role("tab", name="Games").click()
    screen.page.get_by_text("2 games with this position").wait_for()
    screen.page.get_by_role("button", name="Search for this position").click()
    screen.page.wait_for_selector("table.games")
    assert screen.page.locator("table.games tbody tr").count() == 2


def test_the_game_on_the_board_goes_into_the_library_once(screen: Screen) -> None:
    screen.open(f"#/analyse/8/{GAME}?b=Ann&w=Bo")
    for words in ("The game is in the library.", "The library has this game already."):
        screen.page.keyboard.press("Control+s")
        screen.page.get_by_role("button", name="Put into the library").click()
        screen.wait_for_message(words)
    screen.page.get_by_role("link", name="Library").click()
    screen.page.get_by_text("The library has 1 game.").wait_for()
    assert "Ann" in screen.page.inner_text("table.games tbody")
