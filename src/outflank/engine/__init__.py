"""Evaluation, search and what they answer."""

from typing import TYPE_CHECKING

from outflank._lazy import lazy_attributes
from outflank.engine.level import Level
from outflank.engine.limit import Limit
from outflank.values import Analysis, Decision, Line, Ply

if TYPE_CHECKING:
    from outflank.engine.classic import ClassicSearch, MonteCarloSearch
    from outflank.engine.engine import Engine
    from outflank.engine.evals import explain, load_evaluation

__all__ = [
    "Analysis",
    "ClassicSearch",
    "Decision",
    "Engine",
    "Level",
    "Limit",
    "Line",
    "MonteCarloSearch",
    "Ply",
    "explain",
    "load_evaluation",
]

__getattr__ = lazy_attributes(
    __name__,
    {
        "classic": ("ClassicSearch", "MonteCarloSearch"),
        "engine": ("Engine",),
        "evals": ("explain", "load_evaluation"),
    },
)
