"""A run as one web page: tables, plots, games to replay and how to read them.

Names and reasons of faults come from strangers: the summary makes them printable.
"""

import re
import shlex
from collections.abc import Sequence

from outflank._text import printable
from outflank.arena.charts import require_matplotlib
from outflank.arena.plots import draw, worth_drawing
from outflank.arena.record import GameRecord
from outflank.arena.summary import Summary
from outflank.arena.words import arguments, repeats, sentences
from outflank.errors import MissingExtraError
from outflank.pages.rendering import render
from outflank.pages.replay import replay_data


def arena_page(summary: Summary, games: Sequence[GameRecord] = ()) -> str:
    """Return the page of a run, with these of its games to replay, if there are any.

    Without matplotlib it says how to get the plots it lacks.
    """
    plots, missing = {}, ""
    try:
        require_matplotlib()
        plots = {kind: _svg(kind, draw(summary, kind)) for kind in worth_drawing(summary)}
    except MissingExtraError as error:
        missing = str(error)
    return render(
        "arena.html.j2",
        title=_title(summary),
        summary=summary,
        two=len(summary.names) == 2,
        plots=plots,
        missing=missing,
        repeats=repeats(summary.repeated, summary.games),
        rules=sentences(summary.settings),
        command=printable(shlex.join(["outflank", "arena", *arguments(summary.settings)])),
        games=games,
        replay=replay_data(summary, games),
    )


def _title(summary: Summary) -> str:
    names = summary.names
    if len(names) == 2:
        return " against ".join(names)
    if summary.settings.gauntlet:
        return f"{names[0]} against {len(names) - 1} others"
    return f"A tournament of {len(names)} players"


def _svg(kind: str, picture: bytes) -> str:
    """The element of a picture; its ids must not meet those of another one on the page."""
    text = picture.decode("utf-8")
    reference = re.compile(r'(\bid="|"#|url\(#)')
    svg = text[text.index("<svg") :]
    return re.sub(r"<[^<>]+>", lambda tag: reference.sub(rf"\g<1>{kind}-", tag[0]), svg)
