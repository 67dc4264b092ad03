"""Each command at the prompt."""

import re
from pathlib import Path

import pytest

from outflank import (
    Color,
    Decision,
    Ending,
    Engine,
    Game,
    Move,
    OutflankError,
    Position,
    Result,
    agent,
)
from outflank.agents import decide
from outflank.cli.play import terminal_table as table_module
from outflank.cli.play.commands import COMMANDS, Leave, execute
from outflank.cli.play.loop import run
from outflank.cli.play.terminal_table import TerminalTable
from outflank.cli.terminal.board import View
from outflank.cli.terminal.notation import LETTERS_ROWS
from outflank.cli.terminal.themes import THEMES
from outflank.library import Library
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


def refused(table: TerminalTable, line: str) -> str:
    with pytest.raises(OutflankError) as error:
        execute(table, line)
    return str(error.value)


def told(table: TerminalTable, screen: TypedScreen, line: str) -> str:
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


def test_a_game_goes_to_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.sqlite"
    monkeypatch.setenv("OUTFLANK_LIBRARY", str(path))
    table, screen = table_with(white=First())
    assert refused(table, "keep") == "no move was played yet: there is no game to keep"
    assert not path.exists()
    execute(table, "d3")
    table.declare(Color.BLACK, Ending.RESIGNED)
    assert told(table, screen, "keep").startswith("The game is in your library, ")
    assert told(table, screen, "keep") == "Your library has this game already.\n"
    with Library(path, create=False) as library:
        (found,) = library.search()
        game = library.game(found.id)
    assert game.transcript() == "D3"
    assert game.result == Result(-64, Ending.RESIGNED)
    assert (found.black, found.score) == ("human", -64)
    assert found.white
    assert len(found.date) == 10


def test_the_name_of_an_opening_is_news() -> None:
    table, _ = table_with()
    for move in ("d3", "c5", "f6"):
        execute(table, move)
    assert [line for line in table.news if "opening" in line] == [
        "This opening is called Perpendicular Opening."
    ]
    table.undo()
    table.undo()
    table.news.clear()
    execute(table, "e3")
    assert table.news[-1] == "This opening is called Parallel Opening."


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
        ("d3 d4", "line 1, column 4: move 2: d4 is occupied"),
        ("d3 hm", "'d3 hm' is neither a move nor a command; help lists the commands"),
        ("skill 11", "the skill is a whole number from 0 to 10, not '11'"),
        ("skill", "skill what? Write skill N"),
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


def test_eval_is_exact_with_twenty_empty_squares() -> None:
    game = Game()
    while game.position.empties > 20:
        game.play(game.position.legal_moves[-1])
    table, screen = table_with(start=game.position)
    text = told(table, screen, "eval")
    with Engine(8, threads=1, hash_mb=16) as engine:
        solved = engine.solve(game.position, all_moves=True)
    listed = text.split("Discs you would win by (exact): ")[1].split()
    values = dict(zip(listed[::2], map(int, listed[1::2]), strict=True))
    assert values == {line.move.name: line.score for line in solved.lines}


def test_why_shows_what_the_corner_is_worth() -> None:
    for rival, corner_term in ((None, "corner"), ("kandlikar-parry", "corner"), ("sommer", "c")):
        white = First() if rival is None else agent(rival)
        table, screen = table_with(white=white, start=CORNER_OR_X)
        lines = told(table, screen, "why a1 b2").splitlines()
        assert lines[0].startswith("Why a1 and not b2? The engine sees (")
        # First the engine: values and lines of both moves.
        assert re.match(r"  a1 [ +-]\d+  expected: a1", lines[1])
        assert re.match(r"  b2 [ +-]+\d+  expected: b2", lines[2])
        assert re.fullmatch(r"  a1 is worth \d+ discs more\.", lines[3])
        # The widest difference comes first, and it is the corner's.
        assert (rival or "kandlikar-parry") in lines[4]
        assert lines[6].split()[0] == corner_term
        assert lines[6].endswith("<- speaks for a1")
        assert sum("speaks for" in line for line in lines) == 1
        assert float(lines[-1].split()[-1]) > 0


