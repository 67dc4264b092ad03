"""Two agents by name play a game on 6x6: the first moves, the last board, the score."""

from outflank import Decision, Game, play


def show(game: Game, decision: Decision) -> None:
    """Called after each move, with what the agent says about it."""
    if len(game.moves) <= 4:
        print(f"{decision.move}  depth {decision.depth}, {decision.nodes} nodes")


game = play("kandlikar-parry:depth=4", "sommer:depth=2", size=6, on_move=show)
print(game.position)
print(game.transcript())
if game.result is not None:
    winner = game.result.winner
    print("a draw" if winner is None else f"{winner.name} wins by {abs(game.result.score)}")
