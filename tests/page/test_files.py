"""The files of the page: small, self-contained, readable by everybody's eyes."""

import hashlib
import re
import zlib
from pathlib import Path

import pytest

from support.page_modules import STATIC

ROOT = Path(__file__).parents[2]
MODULES = [path for path in sorted(STATIC.rglob("*.js")) if path.parent.name != "vendor"]
STYLES = sorted(STATIC.rglob("*.css"))
LIT_HTML = "3.3.3"


def test_no_module_is_long() -> None:
    assert len(MODULES) > 25
    long = {path.name: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}


def test_the_page_is_small() -> None:
    """In bytes as they are, a sixth of them comments, and packed as the server sends them."""
    read = [path for path in (*MODULES, *STYLES) if path.name != "types.js"]
    read += [STATIC / "index.html", STATIC / "vendor" / "lit-html.js"]
    assert sum(path.stat().st_size for path in read) < 200_000
    assert sum(len(zlib.compress(path.read_bytes())) for path in read) < 80_000


@pytest.mark.parametrize(
    "path", [*MODULES, *STYLES, STATIC / "index.html"], ids=lambda path: path.name
)
def test_nothing_comes_from_elsewhere_and_no_style_is_inline(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(r"https?://", text) == []
    assert "style=" not in text
    assert "unsafeHTML" not in text
    assert "innerHTML" not in text


def test_every_import_is_there() -> None:
    for path in MODULES:
        for name in re.findall(r"from '([^']+)'", path.read_text("utf-8")):
            assert (path.parent / name).is_file(), (path.name, name)


def test_the_vendored_library_has_its_licence() -> None:
    library = (STATIC / "vendor" / "lit-html.js").read_bytes()
    # As npm has it, without the line that names a source map.
    assert hashlib.sha256(library).hexdigest() == LIT_HTML_SHA256
    assert "Google LLC" in (ROOT / "third_party" / "lit-html" / "LICENSE.txt").read_text("utf-8")


LIT_HTML_SHA256 = "22115ca1002e4afc0dd2cb208f28d9c71a577a8989d4185028e26b29676e7842"


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def palettes() -> list[dict[str, str]]:
    """The variables of the light page and of the two dark ones."""
    text = (STATIC / "css" / "page.css").read_text("utf-8")
    blocks = [
        dict(re.findall(r"--([\w-]+): (#\w{6})", block))
        for block in re.findall(r"\{([^{}]*--back:[^{}]*)\}", text)
    ]
    light, *others = blocks
    return [light, *({**light, **other} for other in others)]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_text_can_be_read(number: int) -> None:
    colors = palettes()[number]
    for back in ("back", "raised", "soft"):
        for text in ("text", "quiet", "accent", "bad"):
            assert contrast(colors[text], colors[back]) >= 4.5, (text, back)
    assert contrast(colors["on-accent"], colors["accent"]) >= 4.5
    assert contrast(colors["on-amber"], colors["amber"]) >= 4.5
    for back in ("back", "raised"):
        assert contrast(colors["control"], colors[back]) >= 3


def test_both_dark_pages_are_the_same() -> None:
    _, by_system, by_choice = palettes()
    assert by_system == by_choice


@pytest.mark.parametrize("board", ["#2a7a5b", "#3a6ea0"])
def test_discs_and_values_can_be_seen(board: str) -> None:
    text = (STATIC / "css" / "board.css").read_text("utf-8")
    assert f"--board: {board}" in text
    assert contrast("#0d0f11", board) >= 3
    assert contrast("#f6f5f0", board) >= 4.5
    assert contrast("#ffffff", board) >= 4.5
    assert "color: rgb(255 255 255 / 0.93)" in text
    parts = [int(board[at : at + 2], 16) for at in (1, 3, 5)]
    paler = "".join(f"{round(0.93 * 255 + 0.07 * part):02x}" for part in parts)
    assert contrast(f"#{paler}", board) >= 4.5
