"""One game as the arena keeps it: a line of JSON with its moves and what each move took."""

import json
from dataclasses import dataclass
from typing import Any

from outflank._native import Color
from outflank.errors import NotationError


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach of the rules: by whom, of which kind, and what happened."""

    color: Color
    kind: str
    """illegal, crash, time, memory or output."""
    reason: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game between two players of a run, known by their numbers in it."""

    size: int
    pair: int
    """The number of its opening, from 0: two games with the same players, size and pair belong
    together."""
    black: int
    white: int
    opening: int
    """How many of the moves were given."""
    moves: str
    """The transcript, black's moves in capitals; forced passes are left out."""
    score: int
    """Black's disc difference, the empty squares given to the winner; a fault loses every
    square."""
    discs: tuple[int, int]
    """Black's and white's discs on the board at the end."""
    depths: tuple[int | None, ...]
    """For each move after the opening, as far as its player said."""
    nodes: tuple[int | None, ...]
    seconds: tuple[float, ...]
    """For each move after the opening, on the clock that counted."""
    fault: Fault | None = None
    """What ended the game early."""
    slips: tuple[Fault, ...] = ()
    """Faults that cost a random move instead of the game."""

    @property
    def players(self) -> tuple[int, int]:
        """Both players, the lower number first."""
        return (self.black, self.white) if self.black < self.white else (self.white, self.black)

    @property
    def turns(self) -> list[tuple[int, bool]]:
        """For each move after the opening its ply, from 0, and whether black played it."""
        letters = [letter for letter in self.moves if letter.isalpha()]
        return [(ply, letters[ply].isupper()) for ply in range(self.opening, len(letters))]

    def score_of(self, player: int) -> int:
        """The disc difference as one of its players sees it."""
        return self.score if player == self.black else -self.score

    def points_of(self, player: int) -> float:
        """1 for a win, 0.5 for a draw."""
        score = self.score_of(player)
        return (1 + (score > 0) - (score < 0)) / 2

    def to_json(self) -> str:
        """The line of the log."""
        facts: dict[str, Any] = {
            "size": self.size,
            "pair": self.pair,
            "black": self.black,
            "white": self.white,
            "score": self.score,
            "discs": self.discs,
            "opening": self.opening,
            "moves": self.moves,
            "seconds": self.seconds,
        }
        for name, values in (("depths", self.depths), ("nodes", self.nodes)):
            if any(value is not None for value in values):
                facts[name] = values
        if self.fault is not None:
            facts["fault"] = _fault_facts(self.fault)
        if self.slips:
            facts["slips"] = [_fault_facts(slip) for slip in self.slips]
        return json.dumps(facts, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "GameRecord":
        """Reads a line of the log; NotationError if it is none."""
        try:
            facts = json.loads(line)
            seconds = tuple(map(float, facts["seconds"]))
            unknown = (None,) * len(seconds)
            black, white = facts["discs"]
            return cls(
                size=int(facts["size"]),
                pair=int(facts["pair"]),
                black=int(facts["black"]),
                white=int(facts["white"]),
                opening=int(facts["opening"]),
                moves=str(facts["moves"]),
                score=int(facts["score"]),
                discs=(int(black), int(white)),
                depths=tuple(facts.get("depths", unknown)),
                nodes=tuple(facts.get("nodes", unknown)),
                seconds=seconds,
                fault=_fault(facts["fault"]) if "fault" in facts else None,
                slips=tuple(map(_fault, facts.get("slips", ()))),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise NotationError(f"not a game of an arena log: {error!r:.100}") from None


def _fault_facts(fault: Fault) -> dict[str, str]:
    return {"color": fault.color.name.lower(), "kind": fault.kind, "reason": fault.reason}


def _fault(facts: dict[str, str]) -> Fault:
    return Fault(Color[facts["color"].upper()], facts["kind"], facts["reason"])
