"""A run as one web page that needs nothing else: tables, plots and how to read them.

Names and reasons of faults come from strangers: the summary makes them printable, and every text is
escaped on its way in.
"""

import re
import shlex
from collections.abc import Iterable, Sequence
from html import escape

from outflank._board import PHASES, board_name
from outflank._text import plural, printable
from outflank.arena.page_frame import CSS, READING
from outflank.arena.plots import draw, require_matplotlib, worth_drawing
from outflank.arena.record import GameRecord
from outflank.arena.replay_page import replay_section, replay_style
from outflank.arena.summary import MatchResult, Summary
from outflank.arena.tally import Score
from outflank.arena.words import arguments, repeats, sentences
from outflank.errors import MissingExtraError
from outflank.stats.elo import chance_text, elo_text, mean_text, score_text
from outflank.stats.ratings import Rating

Cell = str
"""Ready to be put into the page."""


def html(summary: Summary, games: Sequence[GameRecord] = ()) -> str:
    """The whole page, with these of the run's games to replay, if there are any.

    Without matplotlib it says how to get the plots it lacks.
    """
    title = _title(summary)
    parts = [
        f"<h1>{title}</h1>",
        f"<p class=lead>{_headline(summary)}</p>",
        *_sprt(summary),
        _section("Standings", _standings(summary)),
        *_cross_table(summary),
        *_by_size(summary),
        _section("By colour", _by_color(summary)),
        _section("Faults and repeated games", _faults(summary)),
        *_plots(summary),
        _section("What the moves took", _moves(summary)),
        *([_section("Games", replay_section(summary, games))] if games else []),
        _section("How it was played", _played(summary)),
        _section("How to read this", READING),
    ]
    style = CSS + replay_style() if games else CSS
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


# Small things


def _name(name: str) -> Cell:
    """A spec, which may be broken where one of its parts ends."""
    parts = re.sub(r"([:,=/_])", r"\1<wbr>", escape(name))
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


def _fixed(text: str) -> Cell:
    """A number that is not broken at its end of the line."""
    return escape(text).replace(" ", "&nbsp;")


def _with_interval(text: str) -> Cell:
    """A number whose interval, if it has one, is shown smaller."""
    value, *interval = re.split(r" (?=[±[])", text)
    return " ".join([_fixed(value), *(f"<small>{_fixed(one)}</small>" for one in interval)])


def _share(result: MatchResult, unit: str = " %", digits: int = 1) -> Cell:
    if not result.games:
        return "-"
    found = result.estimate
    return _with_interval(score_text(found.score, found.score_error, unit, digits))


def _discs(result: MatchResult, *, raw: bool = False) -> Cell:
    return _with_interval(mean_text(*(result.raw_discs if raw else result.discs)))


def _record(score: Score) -> Cell:
    return f"{score.wins} - {score.draws} - {score.losses}"


def _elo(rating: Rating) -> Cell:
    return _with_interval(elo_text(rating.elo, rating.low, rating.high))


# What was found


def _title(summary: Summary) -> str:
    names = summary.names
    if len(names) == 2:
        return " against ".join(map(escape, names))
    if summary.settings.gauntlet:
        return f"{escape(names[0])} against {len(names) - 1} others"
    return f"A tournament of {len(names)} players"


def _headline(summary: Summary) -> str:
    if not summary.games:
        return f"None of the {summary.planned:,} games has been played yet."
    games = plural(summary.games, "game")
    if summary.games < summary.planned and summary.sprt is None:
        games += f" (of {summary.planned:,} planned)"
    best, *others = summary.ranked
    sure = f"{_elo(best.rating)} Elo"
    if len(others) == 1:
        text = (
            f"{_name(best.name)} scored {_share(best.result)} "
            f"against {_name(others[0].name)} in {games}: {sure}. "
        )
        if best.rating.low <= 0:
            return text + "That is too little to say which of the two is better."
        chance = _fixed(chance_text(best.superiority or 0.0))
        return text + f"Probability that it is the better player: {chance}."
    text = f"After {games}, {_name(best.name)} leads with {sure}"
    near = max(others, key=lambda row: row.rating.high)
    if best.rating.low <= near.rating.high:
        return text + f"; the interval of {_name(near.name)} overlaps with that."
    return text + ", clear of everybody else."


def _sprt(summary: Summary) -> list[str]:
    test = summary.sprt
    if test is None:
        return []
    found = {
        None: "The sequential test has not decided yet.",
        "H0": f"The sequential test decided for {test.elo0:g} Elo or less.",
        "H1": f"The sequential test decided for {test.elo1:g} Elo or more.",
    }[test.verdict]
    return [
        f"<p>{found} Log-likelihood ratio of {test.elo1:g} to {test.elo0:g} Elo: "
        f"{test.ratio:+.2f}, decided at {test.lower:+.2f} or {test.upper:+.2f}.</p>"
    ]


