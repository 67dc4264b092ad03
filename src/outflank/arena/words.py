"""A run in words, and the command that plays it again."""

from outflank._text import plural
from outflank.agents.course import COURSE_SECONDS
from outflank.agents.hosted import GRACE_SECONDS
from outflank.agents.spec import AgentSpec
from outflank.arena.settings import OPTIONS, RunSettings
from outflank.errors import SettingsError


def sentences(settings: RunSettings) -> list[str]:
    """Who met whom, from where, and under which rules."""
    boards = ", ".join(f"{size}x{size}" for size in settings.sizes)
    if len(settings.sizes) > 1:
        boards = f"each of {boards}"
    matches = plural(len(settings.matches), "match", "matches")
    if len(settings.players) == 2:
        who = "Two players met"
    elif settings.gauntlet:
        who = f"The first player met each of the others, {matches}"
    else:
        who = f"Every two players met, {matches}"
    parts = [
        f"{who}: {settings.games:,} games on {boards}{' for each' * (len(settings.players) > 2)}.",
        _openings(settings),
        _limit(settings),
    ]
    forfeits = settings.conditions.on_error == "forfeit"
    parts.append("A fault loses the game." if forfeits else "A fault costs a random move.")
    if settings.sprt is not None:
        low, high = settings.sprt
        parts.append(f"A sequential test ends the run once it tells {low:g} from {high:g} Elo.")
    return parts


def _openings(settings: RunSettings) -> str:
    if settings.start:
        return "Every game began at the start position, half of them with colours swapped."
    if settings.openings:
        return f"{plural(len(settings.openings), 'opening')} from a file, each played twice."
    text = f"Openings of {settings.plies} random moves (seed {settings.seed}), each played twice"
    if settings.balance is not None:
        text += f"; only those the engine thinks within {plural(settings.balance, 'disc')}"
    return text + "."


def _limit(settings: RunSettings) -> str:
    conditions = settings.conditions
    limits = [
        (conditions.nodes, "{:,} nodes a move"),
        (conditions.depth, "a depth of {} plies"),
        (conditions.seconds, "{:g} s a move"),
        (conditions.level, "level {}"),
        (conditions.game_seconds, f"{{:g}} s a game and {conditions.increment:g} s more a move"),
    ]
    text = "No limit beyond what the players say themselves."
    for value, limit in limits:
        if value is not None:
            text = f"The limit was {limit}, except for players that name their own or take none."
            text = text.format(value)
    files = any(map(_is_file, settings.players))
    if files and not conditions.timed:
        text += f" Course agents had {COURSE_SECONDS:g} s a move, unless they name their own."
    if files or conditions.timed:
        time = "processor time" if conditions.clock == "cpu" else "time on the wall clock"
        text += f" What counted was {time}, with {GRACE_SECONDS:g} s of tolerance."
    return text


def _is_file(spec: str) -> bool:
    try:
        return AgentSpec.parse(spec).is_path
    except SettingsError:
        return False  # a log can hold any text


def repeats(repeated: int, games: int) -> str:
    """What to say about games that were played before, move by move; empty if none was."""
    if not repeated:
        return ""
    return (
        f"{plural(repeated, 'game')} of {games:,} repeated an earlier one of the same match move "
        f"by move and proved nothing new: {plural(games - repeated, 'different game')}. "
        "The intervals take no account of that."
    )


def arguments(settings: RunSettings) -> list[str]:
    """What to type after `outflank arena` for these settings; a file of openings is only hinted."""
    parts = ["--gauntlet", *settings.players] if settings.gauntlet else [*settings.players]
    for option in OPTIONS:
        value = settings.value(option.field)
        if value == option.default or option.field in ("gauntlet", "increment"):
            continue
        parts.append(f"--{option.name}")
        if option.field == "sizes":
            parts.append(",".join(map(str, value)))
        elif option.field == "game_seconds":
            parts.append(f"{value}+{settings.conditions.increment}")
        elif option.field == "memory":
            parts.append(f"{value}MB")
        elif option.field == "openings":
            parts.append("FILE")
        elif option.field == "sprt":
            parts += [f"{elo:g}" for elo in value]
        elif option.kind is not bool:
            parts.append(str(value))
    return parts
