import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings

from outflank import FileError, Game, NotationError, Position, SettingsError, read_games
from outflank.formats.registry import FORMATS
from outflank.game import replay
from outflank.game.game import main_moves
from outflank.library import GameFilter, Library, PositionStats
from outflank.library import library as module
from support.games import any_games
from support.libraries import random_games

GAMES = random_games(150)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("library") / "games.sqlite") as made:
        made.add(GAMES)
        yield made


def positions_of(game: Game) -> list[Position]:
    return [game.start, *(position for _, position in replay(game.start, main_moves(game)))]


def with_position(position: Position) -> list[Game]:
    """The games in which a position occurs, found without any index."""
    images = set(position.symmetries())
    return [game for game in GAMES if not images.isdisjoint(positions_of(game))]


def test_games_come_back_as_they_were(library: Library) -> None:
    assert list(library.games()) == GAMES
    assert [library.game(id) for id in (1, 77, len(GAMES))] == [GAMES[0], GAMES[76], GAMES[-1]]


@given(any_games())
@settings(max_examples=40)
def test_any_game_comes_back(game: Game) -> None:
    with Library(":memory:") as library:  # a name of SQLite's for no file at all
        assert library.add([game]).added == 1
        assert library.add([game]).known == 1
        assert library.game(1) == game
        (stored,) = library.search()
        assert stored.size == game.size
        assert stored.score == (game.result.score if game.result is not None else None)
        for position in positions_of(game):
            assert library.position_stats(position).games == 1


def test_the_same_game_twice_is_one_game(tmp_path: Path) -> None:
    with Library(tmp_path / "games.sqlite") as library:
        assert library.add([*GAMES, *GAMES[:10]]).known == 10
        done = library.add(GAMES)
        assert (done.added, done.known) == (0, len(GAMES))
        assert library.totals().games == len(GAMES)
        start = Position()
        assert library.position_stats(start).games == len(with_position(start))


def test_what_makes_a_game_another_one(tmp_path: Path) -> None:
    def game(moves: str = "f5d6c3", **changes: str) -> Game:
        made = Game.from_transcript(moves)
        made.black, made.tags["date"] = changes.get("black", "Ann"), changes.get("date", "2004")
        made.root.comment = changes.get("comment", "")
        made.tags["event"] = changes.get("event", "")
        return made

    with Library(tmp_path / "games.sqlite") as library:
        assert library.add([game()]).added == 1
        for same in (game(comment="well played"), game(event="Open")):
            assert library.add([same]).added == 0
        for other in (game("f5d6"), game("d3c5f6"), game(black="Bob"), game(date="2005")):
            assert library.add([other]).added == 1
        resigned = game()
        resigned.resign(resigned.position.turn)
        assert library.add([resigned]).added == 1
        on_another_board = Game.from_transcript("c2b2", size=6)
        assert library.add([on_another_board]).added == 1


def test_positions_are_found_in_any_orientation(library: Library) -> None:
    seen = 0
    for game in GAMES[::15]:
        for position in positions_of(game)[:12:3]:
            expected = with_position(position)
            seen += len(expected) > 1
            for image in position.symmetries()[::3]:
                assert list(library.games(GameFilter(position=image))) == expected
                assert library.count(GameFilter(position=image)) == len(expected)
    assert seen > 10


def test_statistics_of_a_position(library: Library) -> None:
    for position in (Position(), Position().play("f5"), Position(6), GAMES[3].final_position):
        games = with_position(position)
        scores = [game.result.score for game in games if game.result is not None]
        assert scores
        assert library.position_stats(position.transform(3)) == PositionStats(
            games=len(games),
            black_wins=sum(score > 0 for score in scores),
            draws=sum(score == 0 for score in scores),
            white_wins=sum(score < 0 for score in scores),
            average=pytest.approx(sum(scores) / len(scores)),  # type: ignore[arg-type]
        )
        assert library.position_stats(position).unfinished == len(games) - len(scores)
    nothing = library.position_stats(Position(12))
    assert nothing == PositionStats(0, 0, 0, 0, None)


def test_statistics_of_moves(library: Library) -> None:
    position = Position().play("f5")
    found = library.move_stats(position)
    assert {move.name for move in found} == {"d6", "f4", "f6"}
    assert [stats.games for stats in found.values()] == sorted(
        (stats.games for stats in found.values()), reverse=True
    )
    for move, stats in found.items():
        assert stats == library.position_stats(position.play(move))
    assert library.move_stats(GAMES[0].final_position) == {}


def score(game: Game) -> int:
    """A number that no comparison below is true of, if there is no result."""
    return game.result.score if game.result is not None else 1000


