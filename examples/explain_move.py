"""Why this move and not the next best one? What each heuristic says, right after the move."""

from outflank import Position, agent, explain, load_evaluation
from outflank.agents import decide

position = Position.from_text("""
    - X - X - - O O
    O O O X - X X O
    - O O O O - X O
    - X O O O X O O
    X X - O X O O -
    X X O O O O O -
    X O X O X X - -
    X O - X X X - -  X
""")
print(position)

with agent("kandlikar-parry:depth=5") as player:
    decision = decide(player, position)
print(f"kandlikar-parry plays {decision.move} after {decision.nodes:,} positions")
print("and expects", *decision.pv)

evaluation = load_evaluation("kandlikar-parry", position.size)
others = [move for move in position.legal_moves if move != decision.move]
other = max(others, key=lambda move: evaluation.value(position.play(move), position.turn))
print(f"{'':18} {decision.move.name:>9} {other.name:>9}")
mine, theirs = (
    explain(evaluation, position.play(move), position.turn) for move in (decision.move, other)
)
for one, two in zip(mine, theirs, strict=True):
    if one.value or two.value:
        print(f"{one.name:18} {one.value:9.1f} {two.value:9.1f}")
