"""A run as one web page that needs nothing else: tables, plots and how to read them.

Names and reasons of faults come from strangers, so every text is escaped on its way in.
"""

import re
import shlex
from collections.abc import Iterable, Sequence
from html import escape
from math import isfinite

from outflank._board import PHASES
from outflank._text import encodable, plural
from outflank.arena.page_frame import CSS, READING
from outflank.arena.plots import draw, require_matplotlib, worth_drawing
from outflank.arena.settings import Settings
from outflank.arena.sprt import Sprt
from outflank.arena.table import (
    Standing,
    black_score,
    ranked,
    repeated_games,
    result_of,
    standings,
)
from outflank.arena.tally import MatchTally, Score, Tally
from outflank.arena.words import arguments, sentences
from outflank.errors import MissingExtraError

Cell = str
"""Ready to be put into the page."""


def html(tally: Tally) -> str:
    """The whole page. Without matplotlib it says how to get the plots it lacks."""
    rows = standings(tally)
    title = _title(tally.settings)
    parts = [
        f"<h1>{title}</h1>",
        f"<p class=lead>{_headline(tally, rows)}</p>",
        *_sprt(tally),
        _section("Standings", _standings(rows)),
        *_cross_table(tally, ranked(rows)),
        *_by_size(tally),
        _section("By colour", _by_color(tally)),
        _section("Faults and repeated games", _faults(tally)),
        *_plots(tally),
        _section("What the moves took", _moves(tally)),
        _section("How it was played", _played(tally)),
        _section("How to read this", READING),
    ]
    return encodable(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{CSS}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


# Small things


def _text(text: str) -> Cell:
    """Any text, harmless."""
    shown = "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
    return escape(shown)


def _name(name: str) -> Cell:
    """A spec, which may be broken where one of its parts ends."""
    parts = re.sub(r"([:,=/_])", r"\1<wbr>", _text(name))
    return f"<b class=name>{parts}</b>"


def _section(title: str, body: str) -> str:
    return f"<section><h2>{title}</h2>\n{body}</section>"


def _table(label: str, heads: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> str:
    """A table in a box of its own, which scrolls if it must; the first cell of a row names it."""
    head = "".join(f"<th scope=col>{cell}</th>" for cell in heads)
    body = "\n".join(
        f"<tr><th scope=row>{row[0]}</th>"
        + "".join(f"<td>{cell}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class=box tabindex=0 role=region aria-label="{label}">'
        f'<table class="{label.partition(" ")[0].lower()}">'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def _error(value: float, digits: int = 1) -> Cell:
    return f" <small>±&nbsp;{value:.{digits}f}</small>" if isfinite(value) else ""


def _share(score: float, error: float, games: int) -> Cell:
    return f"{100 * score:.1f}&nbsp;%{_error(100 * error)}" if games else "-"


def _chance(value: float) -> Cell:
    """A probability, which is never certainty."""
    if min(value, 1 - value) < 0.0001:
        return "&gt;&nbsp;99.99&nbsp;%" if value > 0.5 else "&lt;&nbsp;0.01&nbsp;%"
    return f"{100 * value:.2f}&nbsp;%"


def _discs(value: float, error: float, games: int) -> Cell:
    return f"{value:+.1f}{_error(error)}" if games else "-"


def _record(score: Score) -> Cell:
    return f"{score.wins} - {score.draws} - {score.losses}"


def _signed(value: float) -> str:
    return f"{round(value):+d}" if isfinite(value) else "+∞" if value > 0 else "-∞"


def _elo(elo: float, low: float, high: float, games: int) -> Cell:
    if not games:
        return "-"
    ends = f"{_signed(low)} to {_signed(high)}"
    if not isfinite(low) and not isfinite(high):
        return _signed(elo)
    return f"{_signed(elo)} <small>({ends})</small>"


# What was found


def _title(settings: Settings) -> str:
    if len(settings.players) == 2:
        return " against ".join(map(_text, settings.players))
    if settings.gauntlet:
        return f"{_text(settings.players[0])} against {len(settings.players) - 1} others"
    return f"A tournament of {len(settings.players)} players"


def _headline(tally: Tally, rows: list[Standing]) -> str:
    planned = 2 * len(tally.settings.pairings())
    if not tally.games:
        return f"None of the {planned:,} games has been played yet."
    games = plural(tally.games, "game")
    if tally.games < planned and tally.settings.sprt is None:
        games += f" (of {planned:,} planned)"
    best, *others = sorted(rows, key=lambda row: -row.elo)
    sure = f"{_elo(best.elo, best.elo_low, best.elo_high, best.games)} Elo"
    if len(rows) == 2:
        text = (
            f"{_name(best.name)} scored {_share(best.score, best.score_error, best.games)} "
            f"against {_name(others[0].name)} in {games}: {sure}. "
        )
        if best.elo_low <= 0:
            return text + "That is too little to say which of the two is better."
        chance = _chance(best.superiority or 0.0)
        return text + f"Probability that it is the better player: {chance}."
    text = f"After {games}, {_name(best.name)} leads with {sure}"
    near = max(others, key=lambda row: row.elo_high)
    if best.elo_low <= near.elo_high:
        return text + f"; the interval of {_name(near.name)} overlaps with that."
    return text + ", clear of everybody else."


def _sprt(tally: Tally) -> list[str]:
    if tally.settings.sprt is None:
        return []
    test, counts = Sprt(*tally.settings.sprt), tally.match(0, 1).counts
    ratio, verdict = test.ratio(counts), test.verdict(counts)
    found = {
        None: "The sequential test has not decided yet.",
        "H0": f"The sequential test decided for {test.elo0:g} Elo or less.",
        "H1": f"The sequential test decided for {test.elo1:g} Elo or more.",
    }[verdict]
    return [
        f"<p>{found} Log-likelihood ratio of {test.elo1:g} to {test.elo0:g} Elo: {ratio:+.2f}, "
        f"decided at {test.lower:+.2f} or {test.upper:+.2f}.</p>"
    ]


def _standings(rows: list[Standing]) -> str:
    two = len(rows) == 2
    heads = ["player", "score", "Elo", *["better?"] * two]
    heads += ["discs", "raw discs", "games", "won - drawn - lost", "faults"]
    lines = []
    for place, number in enumerate(ranked(rows), 1):
        row = rows[number]
        faults = sum(row.forfeits.values()) + sum(row.slips.values())
        better = "-" if row.superiority is None else _chance(row.superiority)
        lines.append(
            [
                f"{place} {_name(row.name)}",
                _share(row.score, row.score_error, row.games),
                _elo(row.elo, row.elo_low, row.elo_high, row.games),
                *[better] * two,
                _discs(row.disc_diff, row.disc_error, row.games),
                _discs(row.raw_disc_diff, row.raw_disc_error, row.games),
                f"{row.games:,}",
                _record(Score(row.wins, row.draws, row.losses)),
                f"{faults:,}",
            ]
        )
    return _table("Standings", heads, lines)


def _cross_table(tally: Tally, order: list[int]) -> list[str]:
    players = tally.settings.players
    if len(players) == 2:
        return []
    lines = []
    for place, row in enumerate(order, 1):
        cells = [f"{place} {_name(players[row])}"]
        for column in order:
            match = MatchTally() if row == column else tally.match(row, column)
            result = result_of(match)
            cells.append(
                f"{100 * result.score:.0f}{_error(100 * result.score_error, 0)}"
                f"<br><small>{_record(match.score)}</small>"
                if match.points
                else "·"
            )
        lines.append(cells)
    heads = ["%", *(str(place + 1) for place in range(len(players)))]
    text = "<p>The score of each row against each column, with won - drawn - lost.</p>"
    return [_section("Who beat whom", text + _table("Who beat whom", heads, lines))]


def _by_size(tally: Tally) -> list[str]:
    settings = tally.settings
    if len(settings.sizes) == 1:
        return []
    lines: list[list[Cell]] = []
    if len(settings.players) == 2:
        text = f"<p>As {_name(settings.players[0])} sees it.</p>"
        heads = ["board", "score", "Elo", "discs", "games", "won - drawn - lost"]
        for size in settings.sizes:
            match = tally.match(0, 1, size)
            found, games = result_of(match), match.score.games
            lines.append(
                [
                    f"{size}x{size}",
                    _share(found.score, found.score_error, games),
                    _elo(found.elo, found.elo_low, found.elo_high, games),
                    _discs(found.disc_diff, found.disc_error, games),
                    f"{games:,}",
                    _record(match.score),
                ]
            )
    else:
        text = "<p>The score of each player on each board.</p>"
        heads = ["player", *(f"{size}x{size}" for size in settings.sizes)]
        for number, name in enumerate(settings.players):
            results = [result_of(tally.player(number, size)) for size in settings.sizes]
            lines.append(
                [_name(name), *(_share(r.score, r.score_error, r.counts.pairs) for r in results)]
            )
    return [_section("By board", text + _table("By board", heads, lines))]


def _by_color(tally: Tally) -> str:
    black = black_score(tally)
    lines = []
    for number, name in enumerate(tally.settings.players):
        match = tally.player(number)
        cells = [_name(name)]
        for score in (match.as_black, match.as_white):
            cells += [f"{100 * score.share:.1f} %" if score.games else "-", _record(score)]
        lines.append(cells)
    heads = ["player", "as black", "won - drawn - lost", "as white", "won - drawn - lost"]
    text = f"<p>Black scored {100 * black.share:.1f} % of all games: {_record(black)}.</p>"
    return (text if black.games else "") + _table("By colour", heads, lines)


def _faults(tally: Tally) -> str:
    lines = []
    for number, name in enumerate(tally.settings.players):
        for counts, cost in ((tally.faults, "game"), (tally.slips, "random move")):
            for kind, times in sorted(counts[number].items()):
                reason = f"<pre>{_text(tally.reasons[number, kind])}</pre>"
                cost_text = f"{plural(times, cost)}{' lost' if cost == 'game' else ''}"
                lines.append([_name(name), _text(kind), cost_text, reason])
    heads = ["player", "kind", "cost", "what happened the first time"]
    text = _table("Faults", heads, lines) if lines else "<p>No player broke a rule.</p>"
    repeated = repeated_games(tally)
    if not repeated:
        return text + "<p>No game repeated an earlier one of the same match.</p>"
    return text + (
        f"<p>{plural(repeated, 'game')} of {tally.games:,} repeated an earlier one of the same "
        "match move by move, and so proved nothing new.</p>"
    )


def _plots(tally: Tally) -> list[str]:
    try:
        require_matplotlib()
    except MissingExtraError as error:
        return [_section("Plots", f"<p>{_text(str(error))}</p>")]
    kinds = worth_drawing(tally)
    figures = [_figure(kind, draw(tally, kind).decode("utf-8")) for kind in kinds]
    return [_section("Plots", "\n".join(figures))] if figures else []


def _figure(kind: str, svg: str) -> str:
    """The picture as a part of the page; its ids must not meet those of another picture."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(
        r"<[^<>]+>",
        lambda tag: re.sub(r'(\bid="|"#|url\(#)', rf"\g<1>{kind}-", tag[0]),
        svg,
    )
    svg = svg.replace("<svg", f'<svg role="img" aria-label="Plot: {kind}"', 1)
    return f'<figure class=box tabindex=0 aria-label="{kind}">{svg}</figure>'


def _moves(tally: Tally) -> str:
    lines = []
    for number, name in enumerate(tally.settings.players):
        for phase in PHASES:
            use = tally.phase_use(number, phase)
            if use.moves:
                depth, nodes = use.mean_depth, use.mean_nodes
                lines.append(
                    [
                        _name(name) if phase == PHASES[0] else "",
                        phase,
                        f"{use.moves:,}",
                        "-" if depth is None else f"{depth:.1f}",
                        "-" if nodes is None else f"{nodes:,.0f}",
                        f"{1000 * use.mean_seconds:,.2f}",
                        f"{1000 * use.longest:,.1f}",
                    ]
                )
    heads = ["player", "third of the game", "moves", "depth", "nodes", "ms a move", "longest, ms"]
    return _table("What the moves took", heads, lines) if lines else "<p>No move was played.</p>"


def _played(tally: Tally) -> str:
    lines = "".join(f"<li>{_text(line)}</li>" for line in sentences(tally.settings))
    command = _text(shlex.join(["outflank", "arena", *arguments(tally.settings)]))
    return f"<ul>{lines}</ul>\n<p>The same run again:</p><pre class=box>{command}</pre>"
