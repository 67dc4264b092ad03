"""Evaluation, search and what they answer."""

from outflank.engine.classic import ClassicSearch, MonteCarloSearch
from outflank.engine.decision import Decision, Ply
from outflank.engine.limit import Limit

__all__ = ["ClassicSearch", "Decision", "Limit", "MonteCarloSearch", "Ply"]
