"""Puts docs/experiments.md together from the folder of finished experiments.

    outflank experiment --all --folder experiments
    python tools/make_experiments_page.py experiments

Copies the pictures to docs/images/experiments. An experiment that is not in the folder keeps the
figures that stand on the page, and so do the parts of one of which only some were played (`outflank
experiment NAME --part start`); without a folder all do. Questions, claims and conclusions are
those of the files in src/outflank/data/experiments, so they can be written after the games were
played; figures only come from games.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from outflank.experiments.conclusion import conclude
from outflank.experiments.experiment import (
    OURS,
    THEIRS,
    Experiment,
    experiment_names,
    load_experiment,
)
from outflank.experiments.readback import read_result
from outflank.experiments.report import markdown, markdown_table

DOCS = Path(__file__).parents[1] / "docs"
IMAGES = "images/experiments/"
MOST_BYTES = 2_200_000
ORDER = (
    "sommer-start",
    "sommer-round-robin",
    "sommer-combined",
    "champion-alone",
    "champion-heuristics",
    "champion-stability",
    "champion-weights",
    "champion-sweep",
    "champion-design",
    "champion-mcts",
    "depth-and-breadth",
    "champion-midgame",
    "champion-memory",
    "kandlikar-terms",
    "kandlikar-boards",
    "kandlikar-search",
    "wishes",
    "parity-ramp",
    "determinism",
    "reports-cup",
)
INTRO = """# Experiments

<!-- Written by tools/make_experiments_page.py; the words come from data/experiments. -->

The [five reports](reports.md) made claims from a handful of games. Here their experiments are
repeated with enough games to tell. Each is one command, and anybody can run it again:

```text
outflank experiment --list
outflank experiment champion-weights --quick     two minutes, to see how it works
outflank experiment champion-weights             as below
outflank experiment champion-mcts --part start   one part of it alone
outflank experiment --all --workers 2            everything on this page
```

How to read the numbers:

- **Conditions.** A claim is tested under the report's own conditions where they are known: the
  start position, its depth or about the strength its time was good for, and its number of games.
  It is tested under ours too: many different openings, and enough games to tell.
- **Pairs.** Every opening, eight random moves, is played twice with colours swapped. The two
  games are not independent, so the pair is what is counted. From the start position the same
  games come again; each pair counts once. A score is the share of points, a draw being half a
  point.
- **Intervals.** 51.2 ± 3.0 % means that the true score lies between 48.2 and 54.2 % with 95 %
  certainty. Of a hundred such intervals about five miss the truth, so among many verdicts a few
  are wrong by chance.
- **Rows added later.** The first runs had 125 measurements, and what was played from the start
  position was written down before. Other rows, mostly single boards, were read off the same games
  when their figures were known already, and nothing corrects for so many looks: they are questions
  for the next run rather than tests.
- **Equal nodes.** Unless time is the point, both players may look at the same number of
  positions. Such games are the same on every machine. Where time is the point, it is
  milliseconds of compiled code instead of the reports' seconds of Python. The machine had other
  work too when the games from the start position and those of kandlikar-search were played:
  searches that use up their time had the processor for 57 to 88 % of it, both sides alike.
- **Verdicts.** A claim **holds** if the whole interval is on its side, and **fails** if the
  whole interval is on the other side. Everything else is **noise**: with so many games the two
  cannot be told apart, and if there is a difference, it is no larger than the interval. That two
  players are equal, or that a score is a given one, holds if the interval includes it and is not
  wider than ± 5 %.
- **Conclusions.** Each names the claims it rests on and one word for them: better, worse, equal,
  undecided, holds or fails. A test refuses one that the intervals do not carry, and judgements
  without a claim. The figures behind a sentence are put there from the results.
"""
UNPLAYED = """These experiments are written down and can be run as any other; there are no figures
of them yet. Where only parts are listed, the rest of the experiment is below."""


def read_results(folder: Path | None, docs: Path) -> list[dict[str, Any]]:
    """The results in the folder, and those on the page that are not there, in its order."""
    found: dict[str, dict[str, Any]] = {}
    old = docs / "experiments.md"
    if old.exists():
        for result in read_page(old.read_text(encoding="utf-8")):
            found[result["experiment"]] = with_pictures(result, docs / IMAGES)
    played = set()
    for path in sorted(folder.glob("*/result.json")) if folder else ():
        result = json.loads(path.read_text(encoding="utf-8"))
        name = result["experiment"]
        if name in played:
            sys.exit(f"{folder} has {name} twice: in full and quick")
        if any("conditions" not in claim for claim in result["claims"]):
            sys.exit(f"{path} was written by an older version: run outflank experiment once more")
        played.add(name)
        result = with_pictures(result, path.parent)
        chosen = load_experiment(name)
        if name in found:
            result = completed(chosen, result, found[name])
        result["conclusions"] = conclude(chosen.conclusions, result["claims"])
        found[name] = result
    return [found[name] for name in (*ORDER, *sorted(set(found) - set(ORDER))) if name in found]


def with_pictures(result: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The result with the bytes of its pictures."""
    charts = [{**one, "picture": (folder / one["file"]).read_bytes()} for one in result["charts"]]
    return {**result, "charts": charts}