AFTER_F5F6 = Position().play("f5").play("f6").canonical()


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        (GameFilter(), lambda game: game in GAMES),
        (GameFilter(player="ANN"), lambda game: "Ann" in (game.black, game.white)),
        (GameFilter(player="dÖr"), lambda game: "Dörte" in (game.black, game.white)),
        (GameFilter(black="bob"), lambda game: game.black == "Bob"),
        (GameFilter(white="bob", black="a"), lambda game: game.black + game.white == "AnnBob"),
        (GameFilter(event="STRASSE"), lambda game: game.tags["event"] == "Straße"),
        (GameFilter(dates=("2004", "2004")), lambda game: game.tags["date"][:4] == "2004"),
        (GameFilter(dates=("2004-09", "2005")), lambda game: game.tags["date"][4:6] == "-0"),
        (GameFilter(dates=("2005-01-02",) * 2), lambda game: game.tags["date"][:4] == "2005"),
        (GameFilter(result="black"), lambda game: 0 < score(game) < 1000),
        (GameFilter(result="draw"), lambda game: score(game) == 0),
        (GameFilter(result="unfinished"), lambda game: game.result is None),
        (GameFilter(size=6), lambda game: game.size == 6),
        (
            GameFilter(size=8, result="white", player="b"),
            lambda game: game.size == 8 and "Bob" in (game.black, game.white) and score(game) < 0,
        ),
        (
            GameFilter(position=AFTER_F5F6, result="white"),
            lambda game: score(game) < 0 and positions_of(game)[2].canonical() == AFTER_F5F6,
        ),
    ],
)
def test_filters(library: Library, wanted: GameFilter, holds: Callable[[Game], bool]) -> None:
    expected = [game for game in GAMES if holds(game)]
    assert [game for game in GAMES if wanted.passes(game)] == expected
    assert expected or wanted.result == "draw"
    assert list(library.games(wanted)) == expected
    assert library.count(wanted) == len(expected)
    found = library.search(wanted)
    assert sorted(one.id for one in found) == [
        id for id, game in enumerate(GAMES, 1) if holds(game)
    ]
    dates = [one.date for one in found]
    assert dates == sorted(dates, reverse=True)
    assert library.search(wanted, limit=3) == found[:3]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"result": "lost"}, "a result is one of black, white, draw, unfinished, not 'lost'"),
        ({"size": 7}, "there is no board of size 7"),
        ({"dates": ("2004", "soon")}, "a date is 2004, 2004-09 or 2004-09-18, not 'soon'"),
    ],
)
def test_filters_that_cannot_be(wanted: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        GameFilter(**wanted)  # type: ignore[arg-type]


def test_totals(library: Library) -> None:
    totals = library.totals()
    assert totals.games == len(GAMES)
    assert totals.players == 4
    assert totals.sizes == {size: sum(game.size == size for game in GAMES) for size in (6, 8)}
    scores = [game.result.score for game in GAMES if game.result is not None]
    assert totals.black_wins == sum(score > 0 for score in scores)
    assert totals.black_wins + totals.draws + totals.white_wins == len(scores)
    assert (totals.first_date, totals.last_date) == ("2004", "2011")


def test_an_empty_library(tmp_path: Path) -> None:
    with Library(tmp_path / "new" / "games.sqlite") as library:
        assert library.add([]).added == 0
        assert library.totals().games == 0
        assert library.totals().first_date == ""
        assert library.search() == []
        with pytest.raises(SettingsError, match="has no game 1"):
            library.game(1)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "wthor"])
def test_export_to_every_format(library: Library, tmp_path: Path, name: str) -> None:
    path = tmp_path / "out"
    wanted = GameFilter(size=8, result="white")
    with pytest.warns(UserWarning, match="cannot hold") if name != "jsonl" else nullcontext():
        assert library.export(path, wanted, format=name) == library.count(wanted)
    assert len(list(read_games(path, format=name))) == library.count(wanted)


def test_export_to_wthor(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "out.wtb"
    with pytest.warns(UserWarning, match="WTHOR cannot hold"):
        assert library.export(path, GameFilter(size=8, result="white")) > 20
    assert len(list(read_games(path))) == library.count(GameFilter(size=8, result="white"))


def test_games_before_an_error_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 10)

    def games() -> Iterator[Game]:
        yield from GAMES[:25]
        raise NotationError("line 26 is no game")

    heard = []
    with Library(tmp_path / "games.sqlite") as library:
        with pytest.raises(NotationError, match="line 26"):
            library.add(games(), report=lambda added: heard.append(added.added))
        assert heard == [10, 20, 25]
        assert list(library.games()) == GAMES[:25]
        assert library.add(GAMES).added == len(GAMES) - 25
        assert list(library.games()) == GAMES


def test_a_batch_is_added_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(tmp_path / "games.sqlite") as library:
        library.add(GAMES[:5])

        def fail(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(module, "blocks", fail)
            with pytest.raises(KeyboardInterrupt):
                library.add(GAMES)
        assert list(library.games()) == GAMES[:5]
        assert library.add(GAMES).added == len(GAMES) - 5
        assert list(library.games()) == GAMES


def test_readers_do_not_wait_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Library(path) as writer, Library(path, create=False) as reader:
        writer.add(GAMES[:50])
        seen = []

        def games() -> Iterator[Game]:
            for game in GAMES[50:]:
                seen.append(reader.totals().games)
                yield game

        writer.add(games())
        assert set(seen) == {50}
        assert reader.totals().games == len(GAMES)


def test_a_second_writer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.sqlite"
    with Library(path) as first:
        monkeypatch.setattr("outflank.library.store.PATIENCE", 0.0)
        with Library(path) as second:
            first._store._connection.execute("BEGIN IMMEDIATE")
            with pytest.raises(FileError, match="another program is writing to it"):
                second.add(GAMES[:1])
            first._store._connection.execute("COMMIT")
            assert second.add(GAMES[:1]).added == 1


def test_names_that_no_database_holds(tmp_path: Path) -> None:
    game = Game.from_transcript("f5")
    game.black, game.tags["date"] = "\udc80broken", "20\udc80"
    with Library(tmp_path / "games.sqlite") as library:
        assert library.add([game]).added == 1
        assert library.search()[0].black == "?broken"
        assert library.add([game]).known == 1


def test_the_record_is_the_one_of_the_formats(library: Library) -> None:
    with sqlite3.connect(library.path) as connection:
        (text,) = connection.execute("SELECT text FROM record WHERE game = 1").fetchone()
    connection.close()
    assert json.loads(text)["moves"] == GAMES[0].transcript()
