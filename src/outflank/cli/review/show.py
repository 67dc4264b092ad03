"""A review as text: the moves, the graph, the accuracy, and what turned the game."""

from collections.abc import Sequence

from outflank import Color, Move
from outflank._board import PHASES
from outflank._text import plural, printable
from outflank.cli.review.graph import graph_lines
from outflank.cli.terminal.screen import TerminalScreen
from outflank.engine.accuracy import MARKS
from outflank.engine.profile import Profile
from outflank.engine.reasons import KIND_WORDS
from outflank.engine.review import GameReview, PlayerStats, ReviewedMove
from outflank.humanlike.surprise import PeopleReview, RatingEstimate
from outflank.humanlike.surprise import percent as share

MARK_STYLES = {"?!": "yellow", "?": "bold yellow", "??": "bold red"}
LONGEST_LINE = 10
"""Plies of a best line that are shown."""
MAX_OPENINGS = 10
_ROW = "{:>3}  {:<5}  {:<4}{:<2}  {:>5}  {:>6}  {:>4}  {:<4}  {}"
_TALLY = "{:<{width}}  {:>8}  {:>6}  {:>6}  {:>6}  {:>7}  {:>3}  {:>3}  {:>3}  {:>5}"
_TALLY_HEADS = ("accuracy", *PHASES, "last 20", *MARKS, "discs")
_TALLY_WIDTH = 65
"""Columns of that row without the name."""


def show_review(
    review: GameReview, people: PeopleReview | None, screen: TerminalScreen, *, unicode: bool
) -> None:
    """All about one game; what matters most comes last, where the eye is."""
    screen.say((title(review), "bold"))
    screen.say(", ".join(review.details), "\n")
    _show_moves(review, people, screen)
    screen.say("\nWhat the game was worth after each move, as Black sees it, in discs:")
    values = [move.black_value for move in review.moves]
    marks = [move.mark for move in review.moves]
    for line in graph_lines(values, marks, screen.width, unicode=unicode):
        screen.say(line)
    screen.say()
    rows = [(color.name.capitalize(), review.players[color]) for color in Color]
    _show_tallies(rows, screen)
    if people is not None:
        screen.say()
        for line in people.summary:
            screen.say(line)
    _show_turning_points(review, people, screen)


def show_profile(
    reviews: Sequence[GameReview],
    profile: Profile,
    estimate: RatingEstimate | None,
    screen: TerminalScreen,
) -> None:
    for number, review in enumerate(reviews, 1):
        accuracies = " - ".join(percent(review.players[color].accuracy) for color in Color)
        opening = f"  {review.opening}" if review.opening else ""
        screen.say(f"{number:>3}  {title(review)}  {accuracies}{opening}")
    who = f"{profile.player!r}" if profile.player is not None else "everybody"
    screen.say("\n", (f"Profile of {printable(who)} in {plural(len(reviews), 'game')}", "bold"))
    rows = [("all moves", profile.total)]
    rows += [(f"as {color.name.capitalize()}", profile.colors[color]) for color in Color]
    openings = list(profile.openings.items())
    rows += [(f"{name} ({games})", tally) for name, (games, tally) in openings[:MAX_OPENINGS]]
    _show_tallies(rows, screen)
    if len(openings) > MAX_OPENINGS:
        screen.say(f"and {plural(len(openings) - MAX_OPENINGS, 'other opening')}")
    if estimate is not None:
        screen.say(f"\n{estimate.words}")
    if profile.mistakes:
        screen.say("\nWhat cost most discs:")
    for one in profile.mistakes:
        screen.say(
            f"{one.loss:>5} discs  {plural(one.count, 'mistake'):>13}  {KIND_WORDS[one.kind]}"
        )


def title(review: GameReview) -> str:
    names = " - ".join(printable(review.name(color)) or color.name.capitalize() for color in Color)
    return f"{names}: {review.outcome}"


def percent(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.1f} %"


def move_name(move: ReviewedMove) -> str:
    """The number of a move, its name and its mark: 43 b2??."""
    return f"{move.ply} {move.move.name}{move.mark}"


def _show_moves(review: GameReview, people: PeopleReview | None, screen: TerminalScreen) -> None:
    heads = ("", "", "move", "", "value", "played", "loss", "best", "people" if people else "")
    screen.say((_ROW.format(*heads).rstrip(), "dim"))
    for number, move in enumerate(review.moves):
        kind = "only move" if move.is_forced else move.kind
        if people is not None:
            chance = people.chance(number)
            kind = f"{'' if chance is None else share(chance):>6}  {kind}"
        other = move.best.name if move.best != move.move else ""
        row = _ROW.format(
            move.ply,
            move.color.name.capitalize(),
            move.move.name,
            move.mark,
            f"{move.value:+d}",
            f"{move.played:+d}",
            move.loss or "",
            other,
            kind,
        )
        screen.say((row.rstrip(), MARK_STYLES.get(move.mark, "")))


def _show_tallies(rows: Sequence[tuple[str, PlayerStats]], screen: TerminalScreen) -> None:
    width = min(max(8, screen.width - _TALLY_WIDTH), max(len(name) for name, _ in rows))
    screen.say((_TALLY.format("", *_TALLY_HEADS, width=width), "dim"))
    for name, tally in rows:
        accuracies = (*(tally.phases[phase] for phase in PHASES), tally.last_20)
        cells = [
            percent(tally.accuracy),
            *("-" if value is None else f"{value:.1f}" for value in accuracies),
            *(tally.marks[mark] or "" for mark in MARKS),
            tally.loss,
        ]
        short = name if len(name) <= width else f"{name[: width - 3]}..."
        screen.say(_TALLY.format(short, *cells, width=width))


def _show_turning_points(
    review: GameReview, people: PeopleReview | None, screen: TerminalScreen
) -> None:
    points = review.turning_points
    if not points:
        screen.say("\nNo move turned the game.")
        return
    screen.say("\n", ("What turned the game", "bold"))
    for move in points:
        style = MARK_STYLES[move.mark]
        screen.say((move_name(move), style), f"  {move.color.name.capitalize()} {move.words}")
        for name, line in (("best", move.best_line), ("played", move.played_line)):
            screen.say(f"    {name:<6}  {_shortened(line)}")
        if people is not None:
            screen.say(f"    people  {people.words(review.moves.index(move))}")


def _shortened(line: Sequence[Move]) -> str:
    names = [move.name for move in line[:LONGEST_LINE]]
    return " ".join([*names, *["..."] * (len(line) > LONGEST_LINE)])
