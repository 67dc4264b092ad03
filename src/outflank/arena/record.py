"""One game as the arena keeps it: the record of `outflank.formats.record`, and what a run adds.

Players are known by their numbers in the run, and the seconds, depths and nodes are those of the
moves after the opening. `read_games` reads a log too; only this reader checks that it is one run.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from outflank._native import Color
from outflank._schema import JsonObject, is_count
from outflank.errors import FileError, NotationError
from outflank.formats.record import (
    are_counts,
    are_times,
    check_lists,
    check_record,
    known_lists,
    need,
)
from outflank.values import forfeit_score

_NEEDED = ("size", "pair", "black", "white", "score", "discs", "opening", "moves", "seconds")
_MOVE = re.compile(r"[a-zA-Z]\d+")
_ROWS = {4: "[1-4]", 6: "[1-6]", 8: "[1-8]", 10: "(?:10|[1-9])", 12: "(?:1[0-2]|[1-9])"}
_MOVES = {
    size: re.compile(f"(?:[a-{'abcdefghijkl'[size - 1]}]{row})*", re.IGNORECASE | re.ASCII)
    for size, row in _ROWS.items()
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach of the rules: by whom, of which kind, and what happened."""

    color: Color
    kind: str
    """illegal, crash, time, memory or output."""
    reason: str

    def __post_init__(self) -> None:
        # A player's last words may hold halves of characters, which no terminal prints.
        for name in ("kind", "reason"):
            printable = getattr(self, name).encode("utf-8", "backslashreplace").decode()
            object.__setattr__(self, name, printable)


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
    slips: tuple[Fault, ...] = ()
    """Faults that cost a random move instead of the game."""

    def __post_init__(self) -> None:
        # Players say of themselves what they like: what is no count is as good as nothing.
        for name in ("depths", "nodes"):
            said = getattr(self, name)
            if not are_counts(said):
                known = tuple(value if is_count(value) else None for value in said)
                object.__setattr__(self, name, known)
        # The processor time of a player's processes falls when one of them ends.
        if min(self.seconds, default=0.0) < 0:
            object.__setattr__(self, "seconds", tuple(max(0.0, one) for one in self.seconds))

    @property
    def players(self) -> tuple[int, int]:
        """Both players, the lower number first."""
        return (self.black, self.white) if self.black < self.white else (self.white, self.black)

    @property
    def turns(self) -> list[tuple[int, bool]]:
        """For each move after the opening its ply, from 0, and whether black played it."""
        letters = [letter for letter in self.moves if letter.isalpha()]
        return [(ply, letters[ply].isupper()) for ply in range(self.opening, len(letters))]

    @property
    def opening_moves(self) -> list[str]:
        return _MOVE.findall(self.moves)[: self.opening]

    def score_of(self, player: int) -> int:
        """The disc difference as one of its players sees it."""
        return self.score if player == self.black else -self.score

    def points_of(self, player: int) -> float:
        """1 for a win, 0.5 for a draw."""
        score = self.score_of(player)
        return (1 + (score > 0) - (score < 0)) / 2

    def to_json(self) -> str:
        record: dict[str, Any] = {name: getattr(self, name) for name in _NEEDED}
        record |= known_lists({"depths": self.depths, "nodes": self.nodes})
        if self.fault is not None:
            record["fault"] = _fault_record(self.fault)
        if self.slips:
            record["slips"] = [_fault_record(slip) for slip in self.slips]
        return json.dumps(record, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "GameRecord":
        """Reads a line of the log; FileError if it is none."""
        try:
            return _read(JsonObject(line))
        except (FileError, NotationError) as error:
            raise FileError(f"not a game of an arena log: {error}") from None


def _read(line: JsonObject) -> GameRecord:
    for name in _NEEDED:
        line.value(name)  # says what is missing
    record = line.values
    check_record(record)
    size, moves, discs = record["size"], record["moves"], record["discs"]
    numbers = {name: line.count(name) for name in ("pair", "black", "white", "opening")}
    need(_MOVES[size].fullmatch(moves) is not None, f"its moves are none on {size}x{size}")
    plies = sum(map(str.isalpha, moves))
    need(plies <= size**2 - 4, "its moves are too many")
    check_lists(record, plies)
    need(are_times(record["seconds"]), "its seconds are no times")
    unknown = [None] * (plies - record["opening"])
    fault = _fault(record["fault"]) if "fault" in record else None
    need(
        isinstance(discs, list)
        and len(discs) == 2
        and all(map(is_count, discs))
        and sum(discs) <= size**2,
        f"its discs are none on {size}x{size}",
    )
    is_score = record["score"] == _score(size, discs, fault)
    need(is_score, "its score is not that of its discs or its fault")
    return GameRecord(
        size,
        **numbers,
        moves=moves,
        score=record["score"],
        discs=(discs[0], discs[1]),
        depths=tuple(record.get("depths", unknown)),
        nodes=tuple(record.get("nodes", unknown)),
        seconds=tuple(map(float, record["seconds"])),
        fault=fault,
        slips=tuple(map(_fault, record.get("slips", []))),
    )


def _score(size: int, discs: list[int], fault: Fault | None) -> int:
    """Black's score: the empty squares go to the winner; a fault loses every square."""
    black, white = discs
    if fault is not None:
        return forfeit_score(fault.color, size)
    if black == white:
        return 0
    return size**2 - 2 * white if black > white else 2 * black - size**2


def _fault_record(fault: Fault) -> dict[str, str]:
    return {"color": fault.color.name.lower(), "kind": fault.kind, "reason": fault.reason}


def _fault(record: dict[str, str]) -> Fault:
    names = ("color", "kind", "reason")
    need(record.keys() >= set(names), "its fault does not say whose, of which kind and why")
    colors = {color.name.lower(): color for color in Color}
    need(record["color"] in colors, "its fault is of neither black nor white")
    return Fault(colors[record["color"]], record["kind"], record["reason"])
