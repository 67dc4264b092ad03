"""Evaluation, search and what they answer."""

from outflank.engine.decision import Decision, Ply
from outflank.engine.limit import Limit

__all__ = ["Decision", "Limit", "Ply"]
