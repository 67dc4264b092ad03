"""An agent of your own in ten lines, and a match of 20 opening pairs with it."""

from outflank import Agent, Move, Position, agent
from outflank.stats.pairs import play_pairs, random_openings


class Cornerstone(Agent):
    """Takes a corner if it can; otherwise leaves the opponent as few moves as possible."""

    def choose(self, position: Position) -> Move:
        """Looks one move ahead."""
        ends = (0, position.size - 1)

        def worth(move: Move) -> tuple[bool, int]:
            replies = int(position.play(move).legal_mask().sum())
            return move.row in ends and move.column in ends, -replies

        return max(position.legal_moves, key=worth)


# Each opening is played twice with colours swapped, so that neither side is favoured.
openings = random_openings(size=8, count=20, seed=1)
for opponent in ("random", "greedy", "greedy-corners"):
    print(f"against {opponent}: {play_pairs(Cornerstone(), agent(opponent), openings)}")
