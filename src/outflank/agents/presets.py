"""Minimax and alpha-beta, and the agents of the reports: these with an evaluation and settings.

A preset takes every option of its algorithm, with the defaults given here. What a report leaves
open is marked as our choice; docs/reports.md goes through them.
"""

from dataclasses import replace

from outflank.agents.info import AgentInfo
from outflank.agents.options import MAX_MEGABYTES, Option, Value
from outflank.engine.limit import Limit

EVAL = Option("eval", "evaluation", "improved", "an evaluation by name, or a TOML file")
TERMINAL = Option(
    "terminal",
    "choice",
    "outcome",
    "what a finished game counts: more than any heuristic, or what the heuristic says",
    ("outcome", "heuristic"),
)
MINIMAX = AgentInfo(
    "minimax",
    "looks at every line to a fixed depth: the reference",
    "search:minimax",
    (replace(EVAL, default="rudimentary"), TERMINAL),  # which works on 4x4 too
    Limit(depth=3),
)
ALPHABETA = AgentInfo(
    "alphabeta",
    "the same answer with less work; each ingredient can be switched off",
    "search:alphabeta",
    (
        EVAL,
        Option(
            "ordering",
            "choice",
            "killer",
            "which moves are tried first",
            ("none", "kandlikar-parry", "matrix", "killer"),
        ),
        Option(
            "deepening",
            "switch",
            True,
            "search 1, 2, 3, ... plies in turn; if blank, only when time or nodes are limited",
        ),
        Option(
            "table", "whole", 64, "transposition table in MB; 0: none", least=0, most=MAX_MEGABYTES
        ),
        Option("keep-table", "switch", False, "keep the table from move to move of a game"),
        Option("aspiration", "switch", False, "start each iteration with a narrow window"),
        Option("partial", "switch", False, "use an unfinished iteration where that is sound"),
        TERMINAL,
    ),
    Limit(depth=5),
)

# What both course reports leave of the two seconds allowed for a move.
COURSE_LIMIT = Limit(time=1.9)
# Sommer fixes the plies but does not say how many: 3 is our choice.
SOMMER_LIMIT = Limit(depth=3)


def _preset(
    name: str, doc: str, base: AgentInfo = ALPHABETA, limit: Limit = COURSE_LIMIT, **settings: Value
) -> AgentInfo:
    """An algorithm with other defaults; the evaluation bears the name of the preset."""
    defaults = {"eval": name, **settings}
    options = tuple(
        replace(option, default=defaults.get(option.name, option.default))
        for option in base.options
    )
    return replace(base, name=name, doc=doc, options=options, limit=limit)


def _sommer(name: str, doc: str) -> AgentInfo:
    return _preset(name, f"Sommer: {doc}", MINIMAX, SOMMER_LIMIT)


def _champion_gin(name: str, doc: str) -> AgentInfo:
    return _preset(name, f"Champion and Gin{doc}", ordering="matrix")


def _plain(name: str, doc: str, limit: Limit) -> AgentInfo:
    """Alpha-beta to a depth known beforehand; deepening only if time or nodes are limited."""
    return _preset(name, doc, limit=limit, ordering="none", table=0, deepening=None)


PRESETS = (
    _preset(
        "kandlikar-parry",
        "Kandlikar-Bloch and Parry-Wingfield: seven heuristics weighted by phase and size",
        ordering="kandlikar-parry",
    ),
    # Their wish: the same search, the weights from games (outflank train --terms).
    _preset(
        "kandlikar-parry-learned",
        "kandlikar-parry with its seven weights learned from games",
        ordering="kandlikar-parry",
    ),
    _sommer("sommer", "the combined heuristic, plain minimax"),
    _sommer("sommer-static", "the table of square weights"),
    _sommer("parity", "piece parity alone"),
    _sommer("corners", "corners alone"),
    _sommer("mobility", "mobility alone"),
    _sommer("stability", "stability alone"),
    _champion_gin("champion-gin", "-Naccarato: corners and mobility, weights inferred by size"),
    _champion_gin("hybrid3", ": .6 corners + .4 mobility"),
    _champion_gin("hybrid4", ": .6 corners + .2 mobility + .2 stability"),
    _champion_gin("hybrid8", ": .7 corners + .3 mobility"),
    _champion_gin("hybrid9", ": .8 corners + .2 mobility"),
    # Their first trial, before deepening, table and ordering; its depth is "relatively small".
    _plain(
        "rudimentary",
        "Champion and Gin: discs and corners, the alpha-beta of their Monte-Carlo trial",
        Limit(depth=3),
    ),
    _plain(
        "faraji-osama",
        "Faraji and Osama: position weights, 3 to 7 plies by the empty squares",
        Limit(dynamic=True),
    ),
    _preset("improved", "what the reports say they would do next"),
)
