"""A player at the terminal."""

from outflank._native import Color, Move, Position
from outflank.agents.base import Agent, choices
from outflank.errors import EngineError, IllegalMoveError, NotationError


class HumanAgent(Agent):
    """Shows the board and asks for a move until it gets a legal one."""

    def choose(self, position: Position) -> Move:
        choices(position)
        side = "black" if position.turn == Color.BLACK else "white"
        print(position)
        while True:
            try:
                move = Move(input(f"{side} to move: ").strip())
                position.play(move)
                return move
            except (NotationError, IllegalMoveError) as error:
                print(error)
            except EOFError:
                raise EngineError("the input ended before a move was given") from None
