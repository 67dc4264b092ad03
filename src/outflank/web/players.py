"""The players that a page may ask for: those with names, and those given on the command line."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from outflank._text import quoted, suggestion
from outflank.agents import Agent, AgentInfo, Option, agent, agent_info, agents, decide
from outflank.agents.builtin import FULL_STRENGTH
from outflank.agents.engine import EngineAgent
from outflank.agents.limits import limit_spec, takes_limit
from outflank.agents.skill import SkillAgent
from outflank.agents.spec import AgentSpec
from outflank.engine import Analysis, Decision, Engine
from outflank.engine.evals import evaluation_names
from outflank.errors import SettingsError
from outflank.game import Game
from outflank.web.refusal import RefusalError
from outflank.web.settings import Limits

SKILL_NODES = 20_000
"""Positions that skills 0 to 9 look at, as docs/play.md measured them."""
QUICK = ("random", "greedy", "greedy-corners", "humanlike")
"""Players who need no time."""
_NOT_FOR_PAGES = ("human", "gtp", "nboard")
# A page may choose how a player thinks, not which files it reads or what memory it takes.
_KEPT_KINDS = ("text", "megabytes")
_LARGEST_IN_A_PAGE = 2**53
"""JavaScript counts no further."""
_KEPT_OPTIONS = ("threads", "table", "keep-table", "seed", "pause")


@dataclass(frozen=True, slots=True)
class Choice:
    spec: AgentSpec
    is_local: bool = False
    """Whether it is one of the command line."""
    quick: bool = False
    """Whether its moves take no time to speak of."""

    @property
    def uses_engine(self) -> bool:
        return not self.is_local and self.spec.name in ("engine", "skill")


class Players:
    """Who can be asked for. Players of the command line are made once and kept."""

    def __init__(self, specs: tuple[str, ...], limits: Limits) -> None:
        """SettingsError if one of the players of the command line cannot be."""
        self._local = {text: AgentSpec.parse(text) for text in specs}
        for text, spec in self._local.items():
            if spec.name == "human":
                raise SettingsError(f"{text} is no player for a server")
            agent_info(spec)
        self._limits = limits
        self._players: dict[str, LocalPlayer] = {}

    def records(self) -> list[dict[str, Any]]:
        own = [
            _record(info.name, info.name, info, self._offered(info))
            for info in agents()
            if info.name not in _NOT_FOR_PAGES
        ]
        local = [
            _record(text, spec.short, agent_info(spec), ()) for text, spec in self._local.items()
        ]
        return own + local

    def chosen(self, text: str) -> Choice:
        """The player of a request; RefusalError if the page may not ask for it."""
        if text in self._local:
            return Choice(self._local[text], is_local=True)
        try:
            return self._choice(text)
        except SettingsError as error:
            raise RefusalError("unknown-agent", str(error)) from None

    def _choice(self, text: str) -> Choice:
        spec = AgentSpec.parse(text)
        if spec.starts_program or spec.name in _NOT_FOR_PAGES:
            why = "programs and files play only if the server was started with --agent"
            raise RefusalError("not-allowed", f"{quoted(text)} cannot be asked for: {why}")
        names = {info.name: info for info in agents() if info.name not in _NOT_FOR_PAGES}
        if spec.name not in names:
            hint = suggestion(spec.name, names)
            raise SettingsError(f"there is no agent {quoted(spec.name)}; {hint}")
        info = names[spec.name]
        offered = {option.name: option for option in self._offered(info)}
        for name, value in spec.options:
            if name not in offered:
                hint = suggestion(name, offered) if offered else "it takes none"
                raise SettingsError(f"{spec.name} takes no option {quoted(name)} here; {hint}")
            try:
                offered[name].read(value)
            except SettingsError as error:
                raise SettingsError(f"{spec.name}: {error}") from None
        quick = spec.name in QUICK
        if spec.name == "skill" and takes_limit(spec) and spec.get("level") != str(FULL_STRENGTH):
            spec, quick = limit_spec(spec, {"nodes": SKILL_NODES}), True
        info.build(spec)  # says what is wrong with it
        return Choice(spec, quick=quick)

    def _offered(self, info: AgentInfo) -> tuple[Option, ...]:
        """The options that a page may set, each within the limits of the server."""
        most = {
            "level": FULL_STRENGTH if info.name == "skill" else self._limits.level,
            "depth": self._limits.level,
            "nodes": self._limits.nodes,
            "time": self._limits.seconds,
        }
        options = []
        for option in info.all_options:
            if option.kind in _KEPT_KINDS or option.name in _KEPT_OPTIONS:
                continue
            limit = most.get(option.name)
            if limit is not None:
                option = replace(option, most=min(option.most, int(limit)))  # noqa: PLW2901
            if option.kind == "evaluation":
                names = evaluation_names()
                option = replace(option, kind="choice", choices=names)  # noqa: PLW2901
            options.append(option)
        return tuple(options)

    def local_player(self, spec: AgentSpec) -> "LocalPlayer":
        name = str(spec)
        if name not in self._players:
            self._players[name] = LocalPlayer(agent(spec))
        return self._players[name]

    def close(self) -> None:
        for local in self._players.values():
            local.player.close()


class LocalPlayer:
    """A player that lives as long as the server, and what it was asked last."""

    def __init__(self, player: Agent) -> None:
        self.player = player
        self._last: Game | None = None

    def move(self, game: Game) -> Decision:
        """Its move. It is told of a new game unless this one goes on from the last question."""
        last, self._last = self._last, None
        if last is None or last.start != game.start or game.moves[: len(last.moves)] != last.moves:
            self.player.new_game()
            self.player.prepare(game.size)
        if self.player.observes:
            self.player.observe(game.start, game.moves)
        decision = decide(self.player, game.position)
        self._last = game
        return decision


def engine_move(
    choice: Choice, game: Game, seed: int, engine: Engine, watch: Callable[[Analysis], None]
) -> Decision:
    """The move of a player that thinks with an engine; its dice follow the seed and the game."""
    made = agent_info(choice.spec).build(choice.spec)
    if isinstance(made, EngineAgent):
        return engine.play(game.position, made.limit, watch=watch)
    assert isinstance(made, SkillAgent)
    player = SkillAgent(
        made.level, made.limit, seed=dice(seed, game), make_engine=lambda *_, **__: engine
    )
    player.watch = watch
    return player.choose(game.position)


def named_player(choice: Choice, game: Game, seed: int) -> Agent:
    """Any other player with a name, ready to choose."""
    player = agent(choice.spec)
    player.reseed(dice(seed, game))
    player.new_game()
    if player.observes:
        player.observe(game.start, game.moves)
    return player


def dice(seed: int, game: Game) -> int:
    """Where the dice of a move start: the same for the same seed and as many moves."""
    return random.Random(f"{seed} {len(game.moves)}").getrandbits(62)


def _record(spec: str, name: str, info: AgentInfo, options: tuple[Option, ...]) -> dict[str, Any]:
    return {
        "spec": spec,
        "name": name,
        "doc": info.doc,
        "sizes": list(info.sizes),
        "options": [
            asdict(option) | {"most": option.most if option.most < _LARGEST_IN_A_PAGE else None}
            for option in options
        ],
    }
