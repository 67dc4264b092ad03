"""What is the same on the page of every run: its looks, and how to read its numbers."""

CSS = """
:root { color-scheme: light dark; --ink: #24292e; --faint: #5b6570; --line: #dfe3e7;
  --paper: #fff; --card: #f6f8f9; --accent: #00639b }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --faint: #9fabb6; --line: #343c44;
  --paper: #14181c; --card: #1d2329; --accent: #6cb8e6 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, Ubuntu, "DejaVu Sans", sans-serif }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .6rem; overflow-wrap: anywhere }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 2px solid var(--accent) }
p, ul { max-width: 46rem; overflow-wrap: anywhere }
.lead { font-size: 1.1rem }
.name { font-weight: 600; overflow-wrap: anywhere }
.box { overflow-x: auto; margin: .6rem 0; border: 1px solid var(--line); border-radius: .4rem }
.box:focus-visible { outline: 2px solid var(--accent) }
table { border-collapse: separate; border-spacing: 0; width: 100%;
  font-variant-numeric: tabular-nums; font-size: .92rem }
th, td { padding: .35rem .65rem; text-align: right; white-space: nowrap; vertical-align: top }
thead th { background: var(--card); color: var(--faint); font-weight: 600 }
tbody :is(th, td) { border-top: 1px solid var(--line) }
th:first-child { text-align: left; white-space: normal; min-width: 8rem; max-width: 22rem;
  font-weight: 400; position: sticky; left: 0 }
tbody th:first-child { background: var(--paper) }
.faults :is(th, td) { text-align: left }
small { color: var(--faint); font-size: .85em }
pre { margin: 0; max-height: 16rem; overflow: auto; white-space: pre-wrap; min-width: 16rem;
  overflow-wrap: anywhere; font: .85rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace }
pre.box { margin: .6rem 0; padding: .6rem .8rem; background: var(--card); min-width: 0 }
figure { background: #fff; padding: .5rem }
figure svg { display: block; width: 100%; min-width: 34rem; max-width: 58rem; height: auto;
  margin: 0 auto }
"""

READING = """<ul>
<li>Every opening is played twice, with colours swapped. The two games of such a pair are not
independent, so errors are computed from pairs, not from games.</li>
<li>± is half of a 95 % interval: if the run were repeated many times, 95 of 100 such intervals
would hold the true value. Elo is shown with both ends of its interval, [low, high]. Where two
intervals overlap by much, the run does not tell the two
apart.</li>
<li>The score is the share of points: a win is one, a draw a half. 100 Elo more mean a score of
about 64 %, 200 Elo about 76 %, 400 Elo about 91 %.</li>
<li>Of two players, Elo is the difference between them. Of more, it is a rating fitted to all
results at once (Bradley and Terry); the average of all players is 0. Ratings of two runs cannot be
compared.</li>
<li>Discs are the average difference at the end of a game, the empty squares given to the winner;
raw discs leave those out. A game lost by a fault counts as lost by the whole board.</li>
<li>Depth and nodes are what the players themselves report.</li>
</ul>"""
