#include <doctest/doctest.h>

#include <array>
#include <string>

#include "facade/facade.hpp"
#include "facade_positions.hpp"

namespace outflank::test {
namespace {

const std::string start4_rows = "-----OX--XO-----";

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string not_a_move(std::string_view text) {
  std::string message = "'";
  message += text;
  message +=
      "' is not a move: expected a column letter a-l and a row number 1-12, such as d3, or pass";
  return message;
}

// What parse_board makes of one glyph, on an otherwise empty 4x4 board.
int cell_of(std::string_view glyph) {
  const Position position = parse_board(std::string(glyph) + repeated("-", 15), 4);
  std::array<std::uint8_t, max_squares> cells{};
  Rules::of(4).to_cells(position, cells.data());
  return cells[0];
}

TEST_CASE("every move has a name that names it") {
  for (int row = 0; row < max_size; ++row)
    for (int column = 0; column < max_size; ++column) {
      const Move move = Move::at(row, column);
      const std::string name = move_name(move);
      CAPTURE(name);
      CHECK(name[0] == "abcdefghijkl"[column]);
      CHECK(name.substr(1) == std::to_string(row + 1));
      CHECK(parse_move(name) == move);
      std::string upper = name;
      upper[0] = "ABCDEFGHIJKL"[column];
      CHECK(parse_move(upper) == move);
      CHECK(move.row() == row);
      CHECK(move.column() == column);
      CHECK_FALSE(move.is_pass());
      for (const int size : every_size) CHECK(move.fits(size) == (row < size && column < size));
    }
  CHECK(move_name(Move{}) == "pass");
}

TEST_CASE("a pass has several spellings") {
  for (const char* text : {"pass", "PASS", "Pass", "pa", "PA", "ps", "PS", "--", "@@"}) {
    CAPTURE(text);
    CHECK(parse_move(text).is_pass());
  }
  for (const int size : every_size) CHECK(Move{}.fits(size));
}

TEST_CASE("what is not a move is quoted in the error") {
  for (const char* text : {"",   "d",  "3",   "3d",  "d0",  "d03", "d13", "d20",   "d99", "d123",
                           "m1", "z9", "d3 ", " d3", "d-1", "d3x", "dd",  "passe", "p",   "-",
                           "@",  "`1", "{1",  "@1",  "[1",  "d/",  "d:",  "d1/"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(parse_move(text), not_a_move(text).c_str(), NotationError);
  }
  CHECK_THROWS_WITH_AS(parse_move("\u25cf3"), not_a_move("\u25cf3").c_str(), NotationError);
  CHECK_THROWS_AS(parse_move(std::string_view("d3\0", 3)), NotationError);
}

TEST_CASE("a long error quotes only the beginning, and whole characters") {
  CHECK_THROWS_WITH_AS(parse_move(repeated("abc", 8)), not_a_move(repeated("abc", 8)).c_str(),
                       NotationError);
  CHECK_THROWS_WITH_AS(parse_move(repeated("abc", 9)),
                       not_a_move(repeated("abc", 8) + "...").c_str(), NotationError);
  CHECK_THROWS_WITH_AS(parse_move(repeated("\u25cf", 30)),
                       not_a_move(repeated("\u25cf", 24) + "...").c_str(), NotationError);
}

TEST_CASE("the glyphs of a board") {
  for (const char* glyph : {"-", ".", "_"}) {
    CAPTURE(glyph);
    CHECK(cell_of(glyph) == 0);
  }
  for (const char* glyph : {"X", "x", "*", "B", "b", "0", "\u25cf"}) {
    CAPTURE(glyph);
    CHECK(cell_of(glyph) == 1);
  }
  for (const char* glyph : {"O", "o", "W", "w", "1", "\u25cb"}) {
    CAPTURE(glyph);
    CHECK(cell_of(glyph) == 2);
  }
}

TEST_CASE("every other ASCII character is refused") {
  const std::string known = "-._Xx*Bb0OoWw1 \t\n\v\f\r";
  for (int code = 0; code < 128; ++code) {
    const char character = static_cast<char>(code);
    if (known.find(character) != std::string::npos) continue;
    CAPTURE(code);
    CHECK_THROWS_AS(cell_of(std::string(1, character)), NotationError);
  }
}

TEST_CASE("boards survive being written and read") {
  for (const int n : every_size)
    for (const Mailbox& board : sample_boards(n, 200, n))
      for (const Color turn : {Color::black, Color::white}) {
        const Position position = position_of(board, turn);
        const std::string text = board_text(position);
        CAPTURE(text);
        REQUIRE(static_cast<int>(text.size()) == n * n + 2);
        REQUIRE(parse_board(text, n) == position);
        REQUIRE(parse_board(text, 0) == position);
        REQUIRE(board_text(parse_board(text, 0)) == text);
        // Written row by row, the side to move on a line of its own.
        std::string rows;
        for (int row = 0; row < n; ++row) rows.append("  ").append(text, row * n, n).append("\r\n");
        REQUIRE(parse_board(rows + text.back(), 0) == position);
      }
}

TEST_CASE("the text of the start is spelled out") {
  CHECK(board_text(Rules::of(4).start()) == start4_rows + " X");
  CHECK(board_text(Rules::of(8).start()) ==
        repeated("-", 27) + "OX" + repeated("-", 6) + "XO" + repeated("-", 27) + " X");
}

TEST_CASE("black is to move unless the text says otherwise") {
  CHECK(parse_board(start4_rows, 0) == Rules::of(4).start());
  CHECK(parse_board(start4_rows, 4).turn == Color::black);
  CHECK(parse_board(start4_rows + "X", 4).turn == Color::black);
  CHECK(parse_board(start4_rows + " O", 4).turn == Color::white);
  CHECK(parse_board(start4_rows + "\nw", 0).turn == Color::white);
  CHECK(parse_board(start4_rows + "\u25cb", 0).turn == Color::white);
}

TEST_CASE("a wrong character is named with its place") {
  const auto message = [](const std::string& place, const std::string& character) {
    return "board text: character " + place + " is '" + character +
           "'; expected X (black), O (white) or - (empty)";
  };
  CHECK_THROWS_WITH_AS(parse_board("z" + start4_rows, 4), message("1", "z").c_str(), NotationError);
  CHECK_THROWS_WITH_AS(parse_board("---?" + start4_rows, 4), message("4", "?").c_str(),
                       NotationError);
  // Spaces and line ends count as characters, and a disc of three bytes as one.
  CHECK_THROWS_WITH_AS(parse_board("--\n -\u25cf\u25cb2", 4), message("8", "2").c_str(),
                       NotationError);
  CHECK_THROWS_WITH_AS(parse_board("--\u00e9-", 4), message("3", "\u00e9").c_str(), NotationError);
  CHECK_THROWS_WITH_AS(parse_board("-\U0001F600-", 4), message("2", "\U0001F600").c_str(),
                       NotationError);
  CHECK_THROWS_WITH_AS(parse_board(start4_rows + " !", 0), message("18", "!").c_str(),
                       NotationError);
}

TEST_CASE("a text cut inside a character is refused, not read past its end") {
  const std::string disc = "\u25cf";
  for (std::size_t bytes = 1; bytes < disc.size(); ++bytes) {
    const std::string cut = repeated("-", 15) + disc.substr(0, bytes);
    CHECK_THROWS_AS(parse_board(cut, 4), NotationError);
    CHECK_THROWS_AS(parse_move(disc.substr(0, bytes)), NotationError);
  }
}

TEST_CASE("a wrong number of squares is counted") {
  const auto any = [](int found) {
    return "board text: found " + std::to_string(found) +
           " squares, expected 16, 36, 64, 100 or 144, then optionally the side to move";
  };
  for (const int found : {0, 1, 2, 15, 18, 35, 38, 63, 66, 99, 102, 143, 146, 400}) {
    CAPTURE(found);
    CHECK_THROWS_WITH_AS(parse_board(repeated("X", found), 0), any(found).c_str(), NotationError);
  }
  for (const int size : every_size)
    for (const int found : {0, size * size - 1, size * size + 2, (size + 2) * (size + 2), 500}) {
      const std::string text = "board text: found " + std::to_string(found) +
                               " squares, expected " + std::to_string(size * size) + " for " +
                               std::to_string(size) + "x" + std::to_string(size) +
                               ", then optionally the side to move";
      CAPTURE(size);
      CAPTURE(found);
      CHECK_THROWS_WITH_AS(parse_board(repeated("-", found), size), text.c_str(), NotationError);
    }
}

TEST_CASE("the side to move must be a disc") {
  CHECK_THROWS_WITH_AS(parse_board(start4_rows + " -", 0),
                       "board text: the side to move, after the 16 squares, must be X (black) or O "
                       "(white), not an empty square",
                       NotationError);
}

TEST_CASE("a size no board has is refused before the text is read") {
  CHECK_THROWS_WITH_AS(parse_board("whatever", 7),
                       "board size 7 is not supported; choose 4, 6, 8, 10 or 12", NotationError);
  CHECK_THROWS_AS(parse_board(start4_rows, -4), NotationError);
}

TEST_CASE("FEN has the last row first, p for black and P for white") {
  CHECK(fen_text(Rules::of(8).start()) == "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
  for (const int n : {4, 6, 8, 10, 12}) {
    const Position position =
        Rules::of(n).play(Rules::of(n).start(), Move::at(n / 2 - 2, n / 2 - 1));
    CHECK(parse_fen(fen_text(position)) == position);
    CHECK(parse_fen("  " + fen_text(position) + " and more") == position);
  }
  CHECK_THROWS_WITH_AS(parse_fen("8/8/8/3pP3/3Pp3/8/8/7 b"), "FEN: row 1 has 7 squares, not 8",
                       NotationError);
  CHECK_THROWS_WITH_AS(parse_fen("4/4/4 b"), "FEN: there is no board of 3 rows", NotationError);
  for (const char* text : {"", "8", "4/4/4/4", "4/4/4/4 x"})
    CHECK_THROWS_AS(parse_fen(text), NotationError);
}

}  // namespace
}  // namespace outflank::test
