"""Each command at the prompt."""

from pathlib import Path

import pytest

from outflank import Color, Decision, Ending, Game, Move, OutflankError, Position, agent
from outflank.agents import decide
from outflank.cli.play import table as table_module
from outflank.cli.play.board import View
from outflank.cli.play.commands import COMMANDS, Leave, execute
from outflank.cli.play.notation import LETTERS_ROWS
from outflank.cli.play.table import Table
from outflank.cli.play.themes import THEMES
from support.terminal import PASSING_GAME, First, TypedScreen, table_with

# In mid-game black may take the corner a1, or the X square b2 that gives it away.
CORNER_OR_X = Position.from_text(
    "-OX-----"
    "--------"
    "--OOOO--"
    "--OXXO--"
    "--OXXO--"
    "--OOOO--"
    "--XXXX--"
    "-------- X"
)  # fmt: skip


def refused(table: Table, line: str) -> str:
    with pytest.raises(OutflankError) as error:
        execute(table, line)
    return str(error.value)


def told(table: Table, screen: TypedScreen, line: str) -> str:
    """What a command that leaves the board alone writes."""
    before = table.game.position
    start = len(screen.text)
    assert not execute(table, line)
    assert table.game.position == before
    return screen.text[start:]


@pytest.mark.parametrize("line", ["d3", "D3", "  d3  "])
def test_a_square_is_played(line: str) -> None:
    table, _ = table_with(white=First())
    assert execute(table, line)
    assert table.game.moves == (Move("d3"),)
    assert table.news == ["Black (you) played d3, flipping 1."]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("d4", "d4 is occupied"),
        ("c3", "c3 flips nothing for black"),
        ("j3", "j3 is not on a board of 8x8"),
        ("pass", "black cannot pass: there is a square to play on"),
        ("", "type a square to play on, or help"),
        ("m3", "'m3' is neither a move nor a command; help lists the commands"),
        ("hnt", "'hnt' is neither a move nor a command; did you mean hint?"),
        ("d3 d4", "'d3 d4' is neither a move nor a command; help lists the commands"),
        ("save", "save what? Write save FILE"),
        ("load  ", "load what? Write load FILE"),
        ("undo 3", "undo stands alone, without '3'"),
        ("why a b c", "why compares two moves at most, such as: why d3 c4"),
        ("why d4", "d4 is occupied"),
        ("why pass", "black cannot pass: there is a square to play on"),
        ("why", "no move was played yet; why d3 explains one you could play"),
        ("stats", "no search was done in this game yet"),
        ("undo", "there is no move of yours to take back"),
        ("redo", "there is no move to play again"),
        ("\x1b[2J", "'\\x1b[2J' is neither a move nor a command; help lists the commands"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line: str, sentence: str) -> None:
    table, _ = table_with(white=First())
    assert refused(table, line) == sentence
    assert table.game.moves == ()


def test_rows_as_letters() -> None:
    table, screen = table_with(white=First(), view=View(THEMES["plain"], LETTERS_ROWS))
    assert refused(table, "d5") == "d5 is occupied"
    assert execute(table, "d3")
    assert table.game.moves == (Move("c4"),)
    assert table.news == ["Black (you) played d3, flipping 1."]
    assert table.game.transcript() == "C4"
    assert "such as" in told(table, screen, "help")


def test_hint_is_a_legal_move_with_its_score() -> None:
    table, screen = table_with()
    text = told(table, screen, "hint")
    move = text.split("Hint: ")[1].split(",")[0]
    assert table.game.position.is_legal(move)
    assert "score " in text
    assert f"expected: {move}" in text


def test_eval_has_a_value_for_every_legal_move() -> None:
    table, screen = table_with()
    text = told(table, screen, "eval")
    assert "plies @" in text
    board, listed = text.split("Discs you would win by")
    for name in ("d3", "c4", "f5", "e6"):
        assert f" {name} " in listed
    assert board.count("+") + board.count("-") == 4


def test_ctrl_c_makes_the_adviser_answer_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(table_module, "watch", interrupted)
    table, screen = table_with()
    stopped: list[None] = []
    monkeypatch.setattr(table.adviser, "stop", lambda: stopped.append(None))
    assert "Hint: " in told(table, screen, "hint")
    assert stopped == [None]


def test_eval_of_solved_squares_is_exact() -> None:
    # One empty square, and taking it turns the whole row.
    start = Position.from_text("XXXXXXXXXXXX-OOX X")
    table, screen = table_with(start=start)
    assert "(exact): a4 +16" in told(table, screen, "eval")


def test_why_shows_the_corner_deciding() -> None:
    for rival, corner_term in ((None, "corner"), ("kandlikar-parry", "corner"), ("sommer", "c")):
        white = First() if rival is None else agent(rival)
        table, screen = table_with(white=white, start=CORNER_OR_X)
        lines = told(table, screen, "why a1 b2").splitlines()
        assert lines[0].startswith("Why a1 and not b2?")
        assert (rival or "kandlikar-parry") in lines[0]
        # The widest difference comes first, and it is the corner's.
        assert lines[2].split()[0] == corner_term
        assert lines[2].endswith("<- decides")
        assert sum("decides" in line for line in lines) == 1
        assert float(lines[-1].split()[-1]) > 0


def test_why_of_a_worse_move_names_what_speaks_against_it() -> None:
    table, screen = table_with(white=First(), start=CORNER_OR_X)
    lines = told(table, screen, "why b2").splitlines()
    assert lines[0].startswith("Why b2 and not a1?")
    assert lines[2].split()[0] == "corner"
    assert float(lines[2].split()[3]) < 0
    assert lines[2].endswith("<- decides")


