"""Dice for a series of games, which a seed repeats."""

import random


class GameDice:
    """Every game has dice of its own, which only the seed and the number of the game decide.

    >>> dice = GameDice(7)
    >>> dice.new_game()
    >>> dice.text
    '7 1'
    """

    def __init__(self, seed: int) -> None:
        self._seed, self._begin, self._games = seed, str(seed), 0
        self.text = f"{seed} 0"
        """What they are called; a new text for each game."""
        self.random = random.Random(self.text)

    def reseed(self, seed: int) -> None:
        """The next game is that of the two seeds, whatever was played before."""
        self._begin, self._games = f"{self._seed} {seed}", 0

    def new_game(self) -> None:
        self._games += 1
        self.text = f"{self._begin} {self._games}"
        self.random = random.Random(self.text)
