"""The key of a position: 64 bits, one for all eight images of it, the same on every machine.

Whoever stores positions, or looks them up in a file, stores keys. A key is the hash
(`cpp/core/hash.hpp`) of the canonical form (`cpp/core/symmetry.hpp`) with the side to move as its
seed; it depends on neither the instruction set nor the version of Outflank, and the tests hold it
to that. Two positions of a library of ten million share a key with a chance of one in 370,000.
"""

from outflank._native import Position, line_keys

KEY_BYTES = 8
"""Of one key in what `line_keys` returns, the lowest byte first."""


def position_key(position: Position) -> int:
    """The key of a position.

    >>> from outflank.game import Position
    >>> len({position_key(image) for image in Position().play("f5").symmetries()})
    1
    """
    return int.from_bytes(line_keys(position, ()), "little")
