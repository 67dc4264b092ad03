import struct
from pathlib import Path

import pytest

from outflank import FileError, IllegalMoveError, read_games
from outflank.errors import NotationError
from outflank.formats import wthor

DATA = Path(__file__).parents[3] / "shared" / "data" / "wthor"
YEARS = sorted(DATA.glob("WTH_*.wtb"))


def header(
    games: int = 0, names: int = 0, year: int = 2020, size: int = 0, depth: int = 24
) -> bytes:
    return struct.pack("<4BIHHBBBB", 20, 20, 1, 2, games, names, year, size, 0, depth, 0)


def record(moves: list[int], *, discs: int = 32, length: int = 60) -> bytes:
    return struct.pack("<3HBB", 1, 2, 3, discs, 32) + bytes(moves).ljust(length, b"\0")


@pytest.mark.thorough
@pytest.mark.skipif(not YEARS, reason="the WTHOR files are not part of this project")
@pytest.mark.parametrize("path", YEARS, ids=lambda path: path.stem)
def test_a_year_of_tournaments(path: Path) -> None:
    database = wthor.read_database(path)
    assert database.year == int(path.stem[-4:])
    assert database.theoretical_depth == 24
    finished = 0
    for game in database.records:
        *_, (_, position) = game.moves()
        if position.is_over():
            finished += 1
            assert position.score() == game.score
    assert finished > 0.95 * len(database.records)


@pytest.mark.skipif(not YEARS, reason="the WTHOR files are not part of this project")
def test_names_and_games() -> None:
    players = wthor.read_players(DATA / "WTH.JOU")
    tournaments = wthor.read_tournaments(DATA / "WTH.TRN")
    assert players[0].startswith("???")
    record = wthor.read_database(YEARS[-1]).records[0]
    assert players[record.black]
    assert tournaments[record.tournament]
    game = record.game()
    assert game.transcript().startswith("F5")
    assert game.position.is_over()


@pytest.mark.thorough
@pytest.mark.skipif(not YEARS, reason="the WTHOR files are not part of this project")
def test_all_files_are_written_byte_for_byte(tmp_path: Path) -> None:
    for path in YEARS:
        wthor.write_database(tmp_path / path.name, wthor.read_database(path))
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name
    for path, read, write in (
        (DATA / "WTH.JOU", wthor.read_players, wthor.write_players),
        (DATA / "WTH.TRN", wthor.read_tournaments, wthor.write_tournaments),
    ):
        write(tmp_path / path.name, read(path), wthor.Header.unpacked(path.read_bytes()))
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.thorough
@pytest.mark.skipif(not YEARS, reason="the WTHOR files are not part of this project")
def test_a_year_as_games() -> None:
    records = wthor.read_database(YEARS[-1]).records
    games = list(read_games(YEARS[-1]))
    assert len(games) == len(records)
    for game, record in zip(games, records, strict=True):
        assert game.result is not None
        assert game.result.score == record.score
        assert bool(game.black) == (record.black > 0)  # number 0 is nobody
        assert game.tags["date"] == YEARS[-1].stem[-4:]
        assert game.tags["theoretical_score"] == str(record.theoretical_score)


def test_errors_name_the_game(tmp_path: Path) -> None:
    path = tmp_path / "damaged.wtb"
    path.write_bytes(header(games=3) + record([56]) + record([56, 11]) + record([56, 64]))
    with pytest.raises(IllegalMoveError, match=r"game 2 \(byte 84\): move 2: a1 flips nothing"):
        list(read_games(path))
    reader = read_games(path, errors="skip")
    assert [game.transcript() for game in reader] == ["F5", "F5d6"]
    assert reader.skipped == 1
    assert "there is no .jou file with the names of players: they are numbers" in reader.notes


def test_names_are_recognised(tmp_path: Path) -> None:
    path = tmp_path / "names.jou"
    wthor.write_players(path, ["???", "Ann"])
    with pytest.raises(FileError, match=r"WTHOR's players \(.jou\); the games are in .wtb files"):
        next(read_games(path))
    assert wthor.read_players(path) == ["???", "Ann"]


def test_a_header_that_lies(tmp_path: Path) -> None:
    path = tmp_path / "lies.wtb"
    path.write_bytes(header(games=4_000_000_000) + record([56]))
    with pytest.raises(FileError, match="promises 4000000000 games of 68 bytes, but 68 bytes"):
        next(read_games(path))


def test_a_small_database(tmp_path: Path) -> None:
    path = tmp_path / "small.wtb"
    wipe_out = [65, 46, 35, 66, 57, 64, 75, 56, 53]
    path.write_bytes(header(games=1) + record(wipe_out, discs=64))
    database = wthor.read_database(path)
    (game,) = database.records
    assert (game.tournament, game.black, game.white) == (1, 2, 3)
    assert game.game().transcript() == "E6f4E3f6G5d6E7f5C5"
    assert game.game().position.score() == game.score == 64
    assert game.theoretical_score == 0


def test_ten_by_ten(tmp_path: Path) -> None:
    path = tmp_path / "ten.wtb"
    path.write_bytes(header(games=1, size=10, depth=0) + record([45], length=96))
    database = wthor.read_database(path)
    assert database.theoretical_depth == 22
    assert database.records[0].game().transcript() == "E4"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes are too few"),
        (header(games=2) + record([56]), "promises 2 games of 68 bytes, but 68 bytes follow"),
        (header(size=9), "board size 9 in the header"),
    ],
)
def test_damaged_files(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "damaged.wtb"
    path.write_bytes(data)
    with pytest.raises(FileError, match=message) as caught:
        wthor.read_database(path)
    assert str(path) in str(caught.value)


def test_damaged_names(tmp_path: Path) -> None:
    path = tmp_path / "damaged.jou"
    path.write_bytes(header(names=2) + b"x" * 20)
    with pytest.raises(FileError, match="promises 2 names of 20 bytes, but 20 bytes follow"):
        wthor.read_players(path)
    path.write_bytes(header(names=1) + "Bj\xf8rn".encode("latin-1").ljust(20, b"\0"))
    assert wthor.read_players(path) == ["Bjørn"]


def test_damaged_moves(tmp_path: Path) -> None:
    path = tmp_path / "damaged.wtb"
    path.write_bytes(header(games=2) + record([56, 11]) + record([56, 99]))
    illegal, nowhere = wthor.read_database(path).records
    with pytest.raises(IllegalMoveError, match="move 2: a1 flips nothing for white"):
        illegal.game()
    with pytest.raises(NotationError, match="move 2: byte 99 is not a square"):
        nowhere.game()
