"""Templates escape what they are given, and modules become one that Node can read."""

import subprocess

import pytest

from outflank.pages.rendering import module
from outflank.pages.review import review_page
from support.pages import ASSETS, run_module, script_of
from support.reviews import cheap_review


def test_a_module_brings_the_rules_and_imports_nothing() -> None:
    code = module("board.js", "transcript.js", "replay.js")
    assert "export function startPosition" in code
    assert "export function replay" in code
    assert not [line for line in code.splitlines() if line.startswith("import")]


def test_modules_import_files_that_are_there() -> None:
    for path in ASSETS.glob("*.js"):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("import "):
                assert (ASSETS / line.split('"')[1]).is_file(), (path.name, line)


@pytest.mark.integration
@pytest.mark.parametrize(
    "names", [("board.js", "transcript.js", "replay.js"), ("board.js", "review.js")]
)
def test_no_two_names_of_a_page_are_the_same(names: tuple[str, ...]) -> None:
    run_module(module(*names), "--check")
    with pytest.raises(subprocess.CalledProcessError):
        run_module(module(*names, names[0]), "--check")


def test_a_page_may_load_nothing() -> None:
    page = review_page([cheap_review(6)], [None])
    assert page.count('http-equiv="Content-Security-Policy"') == 1
    assert "default-src 'none'" in page
    assert script_of(page)
