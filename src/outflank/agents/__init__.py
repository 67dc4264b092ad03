"""Anything that chooses a move."""

from outflank.agents import builtin as _builtin  # makes Outflank's own agents known
from outflank.agents.base import Agent, Player, decide
from outflank.agents.course import CourseAgent
from outflank.agents.function import FunctionAgent
from outflank.agents.options import Option
from outflank.agents.play import play
from outflank.agents.registry import AgentInfo, agent, agent_info, agents, register

del _builtin

__all__ = [
    "Agent",
    "AgentInfo",
    "CourseAgent",
    "FunctionAgent",
    "Option",
    "Player",
    "agent",
    "agent_info",
    "agents",
    "decide",
    "play",
    "register",
]
