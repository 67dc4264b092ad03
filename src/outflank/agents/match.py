"""A game between two agents."""

import logging
from collections.abc import Callable
from contextlib import ExitStack

from outflank._native import Color, Move, Position
from outflank.agents.base import Agent, decide
from outflank.agents.registry import agent
from outflank.agents.turns import Turns
from outflank.errors import ArgumentTypeError, OutflankError
from outflank.game import Ending, Game, Result
from outflank.values import Decision, forfeit_score

_LOG = logging.getLogger(__name__)


def play(
    black: Agent | str,
    white: Agent | str,
    *,
    start: Position | None = None,
    size: int = 8,
    on_move: Callable[[Game, Decision], None] | None = None,
) -> Game:
    """Plays a game between two agents, or specs of agents, and returns it.

    Forced passes are played without asking. An illegal move or an exception loses every square:
    the result is a forfeit and ``game.tags["forfeit"]`` says why. `on_move` is called after each
    move with the game and the decision behind it.

    >>> game = play("greedy", "random:seed=3", size=6)
    >>> game.result.ending.value, game.position.is_over()
    ('finished', True)
    """
    with ExitStack() as made_here:
        players: dict[Color, Agent] = {}
        for color, player in ((Color.BLACK, black), (Color.WHITE, white)):
            if not isinstance(player, str | Agent):
                raise ArgumentTypeError(
                    f"{color.name.lower()} must be an Agent or the spec of one, "
                    f"not {type(player).__name__}"
                )
            players[color] = (
                made_here.enter_context(agent(player)) if isinstance(player, str) else player
            )
        names = [str(player) for player in players.values()]
        game = Game(start, size=size, black=names[0], white=names[1])
        for color, player in players.items():
            try:
                player.new_game()
                player.prepare(game.position.size)
            except Exception as error:
                return _forfeit(game, color, error)

        def write_down(decision: Decision) -> None:
            game.play(decision.move, seconds=decision.seconds, evaluation=decision.score)
            game.node.depth, game.node.nodes = decision.depth, decision.nodes
            if on_move is not None:
                on_move(game, decision)

        turns = Turns(game.position, on_pass=lambda: write_down(Decision(Move.PASS)))
        for position, _ in turns:
            try:
                mover = players[position.turn]
                if mover.observes:
                    mover.observe(game.start, game.moves)
                decision = decide(mover, position)
            except Exception as error:
                return _forfeit(game, position.turn, error)
            write_down(decision)
            turns.position = game.position
        return game


def _forfeit(game: Game, loser: Color, error: Exception) -> Game:
    expected = isinstance(error, OutflankError)
    reason = str(error) if expected else f"{type(error).__name__}: {error}"
    name = game.black if loser == Color.BLACK else game.white
    game.tags["forfeit"] = f"{loser.name.lower()} ({name}): {reason}"
    if not expected:  # a bug in the agent: whoever wrote it will want to see where
        _LOG.warning("%s", game.tags["forfeit"], exc_info=error)
    game.result = Result(forfeit_score(loser, game.size), Ending.FORFEIT)
    return game