def _standings(summary: Summary) -> str:
    two = len(summary.names) == 2
    heads = ["player", "score", "Elo", *["better?"] * two]
    heads += ["discs", "raw discs", "games", "won - drawn - lost", "faults"]
    lines = []
    for place, row in enumerate(summary.ranked, 1):
        better = "-" if row.superiority is None else _fixed(chance_text(row.superiority))
        played = row.result.games > 0
        lines.append(
            [
                f"{place} {_name(row.name)}",
                _share(row.result),
                _elo(row.rating) if played else "-",
                *[better] * two,
                _discs(row.result) if played else "-",
                _discs(row.result, raw=True) if played else "-",
                f"{row.result.games:,}",
                _record(row.result.total),
                f"{row.faults:,}",
            ]
        )
    return _table("Standings", heads, lines)


def _cross_table(summary: Summary) -> list[str]:
    if len(summary.names) == 2:
        return []
    lines = []
    for place, row in enumerate(summary.ranking, 1):
        cells = [f"{place} {_name(summary.names[row])}"]
        for column in summary.ranking:
            result = summary.cross_table.get((row, column))
            cells.append(
                f"{_share(result, '', 0)}<br><small>{_record(result.total)}</small>"
                if result
                else "·"
            )
        lines.append(cells)
    heads = ["%", *(str(place + 1) for place in range(len(summary.names)))]
    text = "<p>The score of each row against each column, with won - drawn - lost.</p>"
    return [_section("Who beat whom", text + _table("Who beat whom", heads, lines))]


def _by_size(summary: Summary) -> list[str]:
    sizes = summary.settings.sizes
    if len(sizes) == 1:
        return []
    lines: list[list[Cell]] = []
    if len(summary.names) == 2:
        text = f"<p>As {_name(summary.names[0])} sees it.</p>"
        heads = ["board", "score", "Elo", "discs", "games", "won - drawn - lost"]
        for size in sizes:
            result = summary.by_size[size, 0]
            found = result.estimate
            elo = _with_interval(elo_text(found.elo, found.elo_low, found.elo_high))
            lines.append(
                [
                    board_name(size),
                    _share(result),
                    elo if result.games else "-",
                    _discs(result) if result.games else "-",
                    f"{result.games:,}",
                    _record(result.total),
                ]
            )
    else:
        text = "<p>The score of each player on each board.</p>"
        heads = ["player", *map(board_name, sizes)]
        for number, name in enumerate(summary.names):
            lines.append([_name(name), *(_share(summary.by_size[size, number]) for size in sizes)])
    return [_section("By board", text + _table("By board", heads, lines))]


def _by_color(summary: Summary) -> str:
    black = summary.black
    lines = []
    for row in summary.standings:
        cells = [_name(row.name)]
        for score in (row.result.as_black, row.result.as_white):
            cells += [f"{100 * score.share:.1f} %" if score.games else "-", _record(score)]
        lines.append(cells)
    heads = ["player", "as black", "won - drawn - lost", "as white", "won - drawn - lost"]
    text = f"<p>Black scored {100 * black.share:.1f} % of all games: {_record(black)}.</p>"
    return (text if black.games else "") + _table("By colour", heads, lines)


def _faults(summary: Summary) -> str:
    lines = []
    for fault in summary.faults:
        cost = plural(fault.times, "game" if fault.lost_games else "random move")
        lines.append(
            [
                _name(summary.names[fault.player]),
                escape(fault.kind),
                f"{cost} lost" if fault.lost_games else cost,
                f"<pre>{escape(fault.reason)}</pre>",
            ]
        )
    heads = ["player", "kind", "cost", "what happened the first time"]
    text = _table("Faults", heads, lines) if lines else "<p>No player broke a rule.</p>"
    told = repeats(summary.repeated, summary.games)
    return f"{text}<p>{told or 'No game repeated an earlier one of the same match.'}</p>"


def _plots(summary: Summary) -> list[str]:
    try:
        require_matplotlib()
    except MissingExtraError as error:
        return [_section("Plots", f"<p>There are none here: {escape(str(error))}</p>")]
    kinds = worth_drawing(summary)
    figures = [_figure(kind, draw(summary, kind).decode("utf-8")) for kind in kinds]
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


def _moves(summary: Summary) -> str:
    lines = []
    for number, name in enumerate(summary.names):
        for phase in PHASES:
            use = summary.by_phase[number, phase]
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
                        f"{1000 * use.longest_seconds:,.1f}",
                    ]
                )
    heads = ["player", "third of the game", "moves", "depth", "nodes", "ms a move", "longest, ms"]
    return _table("What the moves took", heads, lines) if lines else "<p>No move was played.</p>"


def _played(summary: Summary) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in sentences(summary.settings))
    command = escape(printable(shlex.join(["outflank", "arena", *arguments(summary.settings)])))
    return f"<ul>{lines}</ul>\n<p>The same run again:</p><pre class=box>{command}</pre>"
