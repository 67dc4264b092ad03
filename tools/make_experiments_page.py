"""Puts docs/experiments.md together from the folder of finished experiments.

    outflank experiment --all --folder experiments
    python tools/make_experiments_page.py experiments

Copies the pictures to docs/images/experiments. Conclusions are taken from the experiments' files
in src/outflank/data/experiments, so they can be written after the games were played.
"""

import argparse
import json
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

from outflank.experiments.experiment import experiment_names, load_experiment
from outflank.experiments.report import markdown, markdown_table

DOCS = Path(__file__).parents[1] / "docs"
IMAGES = "images/experiments/"
MOST_BYTES = 1_500_000
ORDER = (
    "sommer-round-robin",
    "champion-heuristics",
    "champion-stability",
    "champion-weights",
    "champion-design",
    "champion-mcts",
    "depth-and-breadth",
    "kandlikar-terms",
    "wishes",
    "parity-ramp",
    "determinism",
    "reports-cup",
)
INTRO = """# Experiments

<!-- Written by tools/make_experiments_page.py; conclusions come from data/experiments. -->

The [five reports](reports.md) made claims from a handful of games. Here their experiments are
repeated with enough games to tell. Each is one command, and anybody can run it again:

```text
outflank experiment --list
outflank experiment champion-weights --quick     two minutes, to see how it works
outflank experiment champion-weights             as below
outflank experiment --all --workers 2            everything on this page
```

How to read the numbers:

- **Pairs.** Every opening, eight random moves, is played twice with colours swapped. The two
  games are not independent, so the pair is what is counted. A score is the share of points, a
  draw being half a point.
- **Intervals.** 51.2 ± 3.0 % means that the true score lies between 48.2 and 54.2 % with 95 %
  certainty. Of a hundred such intervals about five miss the truth, so among many verdicts a few
  are wrong by chance.
- **Equal nodes.** Unless time is the point, both players may look at the same number of
  positions. Such games are the same on every machine. Where time is the point, it is
  milliseconds of compiled code instead of the reports' seconds of Python.
- **Verdicts.** A claim **holds** if the whole interval is on its side, and **fails** if the
  whole interval is on the other side. Everything else is **noise**: with so many games the two
  cannot be told apart, and if there is a difference, it is no larger than the interval. That two
  players are equal, or that a score is a given one, holds if the interval includes it and is not
  wider than ± 5 %.
"""


def read_results(folder: Path) -> list[dict[str, Any]]:
    """The results in the folder, in the order of the page, with conclusions as they are now."""
    found = {}
    for path in sorted(folder.glob("*/result.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        if result["experiment"] in found:
            sys.exit(f"{folder} has {result['experiment']} twice: in full and quick")
        result["folder"] = path.parent
        result["conclusion"] = load_experiment(result["experiment"]).conclusion
        found[result["experiment"]] = result
    if missing := set(experiment_names()) - set(found):
        print(f"not on the page, for they were not run: {', '.join(sorted(missing))}")
    return [found[name] for name in (*ORDER, *sorted(set(found) - set(ORDER))) if name in found]


def page(results: list[dict[str, Any]]) -> str:
    """The whole page."""
    claims = [claim for result in results for claim in result["claims"]]
    words = Counter(claim["verdict"] for claim in claims)
    games = sum(result["games"] for result in results)
    rows = []
    for result in results:
        link = f"[{result['experiment']}](#{anchor(result['title'])})"
        for _, group in groupby(result["claims"], key=lambda one: (one["report"], one["says"])):
            rows.append([link, *summary_cells(list(group))])
    columns = ["experiment", "report", "claim", "its figure", "here", "verdict"]
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
    lines += [markdown(result, images=IMAGES, level=2) for result in results]
    return "\n".join(lines).rstrip() + "\n"


def summary_cells(claims: list[dict[str, Any]]) -> list[str]:
    """One row for a claim, wherever it was measured."""
    first = claims[0]
    here = [
        f"{one['where']}: {one['measured']}" if one["where"] else one["measured"] for one in claims
    ]
    words: dict[str, list[str]] = {}
    for claim in claims:
        words.setdefault(claim["verdict"], []).append(claim["where"])
    if len(words) == 1:
        verdict = f"**{first['verdict']}**"
    else:
        verdict = "; ".join(f"**{word}** ({', '.join(where)})" for word, where in words.items())
    figures = "; ".join(dict.fromkeys(one["figure"] for one in claims))
    return [first["report"], first["says"], figures, "; ".join(here), verdict]


def anchor(title: str) -> str:
    """The link that Markdown makes of a heading."""
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -")
    return "-".join(kept.split())


def main() -> None:
    """Writes the page and copies the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where outflank experiment kept its results")
    parser.add_argument("--docs", type=Path, default=DOCS)
    arguments = parser.parse_args()
    results = read_results(arguments.folder)
    if not results:
        sys.exit(f"{arguments.folder} has no finished experiments")
    images = arguments.docs / IMAGES
    images.mkdir(parents=True, exist_ok=True)
    for old in images.glob("*.png"):
        old.unlink()
    size = 0
    for result in results:
        for chart in result["charts"]:
            picture = (result["folder"] / chart["file"]).read_bytes()
            (images / chart["file"]).write_bytes(picture)
            size += len(picture)
    (arguments.docs / "experiments.md").write_text(page(results), encoding="utf-8")
    print(f"{len(results)} experiments, pictures of {size / 1e6:.2f} MB")
    if size > MOST_BYTES:
        sys.exit(f"the pictures take more than {MOST_BYTES / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
