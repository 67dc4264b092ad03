"""The programs in examples/ run, and print what docs/examples.md says they print."""

import re
import sys
from pathlib import Path

import pytest

from support.commands import run

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PAGE = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
# The program, taken in from its file, and what it prints below it.
SECTION = re.compile(r'^--8<-- "examples/(\w+\.py)"\n```\n\n```text\n(.*?)^```$', re.M | re.S)
OUTPUTS: dict[str, str] = dict(SECTION.findall(PAGE))


def test_the_page_has_every_example() -> None:
    assert len(EXAMPLES) >= 6
    assert sorted(OUTPUTS) == [path.name for path in EXAMPLES]


@pytest.mark.integration
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(path)]
    done = run(command, cwd=tmp_path, env={"PYTHONIOENCODING": "utf-8"})
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout == OUTPUTS[path.name]
    assert not list(tmp_path.iterdir()), "an example leaves files behind"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_says_what_it_shows(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.fullmatch(r'"""[A-Z].*[.?!]"""', first)
