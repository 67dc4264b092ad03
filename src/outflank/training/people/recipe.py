"""The recipe `humanlike`: what people of a rating play, learned from tournament games.

Ratings come from the results of the years up to 2012, and so do the games that the network is
fitted to and the table of popular positions. The games of 2013 say when to stop and calibrate it.
Those of 2014 and 2015 are looked at once, at the end, for the report.
"""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outflank._files import replacing
from outflank.errors import SettingsError
from outflank.executor import Executor, open_executor
from outflank.humanlike.model import HumanModel, read_model, scores_of, write_model
from outflank.humanlike.popularity import Popularity
from outflank.humanlike.surprise import Population
from outflank.training.people.calibration import calibrate, rating_doubt
from outflank.training.people.choices import (
    People,
    PeopleSamples,
    all_game_keys,
    draw,
    write_chunks,
)
from outflank.training.people.fit import fit_network
from outflank.training.people.games import (
    CHOOSE,
    FIT,
    LAST_REPORT_YEAR,
    PARTS,
    REPORT,
    PeopleGames,
    people_games,
    ratings,
)
from outflank.training.people.report import measured, table
from outflank.training.run import Report, check_plan
from outflank.training.wthor_games import wthor_digest

MIN_POSITIONS = 1000
SHARES = {FIT: 1.0, CHOOSE: 0.1, REPORT: 0.075}
"""How many positions each part has for one of the fit: judging takes five times as long."""
MODEL, UNREPORTED = "humanlike.ofh", "unreported.ofh"


@dataclass(frozen=True, slots=True)
class HumanPlan:
    folder: Path
    wthor: Path
    positions: int
    seed: int = 1

    @property
    def command(self) -> str:
        return (
            f"outflank train --recipe humanlike --wthor {self.wthor.name} "
            f"--positions {self.positions} --seed {self.seed}"
        )

    def record(self) -> dict[str, Any]:
        return {
            "recipe": "humanlike",
            "positions": self.positions,
            "seed": self.seed,
            "wthor": wthor_digest(self.wthor),
        }


@dataclass(frozen=True, slots=True)
class TrainedHuman:
    path: Path
    model: HumanModel


def train(
    plan: HumanPlan, report: Report, *, workers: int = 1, cluster: str | None = None
) -> TrainedHuman:
    """Runs all stages, or what is left of them.

    Positions are looked at by so many processes, or by the workers of a Dask cluster.
    """
    if plan.positions < MIN_POSITIONS:
        raise SettingsError(f"{plan.positions} positions are too few; {MIN_POSITIONS} at least")
    check_plan(plan.folder, plan.record())
    path = plan.folder / MODEL
    if not path.exists():
        games = people_games(plan.wthor)
        missing = [part for part in PARTS if not (games.part == part).any()]
        if missing:
            raise SettingsError(
                f"{plan.wthor} must hold games up to {LAST_REPORT_YEAR}: "
                f"there is none to {missing[0]} with"
            )
        with open_executor(workers, cluster) as executor:
            unreported = plan.folder / UNREPORTED
            if not unreported.exists():
                write_model(unreported, _fitted(plan, games, executor, report))
            model = read_model(unreported)
            people = People(games, ratings(games), model.popularity)
            samples = _samples(plan, people, REPORT, executor, report)
        training = {**model.training, "report": measured(model, samples)}
        write_model(path, replace(model, training=training))
    return TrainedHuman(path, read_model(path))


def _fitted(plan: HumanPlan, games: PeopleGames, executor: Executor, report: Report) -> HumanModel:
    """All but the report: what sees neither 2014 nor 2015."""
    rated = ratings(games)
    people = People(games, rated, Popularity.of_games(all_game_keys(games, FIT)))
    fit = _samples(plan, people, FIT, executor, report)
    choose = _samples(plan, people, CHOOSE, executor, report)
    network_fit = fit_network(
        fit,
        choose,
        plan.seed,
        plan.folder / "network.npz",
        lambda done, epoch: report(f"network, {epoch}", done),
    )
    calibration = calibrate(choose, scores_of(network_fit.network, choose.choices))
    model = HumanModel(network_fit.network, people.popularity.without_rare(), calibration, {})
    sides = np.concatenate([rated[games.black], rated[games.white]])
    fitted = sides[(sides > 0) & np.tile(games.part == FIT, 2)]
    known = Population(float(fitted.mean()), float(fitted.std()))
    known = known._replace(doubt=rating_doubt(model, choose, known))
    training: dict[str, Any] = {
        "command": plan.command,
        "seed": plan.seed,
        "games": {part: int((games.part == part).sum()) for part in PARTS},
        "rated_players": int((rated > 0).sum()),
        "ratings": {name: round(value, 1) for name, value in known._asdict().items()},
        "positions": {FIT: len(fit), CHOOSE: len(choose)},
        "history": [round(value, 4) for value in network_fit.history],
        "choice": measured(model, choose),
    }
    return replace(model, training=training)


def _samples(
    plan: HumanPlan, people: People, part: str, executor: Executor, report: Report
) -> PeopleSamples:
    drawn = draw(people.games, part, int(plan.positions * SHARES[part]), plan.seed)
    report_part = partial(report, f"positions to {part}")
    files = write_chunks(people, part, drawn, plan.folder, executor=executor, report=report_part)
    return PeopleSamples.load(files)


def describe(trained: TrainedHuman) -> str:
    training, model = trained.model.training, trained.model
    games, positions = training["games"], training["positions"]
    return "\n".join(
        [
            f"{games[FIT]:,} games to fit, {positions[FIT]:,} positions; "
            f"{training['rated_players']} rated players",
            f"network of {model.network.size:,} numbers, {len(training['history'])} epochs; "
            f"{len(model.popularity):,} positions that several games came to; "
            f"{trained.path.stat().st_size:,} bytes",
            f"report on {games[REPORT]:,} games that nothing was chosen by:",
            *table(training["report"]),
        ]
    )


def export(trained: TrainedHuman, path: Path) -> None:
    with replacing(path) as file:
        file.write(trained.path.read_bytes())
