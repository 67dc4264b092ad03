"""Tournaments: many games between players, and what they prove."""

from outflank.arena.script import run
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.summary import Summary

__all__ = ["Conditions", "RunSettings", "Summary", "run"]
