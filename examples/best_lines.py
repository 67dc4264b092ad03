"""The three best moves of a position, with their scores and how play is expected to go on."""

from outflank import Engine, Game, Limit

game = Game.from_transcript("f5f6e6f4g6c5g4")
print(game.position)

# One thread and a limit in plies: the same answer every time and on every machine.
with Engine(size=8, threads=1, hash_mb=16) as engine:
    print(f"at a glance: {engine.evaluate(game.position):+.1f} discs")
    analysis = engine.analyse(game.position, Limit(depth=10), lines=3)

print(f"{analysis.kind}:")
for line in analysis.lines:
    print(f"{line.move}  {line.score:+3d}  {' '.join(move.name for move in line.pv[:4])}")
