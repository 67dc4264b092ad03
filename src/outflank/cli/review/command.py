"""`outflank review`: its flags, and the way from games to what is shown of them."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from outflank import Game
    from outflank.cli.progress import Report
    from outflank.cli.terminal.screen import TerminalScreen
    from outflank.engine.profile import Profile
    from outflank.engine.review import GameReview, ReviewedMove, Reviewer
    from outflank.humanlike.surprise import PeopleReview, RatingEstimate

DEFAULT_NODES = 1_000_000
"""That of engine/review.py, which --help cannot ask: it needs the compiled core."""
PEOPLES_BOARD = 8


@click.command()
@click.argument("sources", metavar="GAME...", nargs=-1, required=True)
@click.option("--player", metavar="NAME", help="Whose games and mistakes: a part of the name.")
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=DEFAULT_NODES,
    show_default=True,
    help="Positions to look at for each move, unless the end is near.",
)
@click.option(
    "--rating",
    type=click.IntRange(1200, 2000),
    help="On 8x8, how many players of this rating play each move; without it, players of the "
    "rating that the moves speak for.",
)
@click.option("--learn", is_flag=True, help="Then find the better moves yourself.")
@click.option("--keep", is_flag=True, help="Put games and mistakes into your library, to practise.")
@click.option("--html", metavar="FILE", help="Write a page to step through, also without network.")
@click.option("--json", "as_json", is_flag=True, help="Print the review as a JSON object.")
def review(
    *,
    sources: tuple[str, ...],
    player: str | None,
    nodes: int,
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
    from outflank.engine.profile import profile_of
    from outflank.engine.review import Reviewer, ReviewSettings

    if as_json and learn:
        raise click.UsageError("give either --json or --learn")
    if html is not None:
        _check_target(html, sources)
    games = _games(sources, player)
    if rating is not None and not any(game.size == PEOPLES_BOARD for game in games):
        raise click.UsageError("--rating is for games on 8x8, of which there is none here")
    with Reviewer(ReviewSettings(nodes=nodes)) as reviewer:
        reviews = _reviewed(games, reviewer)
        profile = profile_of(reviews, player) if len(reviews) > 1 else None
        people, estimate = _people(reviews, player, rating)
        if html is not None:
            _write_page(html, reviews, people, profile, estimate)
        kept = _keep(games, reviews, player) if keep else None
        if as_json:
            _print_json(reviews, profile, people, estimate)
            return
        screen = _show(reviews, profile, people, estimate)
        if html is not None:
            screen.say(f"\nWrote {html}.")
        if kept is not None:
            screen.say(f"\n{kept}")
        if learn:
            _learn(reviews, player, reviewer, screen)


def _write_page(
    path: str,
    reviews: "list[GameReview]",
    people: "list[PeopleReview | None]",
    profile: "Profile | None",
    estimate: "RatingEstimate | None",
) -> None:
    from outflank._files import write_text
    from outflank.pages.review import review_page

    write_text(Path(path), review_page(reviews, people, profile, estimate))


def _people(
    reviews: "list[GameReview]", player: str | None, rating: int | None
) -> "tuple[list[PeopleReview | None], RatingEstimate | None]":
    """How surprising the moves are, and the rating that those of the player speak for."""
    from outflank.engine.profile import sides_of
    from outflank.humanlike.surprise import PeopleReviewer

    judge = PeopleReviewer()
    people = [judge.review(one, rating) for one in reviews]
    logs = [
        found.logs(color)
        for one, found in zip(reviews, people, strict=True)
        if found is not None
        for color in sides_of(one, player)
    ]
    return people, judge.estimate(logs) if logs and player is not None else None


def _print_json(
    reviews: "list[GameReview]",
    profile: "Profile | None",
    people: "list[PeopleReview | None]",
    estimate: "RatingEstimate | None",
) -> None:
    from dataclasses import asdict

    from outflank.engine.review_record import profile_record, review_record
    from outflank.humanlike.surprise import people_record

    records = [
        {**review_record(one), "people": people_record(found)}
        for one, found in zip(reviews, people, strict=True)
    ]
    whole = records[0]
    if profile is not None:
        rating = None if estimate is None else asdict(estimate)
        whole = {"games": records, "profile": {**profile_record(profile), "rating": rating}}
    print(json.dumps(whole))


def _show(
    reviews: "list[GameReview]",
    profile: "Profile | None",
    people: "list[PeopleReview | None]",
    estimate: "RatingEstimate | None",
) -> "TerminalScreen":
    from outflank.cli.review.show import show_profile, show_review
    from outflank.cli.terminal.screen import TerminalScreen, prepare_streams, shows_unicode

    prepare_streams()
    screen = TerminalScreen()
    if profile is None:
        show_review(reviews[0], people[0], screen, unicode=shows_unicode())
    else:
        show_profile(reviews, profile, estimate, screen)
    return screen


def _games(sources: tuple[str, ...], player: str | None) -> "list[Game]":
    """The games to review, those of the player; notes about them go to standard error."""
    from outflank import NotationError
    from outflank._text import plural, printable, quoted, sentence
    from outflank.cli.sources import games_from
    from outflank.engine.profile import is_called
    from outflank.game.game import main_moves

    games, empty = [], 0
    for source in sources:
        with games_from(source) as reader:
            for game in reader:
                if any(is_called(name, player) for name in (game.black, game.white)):
                    moves = [move for move in main_moves(game) if not move.is_pass]
                    empty += not moves
                    games += [game] * bool(moves)
            for note in reader.notes:
                click.echo(f"outflank: {sentence(printable(note))}", err=True)
    if games and empty:
        click.echo(f"outflank: {plural(empty, 'game')} without a move left out.", err=True)
    if not games and empty:
        raise NotationError("there is no move in it to review")
    if not games and player is not None:
        raise NotationError(f"there is no game of a player called {quoted(player)} in it")
    if not games:
        raise NotationError("there is no game in it")
    return games


def _reviewed(games: "list[Game]", reviewer: "Reviewer") -> "list[GameReview]":
    from outflank.cli.progress import progress
    from outflank.game.game import main_moves

    lengths = [len(main_moves(game)) for game in games]
    total, done, reviews = sum(lengths), 0, []
    with progress("reviewing" if len(games) == 1 else f"reviewing {len(games):,} games") as report:
        for number, (game, length) in enumerate(zip(games, lengths, strict=True), 1):
            note = None if len(games) == 1 else f"game {number:,}"
            hear = partial(_tell, report, (done / total, (done + length) / total), note)
            reviews.append(reviewer.review(game, hear))
            done += length
    return reviews


def _tell(
    report: "Report", span: tuple[float, float], note: str | None, done: int, of: int
) -> None:
    """Moves on within the span of one game."""
    begin, end = span
    report(begin + (end - begin) * done / of, note)


def _keep(games: "list[Game]", reviews: "list[GameReview]", player: str | None) -> str:
    """Puts games and mistakes into the library, and says so."""
    from outflank._text import plural
    from outflank.library import Library, library_path

    with Library(library_path()) as library:
        library.add(games)
        for mistake in (mistakes := _mistakes(reviews, player)):
            library.mistakes.add(mistake.position, mistake.best, mistake.move, mistake.loss)
        return (
            f"Kept {plural(len(games), 'game')} and {plural(len(mistakes), 'mistake')} in "
            f"{library.path}; practise with: outflank drill mistakes"
        )


def _mistakes(reviews: "list[GameReview]", player: str | None) -> "list[ReviewedMove]":
    """The moves with a mark, those of the player."""
    from outflank.engine.profile import sides_of

    return [
        move
        for one in reviews
        for move in one.moves
        if move.mark and move.color in sides_of(one, player)
    ]


def _learn(
    reviews: "list[GameReview]", player: str | None, reviewer: "Reviewer", screen: "TerminalScreen"
) -> None:
    from outflank.cli.review.learn import practise
    from outflank.cli.terminal.board import View
    from outflank.cli.terminal.screen import shows_unicode, usable_theme

    mistakes = _mistakes(reviews, player)
    if not mistakes:
        screen.say("\nThere is no mistake to learn from.")
        return
    if screen.interactive:
        screen.ask(f"\nEnter for the exercises ({len(mistakes)}): ")
    view = View(usable_theme("classic"), unicode=shows_unicode())
    practise(mistakes, reviewer, view, screen)


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
            raise click.UsageError(f"--html would write over {source}, which is to be read")
