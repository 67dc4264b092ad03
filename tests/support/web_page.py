"""A server of the web app, and its page in Chromium as a person uses it."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

from outflank import Game, Position
from support.commands import OUTFLANK
from support.waiting import wait_for

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE_MS = 60_000.0
"""For one thing to appear on a machine that has much else to do."""
CALM: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
"""How a test looks at the page unless it says otherwise: discs do not turn over visibly."""


def chromium() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert found, "the tests of the page need Chromium: install chromium (the Debian package)"
    return found


class Server:
    """`outflank web` in a process of its own."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._folder = folder
        self.start(port)

    def start(self, port: int) -> None:
        home = {"HOME": self._folder, "XDG_DATA_HOME": self._folder / "data"}
        with (self._folder / "stderr.txt").open("ab") as stderr:
            self._process = subprocess.Popen(
                [OUTFLANK, "web", "--no-open", "--port", str(port)],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                env={**os.environ, **{name: str(path) for name, path in home.items()}},
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, (line, self.stderr)
        self.address = line.split()[-1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    @property
    def stderr(self) -> str:
        return (self._folder / "stderr.txt").read_text("utf-8")

    def end(self, by: signal.Signals = signal.SIGINT) -> None:
        self._process.send_signal(by)
        assert self._process.stdout is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=20)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(timeout=20)
        self._process.stdout.close()


class Screen:
    """A page that is open, and what people see on it."""

    def __init__(self, page: Page, address: str, *, offline: bool = False) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        self._offline = offline
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        gone = "WebSocket" in message.text or "ERR_CONNECTION" in message.text
        if message.type in ("error", "warning") and not (self._offline and gone):
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        own = (self.address, "data:", "blob:", self.address.replace("http", "ws", 1))
        if not request.url.startswith(own):
            self.faults.append(f"asked {request.url}")

    def open(self, place: str = "") -> "Screen":
        self.page.goto(f"{self.address}/{place}")
        self.page.wait_for_selector("header")
        return self

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')

    def legal(self) -> list[str]:
        """The squares where a person may play now."""
        return [str(name) for name in self._squares(".open")]

    def _squares(self, chosen: str) -> list[Any]:
        script = "(all) => all.map((one) => one.dataset.square)"
        return list(self.page.eval_on_selector_all(f".square{chosen}", script))

    def cells(self) -> str:
        """The board as the page draws it, row by row from a1."""
        script = """() => [...document.querySelectorAll('.square')]
          .sort((one, other) => one.dataset.index - other.dataset.index)
          .map((one) => one.querySelector('.disc')?.classList.contains('black'))
          .map((black) => black === undefined ? '-' : black ? 'X' : 'O')
          .join('')"""
        return str(self.page.evaluate(script))

    def numbers(self) -> dict[str, int]:
        """The values on the squares."""
        script = """() => Object.fromEntries([...document.querySelectorAll('.value')].map((one) =>
          [one.closest('.square').dataset.square, one.textContent.replace('\\u2212', '-')]))"""
        return {name: int(text) for name, text in self.page.evaluate(script).items()}

    def moves(self) -> str:
        """The main line as the panel of moves shows it."""
        script = """() => [...document.querySelectorAll('.moves > .move')]
          .map((one) => /^[a-l]\\d+/.exec(one.textContent.trim())[0]).join('')"""
        return str(self.page.evaluate(script))

    def message(self) -> str:
        return self.page.inner_text(".status")

    def wait_for_message(self, words: str) -> None:
        self.page.locator(".status", has_text=words).wait_for()

    def wait_for_turn(self) -> bool:
        """Until a person may play; False if the game is over."""
        self.page.wait_for_selector(".square.open, .result", state="attached")
        return self.page.locator(".result").count() == 0

    def play(self, name: str) -> None:
        """Clicks a square, and waits until the move is drawn."""
        move = self.page.locator(".moves > .move").nth(self.page.locator(".moves > .move").count())
        self.square(name).click()
        move.wait_for()

    def command(self, text: str) -> None:
        self.page.keyboard.press("i")
        self.page.locator("dialog input[name=text]").fill(text)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("dialog:not([open])", state="attached")

    def paste(self, text: str) -> None:
        script = """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          const how = { clipboardData, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new ClipboardEvent('paste', how));
        }"""
        self.page.evaluate(script, text)

    def check(self) -> None:
        assert self.faults == []

    def check_board(self, game: Game) -> None:
        """The board is that of the game, disc by disc, or will be in a moment."""
        wait_for(lambda: self.cells() == cells(game.position))


def cells(position: Position) -> str:
    return "".join(position.to_text().split())[: position.size**2]


@contextmanager
def opened(
    browser: Browser, address: str, *, offline: bool = False, **options: Any
) -> Iterator[Screen]:
    """A page in a fresh profile; at its end nothing may have gone wrong in it."""
    context = browser.new_context(**{**CALM, **options})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    try:
        screen = Screen(context.new_page(), address, offline=offline)
        yield screen
        screen.check()
    finally:
        context.close()