def test_why_of_a_worse_move_names_what_speaks_against_it() -> None:
    table, screen = table_with(white=First(), start=CORNER_OR_X)
    lines = told(table, screen, "why b2").splitlines()
    assert lines[0].startswith("Why b2 and not a1?")
    assert lines[3].startswith("  a1 is worth ")
    assert lines[6].split()[0] == "corner"
    assert float(lines[6].split()[3]) < 0
    assert lines[6].endswith("<- speaks for a1")


def test_why_alone_explains_the_last_move() -> None:
    table, screen = table_with(white=First(), start=CORNER_OR_X)
    execute(table, "b2")
    assert told(table, screen, "why").startswith("Why b2 and not a1?")


def test_why_of_a_move_that_was_played_looks_at_the_position_before_it() -> None:
    table, screen = table_with(white=First(), start=CORNER_OR_X)
    before = told(table, screen, "why b2")
    execute(table, "b2")
    table.play(table.game.position.legal_moves[0])
    assert told(table, screen, "why b2") == before
    assert told(table, screen, "why b2 a1").startswith("Why b2 and not a1?")
    with pytest.raises(OutflankError, match="d4 is occupied"):
        execute(table, "why d4")


def test_no_term_speaks_for_a_move_against_its_own_difference() -> None:
    position = Position()
    for ply in range(24):
        position = position.play(position.legal_moves[(7 * ply) % len(position.legal_moves)])
    table, screen = table_with(white=First(), start=position)
    for move in position.legal_moves:
        lines = told(table, screen, f"why {move.name}").splitlines()
        for line in lines:
            if "<- speaks for" in line:
                favours_first = float(line.split("<-")[0].split()[-1]) > 0
                assert (line.split()[-1] == move.name) == favours_first


def test_why_of_the_only_move() -> None:
    table, screen = table_with(start=Position.from_text("XXXXXXXXXXXX-OOX X"))
    execute(table, "a4")
    assert told(table, screen, "why") == "a4 was the only legal move.\n"


def test_stats_of_a_search() -> None:
    table, screen = table_with(white=agent("alphabeta:depth=5"))
    execute(table, "d3")
    rival = table.sides[Color.WHITE].agent
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
    assert "      d    c    b    a\n  4" in screen.text
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
    assert "1 move on 8x8." in other.news[0]
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
    assert table.news[-1] == "A new game."
    assert not any("left" in line for line in table.news)


@pytest.mark.parametrize("line", ["new", "load {file}", "f5d6", "f5 d6 c3"])
def test_an_unfinished_game_is_not_dropped_without_a_word(tmp_path: Path, line: str) -> None:
    file = tmp_path / "other.txt"
    file.write_text("c4")
    line = line.format(file=file)
    # A script is told what it left.
    table, screen = table_with(white=First())
    execute(table, "d3")
    assert execute(table, line)
    assert "The game you left: D3" in table.news
    assert not screen.prompts
    # A person is asked first.
    for answer, leaves in (("n", False), ("", False), ("what?", False), ("y", True), ("YES", True)):
        table, screen = table_with(answer, white=First(), interactive=True)
        execute(table, "d3")
        assert execute(table, line) == leaves
        assert screen.prompts == ["This game is not over. Leave it, y or n? [n] "]
        assert ("The game you left: D3" in table.news) == leaves
        assert (table.game.transcript() == "D3") != leaves


def test_a_game_that_cannot_be_read_is_no_reason_to_ask() -> None:
    table, screen = table_with(white=First(), interactive=True)
    execute(table, "d3")
    assert "cannot be read" in refused(table, "load missing.txt")
    assert "move 2: d3 is occupied" in refused(table, "d3d3")
    assert not screen.prompts


def test_pasted_moves_are_a_game() -> None:
    table, _ = table_with(white=First())
    assert execute(table, "1. f5 d6 2. c3")
    assert table.game.transcript() == "F5d6C3"
    assert table.news == ["The game you typed: 3 moves on 8x8."]
    turned, _ = table_with(view=View(THEMES["plain"], LETTERS_ROWS))
    assert execute(turned, "C4e3")  # transcripts are in the usual notation
    assert turned.game.transcript() == "C4e3"


