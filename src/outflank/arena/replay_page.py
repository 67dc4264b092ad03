"""The part of a run's page that replays its games: which of them, their data, and what draws them.

The rules and the drawing are in `data/replay_rules.js`, `data/board.js` and `data/replay.js`.
"""

import importlib.resources
import json
from collections.abc import Sequence
from html import escape
from typing import Any

from outflank._native import Color
from outflank._text import printable
from outflank.arena.record import Fault, GameRecord
from outflank.arena.summary import Summary
from outflank.arena.tally import Pair

MOST_GAMES = 2000
"""On one page. A game on 8x8 takes 0.9 to 1.2 kB, measured with and without depth and nodes."""
LONGEST_REASON = 2500
"""Characters of a fault that are shown; a player's own words are cut there by its seat too."""


class ReplayGames:
    """The games of a run that its page will show; it holds few of them, however many are added.

    Faults go before the games that the first player lost, and those before all others.
    """

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._ranked: tuple[list[GameRecord], ...] = ([], [], [])

    def add(self, pair: Pair) -> None:
        """Takes in the two games of a pair."""
        for game in pair:
            kept = self._ranked[_rank(game)]
            if len(kept) < self._most:
                kept.append(game)

    def chosen(self) -> list[GameRecord]:
        """Those to show, in the order of the list."""
        return [game for kept in self._ranked for game in kept][: self._most]


def _rank(game: GameRecord) -> int:
    if game.fault is not None or game.slips:
        return 0
    return 1 if 0 in game.players and game.score_of(0) < 0 else 2


def replay_style() -> str:
    """How the section looks."""
    return page_data("replay.css") + page_data("board.css")


def replay_section(summary: Summary, games: Sequence[GameRecord]) -> str:
    """The list and the board, with all they need; empty until its script fills it."""
    scripts = "\n".join(map(page_data, ("replay_rules.js", "board.js", "replay.js")))
    code = f'"use strict";\n(() => {{\n{scripts}}})();'
    return (
        f"{_missing(summary, games)}{_FRAME}\n"
        f"<script type=application/json id=replay-games>{replay_data(summary, games)}</script>\n"
        f"<script>{code}</script>"
    )


def replay_data(summary: Summary, games: Sequence[GameRecord]) -> str:
    """The games as JSON for the page."""
    facts = {
        "players": list(summary.names),
        "games": [_facts(number, game) for number, game in enumerate(games, 1)],
    }
    return page_json(facts)


def page_json(facts: Any) -> str:
    """JSON that no text in it can end: the signs of HTML are escaped."""
    text = json.dumps(facts, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def _missing(summary: Summary, games: Sequence[GameRecord]) -> str:
    if len(games) == summary.games:
        return ""
    return (
        f"<p>Here are {len(games):,} of the {summary.games:,} games: those with faults first, then "
        f"those that <b class=name>{escape(summary.names[0])}</b> lost, then others. "
        f"The log has all of them.</p>"
    )


def _facts(number: int, game: GameRecord) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "number": number,
        "size": game.size,
        "black": game.black,
        "white": game.white,
        "score": game.score,
        "discs": game.discs,
        "opening": game.opening,
        "moves": game.moves,
        "seconds": [float(f"{seconds:.4g}") for seconds in game.seconds],
        "faults": [] if game.fault is None else [_fault(game.fault, lost=True)],
    }
    facts["faults"] += [_fault(slip, lost=False) for slip in game.slips]
    for name, values in (("depths", game.depths), ("nodes", game.nodes)):
        if any(value is not None for value in values):
            facts[name] = values
    return facts


def _fault(fault: Fault, *, lost: bool) -> dict[str, Any]:
    reason = "\n".join(map(printable, fault.reason.splitlines()))
    return {
        "color": 1 if fault.color == Color.BLACK else 2,
        "kind": printable(fault.kind),
        "reason": reason[:LONGEST_REASON],
        "lost": lost,
    }


def page_data(name: str) -> str:
    """A script or a style that comes with Outflank, as it goes into a page."""
    file = importlib.resources.files("outflank") / "data" / name
    return file.read_text(encoding="utf-8")


_FRAME = """<noscript><p>Replaying games needs JavaScript, which is off.</p></noscript>
<div id=replay-all class=replay hidden>
<div class=replay-choice>
<label>Player <select id=replay-player></select></label>
<label>Result <select id=replay-result>
<option value=any>any</option><option value=lost>lost</option><option value=drawn>drawn</option>
<option value=won>won</option><option value=fault>with a fault</option>
</select></label>
<span id=replay-count role=status></span>
</div>
<div class=box tabindex=0 role=region aria-label="List of games">
<table class=replay-list>
<thead><tr><th scope=col>game</th><th scope=col>board</th><th scope=col>black</th>
<th scope=col>white</th><th scope=col>result</th><th scope=col>faults</th></tr></thead>
<tbody id=replay-list></tbody></table></div>
<p><small>In the list the keys up and down go from game to game, and Enter opens one.</small></p>
<div id=replay-viewer tabindex=-1 role=group aria-labelledby=replay-title hidden>
<h3 id=replay-title></h3>
<p id=replay-outcome></p>
<div id=replay-faults></div>
<div class=replay-sides>
<div>
<svg id=replay-board class=board role=img aria-label="Board"></svg>
<p id=replay-status role=status></p>
<div class=replay-steps role=group aria-label="Steps">
<button type=button id=replay-first aria-label="To the start">|&lt;</button>
<button type=button id=replay-back aria-label="One move back">&lt;</button>
<button type=button id=replay-next aria-label="One move on">&gt;</button>
<button type=button id=replay-last aria-label="To the end">&gt;|</button>
</div>
<p><small>The keys left and right step, Home and End go to the ends, Escape goes back to the
list.</small></p>
</div>
<div>
<div class=box tabindex=0 role=region aria-label="Moves">
<table class=replay-moves>
<thead><tr><th scope=col>move</th><th scope=col>depth</th><th scope=col>nodes</th>
<th scope=col>seconds</th></tr></thead>
<tbody id=replay-moves></tbody></table></div>
<p id=replay-broken></p>
</div>
</div>
</div>
</div>"""
