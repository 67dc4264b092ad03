"""`outflank agents`: who can play, and with which options."""

import sys
from typing import Any

import click

from outflank.agents import AgentInfo, Option, agent_info, agents
from outflank.cli.options import json_option
from outflank.cli.output import print_json, print_table


def _default(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _option_record(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "choices": list(option.choices),
        "doc": option.doc,
    }


def _record(info: AgentInfo) -> dict[str, Any]:
    return {
        "name": info.name,
        "doc": info.doc,
        "aliases": list(info.aliases),
        "options": [_option_record(option) for option in info.all_options],
    }


def _print_agent(info: AgentInfo) -> None:
    click.echo(f"{info.name}: {info.doc}")
    if info.aliases:
        click.echo(f"also called {', '.join(info.aliases)}")
    if not info.all_options:
        click.echo("it takes no options")
        return
    click.echo()
    print_table(
        ("option", "default", "what it does"),
        [
            (
                option.name,
                _default(option.default),
                option.doc + (f" ({', '.join(option.choices)})" if option.choices else ""),
            )
            for option in info.all_options
        ],
    )
    if info.limit is not None:
        click.echo(f"\nAny of {', '.join(info.limits)} replaces the default limit; they combine.")


@click.command("agents")
@click.argument("name", required=False)
@json_option("Print JSON: an array, or one object for NAME.")
def list_agents(name: str | None, as_json: bool) -> None:
    """List the agents, or the options of the agent NAME (or of a course-kit file FILE.py).

    \b
    Examples:
      outflank agents
      outflank agents alphabeta
      outflank agents student_agent.py
      outflank agents --json
    """
    if name is not None:
        info = agent_info(name)
        if as_json:
            print_json(_record(info))
        else:
            _print_agent(info)
    elif as_json:
        print_json([_record(info) for info in agents()])
    else:
        print_table(("agent", "what it does"), [(info.name, info.doc) for info in agents()])
        if sys.stdout.isatty():
            click.echo(
                "Options: outflank agents NAME. Course-kit agents play by the path of a file."
            )
