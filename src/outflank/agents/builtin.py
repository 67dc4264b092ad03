"""Outflank's own agents, in the order they are listed; their modules are loaded when needed."""

from outflank.agents.info import AgentInfo
from outflank.agents.options import BOOK, LIMITS, MAX_MEGABYTES, MAX_SECONDS, Option
from outflank.agents.presets import ALPHABETA, MINIMAX, PRESETS
from outflank.engine.level import DEFAULT_LEVEL, MAX_LEVEL
from outflank.engine.limit import MAX_THREADS, Limit

FULL_STRENGTH = 10
"""The skill that is the engine itself."""
HUMANLIKE_SIZE = 8
MIN_RATING, MAX_RATING, DEFAULT_RATING = 800, 2000, 1500
FIRST_LEARNED = 1200
"""Below this rating there are too few tournament players to learn from."""
BLEND_SKILL = 3
"""At `MIN_RATING` every move is that of this skill, at `FIRST_LEARNED` none is."""

DEPTH, _, TIME, _ = LIMITS
SEED = Option("seed", "whole", 0, "the same seed plays the same series of games", least=0)
MCTS_OPTIONS = (
    Option("playout", "choice", "random", "how a leaf is judged", ("random", "eval")),
    Option("eval", "evaluation", None, "the evaluation of playout=eval; rudimentary by default"),
    Option("exploration", "number", 1.4, "the constant of UCT: how much to try the untried"),
    Option("memory", "megabytes", 64, "the most the tree may take", most=MAX_MEGABYTES),
    Option("seed", "whole", 0, "where the dice start", least=0),
)
ENGINE_OPTIONS = (
    Option(
        "level",
        "whole",
        None,
        f"how deep it looks, 1 to {MAX_LEVEL}; {DEFAULT_LEVEL} unless there is a limit",
        most=MAX_LEVEL,
    ),
    Option("threads", "whole", 1, "more are quicker, but do not repeat a game", most=MAX_THREADS),
    Option("hash", "megabytes", 64, "what it may remember positions in", most=MAX_MEGABYTES),
    Option("ponder", "switch", False, "think in the opponent's time, if its own moves are timed"),
    Option("weights", "text", None, "a file of weights, made by outflank train"),
    BOOK,
    Option(
        "seed", "whole", None, "vary nearly equal book moves; without it, play the best", least=0
    ),
    Option(
        "selectivity", "whole", None, "search selectivity: 73, 87, 95, 98, 99 or 100 %", most=100
    ),
    *LIMITS,
)
SKILL_OPTIONS = (
    Option("level", "whole", 5, "0 is easy, 10 is the full engine", least=0, most=FULL_STRENGTH),
    SEED,
    BOOK,
    *(option for option in LIMITS if option.name != "dynamic"),
)
HUMANLIKE_OPTIONS = (
    Option(
        "rating",
        "whole",
        DEFAULT_RATING,
        f"{FIRST_LEARNED} to {MAX_RATING}; {DEFAULT_RATING} is the average of tournament players. "
        f"Down to {MIN_RATING} skill {BLEND_SKILL} plays some moves: no tournament players there",
        least=MIN_RATING,
        most=MAX_RATING,
    ),
    SEED,
    Option("pause", "number", None, "seconds of thought before a move, on average", most=60),
)
FOREIGN_OPTIONS = (
    Option("seconds", "number", None, "a longer move loses", most=MAX_SECONDS),
    Option("memory", "megabytes", 500, "more memory loses", most=MAX_MEGABYTES),
    TIME,
)
FILE_AGENT = AgentInfo(
    "",  # the path takes its place
    "an agent from a file, of the COMP 424 course kit or of Outflank, in its own process",
    "course:CourseAgent",
    (
        Option("name", "text", None, "which of the file's agents; not needed if there is one"),
        Option(
            "seconds", "number", None, "a longer move loses; 2 for a course agent", most=MAX_SECONDS
        ),
        Option(
            "memory", "megabytes", 500, "more memory loses (the course's limit)", most=MAX_MEGABYTES
        ),
        Option("python", "text", None, "the interpreter that runs it, if not this one"),
        Option("sandbox", "switch", False, "it can read files, but not write or use a network"),
    ),
)

AGENTS = (
    AgentInfo("human", "a person at the terminal", "human:HumanAgent"),
    AgentInfo("random", "any legal move", "simple:RandomAgent", (SEED,)),
    AgentInfo("greedy", "the move that flips most discs", "simple:GreedyAgent"),
    AgentInfo(
        "greedy-corners",
        "disc lead, corners and the opponent's moves one ply ahead; the course's rival",
        "simple:GreedyCornersAgent",
        (
            Option(
                "variant",
                "choice",
                "fixed",
                "whose lead counts: the mover's, or always black's as in the original",
                ("fixed", "faithful"),
            ),
        ),
        # As the course's code spells it, and as a report does.
        aliases=("gpt_greedy_corners", "greedy_gpt_corners"),
    ),
    MINIMAX,
    ALPHABETA,
    AgentInfo(
        "mcts",
        "Monte-Carlo tree search (UCT)",
        "search:MonteCarloAgent",
        MCTS_OPTIONS,
        Limit(nodes=20_000),
        limits=("nodes", "time"),
    ),
    AgentInfo("engine", "the strong engine", "engine:engine_agent", ENGINE_OPTIONS),
    AgentInfo(
        "skill", "the engine held back, for people to beat", "skill:skill_agent", SKILL_OPTIONS
    ),
    AgentInfo(
        "humanlike",
        "plays as tournament players of a rating do, slips and all; 8x8",
        "humanlike:HumanlikeAgent",
        HUMANLIKE_OPTIONS,
        sizes=(HUMANLIKE_SIZE,),
    ),
    *PRESETS,
    AgentInfo(
        "gtp",
        "an engine that speaks GTP: gtp:COMMAND, or gtp:time=1:COMMAND",
        "foreign:gtp_agent",
        (
            *FOREIGN_OPTIONS,
            Option("skip-i", "switch", False, "it has no column I, as on Go boards"),
        ),
    ),
    AgentInfo(
        "nboard",
        "an engine that speaks NBoard: nboard:COMMAND, or nboard:depth=8:COMMAND",
        "foreign:nboard_agent",
        (*FOREIGN_OPTIONS, DEPTH),
    ),
)
