"""The measurements that experiments can ask for, by name."""

from outflank.experiments import depth, determinism, memory
from outflank.experiments.measure import Measure

MEASURES: dict[str, Measure] = {
    "depth-and-breadth": depth.BREADTH,
    "determinism": determinism.MEASURE,
    "memory": memory.MEASURE,
    "midgame-depth": depth.MIDGAME,
}
