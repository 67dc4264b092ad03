from outflank._native import Color, Move, Position
