"""`outflank web`: the page in a browser."""

import os
import sys
import threading
from typing import Any

import click
from click.core import ParameterSource

from outflank.web.settings import DEFAULT_HOST, DEFAULT_PORT, ServerSettings


@click.command()
@click.option("--host", default=DEFAULT_HOST, show_default=True,
              help="The address to listen on; 0.0.0.0 for every one of this machine.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT,
              help=f"The port; 0 takes a free one.  [default: {DEFAULT_PORT}, "
              "or a free one if that is taken]")  # fmt: skip
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.option("--token", metavar="TEXT",
              help="What visitors must know; made up if others can reach the server.")  # fmt: skip
@click.option("--host-name", "host_names", multiple=True, metavar="NAME",
              help="Another name under which visitors come.")  # fmt: skip
@click.option("--origin", "origins", multiple=True, metavar="URL",
              help="Where the page is, if a proxy stands before it.")  # fmt: skip
@click.option("--agent", "agents", multiple=True, metavar="SPEC",
              help="A player to offer: a file, or a command after gtp: or nboard:.")  # fmt: skip
@click.option("--metrics", is_flag=True, help="Answer /metrics with numbers for Prometheus.")
def web(host: str, port: int, no_open: bool, token: str | None, **options: Any) -> None:
    """Play and analyse in a browser. Ctrl-C ends the server.

    Only this machine reaches it unless --host says otherwise. Others then need the token in the
    address that is printed; docs/deploy.md tells how to put it on the net.

    \b
    Examples:
      outflank web
      outflank web --agent ./student_agent.py --agent "gtp:edax -q -gtp"
      outflank web --host 0.0.0.0                          (for the phone on the same net)
      outflank web --no-open --port 8000 --origin https://othello.example \\
                   --host-name othello.example             (behind a proxy)
    """
    from outflank.web.serve import address_of, listening, new_token, serve

    chosen = click.get_current_context().get_parameter_source("port") != ParameterSource.DEFAULT
    settings = _settings(host, port, token, new_token(), options)
    listener = listening(host, port, or_any=not chosen)
    address = address_of(settings, listener.getsockname()[1])

    def started() -> None:
        click.echo(f"Outflank is at {address}")
        click.echo("Ctrl-C ends it.", err=True)
        if not no_open and _has_screen():
            threading.Thread(target=_open, args=(address,), daemon=True).start()

    serve(settings, listener, started)


def _settings(
    host: str, port: int, token: str | None, made_up: str, options: dict[str, Any]
) -> ServerSettings:
    """With a token that is made up, if one is needed and none was given."""
    needed = not ServerSettings(host=host, token=made_up).is_loopback
    return ServerSettings(
        host=host, port=port, token=made_up if needed and token is None else token, **options
    )


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _has_screen() -> bool:
    """Whether there is one to open a browser on; a browser of the terminal would be in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