def completed(chosen: Experiment, new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """What was played, and the other parts and measurements as they stand on the page."""
    played = {part["name"] for part in new["parts"]}
    kept = [part for part in old["parts"] if part["name"] not in played]
    if not kept and (chosen.measure is None or any(one["part"] is None for one in new["claims"])):
        return new
    names = [part.name for part in chosen.parts]
    claims = [(one.says, one.where, one.part) for one in chosen.claims]
    rows = new["claims"] + [one for one in old["claims"] if one["part"] not in played]
    known = {(one["says"], one["where"], one["part"]): one for one in rows if one["part"]}
    charts = _by_title(old["charts"], new["charts"], [one.title for one in chosen.charts])
    return {
        **new,
        "games": new["games"]
        + sum(chosen.part(part["name"]).settings(chosen.players).total_games for part in kept),
        "claims": [known[one] for one in claims if one in known]
        + [one for one in rows if not one["part"]],
        "tables": _by_title(old["tables"], new["tables"], [part.title for part in chosen.parts]),
        "charts": [
            {**one, "file": f"{chosen.name}-{number}.png"} for number, one in enumerate(charts, 1)
        ],
        "parts": sorted(new["parts"] + kept, key=lambda part: names.index(part["name"])),
    }


def _by_title(
    old: list[dict[str, Any]], new: list[dict[str, Any]], order: list[str]
) -> list[dict[str, Any]]:
    """Both, the new ones instead of the old of the same title; those in `order` come first."""
    found = {one["title"]: one for one in old} | {one["title"]: one for one in new}
    first = [title for title in order if title in found]
    return [found[title] for title in dict.fromkeys([*first, *found])]


def read_page(text: str) -> list[dict[str, Any]]:
    """What came out of the experiments that have a section on the page."""
    sections = {part.partition("\n")[0]: part for part in text.split("\n## ")}
    return [
        read_result(experiment, sections[experiment.title], IMAGES)
        for experiment in map(load_experiment, experiment_names())
        if experiment.title in sections
    ]


def unplayed(results: list[dict[str, Any]]) -> list[str]:
    """A list of what there is to play: whole experiments, and parts of others."""
    played = {
        result["experiment"]: {part["name"] for part in result["parts"]} for result in results
    }
    lines = []
    for name in (*ORDER, *sorted(set(experiment_names()) - set(ORDER))):
        chosen = load_experiment(name)
        if name not in played:
            lines.append(f"- `{name}`: {chosen.title}")
            continue
        missing = [part.title for part in chosen.parts if part.name not in played[name]]
        if missing:
            lines.append(f"- `{name}`, these parts: {'; '.join(missing)}")
    return lines


def page(results: list[dict[str, Any]]) -> str:
    """The whole page."""
    claims = [claim for result in results for claim in result["claims"]]
    words = Counter(claim["verdict"] for claim in claims)
    games = sum(result["games"] for result in results)
    rows = []
    for result in results:
        link = f"[{result['experiment']}](#{anchor(result['title'])})"
        groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for one in result["claims"]:
            groups.setdefault((one["report"], one["says"]), []).append(one)
        rows += [[link, *summary_cells(group)] for group in groups.values()]
    columns = ["experiment", "report", "claim", "its figure"]
    columns += ["under its conditions", "verdict", "under ours", "verdict"]
    lines = [
        INTRO,
        "## All claims",
        "",
        f"{len(claims)} measurements of {len(rows)} claims in {games:,} games: "
        f"{words['holds']} hold, {words['fails']} fail, "
        f"{words['noise']} cannot be told from noise.",
        "",
        *markdown_table(columns, rows),
        "",
    ]
    if missing := unplayed(results):
        lines += ["## Not yet played at full size", "", UNPLAYED, "", *missing, ""]
    lines += [markdown(result, images=IMAGES, level=2) for result in results]
    return "\n".join(lines).rstrip() + "\n"


def summary_cells(claims: list[dict[str, Any]]) -> list[str]:
    """One row for a claim, wherever it was measured: first under its report's conditions."""
    figures = "; ".join(dict.fromkeys(one["figure"] for one in claims))
    cells = [claims[0]["report"], claims[0]["says"], figures]
    for conditions in (THEIRS, OURS):
        cells += _measured([one for one in claims if one["conditions"] == conditions])
    return cells


def _measured(claims: list[dict[str, Any]]) -> list[str]:
    """What was measured, and the verdict; both empty if nothing was."""
    here = [
        f"{one['where']}: {one['measured']}" if one["where"] else one["measured"] for one in claims
    ]
    words: dict[str, list[str]] = {}
    for claim in claims:
        words.setdefault(claim["verdict"], []).append(claim["where"] or "all boards")
    verdicts = [
        f"**{word}**" if len(words) == 1 else f"**{word}** ({', '.join(where)})"
        for word, where in words.items()
    ]
    return ["; ".join(here), "; ".join(verdicts)]


def anchor(title: str) -> str:
    """The link that Markdown makes of a heading."""
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -")
    return "-".join(kept.split())


def main() -> None:
    """Writes the page and copies the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", type=Path, nargs="?", help="where outflank experiment kept its results"
    )
    parser.add_argument("--docs", type=Path, default=DOCS)
    arguments = parser.parse_args()
    results = read_results(arguments.folder, arguments.docs)
    if not results:
        sys.exit(f"{arguments.folder} has no finished experiments")
    for result in results:
        for one in result["conclusions"]:
            if not one["carried"]:
                sys.exit(
                    f"{result['experiment']}: the figures do not carry the conclusion "
                    f"{one['text']!r}: {one['figures'] or 'there are none'}"
                )
    images = arguments.docs / IMAGES
    images.mkdir(parents=True, exist_ok=True)
    pictures = {chart["file"]: chart["picture"] for result in results for chart in result["charts"]}
    for old in images.glob("*.png"):
        old.unlink()
    for name, picture in pictures.items():
        (images / name).write_bytes(picture)
    size = sum(map(len, pictures.values()))
    (arguments.docs / "experiments.md").write_text(page(results), encoding="utf-8")
    print(f"{len(results)} experiments, pictures of {size / 1e6:.2f} MB")
    if size > MOST_BYTES:
        sys.exit(f"the pictures take more than {MOST_BYTES / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