@pytest.mark.parametrize(
    ("line", "more", "position"),
    [
        ("(;GM[Othello]B[f5]W[d6];)", (), Position().play("f5").play("d6")),
        ("(;GM[2]", (";B[f5]", ";W[d6])"), Position().play("f5").play("d6")),
        ("https://othello.example/?g=f5d6", (), Position().play("f5").play("d6")),
        ("6x6 c2b2", (), Position(6).play("c2").play("b2")),
        (CORNER_OR_X.to_text(), (), CORNER_OR_X),
        ('[Black "ann"]', ("", "1. f5 d6 *"), Position().play("f5").play("d6")),
    ],
)
def test_a_paste_in_any_format(line: str, more: tuple[str, ...], position: Position) -> None:
    table, _ = table_with(*more)
    assert execute(table, line)
    assert table.game.position == position
    assert table.news[0].startswith("The game you typed: ")


def test_what_a_paste_means_is_told() -> None:
    table, _ = table_with()
    assert execute(table, "f4d3")
    assert table.news[-1] == "Note: line 1 is a game on 8x8 with the rows from the bottom."
    assert refused(table, "f5 d6 c3 a8") == "line 1, column 10: move 4: a8 flips nothing for white"
    assert table.game.transcript() == "F5d6"


def test_a_file_may_lack_something(tmp_path: Path) -> None:
    table, screen = table_with()
    table.game.black = "Ann"
    told(table, screen, f"save {tmp_path / 'game.txt'}")
    assert "Some of it is not in the file: transcripts cannot hold names (1 game)." in screen.text


def test_skill_changes_the_opponent() -> None:
    class Closing(First):
        closed = False

        def close(self) -> None:
            self.closed = True

    rival = Closing()
    table, _ = table_with(white=rival)
    execute(table, "d3")
    assert execute(table, "skill 7")
    assert rival.closed
    assert table.who(Color.WHITE) == "White (skill 7)"
    assert table.game.transcript() == "D3"
    people, _ = table_with()
    assert "only a game of one person" in refused(people, "skill 3")


def test_swap_changes_sides() -> None:
    table, _ = table_with(white=First())
    assert execute(table, "swap")
    assert [table.who(color) for color in Color] == ["Black (rival)", "White (you)"]
    assert not table.waits_for_person()
    assert table.news == ["You play White now."]
    people, _ = table_with()
    assert refused(people, "swap") == "two people swap sides without the program"


def test_moves_are_listed_with_their_numbers() -> None:
    table, screen = table_with(white=First(), view=View(THEMES["plain"], LETTERS_ROWS))
    assert told(table, screen, "moves") == "No move was played yet.\n"
    execute(table, "d3")
    table.play(Move("c3"))
    assert told(table, screen, "moves") == ("1 d3  2 c3\nTranscript (columns are letters): C4c3\n")


def test_board_draws_it_again() -> None:
    table, screen = table_with("board", "quit")
    run(table)
    assert screen.text.count("Score: ") == 2


@pytest.mark.parametrize("line", ["hnt", "d4", "save", "undo", "why", "new 3", "skill x", "d3d3"])
def test_a_sentence_ends_with_one_mark(line: str) -> None:
    table, screen = table_with(line, white=First())
    run(table)
    answer = screen.text.split("White O 2\n\n")[1].splitlines()[1]
    assert re.search(r"[\w')](\.|\?)$", answer), answer


def test_help_names_every_command() -> None:
    table, screen = table_with()
    text = told(table, screen, "help")
    assert len(text.splitlines()) == 2 + len(COMMANDS)
    for command in COMMANDS.values():
        assert f"  {command.name} {command.argument}".rstrip() in text
        assert command.doc in text


@pytest.mark.parametrize("line", ["QUIT", "q", "exit"])
def test_quit(line: str) -> None:
    table, _ = table_with()
    with pytest.raises(Leave):
        execute(table, line)


def test_a_question_mark_is_help() -> None:
    table, screen = table_with()
    assert told(table, screen, "?").startswith("Type a square to play on")


def test_a_loaded_finished_game_is_over(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("e6f4e3f6g5d6e7f5c5")
    table, _ = table_with()
    execute(table, f"load {file}")
    assert table.result is not None
    assert table.result.score == 64
    assert table.game.moves == Game.from_transcript(file.read_text()).moves
