"""What came out of an experiment: tables and verdicts as plain values, Markdown, and pictures."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank._files import replacing
from outflank.arena.charts import grouped_bars, save
from outflank.arena.plots import cross_table, elo
from outflank.arena.summary import Summary, standings, summarize
from outflank.arena.tally import Tally
from outflank.experiments.conclusion import conclude
from outflank.experiments.experiment import Chart, Claim, Discs, Experiment, Grid, Part
from outflank.experiments.jobs import Measured, claim_row
from outflank.experiments.verdict import (
    NOISE,
    Verdict,
    counts_of,
    match_of,
    percent,
    verdict_on,
)
from outflank.stats.elo import elo_text, estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MIN_RATED_PLAYERS = 4
"""Players from which on a table also shows ratings."""


def result_of(
    experiment: Experiment, tallies: dict[str, Tally], extra: Measured, *, quick: bool
) -> dict[str, Any]:
    """Everything but the pictures, ready to be written as JSON."""
    verdicts = [
        verdict_on(claim, experiment.part(claim.part), tallies[claim.part])
        for claim in experiment.claims
    ]
    claims = [_claim_row(experiment, one) for one in verdicts] + extra.claims
    tables = [part_table(part, tallies[part.name]) for part in experiment.parts]
    tables += [
        grid_table(grid, experiment.part(name), tallies[name])
        for grid in experiment.grids
        for name in grid.parts
    ]
    tables += [discs_table(discs, experiment, tallies) for discs in experiment.discs]
    return {
        **result_frame(experiment, quick=quick),
        # What was concluded from the games of a whole run; a quick one plays too few.
        "conclusions": [] if quick else conclude(experiment.conclusions, claims),
        "games": sum(tally.games for tally in tallies.values()),
        "claims": claims,
        "tables": tables + extra.tables,
        "charts": [],
        "parts": [_part_row(experiment, part, tallies[part.name]) for part in experiment.parts],
    }


def result_frame(experiment: Experiment, *, quick: bool) -> dict[str, Any]:
    """What an experiment says of itself before anything is played."""
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "report": experiment.report,
        "question": experiment.question,
        "says": experiment.says,
        "note": experiment.note,
        "quick": quick,
        "command": f"outflank experiment {experiment.name}{' --quick' if quick else ''}",
    }


def _claim_row(experiment: Experiment, verdict: Verdict) -> dict[str, Any]:
    claim = verdict.claim
    return {
        **game_claim_row(experiment, claim, verdict.measured, verdict.word, verdict.pairs),
        "interval": None if verdict.interval is None else list(verdict.interval),
    }


def game_claim_row(
    experiment: Experiment, claim: Claim, measured: str, word: str, pairs: int
) -> dict[str, Any]:
    """A claim about games: what was measured over so many pairs, and the verdict."""
    part = experiment.part(claim.part)
    how = f"{part.title}; {_matchup(claim)}; {pairs} {'pair' if pairs == 1 else 'pairs'}"
    if word == NOISE:
        how += ", which cannot tell"
    row = claim_row(
        report=claim.report or experiment.report,
        says=claim.says,
        where=claim.where,
        figure=claim.figure,
        measured=measured,
        word=word,
        how=how,
        conditions=part.conditions,
    )
    return {**row, "part": part.name, "size": claim.size}


def _matchup(claim: Claim) -> str:
    board = "all boards" if claim.size is None else f"{claim.size}x{claim.size}"
    side = "black in " if claim.black else ""
    return f"{side}{claim.first} against {claim.second or 'all others'}, {board}"


def _part_row(experiment: Experiment, part: Part, tally: Tally) -> dict[str, Any]:
    matches = []
    for first, second in tally.settings.matches:
        for size in part.sizes:
            match = tally.match(first, second, size)
            found, score = estimate(match.counts), match.score
            matches.append(
                {
                    "first": part.players[first],
                    "second": part.players[second],
                    "size": size,
                    "wins": score.wins,
                    "draws": score.draws,
                    "losses": score.losses,
                    "score": found.score,
                    "error": found.score_error,
                    "discs": match.discs,
                    "repeated": match.repeated,
                }
            )
    return {
        "name": part.name,
        "title": part.title,
        "conditions": part.conditions,
        "limit": part.limit_text,
        "timed": part.timed,
        "games": tally.games,
        "games_a_match": part.games,
        "sizes": list(part.sizes),
        "seed": part.seed,
        "players": {name: experiment.players[name] for name in part.players},
        "matches": matches,
    }


# Tables


def part_table(part: Part, tally: Tally) -> dict[str, Any]:
    """Scores by size: of the first of two players, or of each of several.

    In a gauntlet the others are shown against the first; else each against all others.
    """
    facts = part.facts
    if part.start:
        repeated = sum(match.repeated for match in tally.matches.values())
        facts += f", {tally.games - repeated} of {tally.games} games different"
    faults = sum(sum(counter.values()) for counter in tally.faults)
    if faults:
        facts += f", {faults} games lost on time or by a fault"
    table = {"title": part.title, "note": facts}
    if len(part.players) == 2:
        return {**table, **_match_rows(part, tally)}
    sizes = [f"{size}x{size}" for size in part.sizes]
    more = ["all boards"] if len(part.sizes) > 1 else []
    rows = []
    shown = part.players[1:] if part.gauntlet else part.players
    against = part.players[0] if part.gauntlet else None
    for name in shown:
        cells = [_score(tally, part, name, against, size) for size in part.sizes]
        if more:
            cells.append(_score(tally, part, name, against, None))
        rows.append([name, *cells])
    head = f"score against {against}" if against else "score against all others"
    columns = [head, *sizes, *more]
    # Ratings take every game for a trial, and from the start position many are the same.
    if not part.gauntlet and not part.start and len(part.players) >= MIN_RATED_PLAYERS:
        columns.append("Elo (mean 0)")
        rated = [standing.rating for standing in standings(tally)]
        for row, rating in zip(rows, rated, strict=True):
            row.append(elo_text(rating.elo, rating.low, rating.high))
        if len(part.players) > MIN_RATED_PLAYERS:
            order = [rating.elo for rating in rated]
            rows = [row for _, row in sorted(zip(order, rows, strict=True), reverse=True)]
    return {**table, "columns": columns, "rows": rows}


def _match_rows(part: Part, tally: Tally) -> dict[str, Any]:
    first, second = part.players
    rows = []
    for size in (*part.sizes, *([None] if len(part.sizes) > 1 else [])):
        match = tally.match(0, 1, size)
        score, found = match.score, estimate(counts_of(tally, part, first, second, size))
        lead = sum(match.diffs) / len(match.diffs) if match.diffs else 0.0
        rows.append(
            [
                "all boards" if size is None else f"{size}x{size}",
                f"{score.wins}-{score.draws}-{score.losses}",
                percent(found.score, found.score_error),
                elo_text(found.elo, found.elo_low, found.elo_high),
                f"{lead:+.1f}",
            ]
        )
    columns = [f"{first} against {second}", "won-drawn-lost", "score", "Elo", "discs"]
    return {"columns": columns, "rows": rows}


def _score(tally: Tally, part: Part, first: str, second: str | None, size: int | None) -> str:
    counts = counts_of(tally, part, first, second, size)
    found = estimate(counts)
    return percent(found.score, found.score_error) if counts.pairs else "not played"


def discs_table(discs: Discs, experiment: Experiment, tallies: dict[str, Tally]) -> dict[str, Any]:
    """Sums of discs on the board, ours scaled to as many games as the report has."""
    rows = []
    for name, figure in discs.figures.items():
        row = [name, figure]
        for part_name in discs.parts:
            part, tally = experiment.part(part_name), tallies[part_name]
            match = tally.player(part.players.index(name))
            scale = discs.games / match.score.games if match.score.games else 0.0
            row.append(f"{match.discs[0] * scale:.0f}-{match.discs[1] * scale:.0f}")
        rows.append(row)
    titles = [experiment.part(name).title for name in discs.parts]
    return {
        "title": discs.title,
        "note": f"discs on the board, won-lost, in {discs.games} games; ours are averages",
        "columns": ["player", "the report", *titles],
        "rows": rows,
    }


def grid_table(grid: Grid, part: Part, tally: Tally) -> dict[str, Any]:
    """Discs of single games, the report's and ours on average, each row's player being black."""
    rows = []
    for first, row in grid.figures.items():
        cells = []
        for second in grid.figures:
            if second not in row:
                cells.append("")
                continue
            match = match_of(tally, part, first, second)
            own, theirs = match.discs_as_black
            games = match.as_black.games or 1
            cells.append(f"{row[second]} / {own / games:.0f}-{theirs / games:.0f}")
        rows.append([first, *cells])
    return {
        "title": f"{grid.title}: {part.short}",
        "note": "discs on the board, the report / ours; the player of the row moves first",
        "columns": ["first to move", *grid.figures],
        "rows": rows,
    }


# Text


def markdown(result: dict[str, Any], images: str = "", level: int = 1) -> str:
    """The report of an experiment; `images` goes before the name of each picture."""
    mark = "#" * level
    lines = [f"{mark} {result['title']}", ""]
    lines += [f"**Question.** {result['question']}", ""]
    lines += [f"**What the report says** ({result['report']}). {result['says']}", ""]
    if result["note"]:
        lines += [f"**What is different here.** {result['note']}", ""]
    lines += ["```text", result["command"], "```", ""]
    if result["claims"]:
        lines += [
            *markdown_table(CLAIM_COLUMNS, [claim_cells(one) for one in result["claims"]]),
            "",
        ]
    if result["conclusions"]:
        lines += conclusion_lines(result["conclusions"])
    elif result["quick"]:
        lines += ["A quick run plays too few games for a conclusion.", ""]
    for chart in result["charts"]:
        lines += [f"![{chart['title']}]({images}{chart['file']})", ""]
    for table in result["tables"]:
        lines += [f"**{table['title']}** ({table['note']})", ""]
        lines += [*markdown_table(table["columns"], table["rows"]), ""]
    if any(part["timed"] for part in result["parts"]):
        lines += [
            "Parts with a time for each move depend on the machine and cannot be repeated "
            "move by move.",
            "",
        ]
    return "\n".join(lines)


def conclusion_lines(conclusions: list[dict[str, Any]]) -> list[str]:
    """A list of the sentences with their figures; those that are not carried stand apart."""
    lines = []
    for carried, title in ((True, "Conclusions."), (False, "What these figures do not carry:")):
        chosen = [one for one in conclusions if one["carried"] == carried]
        if chosen:
            lines += [f"**{title}**", ""]
            for one in chosen:
                figures = f" ({one['figures']})" if one["figures"] else ""
                lines.append(f"- {one['text']}{figures}")
            lines.append("")
    return lines


CLAIM_COLUMNS = ["claim", "the report", "conditions", "here", "verdict", "measured by"]


def claim_text(claim: dict[str, Any]) -> str:
    """What is claimed, and where."""
    return f"{claim['says']} ({claim['where']})" if claim["where"] else str(claim["says"])


def claim_cells(claim: dict[str, Any]) -> list[str]:
    """A claim as a row of a table."""
    return [
        claim_text(claim),
        claim["figure"],
        claim["conditions"],
        claim["measured"],
        f"**{claim['verdict']}**",
        claim["how"],
    ]


def markdown_table(columns: list[str], rows: list[list[str]]) -> list[str]:
    """The lines of a table."""

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"

    return [line(columns), "|" + "---|" * len(columns), *map(line, rows)]


# Pictures


def draw_charts(
    experiment: Experiment, tallies: dict[str, Tally], extra: Measured, folder: Path
) -> list[dict[str, str]]:
    """Draws every chart into the folder; titles and names of files."""
    figures = [(chart.title, _figure(chart, experiment, tallies)) for chart in experiment.charts]
    figures += [(one["title"], grouped_bars(**one)) for one in extra.charts]
    made = []
    for number, (title, figure) in enumerate(figures, 1):
        name = f"{experiment.name}-{number}.png"
        with replacing(folder / name) as file:
            file.write(save(figure, "png"))
        made.append({"title": title, "file": name})
    return made


def _figure(chart: Chart, experiment: Experiment, tallies: dict[str, Tally]) -> "Figure":
    parts = [experiment.part(name) for name in chart.parts]
    if chart.by in ("cross-table", "elo"):
        return (cross_table if chart.by == "cross-table" else elo)(_named(parts[0], tallies))

    def score(part: Part, player: str, size: int | None = None) -> tuple[float, float]:
        found = estimate(counts_of(tallies[part.name], part, player, chart.against, size))
        return 100 * found.score, 100 * found.score_error

    sizes = parts[0].sizes
    if chart.by == "part":
        groups = [part.short for part in parts]
        series = {name: [score(part, name) for part in parts] for name in chart.players}
    elif chart.by == "size":
        groups = [f"{size}x{size}" for size in sizes]
        series = {
            _series(part, name, parts, chart.players): [score(part, name, n) for n in sizes]
            for part in parts
            for name in chart.players
        }
    else:
        groups = list(chart.players)
        series = {
            f"{size}x{size}": [score(parts[0], name, size) for name in chart.players]
            for size in sizes
        }
    against = f" against {chart.against}" if chart.against else ""
    return grouped_bars(chart.title, groups, series, f"score{against}, %")


def _series(part: Part, name: str, parts: list[Part], players: tuple[str, ...]) -> str:
    """What tells a row of bars from the others."""
    if len(parts) == 1:
        return name
    return part.short if len(players) == 1 else f"{name}, {part.short}"


def _named(part: Part, tallies: dict[str, Tally]) -> Summary:
    """The part with the players' names in the experiment instead of their specs."""
    return summarize(tallies[part.name], part.players)
