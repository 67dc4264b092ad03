"""`outflank review`: its flags, and the way from games to what is shown of them."""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outflank.cli.options import json_option, limit_options, player_option
from outflank.cli.output import print_json, warn

if TYPE_CHECKING:
    from outflank import Game, Level, Limit
    from outflank.cli.terminal.board import View
    from outflank.cli.terminal.screen import TerminalScreen
    from outflank.engine.review import Reviewer
    from outflank.session.reviews import ReviewProgress, ReviewReport

DEFAULT_NODES = 1_000_000
"""That of engine/review.py, which --help cannot ask: it needs the compiled core."""


@click.command()
@click.argument("sources", metavar="GAME...", nargs=-1, required=True)
@player_option("Whose games and mistakes: a part of the name.")
@limit_options("move, unless the end is near", default=("nodes", DEFAULT_NODES))
@click.option(
    "--rating",
    type=click.IntRange(1200, 2000),
    help="On 8x8, how many players of this rating play each move; without it, players of the "
    "rating that the moves speak for.",
)
@click.option("--learn", is_flag=True, help="Then find the better moves yourself.")
@click.option("--keep", is_flag=True, help="Put games and mistakes into your library, to practise.")
@click.option("--html", metavar="FILE", help="Write a page to step through, also without network.")
@json_option("Print the review as a JSON object.")
def review(
    *,
    sources: tuple[str, ...],
    player: str | None,
    limit: "Limit | Level",
    rating: int | None,
    learn: bool,
    keep: bool,
    html: str | None,
    as_json: bool,
) -> None:
    """Review games: every move, what was better, and what turned the game.

    GAME is a file of any format with one or more games, a game as text, or - for standard input.
    Values are discs for the side that moves; with 20 empty squares or fewer they are exact. A move
    that loses 2 discs or more has the mark ?!, from 4 on ?, and ?? from 8 on if it changes who
    wins. Several games also give a profile: accuracy by phase, colour and opening, and which kinds
    of mistakes cost most.

    On 8x8 the column "people" says how many tournament players of the same rating play the move,
    and the moves of each side tell its rating roughly: a single game leaves a wide interval.

    \b
    Examples:
      outflank review game.sgf
      outflank review f5d6c3d3c4f4c5b3c2 --html review.html
      outflank review game.ggf --learn --player anna
      outflank review season.pgn --player anna --nodes 100000
      outflank review game.sgf --player anna --keep    then: outflank drill mistakes
      outflank review game.sgf --rating 1500
      outflank review game.txt --json > review.json

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """
    from outflank._files import write_text
    from outflank.agents.builtin import HUMANLIKE_SIZE
    from outflank.session.reviews import ReviewService

    if as_json and learn:
        raise click.UsageError("Give either --json or --learn.")
    if html is not None:
        _check_target(html, sources)
    games = _games(sources, player)
    if rating is not None and not any(game.size == HUMANLIKE_SIZE for game in games):
        raise click.UsageError("--rating is for games on 8x8, of which there is none here.")
    with ReviewService() as service:
        work = service.report(games, limit, player=player, rating=rating)
        report = _finished(work, len(games))
        if html is not None:
            write_text(Path(html), report.page())
        saved = _keep(games, report) if keep else None
        if as_json:
            print_json(report.record())
            return
        screen, view = _show(report)
        for note in filter(None, (html and f"Wrote {html}.", saved)):
            screen.say(f"\n{note}")
        if learn:
            _learn(report, service, screen, view)


def _show(report: "ReviewReport") -> "tuple[TerminalScreen, View]":
    from outflank.cli.review.show import show_profile, show_review
    from outflank.cli.terminal.screen import open_terminal

    screen, view = open_terminal()
    if report.profile is None:
        show_review(report.games[0], report.people[0], screen, unicode=view.unicode)
    else:
        show_profile(report.games, report.profile, report.rating, screen)
    return screen, view


def _games(sources: tuple[str, ...], player: str | None) -> "list[Game]":
    from outflank import NotationError
    from outflank._text import plural, quoted
    from outflank.cli.sources import games_from
    from outflank.engine.profile import is_called
    from outflank.engine.review import judged_steps

    games, empty = [], 0
    for source in sources:
        with games_from(source) as reader:
            for game in reader:
                if any(is_called(name, player) for name in (game.black, game.white)):
                    if judged_steps(game):
                        games.append(game)
                    else:
                        empty += 1
            warn(*reader.notes)
    if games and empty:
        warn(f"{plural(empty, 'game')} without a move left out")
    if games:
        return games
    if empty:
        raise NotationError("there is no move in it to review")
    of_player = "" if player is None else f" of a player called {quoted(player)}"
    raise NotationError(f"there is no game{of_player} in it")


def _finished(
    work: "Generator[ReviewProgress | None, None, ReviewReport]", games: int
) -> "ReviewReport":
    from outflank._background import finish
    from outflank.cli.progress import progress

    with progress("reviewing" if games == 1 else f"reviewing {games:,} games") as show:

        def watch(step: "ReviewProgress | None") -> None:
            if step is not None:
                show(step.done / step.moves, None if games == 1 else f"game {step.game:,}")

        return finish(work, watch)


def _keep(games: "list[Game]", report: "ReviewReport") -> str:
    from outflank._text import plural
    from outflank.library import Library, library_path

    with Library(library_path()) as library:
        library.add(games)
        for mistake in report.mistakes:
            library.mistakes.add(mistake.position, mistake.best, mistake.move, mistake.loss)
        return (
            f"Kept {plural(len(games), 'game')} and {plural(len(report.mistakes), 'mistake')} in "
            f"{library.path}; practise with: outflank drill mistakes"
        )


def _learn(
    report: "ReviewReport", reviewer: "Reviewer", screen: "TerminalScreen", view: "View"
) -> None:
    from outflank.cli.review.learn import practise

    if not report.mistakes:
        screen.say("\nThere is no mistake to learn from.")
        return
    if screen.interactive:
        screen.ask(f"\nEnter for the exercises ({len(report.mistakes)}): ")
    practise(report.mistakes, reviewer, view, screen)


def _check_target(target: str, sources: tuple[str, ...]) -> None:
    """Refuses, before the work, a file that cannot be written or is to be read."""
    from outflank import FileError

    if Path(target).is_dir() or not Path(target).parent.is_dir():
        raise FileError(f"--html: {target!r} cannot be written: no such folder, or it is one")
    for source in sources:
        try:
            same = source != "-" and Path(source).samefile(target)
        except (OSError, ValueError):
            same = False
        if same:
            raise click.UsageError(f"--html would write over {source}, which is to be read.")
