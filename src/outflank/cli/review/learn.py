"""The mistakes of a game as exercises: find what was better."""

from collections.abc import Sequence

from outflank import IllegalMoveError, OutflankError
from outflank._text import plural, sentence
from outflank.cli.play.commands import QUIT
from outflank.cli.review.show import move_name
from outflank.cli.terminal.board import INDENT, Highlights, View, draw, marked, score_line
from outflank.cli.terminal.screen import TerminalScreen
from outflank.engine.review import ReviewedMove, Reviewer

RIGHT_DISCS = 1
"""A move that loses at most so many discs is right."""
SHOW = "show"


def practise(
    mistakes: Sequence[ReviewedMove], reviewer: Reviewer, view: View, screen: TerminalScreen
) -> None:
    """Goes through the mistakes until the last one, or until the player has had enough."""
    right = done = 0
    try:
        for number, mistake in enumerate(mistakes, 1):
            screen.clear()
            screen.say((f"Exercise {number} of {len(mistakes)}", "bold"))
            solved = _exercise(mistake, reviewer, view, screen)
            if solved is None:
                break
            done, right = done + 1, right + solved
            if screen.interactive and number < len(mistakes):
                screen.ask("Enter for the next one: ")
    except EOFError:
        screen.say("The input ended.")
    screen.say(f"{right} of {plural(done, 'exercise')} right at the first try.")


def _exercise(
    mistake: ReviewedMove, reviewer: Reviewer, view: View, screen: TerminalScreen
) -> bool | None:
    """Whether the first try was right; None if the player leaves."""
    position = mistake.position
    highlights = Highlights(marks=marked(position.legal_moves))
    screen.say(draw(position, view, highlights, screen.width))
    screen.say(" " * INDENT, score_line(position, view), "\n")
    side = position.turn.name.capitalize()
    screen.say(
        f"{side} played {move_name(mistake)} here and lost {plural(mistake.loss, 'disc')}. "
        f"What is better?"
    )
    first = True
    while True:
        answer = screen.ask(f"{side}'s move, or {SHOW}, or quit: ").lower()
        if answer in QUIT:
            return None
        if answer == SHOW:
            _explain(mistake, screen)
            return False
        try:
            loss = _loss(mistake, answer, reviewer, view)
        except OutflankError as error:
            screen.say(sentence(str(error)))
            continue
        if loss <= RIGHT_DISCS:
            almost = f" It is {plural(loss, 'disc')} from the best." if loss else ""
            screen.say(("Right.", "bold green"), almost)
            _explain(mistake, screen)
            return first
        screen.say(f"{answer} loses {plural(loss, 'disc')}. Try again.")
        first = False


def _loss(mistake: ReviewedMove, answer: str, reviewer: Reviewer, view: View) -> int:
    """What the move that was typed loses, by a search as deep as that of the review."""
    position, move = mistake.position, view.notation.move(answer)
    if move.is_pass or not position.is_legal(move):
        raise IllegalMoveError(view.notation.refusal(position, move))
    if move == mistake.move:
        return mistake.loss
    if move == mistake.best:
        return 0
    return max(0, mistake.value - reviewer.worth(position, move, mistake)[0])


def _explain(mistake: ReviewedMove, screen: TerminalScreen) -> None:
    line = " ".join(move.name for move in mistake.best_line)
    screen.say(f"{mistake.position.turn.name.capitalize()} {mistake.words}")
    screen.say(f"  best: {line} ({mistake.value:+d}, {mistake.kind})")
