"""Plays the games of a pairing: asks, judges, and writes down."""

import random
from collections.abc import Callable
from zlib import crc32

from outflank._native import Color, Move, Position
from outflank.agents.turns import Turns
from outflank.arena.openings import Line, position_after
from outflank.arena.record import Fault, GameRecord
from outflank.arena.seat import Seat
from outflank.arena.settings import Conditions, Pairing
from outflank.arena.tally import Pair
from outflank.errors import PlayerError
from outflank.values import Decision, forfeit_score


def play_pair(
    seats: dict[int, Seat],
    pairing: Pairing,
    opening: Line,
    seed: int,
    conditions: Conditions,
    *,
    on_move: Callable[[], object] | None = None,
) -> Pair:
    """Both games of a pairing. They depend on nothing but what is given here.

    `on_move` is called after every move.
    """
    players = (pairing.first, pairing.second)
    games = []
    for black, white in (players, players[::-1]):
        # The dice of a game are its own, whoever played before and wherever it is played.
        dice = crc32(f"{seed} {pairing.size} {pairing.pair} {black} {white}".encode())
        game = _Game(seats[black], seats[white], dice, lenient=conditions.on_error == "random")
        game.on_move = on_move
        game.play(pairing.size, opening)
        games.append(game.record(pairing, black, white))
    return games[0], games[1]


class _Game:
    def __init__(self, black: Seat, white: Seat, dice: int, *, lenient: bool) -> None:
        self.on_move: Callable[[], object] | None = None
        self._sides = {Color.BLACK: black, Color.WHITE: white}
        self._dice = dice
        self._lenient = lenient
        self._history: list[Move] = []
        """With passes: the colours alternate, and black begins."""
        self._given = 0
        self._decisions: list[Decision] = []
        """Of each move after the opening."""
        self._fault: Fault | None = None
        self._slips: list[Fault] = []
        self._end: Position

    def play(self, size: int, opening: Line) -> None:
        self._history += opening
        self._given = sum(not move.is_pass for move in opening)
        for color, seat in self._sides.items():
            try:
                seat.begin(self._dice + int(color), size)
            except PlayerError as error:
                self._judge(color, error)
        turns = Turns(position_after(opening, size), lambda: self._history.append(Move.PASS))
        if self._fault is None:
            for here, legal in turns:
                after = self._move(here, legal)
                if after is None:
                    break
                turns.position = after
        self._end = turns.position

    def _move(self, position: Position, legal: tuple[Move, ...]) -> Position | None:
        """The position after the next move; None if a fault has ended the game."""
        turn = position.turn
        seat = self._sides[turn]
        try:
            if seat.observes:
                seat.observe(Position(position.size), tuple(self._history))
            decision, after = seat.choose(position)
        except PlayerError as error:
            self._judge(turn, error)
            if self._fault is not None:
                return None
            seat.revive()
            dice = random.Random(self._dice + self._given + len(self._decisions))
            move = dice.choice(legal)
            decision, after = Decision(move, seconds=0.0), position.play(move)
        self._decisions.append(decision)
        self._history.append(decision.move)
        if self.on_move is not None:
            self.on_move()
        return after

    def _judge(self, color: Color, error: PlayerError) -> None:
        """The first fault ends the game, unless faults cost moves."""
        fault = Fault(color, error.kind, str(error))
        if self._lenient:
            self._slips.append(fault)
        elif self._fault is None:
            self._fault = fault

    def record(self, pairing: Pairing, black: int, white: int) -> GameRecord:
        if self._fault is None:
            score = self._end.score(Color.BLACK)
        else:
            score = forfeit_score(self._fault.color, pairing.size)
        return GameRecord(
            size=pairing.size,
            pair=pairing.pair,
            black=black,
            white=white,
            opening=self._given,
            moves="".join(
                move.name if ply % 2 else move.name.upper()
                for ply, move in enumerate(self._history)
                if not move.is_pass
            ),
            score=score,
            discs=(self._end.count(Color.BLACK), self._end.count(Color.WHITE)),
            depths=tuple([decision.depth for decision in self._decisions]),
            nodes=tuple([decision.nodes for decision in self._decisions]),
            seconds=tuple([round(decision.seconds or 0.0, 6) for decision in self._decisions]),
            fault=self._fault,
            slips=tuple(self._slips),
        )
