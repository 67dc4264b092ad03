"""Positions, moves and games."""

from outflank._native import Color, Move, Position
from outflank.game.game import Ending, Game, Node, Result
from outflank.game.replay import replay
from outflank.game.svg import board_svg

__all__ = ["Color", "Ending", "Game", "Move", "Node", "Position", "Result", "board_svg", "replay"]
