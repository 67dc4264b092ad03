from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from support.web_page import Screen, Server, chromium, opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.end()


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """Tests that leave something on the server, or end it, have `own_server` in its place."""
    yield shared_server
    assert "Traceback" not in shared_server.stderr


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.end()
    assert "Traceback" not in server.stderr


@pytest.fixture
def screen(browser: Browser, server: Server) -> Iterator[Screen]:
    with opened(browser, server.address) as screen:
        yield screen
