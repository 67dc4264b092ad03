"""The unfinished game, kept from move to move, and taken up again."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from outflank._files import read_text, write_text
from outflank.agents.spec import AgentSpec
from outflank.errors import FileError, OutflankError
from outflank.formats.piece import Piece
from outflank.formats.reading import parse_game
from outflank.formats.record import game_of, loaded, record_of
from outflank.game import Color, Game
from outflank.session.saved_game import line_of


def autosave_path() -> Path:
    """The file that keeps the unfinished game."""
    import platformdirs

    return Path(platformdirs.user_data_dir("outflank", appauthor=False)) / "unfinished.json"


def keep(game: Game, specs: Mapping[Color, AgentSpec], path: Path) -> None:
    """Writes it down. A home that cannot be written to is no reason not to play."""
    record = record_of(line_of(game))
    record |= {color.name.lower(): str(spec) for color, spec in specs.items()}
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(record) + "\n")


def forget(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def resume(path: Path) -> tuple[Game, dict[Color, AgentSpec]]:
    """The game that was kept last, and who plays it; FileError if there is none to be read."""
    if not path.exists():
        raise FileError("there is no unfinished game to go on with")
    try:
        piece = Piece(read_text(path))
        record = loaded(piece)
        specs = {color: AgentSpec.parse(str(record[color.name.lower()])) for color in Color}
        if "game" in record:  # as earlier versions kept it: the board and the moves
            return parse_game(str(record["game"]))[0], specs
        game = game_of(record, piece)
        game.black = game.white = ""
        return game, specs
    except (OutflankError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise FileError(f"{path} holds no unfinished game: {error}") from None
