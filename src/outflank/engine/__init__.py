"""Evaluation, search and what they answer."""

from outflank.engine.classic import ClassicSearch, MonteCarloSearch
from outflank.engine.engine import Engine
from outflank.engine.evals import explain, load_evaluation
from outflank.engine.level import Level
from outflank.engine.limit import Limit
from outflank.values import Analysis, Decision, Line, Ply

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
