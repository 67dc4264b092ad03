"""The files of the page as the server sends them."""

import os
import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from starlette.testclient import TestClient

from outflank.web.page import Page
from outflank.web.settings import STATIC

IMPORT = re.compile(r"^(?:import|export)\b[^;]*? from '([^']+)'", re.MULTILINE)


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    (tmp_path / "index.html").write_text("the page " * 100)
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "main.js").write_text("1;")
    return TestClient(Page(tmp_path))


def test_files_are_sent_packed_or_whole(client: TestClient) -> None:
    for encoding in ("gzip", "identity"):
        answer = client.get("/", headers={"accept-encoding": encoding})
        assert answer.text == "the page " * 100
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert client.get("/js/main.js").headers["content-type"].startswith("text/javascript")


def test_a_file_that_was_changed_is_read_again(client: TestClient, tmp_path: Path) -> None:
    before = client.get("/js/main.js")
    (tmp_path / "js" / "main.js").write_text("2;")
    os.utime(tmp_path / "js" / "main.js", ns=(1, 1))
    after = client.get("/js/main.js", headers={"if-none-match": before.headers["etag"]})
    assert (before.text, after.text) == ("1;", "2;")


def loaded_by(name: str, found: set[str]) -> set[str]:
    """The modules that one imports, and those that they import."""
    found.add(name)
    for other in IMPORT.findall((STATIC / name).read_text("utf-8")):
        if (path := normpath(join(dirname(name), other))) not in found:
            loaded_by(path, found)
    return found


def test_the_page_asks_for_all_its_modules_at_once() -> None:
    text = (STATIC / "index.html").read_text("utf-8")
    listed = re.findall(r'<link rel="modulepreload" href="([^"]+)">', text)
    assert listed == sorted(loaded_by("main.js", set()) - {"main.js"})
