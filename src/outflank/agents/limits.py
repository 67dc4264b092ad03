"""How long a player may think about a move, where its spec leaves that open."""

from collections.abc import Mapping

from outflank.agents.registry import agent_info
from outflank.agents.spec import AgentSpec
from outflank.errors import SettingsError


def limit_names(spec: AgentSpec) -> list[str]:
    """The limit options that an agent takes."""
    names = spec.limit_names
    return [option.name for option in agent_info(spec).all_options if option.name in names]


def takes_limit(spec: AgentSpec) -> bool:
    """Whether the agent takes a limit, and its spec has none."""
    return not spec.limits and bool(limit_names(spec))


def limit_spec(spec: AgentSpec, limits: Mapping[str, object]) -> AgentSpec:
    """The spec with limits, unless it has its own or takes none; SettingsError for a wrong one."""
    if not takes_limit(spec):
        return spec
    names = limit_names(spec)
    for name in limits:
        if name not in names:
            raise SettingsError(
                f"{spec} takes no {name}, only {' and '.join(names)}; give it a limit of its own"
            )
    return spec.with_options(**limits)
