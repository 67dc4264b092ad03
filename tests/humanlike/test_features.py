"""What the network sees of a move: as many numbers as it expects, alike for all images."""

import numpy as np
import pytest

from outflank import Game, Move, Position
from outflank.humanlike.choices import DEPTHS, Choices, joined
from outflank.humanlike.features import INPUTS, inputs, losses
from outflank.humanlike.values import MoveValues
from support.people import random_choices, random_games, small_model


def test_every_input_is_a_small_number() -> None:
    choices = random_choices(60)
    found = inputs(choices)
    assert found.shape == (len(choices.squares), INPUTS)
    assert np.isfinite(found).all()
    assert np.abs(found).max() < 8


def test_all_images_of_a_move_look_alike() -> None:
    model, values = small_model(), MoveValues()
    position, past = Position(), []
    for move in Game.from_transcript("f5d6c3d3c4f4f6").moves:
        position = position.play(move)
        past.append(move)
    moves = position.legal_moves
    expected = _rows(model.question(position, moves, past, 1500, values), moves)
    for symmetry in range(1, 8):
        turned = [move.transform(symmetry, 8) for move in past]
        image = position.transform(symmetry)
        asked = model.question(image, image.legal_moves, turned, 1500, values)
        found = _rows(asked, image.legal_moves)
        for move in moves:
            image_of = move.transform(symmetry, 8)
            # On a diagonal two ways of turning are as good, and may give other planes.
            if move.row not in (move.column, 7 - move.column):
                assert found[image_of] == pytest.approx(expected[move])


def _rows(choices: Choices, moves: tuple[Move, ...]) -> dict[Move, np.ndarray]:
    return dict(zip(moves, inputs(choices), strict=True))


def test_colours_do_not_matter() -> None:
    model, values = small_model(), MoveValues()
    (game,) = random_games(1)
    position = game[20][0]
    black, white = position.to_bitboards()
    swapped = Position.from_bitboards(white, black, position.turn.opponent)
    one, other = (
        inputs(model.question(each, each.legal_moves, [], 1500, values))
        for each in (position, swapped)
    )
    assert (one == other).all()


def test_losses_are_distances_from_the_best() -> None:
    choices = random_choices(10)
    for depth in range(len(DEPTHS)):
        lost = losses(choices, depth)
        for begin, end in zip(choices.starts, choices.starts[1:], strict=False):
            values = choices.values[begin:end, depth].astype(int)
            assert lost[begin:end].tolist() == (values.max() - values).tolist()


def test_joined_positions_are_those_of_the_parts() -> None:
    parts = [random_choices(3, seed=seed) for seed in (1, 2)]
    whole = joined(parts)
    assert (inputs(whole) == np.concatenate([inputs(part) for part in parts])).all()
