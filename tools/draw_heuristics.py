"""Draws the pictures of docs/heuristics.md: one board, and what each feature counts on it.

    python tools/draw_heuristics.py        rewrites docs/images/heuristics/*.svg

The squares come from the plain transcription in tests/support/reports.py, which the tests hold
against the native features; the drawing is outflank.game.svg with marks on top.
"""

import re
import sys
from pathlib import Path

from outflank import Position
from outflank.engine.evals import generated_table
from outflank.game.rules import Square
from outflank.game.svg import HINT, MARGIN, SQUARE, board_svg

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "images" / "heuristics"

sys.path.insert(0, str(ROOT / "tests"))
from support import reports  # noqa: E402
from support.boards import plain  # noqa: E402

POSITION = Position.from_text("-X-X--OOOOOX-XXO-OOOO-XO-XOOOXOOXX-OXOO-XXOOOOO-XOXOXX--XO-XXX-- X")
BOARD = plain(POSITION)
BLACK, WHITE = 1, 2
WIDTH = 320
MINUS = "\N{MINUS SIGN}"
# Black's squares have a full frame, white's a dashed one inside it: told apart without colour.
FRAMES = {
    BLACK: (3, 'stroke="#ffb000" stroke-width="4"'),
    WHITE: (7, 'stroke="#2f9bff" stroke-width="4" stroke-dasharray="6 4"'),
}
LABELS = (
    '<g font-family="sans-serif" font-size="17" font-weight="bold" text-anchor="middle" '
    'fill="#ffffff" stroke="#20352a" stroke-width="3" paint-order="stroke">'
)


def _frame(square: Square, player: int) -> str:
    inset, style = FRAMES[player]
    x, y = MARGIN + SQUARE * square[1] + inset, MARGIN + SQUARE * square[0] + inset
    side = SQUARE - 2 * inset
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="6" fill="none" {style}/>'


def _label(square: Square, text: str) -> str:
    x, y = MARGIN + SQUARE * (square[1] + 0.5), MARGIN + SQUARE * (square[0] + 0.5) + 6
    return f'<text x="{x:g}" y="{y:g}">{text.replace("-", MINUS)}</text>'


def _picture(position: Position, title: str, frames: list[str], labels: list[str]) -> str:
    svg = re.sub(rf'<circle [^>]*fill="{HINT}"/>', "", board_svg(position, size=WIDTH))
    svg = re.sub(r'aria-label="[^"]*"', f'aria-label="{title}"', svg)
    marks = [*frames, LABELS, *labels, "</g>"] if labels else frames
    return svg.removesuffix("</svg>") + "".join(marks) + "</svg>\n"


def _counted(feature: str) -> str:
    frames = [
        _frame(square, player)
        for player in (BLACK, WHITE)
        for square in sorted(reports.COUNTED[feature](BOARD, player))
    ]
    own, other = reports.measure(feature, BOARD, BLACK, BLACK)
    return _picture(POSITION, f"{feature}: black {own}, white {other}", frames, [])


def _around_corners(kind: str) -> str:
    """X and C squares in one picture, told apart by a letter."""
    frames, labels = [], []
    for letter in "xc":
        for player in (BLACK, WHITE):
            for square in sorted(reports.COUNTED[f"{letter}-{kind}"](BOARD, player)):
                frames.append(_frame(square, player))
                labels.append(_label(square, letter.upper()))
    return _picture(POSITION, f"discs on X and C squares beside {kind} corners", frames, labels)


def _regions() -> str:
    labels = [
        _label(square, str(len(region)))
        for region in sorted(reports.regions(BOARD), key=min)
        for square in sorted(region)
    ]
    return _picture(POSITION, "regions of empty squares with their sizes", [], labels)


def _classes() -> str:
    labels = []
    for player in (BLACK, WHITE):
        stable, unstable = reports.truly_stable(BOARD, player), reports.unstable(BOARD, player)
        labels += [_label(square, "+1") for square in sorted(stable)]
        labels += [_label(square, "-1") for square in sorted(unstable)]
    return _picture(POSITION, "stable discs +1, unstable discs -1, the others 0", [], labels)


def _table(title: str, rows: list[list[float]]) -> str:
    labels = [
        _label((row, column), f"{number:g}")
        for row, numbers in enumerate(rows)
        for column, number in enumerate(numbers)
    ]
    return _picture(Position.from_text("-" * len(labels)), title, [], labels)


def pictures() -> dict[str, str]:
    """File name to content."""
    simple = [name for name in reports.COUNTED if not name.startswith(("x-", "c-", "xc-"))]
    found = {name: _counted(name) for name in simple}
    found["xc-open"], found["xc-unowned"] = _around_corners("open"), _around_corners("unowned")
    found["region-parity"], found["stability-classes"] = _regions(), _classes()
    found["table-sommer"] = _table("Sommer's square table", reports.sommer_table(8))
    found["table-faraji-osama"] = _table("POSITION_WEIGHTS", reports.faraji_table(8))
    flat = generated_table(8)
    rows = [flat[row * 8 : row * 8 + 8] for row in range(8)]
    found["table-generated"] = _table("the generated square table", rows)
    return {f"{name}.svg": svg for name, svg in found.items()}


def main() -> None:
    """Writes every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
