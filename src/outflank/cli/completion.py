"""`outflank completion`: lets the shell complete commands, flags and names of agents."""

import click

from outflank.errors import SettingsError

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_OUTFLANK_COMPLETE"
"""Where click looks for the shell's question."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what SHELL needs to complete outflank's commands and flags with the Tab key.

    \b
    Examples:
      eval "$(outflank completion bash)"       in ~/.bashrc
      eval "$(outflank completion zsh)"        in ~/.zshrc
      outflank completion fish > ~/.config/fish/completions/outflank.fish
    """
    from click.shell_completion import get_completion_class

    completer = get_completion_class(shell)
    if completer is None:
        raise SettingsError(f"this version of click knows no completion for {shell}")
    command = click.get_current_context().find_root().command
    click.echo(completer(command, {}, "outflank", VARIABLE).source())
