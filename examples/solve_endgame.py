"""The true score of every move in an endgame, and how perfect play goes on to the end."""

from outflank import Engine, Move, Position

position = Position.from_text("""
    - - X X X X X -
    - O O O X X - O
    - O O O X X O X
    - O X O X O X X
    O X X X O X X X
    - - X O X O X X
    - X X X O O O -
    - O O O O O - -  X
""")
print(position)

with Engine(size=8, threads=1, hash_mb=16) as engine:
    for line in engine.solve(position, all_moves=True).lines:
        print(f"{line.move}  {line.score:+3d}")
    # Perfect play: the best move of the side to move, again and again.
    moves: list[Move] = []
    while not position.is_over():
        moves.append(engine.solve(position).best.move)
        position = position.play(moves[-1])

print("perfect play:", *moves)
print(f"black wins by {position.score()}")