def test_why_alone_explains_the_last_move() -> None:
    table, screen = table_with(white=First(), start=CORNER_OR_X)
    execute(table, "b2")
    assert told(table, screen, "why").startswith("Why b2 and not a1?")


def test_why_of_the_only_move() -> None:
    table, screen = table_with(start=Position.from_text("XXXXXXXXXXXX-OOX X"))
    execute(table, "a4")
    assert told(table, screen, "why") == "a4 was the only legal move.\n"


def test_stats_of_a_search() -> None:
    table, screen = table_with(white=agent("alphabeta:depth=5"))
    execute(table, "d3")
    rival = table.players[Color.WHITE].agent
    assert rival is not None
    decision = decide(rival, table.game.position)
    table.play(decision.move, decision)
    text = told(table, screen, "stats")
    for words in ("White (rival): depth 5", "nodes/s", "pruned", "table:", "hits in", "expected:"):
        assert words in text
    plies = decision.plies
    assert f"{sum(ply.pruned for ply in plies):,} of {sum(p.generated for p in plies):,}" in text
    assert f"{sum(ply.hits for ply in plies):,} hits" in text


def test_stats_of_somebody_who_tells_nothing() -> None:
    table, screen = table_with(white=First())
    execute(table, "d3")
    table.play(Move("c3"), Decision(Move("c3")))
    assert told(table, screen, "stats") == "Last search of White (rival): it told nothing\n"


def test_undo_takes_back_the_answer_too() -> None:
    table, _ = table_with(white=First())
    execute(table, "d3")
    table.play(Move("c3"))
    execute(table, "c4")
    assert table.game.position.turn == Color.WHITE
    table.play(table.game.position.legal_moves[0])
    assert execute(table, "undo")
    assert table.game.transcript() == "D3c3"
    assert execute(table, "undo")
    assert table.game.transcript() == ""
    assert refused(table, "undo") == "there is no move of yours to take back"
    assert execute(table, "redo")
    assert table.game.transcript() == "D3c3"
    assert execute(table, "redo")
    assert len(table.game.moves) == 4
    assert refused(table, "redo") == "there is no move to play again"


def test_white_cannot_take_back_what_black_began_with() -> None:
    table, _ = table_with(black=First())
    table.play(Move("d3"))
    assert refused(table, "undo") == "there is no move of yours to take back"
    assert table.game.transcript() == "D3"


def test_two_people_take_back_one_move_each() -> None:
    table, _ = table_with()
    for move in ("d3", "c3", "c4"):
        execute(table, move)
    execute(table, "undo")
    assert table.game.transcript() == "D3c3"
    execute(table, "redo")
    assert table.game.transcript() == "D3c3C4"


def test_undo_and_redo_cross_a_forced_pass() -> None:
    table, _ = table_with(size=4)
    for move in PASSING_GAME[:5]:
        execute(table, move)
    table.play(Move.PASS)
    execute(table, "undo")
    assert table.game.transcript() == "D3d2D1d4"
    execute(table, "redo")
    assert table.game.transcript(passes=True) == "D3d2D1d4B4pa"


def test_undo_after_the_end_and_after_giving_up() -> None:
    table, _ = table_with()
    execute(table, "d3")
    assert execute(table, "resign")
    assert table.result is not None
    assert table.result.ending == Ending.RESIGNED
    assert table.result.winner == Color.BLACK
    assert refused(table, "resign") == "the game is over: there is nothing to resign"
    assert refused(table, "hint") == "the game is over: there is no move to look for"
    assert refused(table, "eval") == "the game is over: there is no move to look for"
    assert refused(table, "c3") == "it is not your turn"
    assert execute(table, "undo")
    assert table.result is None


def test_flip_turns_the_board_and_back() -> None:
    table, screen = table_with(size=4)
    assert execute(table, "flip")
    table.show()
    assert "     d  c  b  a\n  4" in screen.text
    assert execute(table, "flip")
    assert not table.view.turned


def test_save_and_load(tmp_path: Path) -> None:
    table, screen = table_with(white=First())
    execute(table, "d3")
    file = tmp_path / "a game.txt"
    assert "Saved as" in told(table, screen, f"save {file}")
    other, _ = table_with(size=6)
    assert execute(other, f"load {file}")
    assert other.game.size == 8
    assert other.game.transcript() == "D3"
    assert "1 moves on 8x8" in other.news[0]
    assert "cannot be read: no such file" in refused(other, "load missing.txt")
    assert other.game.transcript() == "D3"


def test_load_is_a_new_game_for_the_agents(tmp_path: Path) -> None:
    class Counting(First):
        games = 0

        def new_game(self) -> None:
            self.games += 1

    rival = Counting()
    table, screen = table_with(white=rival)
    told(table, screen, f"save {tmp_path / 'game'}")
    execute(table, f"load {tmp_path / 'game'}")
    execute(table, "new")
    assert rival.games == 3


def test_new_starts_again_on_the_same_board() -> None:
    table, _ = table_with(size=6)
    execute(table, "c2")
    execute(table, "resign")
    assert execute(table, "new")
    assert table.result is None
    assert table.game.position == Position(6)


def test_help_names_every_command() -> None:
    table, screen = table_with()
    text = told(table, screen, "help")
    assert len(text.splitlines()) == 1 + len(COMMANDS)
    for command in COMMANDS.values():
        assert f"  {command.name} {command.argument}".rstrip() in text
        assert command.doc in text


def test_quit() -> None:
    table, _ = table_with()
    with pytest.raises(Leave):
        execute(table, "QUIT")


def test_a_loaded_finished_game_is_over(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("e6f4e3f6g5d6e7f5c5")
    table, _ = table_with()
    execute(table, f"load {file}")
    assert table.result is not None
    assert table.result.score == 64
    assert table.game.moves == Game.from_transcript(file.read_text()).moves
