from collections.abc import Callable
from typing import Any

import click
import pytest
from click.testing import CliRunner

from outflank import Level, Limit
from outflank.cli.options import (
    cluster_option,
    date_option,
    json_option,
    limit_options,
    player_option,
    position_option,
    size_option,
    sizes_option,
    workers_option,
)
from support.commands import python

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def run(decorator: Decorator, *arguments: str) -> tuple[dict[str, Any], str]:
    """The parameters that a command with one of the options gets, or the error it shows."""
    parameters: dict[str, Any] = {}

    def command(**values: Any) -> None:
        parameters.update(values)

    done = CliRunner().invoke(click.command()(decorator(command)), arguments)
    assert done.exit_code == (2 if done.output else 0), done.output
    return parameters, done.output


@pytest.mark.parametrize(
    ("decorator", "arguments", "parameters"),
    [
        (size_option(), (), {"size": None}),
        (size_option(default=8), (), {"size": 8}),
        (size_option(), ("--size", "6"), {"size": 6}),
        (sizes_option(), (), {"sizes": ()}),
        (sizes_option(default=(8,)), (), {"sizes": (8,)}),
        (sizes_option(), ("--size", "6,8"), {"sizes": (6, 8)}),
        (sizes_option(default=(8,)), ("--size", "8", "--size", "6, 8"), {"sizes": (8, 6)}),
        (workers_option(), (), {"workers": 1}),
        (workers_option(default=None), (), {"workers": None}),
        (workers_option(), ("--workers", "3"), {"workers": 3}),
        (cluster_option(), ("--cluster", "tcp://host:1"), {"cluster": "tcp://host:1"}),
        (json_option(), ("--json",), {"as_json": True}),
        (position_option(), ("--position", "tiger"), {"position": "tiger"}),
        (player_option(), ("--player", "anna"), {"player": "anna"}),
        (date_option(), (), {"dates": None}),
        (date_option(), ("--date", "2004-09"), {"dates": ("2004-09", "2004-09")}),
        (date_option(), ("--date", "2001..2005"), {"dates": ("2001", "2005")}),
        (date_option(), ("--date", "2005-03-01..2005"), {"dates": ("2005-03-01", "2005")}),
        (date_option(), ("--date", "2001.."), {"dates": ("2001", "9999")}),
        (date_option(), ("--date", "..2005"), {"dates": ("0000", "2005")}),
        (limit_options(), (), {"limit": None}),
        (limit_options(default=("time", 10)), (), {"limit": Limit(time=10)}),
        (limit_options(default=("time", 10)), ("--nodes", "5"), {"limit": Limit(nodes=5)}),
        (limit_options(), ("--time", "0.5"), {"limit": Limit(time=0.5)}),
        (limit_options(), ("--depth", "7"), {"limit": Limit(depth=7)}),
        (limit_options(), ("--level", "12"), {"limit": Level(12)}),
        (limit_options(dynamic=True), ("--depth", "dynamic"), {"limit": Limit(dynamic=True)}),
        (limit_options(dynamic=True), ("--depth", "7"), {"limit": Limit(depth=7)}),
    ],
)
def test_options_are_read(
    decorator: Decorator, arguments: tuple[str, ...], parameters: dict[str, Any]
) -> None:
    assert run(decorator, *arguments)[0] == parameters


@pytest.mark.parametrize(
    ("decorator", "arguments", "why"),
    [
        (size_option(), ("--size", "7"), "'7' is not one of '4', '6'"),
        (sizes_option(), ("--size", "6,7"), "'7' is not one of '4', '6'"),
        (sizes_option(sizes=(6, 8)), ("--size", "4"), "'4' is not one of '6', '8'"),
        (sizes_option(), ("--size", ""), "'' is not one of"),
        (workers_option(), ("--workers", "0"), "0 is not in the range"),
        (date_option(), ("--date", "yesterday"), "'yesterday' is not a date"),
        (date_option(), ("--date", ".."), "'..' is not a date"),
        (date_option(), ("--date", "2005..2001"), "ends before it begins"),
        (limit_options(), ("--time", "0"), "0.0 is not in the range"),
        (limit_options(), ("--nodes", "-1"), "-1 is not in the range"),
        (limit_options(), ("--depth", "dynamic"), "'dynamic' is not a valid integer"),
        (limit_options(dynamic=True), ("--depth", "0"), "neither 1 to 1000 plies nor 'dynamic'"),
        (limit_options(), ("--level", "61"), "61 is not in the range"),
        (limit_options(), ("--time", "1", "--level", "3"), "Give either --time or --level"),
    ],
)
def test_bad_values_are_refused(decorator: Decorator, arguments: tuple[str, ...], why: str) -> None:
    parameters, output = run(decorator, *arguments)
    assert not parameters
    assert why in output


@pytest.mark.integration
def test_importing_the_options_loads_nothing_heavy() -> None:
    code = (
        "import sys, outflank.cli.options; "
        "print([name for name in sys.modules if name in ('numpy', 'rich', 'outflank._native')])"
    )
    assert python(code).strip() == "[]"
