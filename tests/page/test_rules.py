"""The page's rules are those of the core, on every board."""

import random

import pytest

from outflank import Color, Position
from support.page_modules import PageError, PageModules

pytestmark = pytest.mark.integration

PERFT = """({ rules }, { size, depth }) => {
  const perft = (position, left) => {
    if (left === 0) return 1;
    const moves = rules.legalMoves(position);
    if (moves.length > 0) {
      return moves.reduce((sum, move) => sum + perft(rules.place(position, move), left - 1), 0);
    }
    return rules.isOver(position) ? 1 : perft(rules.pass(position), left - 1);
  };
  return perft(rules.startPosition(size), depth);
}"""

REPLAY = """({ rules, notation }, { size, games }) => games.map((moves) => {
  let position = rules.startPosition(size);
  const counts = [];
  for (const name of moves) {
    counts.push(rules.legalMoves(position).length);
    position = rules.play(position, notation.squareOf(name, size));
  }
  return { counts, cells: position.cells, turn: position.turn, over: rules.isOver(position),
    score: rules.finalScore(position) };
})"""


@pytest.mark.parametrize(("size", "depth"), [(4, 9), (6, 6), (8, 6), (10, 5), (12, 5)])
def test_perft(page: PageModules, size: int, depth: int) -> None:
    assert page.run(PERFT, {"size": size, "depth": depth}) == Position(size).perft(depth)


def cells(position: Position) -> str:
    text = "".join(position.to_text().split())
    return text[: position.size**2]


def random_game(size: int, dice: random.Random) -> tuple[list[str], list[int], Position]:
    """The moves without passes, how many there were each time, and the end."""
    position, moves, counts = Position(size), [], []
    while not position.is_over():
        legal = position.legal_moves
        move = dice.choice(legal)
        if not move.is_pass:
            counts.append(len(legal))
            moves.append(move.name)
        position = position.play(move)
    return moves, counts, position


@pytest.mark.parametrize(("size", "count"), [(4, 300), (6, 300), (8, 300), (10, 60), (12, 40)])
def test_a_thousand_games(page: PageModules, size: int, count: int) -> None:
    dice = random.Random(f"page {size}")
    games = [random_game(size, dice) for _ in range(count)]
    told = page.run(REPLAY, {"size": size, "games": [moves for moves, _, _ in games]})
    for (_, counts, end), answer in zip(games, told, strict=True):
        assert answer["counts"] == counts
        assert answer["cells"] == cells(end)
        assert answer["over"]
        assert answer["score"] == end.score()


def test_discs_that_turn(page: PageModules) -> None:
    flipped = page.run(
        "({ rules, notation }) => notation.names(rules.flips(rules.startPosition(8), 37), 8)"
    )
    assert flipped == "e5"
    after = Position().play("f5")
    assert after.count(Color.BLACK) == 4


def test_an_illegal_move_is_refused(page: PageModules) -> None:
    with pytest.raises(PageError, match="square 0 cannot be played"):
        page.run("({ rules }) => rules.place(rules.startPosition(8), 0)")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("-" * 36, "no black disc"),
        ("X" + "-" * 35, "no white disc"),
        ("X" * 35 + "O", "Neither side can move"),
        ("XO" + "-" * 34, ""),
    ],
)
def test_what_makes_a_board_unusable(page: PageModules, board: str, words: str) -> None:
    fault = page.run("({ rules }, cells) => rules.fault({ size: 6, cells })", board)
    assert words in fault
    assert (fault == "") == (words == "")
