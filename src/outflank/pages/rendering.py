"""Templates, styles and scripts put together into one page. Every text is escaped on its way in."""

import importlib.resources
import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outflank._board import PHASES, board_name
from outflank._text import plural, printable
from outflank.game import Color
from outflank.stats.elo import chance_text, elo_text, mean_text, score_text

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)


def render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("outflank.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    environment.filters.update(
        board_name=board_name,
        integer=lambda number: f"{number:,}",
        fixed=lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
        split=lambda text, pattern: re.split(pattern, text),
        printable=printable,
    )
    environment.globals.update(
        Color=Color,
        PHASES=PHASES,
        chance_text=chance_text,
        elo_text=elo_text,
        mean_text=mean_text,
        module=module,
        plural=plural,
        score_text=score_text,
        style=style,
    )
    return environment


def style(name: str) -> str:
    return _text("pages/assets", name)


def module(*names: str) -> str:
    """Return modules of the pages, and the rules of the web app, as one module.

    A page that is opened as a file can import nothing. All names of the modules share one scope
    instead, so each top-level name is used once.
    """
    texts = [_text("web/static", "rules.js"), *(_text("pages/assets", name) for name in names)]
    return _IMPORT.sub("", "\n".join(texts))


def _text(folder: str, name: str) -> str:
    file = importlib.resources.files("outflank") / folder / name
    return file.read_text(encoding="utf-8")
