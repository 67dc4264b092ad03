import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.integration
def test_the_checked_in_stub_describes_the_core() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        make_stub: Any = importlib.import_module("make_stub")
    finally:
        sys.path.pop(0)
    assert make_stub.STUB.read_text() == make_stub.stub_text(), "run: make stub"
