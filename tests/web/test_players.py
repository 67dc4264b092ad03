from pathlib import Path

import pytest

from outflank.agents import decide
from outflank.agents.humanlike import HumanlikeAgent
from outflank.engine import Engine
from outflank.errors import SettingsError
from outflank.game import Game
from outflank.web.games import line_asked
from outflank.web.players import SKILL_NODES, Players, engine_move, named_player
from outflank.web.refusal import RefusalError
from outflank.web.settings import PUBLIC, Limits

FIRST = """
from outflank import Agent
class First(Agent):
    def choose(self, position):
        return position.legal_moves[0]
"""


def refused(text: str, limits: Limits = PUBLIC) -> RefusalError:
    with pytest.raises(RefusalError) as error:
        Players((), limits).chosen(text)
    return error.value


def test_players_like_people_hear_of_the_moves_before() -> None:
    players = Players((), PUBLIC)
    (record,) = [each for each in players.records() if each["name"] == "humanlike"]
    assert [option["name"] for option in record["options"]] == ["rating"]
    assert record["sizes"] == [8]
    choice = players.chosen("humanlike:rating=1400")
    assert choice.quick
    assert not choice.uses_engine
    game = line_asked(8, None, "f5d6c3")
    player = named_player(choice, game, 1)
    assert isinstance(player, HumanlikeAgent)
    assert [move.name for move in player.past] == ["d6", "c3"]
    assert game.position.is_legal(decide(player, game.position).move)
    assert refused("humanlike:pause=3").code == "unknown-agent"
    assert "more than 2000" in str(refused("humanlike:rating=2100"))


def test_weak_players_are_quick() -> None:
    players = Players((), PUBLIC)
    assert players.chosen("random").quick
    skill = players.chosen("skill:level=3")
    assert skill.quick
    assert skill.spec.get("nodes") == str(SKILL_NODES)
    for slow in ("skill:level=10", "engine", "alphabeta", "engine:nodes=10"):
        assert not players.chosen(slow).quick


@pytest.mark.parametrize(
    "text",
    ["gtp:sh -c id", "nboard:time=1:x", "human", "./student_agent.py", "/etc/passwd.py", "a/b"],
)
def test_programs_files_and_people_are_not_for_pages(text: str) -> None:
    assert refused(text).code == "not-allowed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no agent"),
        ("greedi", "did you mean 'greedy'"),
        ("engine:weights=/etc/passwd", "takes no option 'weights' here"),
        ("engine:threads=64", "takes no option 'threads' here"),
        ("engine:hash=999999", "takes no option 'hash' here"),
        ("alphabeta:table=99999", "takes no option 'table' here"),
        ("alphabeta:eval=/etc/passwd", "eval cannot be '/etc/passwd'"),
        ("mcts:memory=1GB", "takes no option 'memory' here"),
        ("skill:level=11", "level cannot be more than 10"),
        ("engine:level=25", "level cannot be more than 24"),
        ("engine:time=61", "time cannot be more than 60"),
        ("engine:nodes=10000001", "nodes cannot be more than 10000000"),
        ("minimax:depth=25", "depth cannot be more than 24"),
        ("engine:level=3,depth=2", "not both"),
        ("engine:level", "key=value"),
    ],
)
def test_what_a_page_may_not_ask_for(text: str, words: str) -> None:
    refusal = refused(text)
    assert refusal.code == "unknown-agent"
    assert words in str(refusal)


def test_a_server_for_this_machine_sets_no_limits() -> None:
    players = Players((), Limits())
    players.chosen("engine:level=60")
    players.chosen("engine:time=3600")
    assert refused("engine:weights=x", Limits()).code == "unknown-agent"


def test_what_is_offered() -> None:
    records = {record["spec"]: record for record in Players((), PUBLIC).records()}
    assert {"engine", "skill", "random", "mcts"} <= records.keys()
    assert not {"human", "gtp", "nboard"} & records.keys()
    options = {option["name"]: option for option in records["alphabeta"]["options"]}
    assert options["eval"]["kind"] == "choice"
    assert "champion-gin" in options["eval"]["choices"]
    assert options["depth"]["most"] == 24
    assert "table" not in options
    for record in records.values():  # each option as it is offered can be asked for
        for option in record["options"]:
            if option["default"] is not None and not isinstance(option["default"], bool):
                spec = f"{record['spec']}:{option['name']}={option['default']}"
                Players((), PUBLIC).chosen(spec)


def test_a_player_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    players = Players((str(file),), PUBLIC)
    assert players.chosen(str(file)).is_local
    assert [record["name"] for record in players.records()][-1] == "first.py"
    with pytest.raises(RefusalError):
        players.chosen(f"{file}:sandbox=no")
    with pytest.raises(RefusalError):
        players.chosen(str(tmp_path / "second.py"))


@pytest.mark.parametrize("spec", ["human", "nobody", ""])
def test_a_player_of_the_command_line_that_cannot_be(spec: str) -> None:
    with pytest.raises(SettingsError):
        Players((spec,), PUBLIC)


def ask(engine: Engine, game: Game, seed: int) -> str:
    choice = Players((), PUBLIC).chosen("skill:level=0")
    return engine_move(choice, game, seed, engine, lambda _: None).move.name


def test_the_dice_of_a_skill_follow_the_seed_and_the_game() -> None:
    games = [line_asked(6, None, "c2b2"[:length]) for length in (0, 2, 4)]
    with Engine(6, threads=1, hash_mb=1) as engine:
        moves = {seed: [ask(engine, game, seed) for game in games] for seed in range(12)}
        assert [ask(engine, game, 3) for game in games] == moves[3]
    assert all(len({found[ply] for found in moves.values()}) > 1 for ply in range(3))


def test_the_dice_of_others_follow_the_seed_too() -> None:
    choice = Players((), PUBLIC).chosen("random")
    game = line_asked(8, None, "f5d6c3d3c4f4")

    def move(seed: int) -> str:
        return named_player(choice, game, seed).choose(game.position).name  # type: ignore[union-attr]

    assert [move(seed) for seed in range(9)] == [move(seed) for seed in range(9)]
    assert len({move(seed) for seed in range(9)}) > 1
