"""What the tests of generated pages share: their assets, and the data and scripts in them."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import outflank
from support.page_modules import NODE
from support.waiting import PATIENCE

ASSETS = Path(outflank.__file__).parent / "pages" / "assets"


def embedded(page: str, name: str) -> Any:
    """The data that a script of the page reads."""
    texts = re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', page)
    assert len(texts) == 1
    return json.loads(texts[0])


def script_of(page: str) -> str:
    """The module that the page brings along."""
    (code,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    return str(code)


def assert_safe(code: str) -> None:
    """The module cannot end the element it is in, write HTML, or load anything."""
    assert "</" not in code
    assert "<!--" not in code
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", code)
    program = re.sub(r"/\*\*.*?\*/", "", code, flags=re.DOTALL)  # types are imports in comments
    assert not re.search(
        r"fetch|XMLHttp|WebSocket|import|https?://(?!www\.w3\.org/2000/svg)", program
    )


def run_module(code: str, *options: str) -> str:
    """What a module prints in Node."""
    done = subprocess.run(
        [NODE, "--input-type=module", *options, "-"],
        input=code,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout
