"""Games for the tests of reviews, and a cheap way to review them."""

from functools import cache

from outflank import Game, Limit
from outflank.engine.review import GameReview, Reviewer

CHEAP_EMPTIES = 8

# Games of skills against each other: they make mistakes of all kinds, and pass.
GAMES = {
    6: "E4c5B6e5B4e3D2b3C2d1A3c6D6a2A1d5E6a5A4b5F3f2A6b2F4f6F5C1b1F1E1",
    8: "F5d6C3f3F4g5F6e3G4c5E2g3E6d2D3f2H5e7B5c2F1e1C7c6D8h6D1c4H7g2B6g6G1e8F7f8H1h2G8d7B3b4C1a5"
    "C8a3H3h4A6h8A2a1A4g7b7B8a8B2a7b1",
    10: "G6e7D4h6F7g7H8g4F4e4G5c4E8h4G3h2I3h5F3e3I4e9D8f8D6i5H7h3G1g8F2e1F1h1I1j1D2c1E2d1C2g2I2b2",
    12: "H7h6E5f8F5e6H5g5H8i4G4i5D5d6J5g8I3d4E7g3F3d8E9e3F9h4C3e8D9h3F4j2C6d3K1b2A1b3D2b1C1d1E1f2",
}


def game_of(size: int = 8) -> Game:
    game = Game.from_transcript(GAMES[size], size=size)
    game.black, game.white = "Anna", "Bob <b>"
    return game


def cheap_reviewer() -> Reviewer:
    return Reviewer(Limit(nodes=500), exact_empties=CHEAP_EMPTIES)


@cache
def cheap_review(size: int = 8) -> GameReview:
    """Values do not change, so that all tests of a process share them."""
    with cheap_reviewer() as reviewer:
        return reviewer.review(game_of(size))
