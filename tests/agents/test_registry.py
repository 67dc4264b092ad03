"""Specs: what they mean, and what is said about those that make no sense."""

from pathlib import Path

import pytest

from outflank import Move, Position, SettingsError
from outflank._board import SIZES
from outflank.agents import (
    Agent,
    AgentInfo,
    CourseAgent,
    Option,
    agent,
    agent_info,
    agents,
    register,
)
from outflank.agents import registry as registry_module
from outflank.agents.builtin import AGENTS
from outflank.agents.presets import PRESETS
from outflank.agents.search import ClassicAgent, MonteCarloAgent
from outflank.engine import Limit
from outflank.engine.evals import evaluation_names
from outflank.errors import FileError

NAMES = {
    "human", "random", "greedy", "greedy-corners", "minimax", "alphabeta", "mcts",
    "engine", "skill", "humanlike",
    "kandlikar-parry", "kandlikar-parry-learned",
    "sommer", "sommer-static", "parity", "corners", "mobility", "stability",
    "champion-gin", "hybrid3", "hybrid4", "hybrid8", "hybrid9", "rudimentary", "faraji-osama",
    "improved", "gtp", "nboard",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what other tests and the examples have registered, and forgotten afterwards."""
    own = {name: registry_module._KNOWN[name] for info in AGENTS for name in all_names(info)}
    monkeypatch.setattr(registry_module, "_KNOWN", own)


def all_names(info: AgentInfo) -> tuple[str, ...]:
    return (info.name, *info.aliases)


def limit_of(spec: str) -> Limit:
    player = agent(spec)
    assert isinstance(player, ClassicAgent | MonteCarloAgent)
    return player.limit


def test_every_agent_of_the_reports_is_there() -> None:
    assert {info.name for info in agents()} == NAMES
    assert len(agents()) == len(NAMES)
    for info in agents():
        assert info.doc
        assert "\n" not in info.doc
        assert len(info.doc) <= 80
        for option in info.all_options:
            assert option.doc
            assert option.kind != "choice" or option.default in option.choices
    assert agent_info("gpt_greedy_corners") is agent_info("greedy-corners")
    assert {preset.name for preset in PRESETS} <= set(evaluation_names())


@pytest.mark.parametrize("name", sorted(NAMES - {"human", "gtp", "nboard"}))
def test_every_agent_plays_on_its_boards(name: str) -> None:
    info = agent_info(name)
    assert info.sizes == ((8,) if name == "humanlike" else SIZES)
    limited = any(option.name == "nodes" for option in info.all_options)
    spec = f"{name}:nodes=300" if limited else name
    # On 4x4 many evaluations have no weights.
    for size in set(info.sizes) - {4}:
        with agent(spec) as player:
            position = Position(size)
            for _ in range(4):
                answer = player.choose(position)
                move = answer if isinstance(answer, Move) else answer.move
                position = position.play(move)


@pytest.mark.parametrize(
    ("spec", "limit"),
    [
        ("minimax", Limit(depth=3)),
        ("alphabeta:depth=6", Limit(depth=6)),
        ("alphabeta:nodes=1000", Limit(nodes=1000)),
        ("alphabeta:depth=6,nodes=1000,time=0.5", Limit(depth=6, nodes=1000, time=0.5)),
        ("alphabeta:dynamic=no", Limit(depth=5)),
        ("kandlikar-parry", Limit(time=1.9)),
        ("kandlikar-parry:depth=4", Limit(depth=4)),
        ("champion-gin:time=1", Limit(time=1.0)),
        ("faraji-osama", Limit(dynamic=True)),
        ("faraji-osama:time=1,depth=7", Limit(depth=7, time=1.0)),
        ("faraji-osama:dynamic=yes,depth=5", Limit(depth=5, dynamic=True)),
        ("sommer", Limit(depth=3)),
        ("mcts", Limit(nodes=20_000)),
        ("mcts:time=0.1", Limit(time=0.1)),
    ],
)
def test_limits(spec: str, limit: Limit) -> None:
    assert limit_of(spec) == limit


@pytest.mark.parametrize(
    ("spec", "deepening"),
    [
        ("alphabeta:depth=3", True),
        ("alphabeta:depth=3,deepening=no", False),
        ("alphabeta:depth=3,nodes=500,deepening=off", False),
        ("sommer", False),
        ("sommer:nodes=500", True),
        ("faraji-osama", False),
        ("faraji-osama:time=0.1,depth=7", True),
        ("faraji-osama:deepening=yes", True),
    ],
)
def test_searches_cut_short_deepen(spec: str, deepening: bool) -> None:
    player = agent(spec)
    assert isinstance(player, ClassicAgent)
    assert player._settings["deepening"] is deepening


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "the agent spec '' names no agent"),
        (":depth=3", "the agent spec ':depth=3' names no agent"),
        ("alfabeta", "there is no agent 'alfabeta'; did you mean 'alphabeta'"),
        ("candlikar-perry:depth=3", "did you mean 'kandlikar-parry'"),
        ("Random", "there is no agent 'Random'; did you mean 'random'"),
        ("alphabeta:", "alphabeta: '' is not an option written as key=value"),
        ("alphabeta:depth", "alphabeta: 'depth' is not an option written as key=value"),
        ("alphabeta:depth=3,", "alphabeta: '' is not an option written as key=value"),
        ("alphabeta:depth=3,nodes", "alphabeta: 'nodes' is not an option written as key=value"),
        ("alphabeta:dpth=3", "alphabeta has no option 'dpth'; did you mean 'depth'"),
        ("greedy:depth=3", "greedy has no option 'depth'; it takes none"),
        ("mcts:depth=3", "mcts has no option 'depth'"),
        ("alphabeta:depth=3,depth=3", "alphabeta: depth is given twice"),
        ("alphabeta:depth=", "depth must be a whole number above zero, not ''"),
        ("alphabeta:depth=0", "alphabeta: depth must be a whole number above zero, not '0'"),
        ("alphabeta:depth=-2", "depth must be a whole number above zero, not '-2'"),
        ("alphabeta:depth=2.5", "depth must be a whole number above zero, not '2.5'"),
        ("alphabeta:depth=9999", "depth cannot be more than 1000, so not 9999"),
        ("alphabeta:nodes=1e6", "nodes must be a whole number above zero, not '1e6'"),
        ("alphabeta:nodes=99999999999999999999", "nodes cannot be more than 9223372036854775807"),
        ("alphabeta:time=0", "time must be a number above zero, not '0'"),
        ("alphabeta:time=-1", "time must be a number above zero, not '-1'"),
        ("alphabeta:time=nan", "time must be a number above zero, not 'nan'"),
        ("alphabeta:time=inf", "time must be a number above zero, not 'inf'"),
        ("alphabeta:time=soon", "time must be a number above zero, not 'soon'"),
        ("alphabeta:time=1e10", "time cannot be more than 1000000000, so not 1e10"),
        ("alphabeta:table=-1", "table must be a whole number, zero or above, not '-1'"),
        ("alphabeta:dynamic=perhaps", "dynamic must be yes or no, not 'perhaps'"),
        ("alphabeta:ordering=kiler", "ordering cannot be 'kiler'; did you mean 'killer'"),
        ("alphabeta:eval=improvd", "unknown evaluation 'improvd'.*did you mean 'improved'"),
        ("alphabeta:eval=no/such.toml", r"no/such\.toml: cannot be read"),
        ("alphabeta:deepening=no,time=1", "alphabeta: deepening=no needs a depth to search to"),
        ("faraji-osama:dynamic=no", "faraji-osama: a limit needs a depth, a number of nodes"),
        ("greedy-corners:variant=fix", "variant cannot be 'fix'; did you mean 'fixed'"),
        ("random:seed=-1", "seed must be a whole number, zero or above, not '-1'"),
        ("mcts:exploration=0", "exploration must be a number above zero, not '0'"),
        ("mcts:memory=lots", "memory must be megabytes above zero, such as 500MB or 1GB, not 'lo"),
        ("mcts:memory=0MB", "memory must be megabytes above zero"),
        ("mcts:eval=sommer", "mcts: eval is of no use without playout=eval"),
        (
            f"random:seed={'9' * 400}",
            "random: seed cannot be more than 9223372036854775807, so not",
        ),
        (f"engine:time={'9' * 400}", "engine: time must be a number above zero, not '999"),
        (f"engine:hash={'9' * 9999}", "engine: hash must be megabytes above zero"),
        ("no/such/agent.py", "there is no file 'no/such/agent.py'"),
        ("agent.py:speed=3", "agent.py has no option 'speed'; choose from "),
        ("agent.py:seconds=0", "agent.py: seconds must be a number above zero, not '0'"),
        ("agent.py:memory=-5MB", "agent.py: memory must be megabytes above zero"),
        ("agent.py:name=", "agent.py: name must be some text, not ''"),
    ],
)
def test_one_sentence_for_what_makes_no_sense(spec: str, message: str) -> None:
    with pytest.raises((SettingsError, FileError), match=message) as caught:
        agent(spec)
    assert "\n" not in str(caught.value)


def test_a_course_agent_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "student_agent.py"
    file.write_text("")
    player = agent(f"{file}:name=second_agent,memory=1GB,seconds=0.5")
    assert isinstance(player, CourseAgent)
    assert (player.agent_name, player.seconds) == ("second_agent", 0.5)
    assert player._channel.host.megabytes == 1000
    assert agent(str(file)).name == str(file)
    assert [option.name for option in agent_info(str(file)).all_options] == [
        "name", "seconds", "memory", "python", "sandbox",
    ]  # fmt: skip


def test_a_file_with_an_evaluation(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'format = 1\ntitle = "Mine"\n[[term]]\n'
        'feature = "discs"\nscale = "difference"\nweights = 1\n'
    )
    player = agent(f"minimax:depth=1,eval={file}")
    answer = player.choose(Position())
    assert not isinstance(answer, Move)
    assert answer.score == 3.0
    file.write_text(file.read_text().replace("discs", "disks"))
    with pytest.raises(FileError, match=r"mine\.toml:4: unknown feature 'disks'"):
        agent(f"minimax:eval={file}")


def test_agents_of_ones_own() -> None:
    @register("last", "plays a late square", Option("back", "whole", 1, "how far from the end"))
    class Last(Agent):
        def __init__(self, back: int) -> None:
            self.back = back

        def choose(self, position: Position) -> Move:
            return position.legal_moves[-self.back]

    assert agent("last").choose(Position()) == Move("e6")
    assert agent("last:back=2").choose(Position()) == Move("f5")
    assert agents()[-1].name == "last"
    with pytest.raises(SettingsError, match="last: back must be a whole number above zero"):
        agent("last:back=0")
    with pytest.raises(SettingsError, match="did you mean 'last'"):
        agent("lastly")

    @register("last", "another", limit=Limit(depth=2))  # as when a notebook cell is run again
    class Again(Agent):
        def __init__(self, limit: Limit) -> None:
            self.limit = limit
            self.name = "myself"

        def choose(self, position: Position) -> Move:
            return position.legal_moves[0]

    again = agent("last:nodes=7")
    assert isinstance(again, Again)
    assert again.limit == Limit(nodes=7)
    assert again.name == "myself"


@pytest.mark.parametrize("name", ["a b", "", "a:b", "a/b", "-a", "x.py"])
def test_names_that_no_spec_could_hold(name: str) -> None:
    with pytest.raises(SettingsError, match="is no name for an agent"):
        register(name)


def test_the_names_of_our_own_agents_are_taken() -> None:
    with pytest.raises(SettingsError, match="'random' is the name of one of Outflank's own"):
        register("random")
    with pytest.raises(SettingsError, match="'gpt_greedy_corners' is the name of one"):
        register("gpt_greedy_corners")
