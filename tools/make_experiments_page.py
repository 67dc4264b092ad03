"""Makes docs/experiments.md from the experiments' files and their results in docs/experiments.

    outflank experiment --all --folder experiments
    python tools/make_experiments_page.py experiments

With a folder of finished experiments, their results and pictures are copied to docs/experiments and
docs/images/experiments first. Of an experiment of which only some parts were played (`outflank
experiment NAME --part start`) the others stay as they are. Questions, claims and conclusions are
those of the files in src/outflank/data/experiments, so they can be written after the games were
played; figures only come from games.
"""

import argparse
import json
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from outflank.experiments.experiment import OURS, REPORTS, Experiment
from outflank.experiments.reading import experiment_names, load_experiment
from outflank.experiments.report import markdown_environment, report_of

DOCS = Path(__file__).parents[1] / "docs"
IMAGES = "images/experiments/"
MAX_BYTES = 2_200_000
"""Of all pictures."""
MAX_LINE = 200
"""Characters of JSON that stay on one line."""
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
RESULT_KEYS = ("quick", "parts", "measurements", "charts")
"""What came from games and measurements; all else of a report is made of these."""


def read_results(docs: Path) -> dict[str, dict[str, Any]]:
    """The results by name, in the order of the page."""
    paths = {path.stem: path for path in (docs / "experiments").glob("*.json")}
    names = [name for name in (*ORDER, *sorted(set(paths) - set(ORDER))) if name in paths]
    return {name: json.loads(paths[name].read_text(encoding="utf-8")) for name in names}


def take_results(folder: Path, docs: Path) -> None:
    """Copy the results and pictures of finished experiments."""
    known, images = read_results(docs), docs / IMAGES
    images.mkdir(parents=True, exist_ok=True)
    (docs / "experiments").mkdir(exist_ok=True)
    paths = sorted(folder.glob("*/result.json"))
    if not paths:
        sys.exit(f"{folder} has no finished experiments")
    for path in paths:
        report = json.loads(path.read_text(encoding="utf-8"))
        name = report["experiment"]
        if report["quick"] or "measurements" not in report:
            sys.exit(f"{path} is of a quick run, or was written by an older version")
        result = {key: report[key] for key in RESULT_KEYS}
        if name in known:
            result = merged(load_experiment(name), known[name], result)
        text = compact_json(result) + "\n"
        (docs / "experiments" / f"{name}.json").write_text(text, encoding="utf-8")
        for chart in report["charts"]:
            shutil.copyfile(path.parent / chart["file"], images / chart["file"])


def merged(experiment: Experiment, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The new rows, and the old ones of what was not played or measured again."""
    parts = {row["name"]: row for row in (*old["parts"], *new["parts"])}

    def union(key: str, before: list[Any], after: list[Any]) -> list[Any]:
        return list({row[key]: row for row in (*before, *after)}.values())

    before, after = old["measurements"], new["measurements"]
    return {
        **new,
        "parts": [parts[part.name] for part in experiment.parts if part.name in parts],
        "measurements": {
            "tables": union("title", before["tables"], after["tables"]),
            "claims": after["claims"] or before["claims"],
        },
        "charts": sorted(
            union("file", old["charts"], new["charts"]),
            key=lambda row: (len(row["file"]), row["file"]),
        ),
    }


def compact_json(value: Any, indent: str = "") -> str:
    """JSON with a line for each row of a table, so that changes are easy to read."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(text) <= MAX_LINE or not isinstance(value, dict | list):
        return text
    inner = indent + " "
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {compact_json(row, inner)}" for key, row in value.items()]
    else:
        lines = [compact_json(row, inner) for row in value]
    body = ",".join(f"\n{inner}{line}" for line in lines)
    return f"{text[0]}{body}\n{indent}{text[-1]}"


def check(experiment: Experiment, report: dict[str, Any]) -> None:
    """Refuse parts that were played otherwise, and conclusions that the figures do not carry."""
    for row in report["parts"]:
        for key, value in experiment.part(row["name"]).record(experiment.players).items():
            if row[key] != value:
                sys.exit(
                    f"{experiment.name}: part {row['name']} was played with {key} {row[key]}, "
                    f"not {value}"
                )
    for one in report["conclusions"]:
        if not one["carried"]:
            sys.exit(
                f"{experiment.name}: the figures do not carry the conclusion {one['text']!r}: "
                f"{one['figures'] or 'there are none'}"
            )


def unplayed(reports: list[dict[str, Any]]) -> list[str]:
    """A list of what there is to play: whole experiments, and parts of others."""
    played = {report["experiment"]: {row["name"] for row in report["parts"]} for report in reports}
    lines = []
    for name in (*ORDER, *sorted(set(experiment_names()) - set(ORDER))):
        experiment = load_experiment(name)
        if name not in played:
            lines.append(f"- `{name}`: {experiment.title}")
            continue
        missing = [part.title for part in experiment.parts if part.name not in played[name]]
        if missing:
            lines.append(f"- `{name}`, these parts: {'; '.join(missing)}")
    return lines


def page(results: dict[str, dict[str, Any]]) -> str:
    """The whole page."""
    reports, rows = [], []
    for name, result in results.items():
        experiment = load_experiment(name)
        report = report_of(experiment, result)
        check(experiment, report)
        reports.append(report)
        groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for claim in report["claims"]:
            groups.setdefault((claim["report"], claim["says"]), []).append(claim)
        link = f"[{name}](#{anchor(report['title'])})"
        rows += [[link, *summary_cells(group)] for group in groups.values()]
    claims = [claim for report in reports for claim in report["claims"]]
    template = markdown_environment(Path(__file__).parent).get_template("experiments_page.md.j2")
    text = template.render(
        reports=reports,
        claims=claims,
        rows=rows,
        words=Counter(claim["verdict"] for claim in claims),
        unplayed=unplayed(reports),
        images=IMAGES,
    )
    return text.rstrip() + "\n"


def summary_cells(claims: list[dict[str, Any]]) -> list[str]:
    """One row for a claim, wherever it was measured: first under its report's conditions."""
    figures = "; ".join(dict.fromkeys(claim["figure"] for claim in claims))
    cells = [claims[0]["report"], claims[0]["says"], figures]
    for conditions in (REPORTS, OURS):
        cells += _measured([claim for claim in claims if claim["conditions"] == conditions])
    return cells


def _measured(claims: list[dict[str, Any]]) -> list[str]:
    """What was measured, and the verdict; both empty if nothing was."""
    here = [
        f"{claim['where']}: {claim['measured']}" if claim["where"] else claim["measured"]
        for claim in claims
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
    """Write the page, and copy what is new."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", type=Path, nargs="?", help="where outflank experiment kept its results"
    )
    parser.add_argument("--docs", type=Path, default=DOCS)
    arguments = parser.parse_args()
    if arguments.folder is not None:
        take_results(arguments.folder, arguments.docs)
    results = read_results(arguments.docs)
    text = page(results)
    (arguments.docs / "experiments.md").write_text(text, encoding="utf-8")
    images = arguments.docs / IMAGES
    names = {chart["file"] for result in results.values() for chart in result["charts"]}
    for path in images.glob("*.png"):
        if path.name not in names:
            path.unlink()
    size = sum((images / name).stat().st_size for name in names)
    print(f"{len(results)} experiments, pictures of {size / 1e6:.2f} MB")
    if size > MAX_BYTES:
        sys.exit(f"the pictures take more than {MAX_BYTES / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
