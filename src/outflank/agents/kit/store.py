"""The course kit's `store`: the agents a file registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

AGENT_REGISTRY: dict[str, Callable[[], Any]] = {}
"""What makes each agent, by the name it is registered under."""


def register_agent(agent_name: str = "") -> Callable[[Any], Any]:

    def decorator(kind: Any) -> Any:
        if agent_name in AGENT_REGISTRY:
            raise AssertionError(f"an agent {agent_name!r} is already registered")
        AGENT_REGISTRY[agent_name] = kind
        return kind

    return decorator
