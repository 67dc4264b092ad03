"""`outflank export-agent`: a player of ours as one file for the COMP 424 course kit."""

from pathlib import Path

import click

from outflank import SettingsError, __version__
from outflank.cli.options import file_option


@click.command("export-agent")
@file_option("--output", default="student_agent.py", help="The file to write.")
@click.option(
    "--agent-name",
    default="student_agent",
    show_default=True,
    help="The name the file registers its agent under.",
)
@click.option(
    "--eval",
    "evaluation",
    default="improved",
    show_default=True,
    help="An evaluation by name, or a TOML file.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=1e9),
    default=1.9,
    show_default=True,
    help="How long it thinks about a move.",
)
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def export_agent(
    output: Path, agent_name: str, evaluation: str, seconds: float, force: bool
) -> None:
    """Write a player for the COMP 424 course kit: one file that needs only numpy and the kit.

    It searches with alpha-beta and iterative deepening, in Python: far weaker than the same
    evaluation here.

    \b
    Examples:
      outflank export-agent
      outflank export-agent --eval champion-gin --agent-name second_agent --output second_agent.py
    """
    from outflank.agents.export import student_agent

    text = student_agent(evaluation, agent_name=agent_name, seconds=seconds, version=__version__)
    try:
        with output.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise SettingsError(f"{output} exists already; --force replaces it") from None
    click.echo(f"wrote {output}")
