"""How soon the page of `outflank web` is there, and how soon it has values.

    python benchmarks/page.py

Starts a server and Chromium, on this machine, and opens the page in fresh profiles. Paint is the
first contents, usable the first square that can be played; values are on every legal square that
long after a click on a move of the analysis. Medians, in milliseconds; bytes are without pictures,
as they travel and unpacked. Prints JSON and writes benchmarks/results/DATE-page.json.
"""

import json
import statistics
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from support.web_page import Server, chromium  # noqa: E402

ROUNDS = 9
OPENED = """() => new Promise((resolve) => {
  const look = () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (!paint || !document.querySelector('.square.open')) return requestAnimationFrame(look);
    resolve({ paint: paint.startTime, usable: performance.now() });
  };
  look();
})"""
LOADED = """() => [...performance.getEntriesByType('navigation'),
                  ...performance.getEntriesByType('resource')]
  .filter((one) => !/\\.(svg|png)$/.test(one.name))
  .map((one) => [one.transferSize, one.decodedBodySize])"""
CLICKED = """(name) => new Promise((resolve) => {
  const begun = performance.now();
  document.querySelector(`[data-square=${name}]`).click();
  const look = () => {
    const squares = [...document.querySelectorAll('.square')];
    const last = document.querySelector('.square.last')?.dataset.square;
    const legal = squares.filter((one) => one.matches('.open'));
    if (last === name && legal.length && legal.every((one) => one.querySelector('.value')))
      return resolve(performance.now() - begun);
    requestAnimationFrame(look);
  };
  look();
})"""


def measured(browser: Browser, address: str) -> dict[str, Any]:
    opened, values = [], []
    size: list[list[int]] = []
    for _ in range(ROUNDS):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(address)
        opened.append(page.evaluate(OPENED))
        size = page.evaluate(LOADED)
        page.goto("about:blank")
        page.goto(f"{address}/#/analyse/8/f5d6c3d3c4")
        page.wait_for_selector(".value")
        for move in ("f4", "f6", "f3"):
            values.append(page.evaluate(CLICKED, move))
        context.close()
    return {
        "paint_ms": round(statistics.median(one["paint"] for one in opened)),
        "usable_ms": round(statistics.median(one["usable"] for one in opened)),
        "values_ms": round(statistics.median(values)),
        "values_ms_longest": round(max(values)),
        "bytes_packed": sum(packed for packed, _ in size),
        "bytes": sum(whole for _, whole in size),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            facts = measured(browser, server.address)
            browser.close()
        finally:
            server.end()
    path = HERE / "results" / f"{date.today():%Y-%m-%d}-page.json"
    path.write_text(json.dumps(facts, indent=2) + "\n", "utf-8")
    print(json.dumps(facts, indent=2))


if __name__ == "__main__":
    main()
