from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank import FileError, Move, Position
from outflank._native import PatternLayout
from outflank.executor import open_executor
from outflank.training import self_play
from outflank.training.dataset import (
    NO_MOVE,
    game_type,
    positions,
    read_games,
    read_labels,
    samples,
    write_array,
)
from outflank.training.self_play import Round, SelfPlayer, play_round

SHAPES = ((0, 1, 2, 3, 4, 5), (0, 1, 6, 7))


def silent(_: float) -> None:
    pass


def play(this: Round, workers: int, report: Callable[[float], None] = silent) -> None:
    with open_executor(workers) as executor:
        play_round(this, executor, report)


def games_of(this: Round) -> np.ndarray:
    return np.concatenate([read_games(path, this.size) for path, _ in this.chunks()])


def bytes_of(this: Round) -> list[bytes]:
    return [path.read_bytes() for path, _ in this.chunks()]


@pytest.fixture(scope="module", autouse=True)
def small_files() -> Iterator[None]:
    """More files than one, without more games than a test needs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_play, "GAMES_PER_FILE", 8)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Round:
    folder = tmp_path_factory.mktemp("games")
    this = Round(6, seed=1, number=1, games=30, weights=None, folder=folder)
    play(this, 1)
    return this


def replayed(game: np.void, size: int) -> list[Position]:
    """The position before each move, and the last one."""
    positions = [Position(size)]
    for square in game["moves"]:
        if square == NO_MOVE:
            break
        position = positions[-1].play(Move.at(int(square) // size, int(square) % size))
        positions.append(position.play(Move.PASS) if position.must_pass() else position)
    return positions


def test_games_are_legal_and_whole(played: Round) -> None:
    games = games_of(played)
    assert len(games) == 30
    for game in games:
        assert replayed(game, 6)[-1].is_over()
        assert 2 <= game["opening"] <= 8


def test_games_differ(played: Round) -> None:
    assert len({game["moves"].tobytes() for game in games_of(played)}) >= 28


def test_half_of_the_positions_lie_aside(played: Round) -> None:
    aside = opening = plies = 0
    for game in games_of(played):
        before = replayed(game, 6)[:-1]
        for ply, position in enumerate(before):
            move, other = int(game["moves"][ply]), int(game["aside"][ply])
            if ply < game["opening"]:
                opening += 1
                assert other == move
            elif other != NO_MOVE:
                assert position.is_legal(Move.at(other // 6, other % 6))
                aside += 1
        assert (game["aside"][len(before) :] == NO_MOVE).all()
        plies += len(before)
    assert 0.4 < aside / (plies - opening) < 0.6


def test_a_game_depends_on_its_number_alone(played: Round) -> None:
    opening, moves, aside = SelfPlayer(6, 1, 1, None).game(17)
    game = games_of(played)[17]
    assert opening == game["opening"]
    assert moves == game["moves"][: len(moves)].tolist()
    assert aside == game["aside"][: len(moves)].tolist()
    other = SelfPlayer(6, 1, 2, None).game(17)
    assert other[1] != moves


@pytest.mark.integration
def test_processes_change_nothing(played: Round, tmp_path: Path) -> None:
    both = replace(played, folder=tmp_path)
    told: list[float] = []
    play(both, 2, told.append)
    assert bytes_of(both) == bytes_of(played)
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_a_stopped_round_goes_on(played: Round, tmp_path: Path) -> None:
    again = replace(played, folder=tmp_path)

    def stop(done: float) -> None:
        if done >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(again, 1, stop)
    assert [path.exists() for path, _ in again.chunks()] == [True, True, False, False]
    told: list[float] = []
    play(again, 1, told.append)
    assert told == [0.75, 1.0]
    assert bytes_of(again) == bytes_of(played)
    assert sorted(tmp_path.iterdir()) == [path for path, _ in again.chunks()]


@pytest.mark.integration
def test_stopping_processes_leaves_whole_files(played: Round, tmp_path: Path) -> None:
    again = replace(played, folder=tmp_path, games=800)

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(again, 2, stop)
    files = sorted(tmp_path.glob("*.npy"))
    assert 1 <= len(files) < 100
    for file in files:
        assert len(read_games(file, 6)) == 8


# Positions


def expected_positions(number: int, game: np.void, discs: range) -> list[tuple[Position, bool]]:
    """What a game gives, found in another way: from the positions it went through."""
    through = replayed(game, 6)
    found = []
    for ply, position in enumerate(through[:-1]):
        other = int(game["aside"][ply])
        after = through[ply + 1]
        if other != NO_MOVE:
            after = position.play(Move.at(other // 6, other % 6))
            after = after.play(Move.PASS) if after.must_pass() else after
        drawn = (ply + number // 20) % 4 == 0 and ply + 1 >= game["opening"]
        if drawn and ply + 5 in discs and not after.is_over():
            found.append((after, other == NO_MOVE))
    return found


@pytest.mark.parametrize("discs", [range(4, 10), range(14, 20), range(32, 36), range(4, 36)])
def test_every_fourth_move_after_the_opening_gives_a_position(played: Round, discs: range) -> None:
    games = games_of(played)
    expected = [
        (number, *each)
        for number, game in enumerate(games)
        for each in expected_positions(number, game, discs)
    ]
    assert len(expected) > 5
    found = [(each.game, each.position, each.on_line) for each in positions(games, 6, discs)]
    assert found == expected
    assert {each.score for each in positions(games, 6, discs)} == {None}


@pytest.mark.parametrize("number", [0, 20, 40, 60])
def test_held_out_games_give_positions_of_all_kinds(played: Round, number: int) -> None:
    """Whatever the number of discs: no parity may be missing where the fit is measured."""
    games = np.repeat(games_of(played)[:1], number + 1)
    found = [each for each in positions(games, 6, range(16, 20)) if each.game == number]
    assert [36 - each.position.empties for each in found] == [16 + (1 - number // 20) % 4]


def labelled(played: Round, folder: Path, discs: range) -> dict[Path, Path]:
    """Files of labels: the number of empty squares and 100."""
    files = {}
    for index, (path, _) in enumerate(played.chunks()):
        found = positions(read_games(path, 6), 6, discs)
        labels = np.array([100 + each.position.empties for each in found], np.int16)
        files[folder / f"{index}.npy"] = path
        write_array(folder / f"{index}.npy", labels)
    return files


def test_samples(played: Round, tmp_path: Path) -> None:
    layout, discs = PatternLayout(6, SHAPES), range(14, 20)
    files = labelled(played, tmp_path, discs)
    found = samples(layout, files, discs)
    expected, numbers = [], []
    for path, games in played.chunks():
        of_file = list(positions(read_games(path, 6), 6, discs))
        expected += of_file
        numbers += [games.start + each.game for each in of_file]
    assert np.array_equal(found.ids, layout.ids([each.position for each in expected]))
    assert found.labels.tolist() == [100 + each.position.empties for each in expected]
    assert found.games.tolist() == numbers
    assert found.on_line.tolist() == [each.on_line for each in expected]
    assert found.held_out.tolist() == [number % 20 == 0 for number in numbers]


def test_files_that_are_not_games(played: Round, tmp_path: Path) -> None:
    path = tmp_path / "games.npy"
    path.write_bytes(b"something else")
    with pytest.raises(FileError, match=r"games\.npy: damaged; remove it"):
        read_games(path, 6)
    np.save(path, np.zeros(3))
    with pytest.raises(FileError, match=r"games\.npy: not training games on 6x6"):
        read_games(path, 6)
    write_array(path, games_of(played))
    with pytest.raises(FileError, match="not training games on 8x8"):
        read_games(path, 8)
    with pytest.raises(FileError, match=r"games\.npy: not labels of positions"):
        read_labels(path)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(FileError, match=r"games\.npy: damaged; remove it"):
        read_games(path, 6)


def test_an_illegal_game_is_noticed() -> None:
    games = np.zeros(2, game_type(6))
    games["moves"] = games["aside"] = NO_MOVE
    games[1]["moves"][:2] = (8, 0)
    with pytest.raises(FileError, match="training game 1: move 2 is illegal"):
        list(positions(games, 6, range(4, 36)))
