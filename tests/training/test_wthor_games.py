"""Games of WTHOR become training games; later years and other boards do not."""

from dataclasses import replace
from pathlib import Path

import pytest

from outflank import FileError, Move, SettingsError
from outflank.formats.wthor import Database, Header, code_of, write_database
from outflank.training.dataset import NO_MOVE, NO_SCORE, positions, read_games
from outflank.training.wthor_games import OPENING, import_wthor, wthor_digest
from support.wthor_year import COUNT, random_record, write_year


def test_games_keep_moves_and_score(tmp_path: Path) -> None:
    write_year(tmp_path, 2012)
    (path,) = import_wthor(tmp_path, 8, 1, tmp_path)
    games = read_games(path, 8)
    aside = plies = 0
    for number, game in enumerate(games):
        record = random_record(number, 8)
        moves = [move for move, _ in record.moves() if not move.is_pass]
        expected = [move.row * 8 + move.column for move in moves]
        assert game["moves"][: len(moves)].tolist() == expected
        assert (game["moves"][len(moves) :] == NO_MOVE).all()
        assert (game["aside"][len(moves) :] == NO_MOVE).all()
        assert game["opening"] == OPENING
        assert game["score"] == record.theoretical_score == 2 * (number % 5)
        plies += len(moves)
        aside += int((game["aside"] != NO_MOVE).sum())
        # A move aside is another legal one.
        assert (game["aside"][: len(moves)] != game["moves"][: len(moves)]).all()
    assert 0.4 < aside / plies < 0.55
    assert len(list(positions(games, 8, range(4, 64)))) > 10 * COUNT  # all moves are legal


def test_every_game_gives_the_position_whose_score_it_knows(tmp_path: Path) -> None:
    write_year(tmp_path, 2012)
    (path,) = import_wthor(tmp_path, 8, 1, tmp_path)
    found = positions(read_games(path, 8), 8, range(40, 41))
    known = [each for each in found if each.score is not None]
    assert [each.game for each in known] == list(range(COUNT))
    for each in known:
        record = random_record(each.game, 8)
        there = [p for _, p in record.moves() if p.empties == 24 and not p.must_pass()]
        assert each.position == there[0]
        assert each.score == record.theoretical_score * (1 if each.position.turn == 1 else -1)


def test_a_score_for_other_empty_squares_is_none(tmp_path: Path) -> None:
    write_year(tmp_path, 2012, depth=22)
    (path,) = import_wthor(tmp_path, 8, 1, tmp_path)
    assert (read_games(path, 8)["score"] == NO_SCORE).all()


def test_later_years_and_other_boards_are_left_out(tmp_path: Path) -> None:
    for year in (2011, 2012, 2013):
        write_year(tmp_path, year)
    write_year(tmp_path, 2010, size=10)
    names = [path.name for path in import_wthor(tmp_path, 8, 1, tmp_path)]
    assert names == ["wthor-WTH_2011-8.npy", "wthor-WTH_2012-8.npy"]
    assert [path.name for path in import_wthor(tmp_path, 10, 1, tmp_path)] == [
        "wthor-WTH_2010-10.npy"
    ]


def test_a_file_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    write_year(tmp_path, 2012)
    (path,) = import_wthor(tmp_path, 8, 1, tmp_path)
    before = path.stat().st_mtime_ns, path.read_bytes()
    assert import_wthor(tmp_path, 8, 1, tmp_path) == [path]
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
    path.unlink()
    import_wthor(tmp_path, 8, 1, tmp_path)
    assert path.read_bytes() == before[1]
    path.unlink()
    import_wthor(tmp_path, 8, 2, tmp_path)  # another seed, other moves aside
    assert path.read_bytes() != before[1]


def test_folders_without_games(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"holds no games of WTHOR \(\.wtb\)"):
        import_wthor(tmp_path, 8, 1, tmp_path)
    write_year(tmp_path, 2015)
    with pytest.raises(SettingsError, match="holds no games of WTHOR on 8x8 up to 2012"):
        import_wthor(tmp_path, 8, 1, tmp_path)


def test_an_illegal_game_is_named(tmp_path: Path) -> None:
    records = [random_record(number, 8) for number in range(3)]
    records[1] = replace(records[1], squares=bytes([code_of(Move("a1"))]))
    write_database(tmp_path / "bad.wtb", Database(2000, 24, records, Header(depth=24)))
    with pytest.raises(FileError, match=r"bad\.wtb: game 2: "):
        import_wthor(tmp_path, 8, 1, tmp_path)
    assert not list(tmp_path.glob("*.npy"))


def test_the_digest_tells_folders_apart(tmp_path: Path) -> None:
    path = write_year(tmp_path, 2012)
    first = wthor_digest(tmp_path)
    assert first == wthor_digest(tmp_path)
    path.write_bytes(path.read_bytes() + b"?")
    assert wthor_digest(tmp_path) != first
