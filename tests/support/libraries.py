"""Games for libraries: random ones with names, dates and results."""

import random

from outflank import Game, Move, Position

NAMES = ("Ann", "Bob", "Cy", "Dörte", "")
DATES = ("2004", "2004-09-18", "2005-01-02 10:00:00 UTC", "2011", "")


def random_game(seed: int, size: int = 8) -> Game:
    """Most games are finished, some end early."""
    draw = random.Random(f"{size} {seed}")
    position, moves = Position(size), list[Move]()
    plies = draw.choice([200, 200, 200, 20, 0])
    while not position.is_over() and len(moves) < plies:
        moves.append(draw.choice(position.legal_moves))
        position = position.play(moves[-1])
    game = Game.from_moves(moves, size=size)
    game.black, game.white = draw.choice(NAMES), draw.choice(NAMES)
    game.tags["event"] = draw.choice(["Open", "Straße", ""])
    game.tags["date"] = draw.choice(DATES)
    game.tags["round"] = str(seed)
    return game


def random_games(count: int) -> list[Game]:
    """Different games on several boards, most of them on 8x8."""
    games = [random_game(seed, size=6 if seed % 5 == 4 else 8) for seed in range(2 * count)]
    found = {repr((game.size, game.transcript(), game.black, game.white, game.tags["date"])): game
             for game in games}  # fmt: skip
    return list(found.values())[:count]
