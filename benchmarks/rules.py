"""The speed of the rules, kept: writes benchmarks/results/DATE-rules-ISA.json.

    python benchmarks/rules.py

The rates are those of `outflank bench`, per CPU second and as a ratio to the plain Python rules
measured in the same run: on a shared machine only the ratios can be compared between days.
"""

import json
from datetime import date
from pathlib import Path

from outflank.cli.bench import measure_all

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    record = measure_all(rounds=5)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{date.today().isoformat()}-rules-{record['instruction_set']}.json"
    path.write_text(json.dumps(record, indent=2) + "\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
