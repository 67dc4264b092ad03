"""Anything that chooses a move."""

from typing import TYPE_CHECKING

from outflank._lazy import lazy_attributes
from outflank.agents.base import Agent, decide
from outflank.agents.info import AgentInfo
from outflank.agents.options import Option
from outflank.agents.registry import agent, agent_info, agents, register

if TYPE_CHECKING:
    from outflank.agents.course import CourseAgent
    from outflank.agents.function import FunctionAgent
    from outflank.agents.match import play

__all__ = [
    "Agent",
    "AgentInfo",
    "CourseAgent",
    "FunctionAgent",
    "Option",
    "agent",
    "agent_info",
    "agents",
    "decide",
    "play",
    "register",
]

__getattr__ = lazy_attributes(
    __name__, {"course": ("CourseAgent",), "function": ("FunctionAgent",), "match": ("play",)}
)
