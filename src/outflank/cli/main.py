"""The entry point: finds the subcommand, and turns every expected error into one sentence."""

import importlib
import io
import os
import sys
from pathlib import Path

import click

from outflank import OutflankError, __version__
from outflank._text import near
from outflank.cli.output import print_error

# Subcommand -> module and function, and what --help says about it. A command is imported when it
# is used: --help needs neither numpy nor the compiled core.
COMMANDS = {
    "agents": ("outflank.cli.agents:list_agents", "List the players, or the options of one."),
    "analyse": ("outflank.cli.analyse:analyse", "Watch the engine weigh every move."),
    "arena": ("outflank.cli.arena.command:arena", "Play a tournament and say how sure it is."),
    "bench": ("outflank.cli.bench:bench", "Measure the speed of the rules on this machine."),
    "book": ("outflank.cli.book.command:book", "Look at a book of openings, or make one."),
    "check-engine": ("outflank.cli.check_engine:check_engine", "Tell what an engine gets wrong."),
    "completion": ("outflank.cli.completion:completion", "Print what a shell needs to complete."),
    "convert": ("outflank.cli.convert:convert", "Convert games between file formats."),
    "drill": ("outflank.cli.drill:drill", "Practise openings, endgames and your mistakes."),
    "experiment": ("outflank.cli.experiment:experiment", "Repeat an experiment of the reports."),
    "export-agent": ("outflank.cli.export_agent:export_agent", "Write a player for a course kit."),
    "games": ("outflank.cli.games:games", "Keep games in a library, and find them again."),
    "gtp": ("outflank.cli.serve:gtp", "Play for GoGui and others that speak GTP."),
    "nboard": ("outflank.cli.serve:nboard", "Play for NBoard and others that speak its protocol."),
    "openings": ("outflank.cli.openings:list_openings", "List the openings that have a name."),
    "perft": ("outflank.cli.perft:perft", "Count the leaves of the game tree."),
    "play": ("outflank.cli.play.command:play", "Play a game in the terminal."),
    "review": ("outflank.cli.review.command:review", "Find the mistakes of games."),
    "solve": ("outflank.cli.solve:solve", "Find the true scores of positions."),
    "train": ("outflank.cli.train:train", "Learn the weights of an evaluation."),
    "web": ("outflank.cli.web:web", "Play and analyse in a browser."),
}
ALIASES = {"analyze": "analyse"}

# The settings with which a stream raises an error at a character that its encoding lacks.
_REFUSING = {"strict", "surrogateescape"}


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is run or its own help is shown."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a subcommand it is `play`, also if flags of `play` are given."""
        own = {name for param in self.get_params(ctx) for name in param.opts}
        # While the shell completes a line, an empty one may still become any command.
        missing = not args and not ctx.resilient_parsing
        if missing or (args and args[0].startswith("-") and args[0] not in own):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return super().get_command(ctx, name)
        module, function = COMMANDS[name][0].split(":")
        command = getattr(importlib.import_module(module), function)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in (*COMMANDS, *ALIASES) and not ctx.resilient_parsing:
            match = near(args[0], COMMANDS)
            ctx.fail(f"No such command {args[0]!r}.{f' Did you mean {match!r}?' if match else ''}")
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from outflank._build import build_info

        info = build_info()
        click.echo(f"outflank {__version__} ({info.instruction_set}, {info.compiler})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, the instruction set in use and the compiler.",
)
def cli() -> None:
    """Othello (Reversi) on boards of 4x4, 6x6, 8x8, 10x10 and 12x12.

    \b
    Examples:
      outflank                             play a game; the same as outflank play
      outflank play --size 6 --skill 3     against an opponent of your choice
      outflank web                         play and analyse in a browser
      outflank agents                      the players, and how to ask for them
      outflank solve endgames.obf          the true scores of positions
      outflank review game.sgf             the mistakes of a game, and what was better
      outflank analyse f5d6c3d3c4          what every move is worth, while the engine thinks
      outflank arena improved sommer --nodes 5000
                                           who is stronger, and how sure that is
      outflank convert games.ggf games.sgf a game file in another format
      outflank games import WTH_2015.wtb   games into your library; outflank games --help
      outflank train linear --size 6 --folder run6 --output mine.toml
                                           weights of an evaluation from self-play
      outflank gtp --agent skill:level=4   a player for GoGui; outflank nboard for NBoard
      outflank arena engine "gtp:edax -q -gtp" --time 1
                                           against an engine of somebody else
      outflank experiment champion-weights --quick
                                           an experiment of the reports, in short

    \b
    Exit codes: 0 all went well, 1 a check failed, 2 bad input, 130 stopped with Ctrl-C.
    """


def _show_usage_error(error: click.UsageError) -> None:
    """Print it with a suggestion of ours: click takes the dashes of options for a likeness."""
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        name = error.option_name.lstrip("-")
        options = {option for param in error.ctx.command.params for option in param.opts}
        match = near(name, (option.lstrip("-") for option in options if option.startswith("--")))
        hint = f" Did you mean '--{match}'?" if match else ""
        error = click.UsageError(f"No such option '{error.option_name}'.{hint}", error.ctx)
    error.show()


def _mend_streams() -> None:
    """No stream is worth losing the work whose result it was to show.

    One that the caller has closed becomes one that leads nowhere. A character that the encoding
    lacks becomes a question mark, unless the user has chosen what it becomes.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in _REFUSING:
            stream.reconfigure(errors="replace")


def main() -> None:
    """Runs the command line. Exit code 2: bad input; 130: stopped by the user."""
    _mend_streams()
    try:
        cli.main(prog_name="outflank", standalone_mode=False)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.UsageError as error:
        _show_usage_error(error)
    except click.ClickException as error:
        error.show()
    except OutflankError as error:
        print_error(str(error))
    except BrokenPipeError:
        # The reader has gone (outflank ... | head): nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, click.Abort):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    else:
        return
    sys.exit(2)
