"""Random games as numpy arrays: planes for a neural network, and the result of each position."""

import numpy as np

from outflank import batch

GAMES, SIZE = 1000, 8
boards = batch.Boards(size=SIZE, count=GAMES)
planes, numbers, movers = [], [], []
over, scores = boards.outcomes()
ply = 0
while not over.all():
    alive = np.flatnonzero(~over)
    planes.append(boards.encode()[alive])
    numbers.append(alive)
    movers.append(boards.turns[alive])
    boards = boards.play(boards.random_moves(seed=ply))  # every ply needs another seed
    over, scores = boards.outcomes()
    ply += 1

x = np.concatenate(planes)  # own discs, their discs, legal squares
sign = np.where(np.concatenate(movers) == 1, 1, -1)
y = scores[np.concatenate(numbers)] * sign  # the final score for the side to move
print(f"{GAMES} games, {len(x)} positions: x {x.shape} {x.dtype}, y {y.shape}")
print(f"black scored {scores.mean():+.1f} discs on the average")

# What says something about the end of a random game? Here with about half of the squares filled.
discs = x[:, :2].sum(axis=(1, 2, 3))
half = discs == SIZE * SIZE // 2
corners = x[:, :2, :: SIZE - 1, :: SIZE - 1].sum(axis=(2, 3))
for name, value in {
    "lead in discs": x[:, 0].sum(axis=(1, 2)) - x[:, 1].sum(axis=(1, 2)),
    "lead in corners": corners[:, 0] - corners[:, 1],
    "legal squares": x[:, 2].sum(axis=(1, 2)),
}.items():
    print(f"{name:16} correlation {np.corrcoef(value[half], y[half])[0, 1]:+.2f}")
