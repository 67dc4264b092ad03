"""A heuristic of your own: a small TOML file, searched by alpha-beta, in a match."""

import tempfile
from pathlib import Path

from outflank import Color, Game, agent, explain, load_evaluation
from outflank.agents.spec import AgentSpec
from outflank.stats.pairs import play_pairs, random_openings

CORNERS_FIRST = """
format = 1
title = "Corners first"

[[term]]
feature = "corners"
scale = "difference"
weights = 25

[[term]]
feature = "x-open"                                  # X squares beside an empty corner
scale = "difference"
weights = { early = -15, mid = -10, late = -5 }

[[term]]
feature = "mobility"
scale = "ratio"
weights = { early = 0.8, mid = 0.6, late = 0.2 }
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "corners_first.toml"
    path.write_text(CORNERS_FIRST)
    position = Game.from_transcript("f5f6e6d6c3f3e3d3g7g4g2e2c4h1g6b5").position
    for term in explain(load_evaluation(path, size=8), position, Color.BLACK):
        print(f"{term.name:9} {term.own:2g} {term.other:2g}  adds {term.value:+.1f}")
    # The same in the shell: outflank arena alphabeta:depth=3,eval=corners_first.toml ...
    spec = AgentSpec("alphabeta").with_options(depth=3, eval=path)
    with agent(spec) as mine, agent("alphabeta:depth=3,eval=sommer-static") as other:
        result = play_pairs(mine, other, random_openings(size=8, count=10, seed=1))

print(f"against sommer-static, three plies each: {result}")
