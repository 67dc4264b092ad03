"""The table without a screen."""

import pytest

from outflank import (
    Agent,
    Analysis,
    Color,
    Decision,
    Ending,
    Game,
    IllegalMoveError,
    Move,
    Position,
    Result,
)
from outflank.agents.spec import AgentSpec
from outflank.session.sides import PERSON, Side
from outflank.session.table import Adviser, GameTable
from support.terminal import PASSING_GAME, QUICK, First


class Recording(First):
    """Counts what it is told."""

    def __init__(self) -> None:
        self.games = self.closed = 0

    def new_game(self) -> None:
        self.games += 1

    def close(self) -> None:
        self.closed += 1


class Fails(Agent):
    def choose(self, _: Position) -> Move:
        raise ZeroDivisionError("division by zero")


class Cheats(Agent):
    def choose(self, _: Position) -> Move:
        return Move("a1")


def table_of(black: Agent | None = None, white: Agent | None = None, size: int = 8) -> GameTable:
    sides = {
        color: Side(PERSON) if agent is None else Side(AgentSpec("rival"), agent)
        for color, agent in ((Color.BLACK, black), (Color.WHITE, white))
    }
    return GameTable(sides, Game(size=size), Adviser(QUICK))


def test_who_sits_where() -> None:
    table = table_of(white=First())
    assert [table.who(color) for color in Color] == ["Black (you)", "White (rival)"]
    assert table.has_people
    assert [table_of().who(color) for color in Color] == ["Black", "White"]
    assert not table_of(First(), First()).has_people


def test_whose_turn_it_is() -> None:
    table = table_of(white=First())
    assert table.waits_for_person()
    table.play(Move("d3"))
    assert not table.waits_for_person()
    table.declare(Color.BLACK, Ending.RESIGNED)
    assert table.result == Result(-64, Ending.RESIGNED)


def test_a_forced_pass_waits_for_nobody() -> None:
    table = table_of(size=4)
    for move in PASSING_GAME[:5]:
        assert table.waits_for_person()
        table.play(Move(move))
    assert not table.waits_for_person()
    table.play(Move.PASS)
    table.play(Move(PASSING_GAME[5]))
    assert table.result == Result(14)


def test_an_agent_thinks_in_the_background() -> None:
    class Tells(Agent):
        def choose(self, position: Position) -> Decision:
            return Decision(position.legal_moves[0], score=2.0, seconds=0.5)

    table = table_of(white=Tells())
    table.play(Move("d3"))
    assert table.settle(table.think(lambda _: None)) is None
    assert table.game.transcript() == "D3c3"
    assert (table.game.node.evaluation, table.game.node.seconds) == (2.0, 0.5)
    assert table.last_search == (Color.WHITE, Decision(Move("c3"), 2.0, seconds=0.5))
    table.set_up(Game())
    assert table.last_search is None


@pytest.mark.parametrize(
    ("agent", "reason"),
    [(Fails(), "ZeroDivisionError: division by zero"), (Cheats(), "a1 flips nothing for black")],
)
def test_an_agent_that_fails_has_lost(agent: Agent, reason: str) -> None:
    table = table_of(black=agent)
    assert table.settle(table.think(lambda _: None)) == reason
    assert table.result == Result(-64, Ending.FORFEIT)


def test_undo_and_redo_lead_to_a_person() -> None:
    table = table_of(white=First())
    for move in ("d3", "c3", "c4"):
        table.play(Move(move))
    assert table.undo() == 1
    assert table.undo() == 2
    with pytest.raises(IllegalMoveError, match="no move of yours"):
        table.undo()
    assert table.redo() == 2
    assert table.redo() == 1
    assert table.game.transcript() == "D3c3C4"


def test_what_cannot_be_taken_back_stays_as_it_is() -> None:
    table = table_of(black=First())
    table.play(Move("d3"))
    table.declare(Color.WHITE, Ending.RESIGNED)
    with pytest.raises(IllegalMoveError):
        table.undo()
    assert table.game.transcript() == "D3"
    assert table.result == Result(64, Ending.RESIGNED)


def test_the_adviser_answers_about_any_position() -> None:
    heard: list[Analysis] = []
    with table_of() as table:
        work = table.ask_adviser(Position(6), heard.append, all_moves=True)
        assert len(work.answer().lines) == 4
    assert heard


def test_agents_hear_of_new_games_and_are_closed() -> None:
    agent = Recording()
    with table_of(white=agent) as table:
        table.set_up(Game(size=6))
    assert (agent.games, agent.closed) == (2, 1)
