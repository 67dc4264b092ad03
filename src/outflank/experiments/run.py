"""Runs an experiment: every part is a run of the arena with its own log, so nothing is lost.

The folder of an experiment holds the logs, the evaluations made for it, and what came out:
`result.json`, `report.md` and pictures. An experiment that was stopped goes on where it was, and
one that is finished plays nothing.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from outflank._files import write_text
from outflank.agents.spec import AgentSpec
from outflank.arena.charts import require_matplotlib
from outflank.arena.log import Log
from outflank.arena.seat import check_player
from outflank.arena.settings import RunSettings
from outflank.arena.tally import ArenaTally
from outflank.arena.tournament import Run, all_openings, play_run
from outflank.errors import FileError, SettingsError
from outflank.executor import Executor
from outflank.experiments.carrier import Carrier
from outflank.experiments.charts import draw_charts
from outflank.experiments.experiment import Experiment, Part
from outflank.experiments.measure import Findings, run_jobs
from outflank.experiments.reading import MEASURES
from outflank.experiments.report import markdown, report_of
from outflank.experiments.scores import disc_tables, part_result
from outflank.experiments.variants import write_variants

Update = Callable[[float], object]
"""Called with the fraction that is done."""
NODES_PER_SECOND = 1_000_000
"""About what a core looks at, used only to guess the time that is left."""


def run_experiment(
    experiment: Experiment,
    folder: Path,
    executor: Executor,
    update: Update = lambda *_: None,
    *,
    quick: bool = False,
) -> dict[str, Any]:
    """Play and measure what is missing, write the report into the folder, and return it."""
    require_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    measure = MEASURES[experiment.measure] if experiment.measure else None
    jobs = measure.jobs(experiment) if measure else []
    play_seconds = sum(map(cost, experiment.parts))
    total = play_seconds + sum(job.seconds for job in jobs)
    tallies = play_parts(experiment, folder, executor, lambda done: update(done / total))
    findings = Findings([], [], [])
    if measure is not None:
        records = run_jobs(
            jobs,
            folder / "measurements.jsonl",
            experiment.values,
            executor,
            lambda done: update((play_seconds + done) / total),
        )
        findings = measure.findings(experiment, records)
    source = experiment.figures.get("report", experiment.report)
    result = {
        "quick": quick,
        "parts": [part_result(experiment, part, tallies[part.name]) for part in experiment.parts],
        "measurements": {
            "tables": disc_tables(experiment, tallies) + findings.tables,
            "claims": [{"report": source, **claim} for claim in findings.claims],
        },
        "charts": draw_charts(experiment, tallies, findings.charts, folder),
    }
    report = report_of(experiment, result)
    write_text(folder / "result.json", json.dumps(report, indent=1, allow_nan=False) + "\n")
    write_text(folder / "report.md", markdown(report))
    return report


def play_parts(
    experiment: Experiment,
    folder: Path,
    executor: Executor,
    update: Update,
) -> dict[str, ArenaTally]:
    """Play all matches, or what is left of them; `update` gets their costs so far."""
    specs = player_specs(experiment, folder)
    settings = {part.name: part.settings(specs) for part in experiment.parts}
    for part in experiment.parts:
        # Every player is built once, so that a mistake shows before anything is played.
        for name, spec in zip(part.players, settings[part.name].players, strict=True):
            try:
                check_player(spec, settings[part.name].conditions, part.sizes)
            except (FileError, SettingsError) as error:
                raise type(error)(f"part {part.name}, player {name}: {error}") from None
    done, tallies = 0.0, {}
    if experiment.variants and executor.elsewhere:
        executor = Carrier(executor, (folder / "evaluations").glob("*.toml"))
    for part in experiment.parts:
        with _open_log(folder / f"{part.name}.jsonl", settings[part.name]) as (log, run):

            def show(run: Run, before: float = done, here: float = cost(part)) -> None:
                update(before + here * run.played / run.total)

            show(run)
            if not run.is_over:
                play_run(run, all_openings(run.settings), log, executor, show)
        tallies[part.name] = run.tally
        done += cost(part)
    return tallies


def cost(part: Part) -> float:
    """About how many seconds of one core a part takes."""
    seconds = 0.0
    for size in part.sizes:
        # Plain minimax has about as many moves as the board is wide.
        nodes = part.nodes or size ** (part.depth or 0)
        move = part.seconds or nodes / NODES_PER_SECOND
        seconds += (size**2 - 4) * (move + 20e-6)
    return seconds * len(part.settings({name: name for name in part.players}).matches) * part.games


def player_specs(experiment: Experiment, folder: Path) -> dict[str, str]:
    """The players' specs, with the files of the experiment's own evaluations."""
    if "," in str(folder):
        raise SettingsError(f"{folder}: a folder for experiments must have no comma in its name")
    begun = any(file.stat().st_size for file in folder.glob("*.jsonl"))
    paths = write_variants(experiment.variants, folder / "evaluations", keep=begun)
    return {
        name: re.sub(r"\{(.*?)\}", lambda name: paths[name[1]].as_posix(), spec)
        for name, spec in experiment.players.items()
    }


@contextmanager
def _open_log(path: Path, settings: RunSettings) -> Iterator[tuple[Log, Run]]:
    if path.exists() and path.stat().st_size:
        log, logged, pairs = Log.resume(path)
    else:
        path.unlink(missing_ok=True)
        log, logged, pairs = Log.create(path, settings), settings, []
    with log:
        # Where the folder is does not matter to the games in it.
        if list(map(_anywhere, logged.players)) == list(map(_anywhere, settings.players)):
            logged = replace(logged, players=settings.players)
        if different := settings.differences(logged):
            raise FileError(
                f"{path} was played with other {', '.join(different)}; "
                f"choose another folder, or remove it"
            )
        yield log, Run(settings, pairs)


def _anywhere(text: str) -> AgentSpec:
    spec = AgentSpec.parse(text)
    file = spec.get("eval")
    return spec if file is None else spec.with_options(eval=PurePath(file).name)
