"""The measurements that experiments can ask for, by name."""

from outflank.experiments import breadth, determinism, memory, midgame
from outflank.experiments.measure import Measure

MEASURES: dict[str, Measure] = {
    "depth-and-breadth": breadth.MEASURE,
    "determinism": determinism.MEASURE,
    "memory": memory.MEASURE,
    "midgame-depth": midgame.MEASURE,
}
