from pathlib import Path

import pytest

from outflank import Game, IllegalMoveError, Move, Position, SettingsError
from outflank.library import Library, Mistake


def test_mistakes_come_back_the_dearest_first(tmp_path: Path) -> None:
    after_f5 = Position().play("f5")
    with Library(tmp_path / "games.sqlite") as library:
        assert len(library.mistakes) == 0
        assert library.mistakes.add(after_f5, Move("d6"), Move("f4"), 7.5)
        assert library.mistakes.add(
            Game.from_transcript("f5d6").position, Move("c3"), Move("c6"), 9
        )
        assert len(library.mistakes) == 2
    with Library(tmp_path / "games.sqlite") as library:
        first, second = library.mistakes
    assert (first.loss, second.loss) == (9.0, 7.5)
    assert second.position == after_f5.canonical()
    assert second.position.play(second.played).canonical() == after_f5.play("f4").canonical()
    assert second.position.play(second.best).canonical() == after_f5.play("d6").canonical()


def test_a_mistake_on_a_turned_board_is_the_same(tmp_path: Path) -> None:
    position = Game.from_transcript("f5d6c3").position
    best, played = position.legal_moves[:2]
    with Library(tmp_path / "games.sqlite") as library:
        for symmetry in range(8):
            right, wrong = (move.transform(symmetry, 8) for move in (best, played))
            turned = position.transform(symmetry)
            assert library.mistakes.add(turned, right, wrong, symmetry + 1) == (symmetry == 0)
        (found,) = library.mistakes
    assert found == Mistake(found.position, found.best, found.played, 8.0)
    assert found.position == position.canonical()


def test_what_is_no_mistake(tmp_path: Path) -> None:
    start = Position()
    with Library(tmp_path / "games.sqlite") as library:
        for loss in (0, -1, float("nan")):
            with pytest.raises(SettingsError, match="a mistake is a move that loses discs"):
                library.mistakes.add(start, Move("d3"), Move("c4"), loss)
        with pytest.raises(SettingsError):
            library.mistakes.add(start, Move("d3"), Move("d3"), 2)
        with pytest.raises(IllegalMoveError, match="a1"):
            library.mistakes.add(start, Move("d3"), Move("a1"), 2)
        assert len(library.mistakes) == 0
