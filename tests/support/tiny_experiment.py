"""An experiment of a few games on small boards, with one of everything a file can have."""

from pathlib import Path

from outflank.experiments.experiment import Experiment
from outflank.experiments.reading import read_experiment

TINY = """
title = "Tiny"
report = "nobody"
question = "Does corners beat random?"
says = "It does."

[evaluations.alone]
of = "hybrid4"
drop = ["mobility", "stability"]

[players]
alone = "hybrid4:eval={alone},table=1"
random = "random"
third = "greedy"

[quick]
games = 2
sizes = [4, 6]

[[part]]
name = "one"
title = "One"
players = ["alone", "random"]
sizes = [4, 6]
games = 8
seed = 1
nodes = 50

[[part]]
name = "all"
title = "All"
players = ["alone", "random", "third"]
sizes = [4]
games = 4
seed = 1
depth = 1

[[claim]]
says = "It is better"
figure = "10-0"
parts = ["one"]
sizes = [4, 6]
first = "alone"
second = "random"
expect = "better"

[[claim]]
says = "It is better than all"
figure = "none"
parts = ["all"]
first = "alone"
expect = "better"

[[discs]]
title = "Discs"
parts = ["one"]
games = 2
[discs.figures]
alone = "100-0"

[[chart]]
title = "Scores"
by = "size"
parts = ["one"]
players = ["alone"]
against = "random"

[[chart]]
title = "Everybody"
by = "cross-table"
parts = ["all"]
"""


def read(folder: Path, text: str, *, quick: bool = False) -> Experiment:
    """The experiment of a text, which is written into the folder."""
    path = folder / "tiny.toml"
    path.write_text(text)
    return read_experiment(path, quick=quick)
