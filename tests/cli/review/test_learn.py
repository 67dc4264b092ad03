import pytest

from outflank import Move
from outflank.cli.review.learn import practise
from outflank.cli.terminal.board import View
from outflank.cli.terminal.themes import THEMES
from outflank.engine.review import ReviewedMove
from support.reviews import cheap_review, cheap_reviewer
from support.terminal import TypedScreen


def mistakes() -> list[ReviewedMove]:
    return [move for move in cheap_review().moves if move.mark][-2:]


def practised(*lines: str, interactive: bool = False) -> str:
    screen = TypedScreen(lines, interactive=interactive)
    with cheap_reviewer() as reviewer:
        practise(mistakes(), reviewer, View(THEMES["plain"]), screen)
    return screen.text


def test_the_best_move_is_right_and_explained() -> None:
    one, two = mistakes()
    text = practised(one.best.name, two.best.name)
    assert text.count("Right.") == 2
    assert one.words in text.replace("\n", " ")
    assert "2 of 2 exercises right at the first try." in text


def test_the_mistake_itself_is_wrong_and_can_be_tried_again() -> None:
    one, _ = mistakes()
    text = practised(one.move.name, one.best.name)
    assert f"{one.move.name} loses" in text
    assert "0 of 1 exercise right at the first try." in text
    assert "The input ended." in text


def test_any_move_within_a_disc_is_right() -> None:
    one, _ = mistakes()
    for move in one.position.legal_moves:
        with cheap_reviewer() as reviewer:
            loss = one.value - reviewer.worth(one.position, move, one)[0]
        assert ("Right." in practised(move.name)) == (loss <= 1)


def test_what_cannot_be_played_is_told_and_asked_again() -> None:
    text = practised("z9", "a pass", "pass", "c3", "show", "quit")
    assert "neither a move nor a command" in text
    assert "cannot pass" in text
    assert "c3 is occupied" in text
    assert "0 of 1 exercise right" in text


@pytest.mark.parametrize("word", ["quit", "Q", "exit"])
def test_leaving(word: str) -> None:
    assert "0 of 0 exercises" in practised(word)


def test_a_person_is_given_time_to_read() -> None:
    screen = TypedScreen([mistakes()[0].best.name, "", "quit"], interactive=True)
    with cheap_reviewer() as reviewer:
        practise(mistakes(), reviewer, View(THEMES["plain"]), screen)
    assert screen.prompts[1] == "Enter for the next one: "
    assert Move(mistakes()[1].move.name).name in screen.text
