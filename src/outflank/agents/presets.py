"""The agents of the reports: an evaluation and the search that the report describes.

A preset takes every option of `minimax` or `alphabeta`, with the defaults given here. What a report
leaves open is marked as our choice; docs/reports.md goes through them.
"""

from dataclasses import dataclass, field, replace
from functools import partial

from outflank.agents.options import Option, Value
from outflank.agents.registry import AgentInfo
from outflank.agents.search import ALPHABETA_OPTIONS, MINIMAX_OPTIONS, ClassicAgent
from outflank.engine import Limit

COURSE_SECONDS = 1.9
"""What both course reports leave of the two seconds allowed for a move."""


@dataclass(frozen=True, slots=True)
class Preset:
    """An evaluation and search settings under a name; the evaluation bears the same name."""

    name: str
    doc: str
    algorithm: str
    limit: Limit
    settings: dict[str, Value] = field(default_factory=dict)

    def info(self) -> AgentInfo:
        """The preset as an agent of the registry."""
        options = ALPHABETA_OPTIONS if self.algorithm == "alphabeta" else MINIMAX_OPTIONS
        defaults: dict[str, Value] = {"eval": self.name, **self.settings}
        return AgentInfo(
            self.name,
            self.doc,
            partial(ClassicAgent, self.algorithm),
            tuple(_with_default(option, defaults) for option in options),
            self.limit,
        )


def _with_default(option: Option, defaults: dict[str, Value]) -> Option:
    return replace(option, default=defaults.get(option.name, option.default))


COURSE_LIMIT = Limit(time=COURSE_SECONDS)
# Sommer fixes the plies but does not say how many: 3 is our choice.
SOMMER_LIMIT = Limit(depth=3)
MATRIX_ORDERING: dict[str, Value] = {"ordering": "matrix"}
# Plain alpha-beta to a depth known beforehand; deepening only if time or nodes are limited.
PLAIN_ALPHABETA: dict[str, Value] = {"ordering": "none", "table": 0, "deepening": None}

PRESETS = (
    Preset(
        "kandlikar-parry",
        "Kandlikar-Bloch and Parry-Wingfield: seven heuristics weighted by phase and size",
        "alphabeta",
        COURSE_LIMIT,
        {"ordering": "kandlikar-parry"},
    ),
    # Their wish: the same search, the weights from games (outflank train --terms).
    Preset(
        "kandlikar-parry-learned",
        "kandlikar-parry with its seven weights learned from games",
        "alphabeta",
        COURSE_LIMIT,
        {"ordering": "kandlikar-parry"},
    ),
    Preset("sommer", "Sommer: the combined heuristic, plain minimax", "minimax", SOMMER_LIMIT),
    Preset("sommer-static", "Sommer: the table of square weights", "minimax", SOMMER_LIMIT),
    Preset("parity", "Sommer: piece parity alone", "minimax", SOMMER_LIMIT),
    Preset("corners", "Sommer: corners alone", "minimax", SOMMER_LIMIT),
    Preset("mobility", "Sommer: mobility alone", "minimax", SOMMER_LIMIT),
    Preset("stability", "Sommer: stability alone", "minimax", SOMMER_LIMIT),
    Preset(
        "champion-gin",
        "Champion and Gin-Naccarato: corners and mobility, weights inferred by size",
        "alphabeta",
        COURSE_LIMIT,
        MATRIX_ORDERING,
    ),
    Preset(
        "hybrid3",
        "Champion and Gin: .6 corners + .4 mobility",
        "alphabeta",
        COURSE_LIMIT,
        MATRIX_ORDERING,
    ),
    Preset(
        "hybrid4",
        "Champion and Gin: .6 corners + .2 mobility + .2 stability",
        "alphabeta",
        COURSE_LIMIT,
        MATRIX_ORDERING,
    ),
    Preset(
        "hybrid8",
        "Champion and Gin: .7 corners + .3 mobility",
        "alphabeta",
        COURSE_LIMIT,
        MATRIX_ORDERING,
    ),
    Preset(
        "hybrid9",
        "Champion and Gin: .8 corners + .2 mobility",
        "alphabeta",
        COURSE_LIMIT,
        MATRIX_ORDERING,
    ),
    # Their first trial, before deepening, table and ordering; its depth is "relatively small".
    Preset(
        "rudimentary",
        "Champion and Gin: discs and corners, the alpha-beta of their Monte-Carlo trial",
        "alphabeta",
        Limit(depth=3),
        PLAIN_ALPHABETA,
    ),
    Preset(
        "faraji-osama",
        "Faraji and Osama: position weights, 3 to 7 plies by the empty squares",
        "alphabeta",
        Limit(dynamic=True),
        PLAIN_ALPHABETA,
    ),
    Preset(
        "improved",
        "what the reports say they would do next",
        "alphabeta",
        COURSE_LIMIT,
    ),
)
