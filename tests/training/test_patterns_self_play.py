from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank import Color, FileError, Move, Position
from outflank._native import PatternLayout
from outflank.executor import open_executor
from outflank.training import self_play
from outflank.training.dataset import NO_MOVE, game_type, read_games, samples, write_games
from outflank.training.self_play import Round, SelfPlayer, play_round

SHAPES = ((0, 1, 2, 3, 4, 5), (0, 1, 6, 7))


def silent(_: float) -> None:
    pass


def play(this: Round, workers: int, report: Callable[[float], None] = silent) -> None:
    with open_executor(workers) as executor:
        play_round(this, executor, report)


def games_of(this: Round) -> np.ndarray:
    return read_games([path for path, _ in this.chunks()], this.size)


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
    this = Round(6, seed=1, number=1, games=30, depth=2, exact=8, weights=None, folder=folder)
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
        positions = replayed(game, 6)
        assert positions[-1].is_over()
        assert positions[-1].score() == game["score"]
        assert 2 <= game["labelled"] <= 36 - 4 - played.exact


def test_games_differ(played: Round) -> None:
    assert len({game["moves"].tobytes() for game in games_of(played)}) >= 28


def solved(position: Position) -> int:
    """The score with perfect play, for the side to move."""
    if position.is_over():
        return position.score(position.turn)
    return max(-solved(position.play(move)) for move in position.legal_moves)


def test_the_end_is_perfect(played: Round) -> None:
    checked = 0
    for game in games_of(played)[:10]:
        for position in replayed(game, 6):
            if position.empties == 6 and not position.is_over():
                score = game["score"] if position.turn == Color.BLACK else -game["score"]
                assert solved(position) == score
                checked += 1
    assert checked >= 5


def test_a_game_depends_on_its_number_alone(played: Round) -> None:
    labelled, score, moves = SelfPlayer(played, None).game(17)
    game = games_of(played)[17]
    assert (labelled, score) == (game["labelled"], game["score"])
    assert moves == game["moves"][: len(moves)].tolist()
    other = SelfPlayer(replace(played, number=2), None).game(17)
    assert other[2] != moves


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
        assert len(read_games([file], 6)) == 8


# Positions and labels


def test_samples_are_the_positions_after_the_last_random_move(played: Round) -> None:
    games, layout = games_of(played), PatternLayout(6, SHAPES)
    discs = range(14, 20)
    found = samples(layout, games, discs)
    expected = []
    for number, game in enumerate(games):
        for ply, position in enumerate(replayed(game, 6)[:-1]):
            if ply >= game["labelled"] and ply + 4 in discs:
                score = game["score"] if position.turn == Color.BLACK else -game["score"]
                row = layout.ids([position])[0].tolist()
                expected.append((row, score, ply + 4, number % 20 == 0))
    assert len(expected) > 50
    actual = zip(found.ids.tolist(), found.scores, found.discs, found.held_out, strict=True)
    assert list(actual) == expected


def test_many_positions_are_numbered_in_batches(
    played: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, layout = games_of(played), PatternLayout(6, SHAPES)
    whole = samples(layout, games, range(4, 36))
    monkeypatch.setattr("outflank.training.dataset._BATCH", 7)
    assert np.array_equal(samples(layout, games, range(4, 36)).ids, whole.ids)


def test_files_that_are_not_games(played: Round, tmp_path: Path) -> None:
    path = tmp_path / "games.npy"
    path.write_bytes(b"something else")
    with pytest.raises(FileError, match=r"games\.npy: damaged; remove it"):
        read_games([path], 6)
    np.save(path, np.zeros(3))
    with pytest.raises(FileError, match=r"games\.npy: not training games on 6x6"):
        read_games([path], 6)
    write_games(path, games_of(played))
    with pytest.raises(FileError, match="not training games on 8x8"):
        read_games([path], 8)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(FileError, match=r"games\.npy: damaged; remove it"):
        read_games([path], 6)


def test_an_illegal_game_is_noticed() -> None:
    games = np.zeros(2, game_type(6))
    games["moves"] = NO_MOVE
    games[1]["moves"][:2] = (8, 0)
    with pytest.raises(FileError, match="training game 1: move 2 is illegal"):
        samples(PatternLayout(6, SHAPES), games, range(4, 36))
