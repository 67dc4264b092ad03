"""Outflank's own agents, in the order they are listed."""

from dataclasses import replace
from functools import partial

from outflank.agents.engine import ENGINE_OPTIONS, engine_agent
from outflank.agents.foreign import (
    GTP_DOC,
    GTP_OPTIONS,
    NBOARD_DOC,
    NBOARD_OPTIONS,
    gtp_agent,
    nboard_agent,
)
from outflank.agents.human import HumanAgent
from outflank.agents.humanlike import BOARD, HUMANLIKE_OPTIONS, HumanlikeAgent
from outflank.agents.presets import PRESETS
from outflank.agents.registry import AgentInfo, add
from outflank.agents.search import (
    ALPHABETA_OPTIONS,
    EVAL,
    MCTS_OPTIONS,
    TERMINAL,
    ClassicAgent,
    MonteCarloAgent,
)
from outflank.agents.simple import SEED, VARIANT, GreedyAgent, GreedyCornersAgent, RandomAgent
from outflank.agents.skill import SKILL_OPTIONS, skill_agent
from outflank.engine import Limit

AGENTS = (
    AgentInfo("human", "a person at the terminal", HumanAgent),
    AgentInfo("random", "any legal move", RandomAgent, (SEED,)),
    AgentInfo("greedy", "the move that flips most discs", GreedyAgent),
    AgentInfo(
        "greedy-corners",
        "disc lead, corners and the opponent's moves one ply ahead; the course's rival",
        GreedyCornersAgent,
        (VARIANT,),
        # As the course's code spells it, and as a report does.
        aliases=("gpt_greedy_corners", "greedy_gpt_corners"),
    ),
    AgentInfo(
        "minimax",
        "looks at every line to a fixed depth: the reference",
        partial(ClassicAgent, "minimax"),
        (replace(EVAL, default="rudimentary"), TERMINAL),  # which works on 4x4 too
        Limit(depth=3),
    ),
    AgentInfo(
        "alphabeta",
        "the same answer with less work; each ingredient can be switched off",
        partial(ClassicAgent, "alphabeta"),
        ALPHABETA_OPTIONS,
        Limit(depth=5),
    ),
    AgentInfo(
        "mcts",
        "Monte-Carlo tree search (UCT)",
        MonteCarloAgent,
        MCTS_OPTIONS,
        Limit(nodes=20_000),
        limits=("nodes", "time"),
    ),
    AgentInfo("engine", "the strong engine", engine_agent, ENGINE_OPTIONS),
    AgentInfo("skill", "the engine held back, for people to beat", skill_agent, SKILL_OPTIONS),
    AgentInfo(
        "humanlike",
        "plays as tournament players of a rating do, slips and all; 8x8",
        HumanlikeAgent,
        HUMANLIKE_OPTIONS,
        sizes=(BOARD,),
    ),
    *(preset.info() for preset in PRESETS),
    AgentInfo("gtp", GTP_DOC, gtp_agent, GTP_OPTIONS, takes_command=True),
    AgentInfo("nboard", NBOARD_DOC, nboard_agent, NBOARD_OPTIONS, takes_command=True),
)

for info in AGENTS:
    add(info)
