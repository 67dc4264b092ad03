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
from outflank.arena.tally import Tally
from outflank.arena.tournament import Run, all_openings, play_run, release
from outflank.errors import FileError, SettingsError
from outflank.executor import Executor
from outflank.experiments import breadth, determinism, memory, midgame
from outflank.experiments.carrier import Carrier
from outflank.experiments.experiment import Experiment, Part
from outflank.experiments.jobs import Job, Measured, run_jobs
from outflank.experiments.report import draw_charts, markdown, result_of
from outflank.experiments.variants import write_variants

Report = Callable[[str, float], None]
"""Told what is being done, and the fraction of the whole that is done."""
NODES_A_SECOND = 1_000_000
"""About what a core looks at, all told; used only to guess the time that is left."""


MEASURES = {
    "depth-and-breadth": breadth,
    "determinism": determinism,
    "memory": memory,
    "midgame-depth": midgame,
}


def run_experiment(
    experiment: Experiment,
    folder: Path,
    executor: Executor,
    report: Report = lambda *_: None,
    *,
    quick: bool = False,
) -> dict[str, Any]:
    """Plays and measures what is missing, writes what came out into the folder, and returns it."""
    require_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    play_seconds = sum(map(cost, experiment.parts))
    jobs: list[Job] = []
    if experiment.measure is not None:
        jobs = MEASURES[experiment.measure].jobs(experiment)
    share = play_seconds / (play_seconds + sum(job.seconds for job in jobs))
    tallies = play_parts(experiment, folder, executor, report, share)
    extra = Measured([], [], [])
    if experiment.measure is not None:
        title = f"{experiment.measure}: measuring"
        records = run_jobs(
            jobs,
            folder / "measurements.jsonl",
            experiment.values,
            executor,
            lambda done: report(title, share + (1 - share) * done),
        )
        extra = MEASURES[experiment.measure].measured(experiment, records)
    result = result_of(experiment, tallies, extra, quick=quick)
    result["charts"] = draw_charts(experiment, tallies, extra, folder)
    write_text(folder / "result.json", json.dumps(result, indent=1, allow_nan=False) + "\n")
    write_text(folder / "report.md", markdown(result))
    return result


def play_parts(
    experiment: Experiment,
    folder: Path,
    executor: Executor,
    report: Report = lambda *_: None,
    share: float = 1.0,
) -> dict[str, Tally]:
    """Plays all matches, or what is left of them; `share` is how much of the whole they are."""
    specs = player_specs(experiment, folder)
    settings = {part.name: part.settings(specs) for part in experiment.parts}
    for part in experiment.parts:
        _check_players(part, settings[part.name])
    costs = {part.name: cost(part) for part in experiment.parts}
    total, done = sum(costs.values()) or 1.0, 0.0
    tallies = {}
    if experiment.variants and executor.elsewhere:
        executor = Carrier(executor, _variant_files(folder))
    for part in experiment.parts:
        before = done
        with _open_log(folder / f"{part.name}.jsonl", settings[part.name]) as (log, run):

            def update(run: Run, part: Part = part, before: float = before) -> None:
                here = costs[part.name] * run.played / run.total
                report(part.title, share * (before + here) / total)

            update(run)
            if not run.is_over:
                play_run(run, all_openings(run.settings), log, executor, update)
        tallies[part.name] = run.tally
        done += costs[part.name]
    release()
    return tallies


def cost(part: Part) -> float:
    """About how many seconds of one core a part takes."""
    matches = len(part.settings(dict(zip(part.players, part.players, strict=True))).matches)
    seconds = 0.0
    for size in part.sizes:
        move = part.amount
        if part.limit == "nodes":
            move = part.amount / NODES_A_SECOND
        elif part.limit == "depth":
            # Plain minimax with about as many moves as the board is wide.
            move = size**part.amount / NODES_A_SECOND
        seconds += matches * part.games * (size**2 - 4) * (move + 20e-6)
    return seconds


def player_specs(experiment: Experiment, folder: Path) -> dict[str, str]:
    """The players' specs, with the files of the experiment's own evaluations."""
    if "," in str(folder):
        raise SettingsError(f"{folder}: a folder for experiments must have no comma in its name")
    begun = any(file.stat().st_size for file in folder.glob("*.jsonl"))
    paths = write_variants(experiment.variants, folder / "evaluations", keep=begun)
    return {
        name: re.sub(r"\{(.*?)\}", lambda found: paths[found[1]].as_posix(), spec)
        for name, spec in experiment.players.items()
    }


def _variant_files(folder: Path) -> dict[str, str]:
    files = sorted((folder / "evaluations").glob("*.toml"))
    return {file.as_posix(): file.read_text(encoding="utf-8") for file in files}


def _check_players(part: Part, settings: RunSettings) -> None:
    """Builds every player once, so that a mistake shows before anything is played."""
    for name, spec in zip(part.players, settings.players, strict=True):
        try:
            check_player(spec, settings.conditions, part.sizes)
        except (FileError, SettingsError) as error:
            raise type(error)(f"part {part.name}, player {name}: {error}") from None


@contextmanager
def _open_log(path: Path, settings: RunSettings) -> Iterator[tuple[Log, Run]]:
    if path.exists() and path.stat().st_size:
        log, logged, pairs = Log.resume(path)
    else:
        path.unlink(missing_ok=True)
        log, logged, pairs = Log.create(path, settings), settings, []
    with log:
        # Where the folder is does not matter to the games in it.
        same = [_anywhere(spec) for spec in logged.players] == [
            _anywhere(spec) for spec in settings.players
        ]
        if same:
            logged = replace(logged, players=settings.players)
        if different := settings.differences(logged):
            raise FileError(
                f"{path} was played with other {', '.join(different)}; "
                f"choose another folder, or remove it"
            )
        yield log, Run(settings, pairs)


def _anywhere(text: str) -> AgentSpec:
    """A spec without the folder of its evaluation."""
    spec = AgentSpec.parse(text)
    file = spec.get("eval")
    return spec if file is None else spec.with_options(eval=PurePath(file).name)
