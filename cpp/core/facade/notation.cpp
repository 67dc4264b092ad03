// Moves and boards as text.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>

#include "facade.hpp"

namespace outflank {

namespace {

constexpr std::string_view black_disc = "\u25cf", white_disc = "\u25cb";

// Length in bytes of the UTF-8 character that starts with `lead`.
std::size_t character_length(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t shown = 24;
  std::string result = "'";
  for (std::size_t at = 0, count = 0; at < text.size(); ++count) {
    if (count == shown) {
      result += "...";
      break;
    }
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = character_length(lead);
    if (lead < ' ' || lead == 0x7f) {
      // A control character would garble the message, and a NUL would end it.
      constexpr std::string_view digits = "0123456789abcdef";
      result += {'\\', 'x', digits[lead >> 4], digits[lead & 15]};
    } else {
      result += text.substr(at, length);
    }
    at += length;
  }
  return result + "'";
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// What a character of a board text means: 0 empty, 1 black, 2 white.
std::optional<int> disc_of(std::string_view character) {
  if (character == black_disc) return 1;
  if (character == white_disc) return 2;
  if (character.size() != 1) return std::nullopt;
  switch (character[0]) {
    case '-':
    case '.':
    case '_': return 0;
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b':
    case '0': return 1;
    case 'O':
    case 'o':
    case 'W':
    case 'w':
    case '1': return 2;
    default: return std::nullopt;
  }
}

int size_of_board(std::size_t squares) {
  for (const int size : {4, 6, 8, 10, 12})
    if (squares == static_cast<std::size_t>(size * size)) return size;
  return 0;
}

// Cuts the first word off a text.
std::string_view next_word(std::string_view& text) {
  constexpr std::string_view space = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(space));
  text.remove_prefix(word.size());
  return word;
}

// Writes the cells of a row of FEN, if it has `size` squares; returns how many it has.
int read_fen_row(std::string_view row, int size, std::uint8_t* cells) {
  int column = 0, run = 0;
  for (const char c : row) {
    if (c >= '0' && c <= '9') {
      run = std::min(run * 10 + (c - '0'), 2 * max_size);
      continue;
    }
    if (c != 'p' && c != 'P')
      throw NotationError("FEN: " + quoted(row) +
                          " is not a row of p (black), P (white) and numbers");
    column = std::min(column + run, 2 * max_size);
    run = 0;
    if (column < size) cells[column] = c == 'p' ? 1 : 2;
    column = std::min(column + 1, 2 * max_size);
  }
  return column + run;
}

bool is_space(std::string_view character) {
  return character.size() == 1 && std::isspace(static_cast<unsigned char>(character[0]));
}

}  // namespace

std::string move_name(Move move) {
  if (move.is_pass()) return "pass";
  return std::string(1, static_cast<char>('a' + move.column())) + std::to_string(move.row() + 1);
}

Move parse_move(std::string_view text) {
  const std::string name = lower(text);
  for (const std::string_view pass : {"pass", "pa", "ps", "--", "@@"})
    if (name == pass) return Move{};
  const bool letter = !name.empty() && name[0] >= 'a' && name[0] < 'a' + max_size;
  int row = 0;
  bool digits = (name.size() == 2 || name.size() == 3) && name[1] != '0';
  for (std::size_t i = 1; digits && i < name.size(); ++i) {
    digits = name[i] >= '0' && name[i] <= '9';
    row = row * 10 + (name[i] - '0');
  }
  if (!letter || !digits || row > max_size) {
    throw NotationError(quoted(text) +
                        " is not a move: expected a column letter a-l and a row number 1-12,"
                        " such as d3, or pass");
  }
  return Move::at(row - 1, name[0] - 'a');
}

Position parse_board(std::string_view text, int size) {
  if (size != 0) Rules::of(size);
  std::array<std::uint8_t, max_squares + 1> cells{};
  std::size_t found = 0;
  std::size_t place = 0;
  for (std::size_t at = 0; at < text.size(); ++place) {
    const std::size_t length = character_length(static_cast<unsigned char>(text[at]));
    const std::string_view character = text.substr(at, length);
    at += length;
    if (is_space(character)) continue;
    const std::optional<int> disc = disc_of(character);
    if (!disc) {
      throw NotationError("board text: character " + std::to_string(place + 1) + " is " +
                          quoted(character) + "; expected X (black), O (white) or - (empty)");
    }
    if (found < cells.size()) cells[found] = static_cast<std::uint8_t>(*disc);
    ++found;
  }
  const bool with_turn = size ? found == static_cast<std::size_t>(size * size) + 1
                              : found > 0 && size_of_board(found) == 0;
  const std::size_t squares = found - (with_turn ? 1 : 0);
  const int length = size_of_board(squares);
  if (length == 0 || (size != 0 && length != size)) {
    const std::string expected = size == 0 ? "16, 36, 64, 100 or 144"
                                           : std::to_string(size * size) + " for " +
                                                 std::to_string(size) + "x" + std::to_string(size);
    throw NotationError("board text: found " + std::to_string(found) + " squares, expected " +
                        expected + ", then optionally the side to move");
  }
  Color turn = Color::black;
  if (with_turn) {
    if (cells[squares] == 0)
      throw NotationError("board text: the side to move, after the " + std::to_string(squares) +
                          " squares, must be X (black) or O (white), not an empty square");
    turn = static_cast<Color>(cells[squares]);
  }
  return Rules::of(length).from_cells(cells.data(), turn);
}

std::string board_text(const Position& position) {
  std::array<std::uint8_t, max_squares> cells{};
  rules(position).to_cells(position, cells.data());
  std::string text;
  for (int square = 0; square < position.size * position.size; ++square)
    text += "-XO"[cells[static_cast<std::size_t>(square)]];
  text += ' ';
  text += "-XO"[static_cast<int>(position.turn)];
  return text;
}

Position parse_fen(std::string_view text) {
  std::string_view rest = text;
  std::string_view board = next_word(rest);
  const std::string_view side = next_word(rest);
  if (board.empty() || (side != "b" && side != "w")) {
    throw NotationError(quoted(text) +
                        " is not FEN: expected the rows, last first, and the side to "
                        "move, such as 8/8/8/3pP3/3Pp3/8/8/8 b");
  }
  const auto size = static_cast<int>(
      std::min<std::ptrdiff_t>(1 + std::count(board.begin(), board.end(), '/'), 2 * max_size));
  if (!is_board_size(size))
    throw NotationError("FEN: there is no board of " + std::to_string(size) + " rows");
  std::array<std::uint8_t, max_squares> cells{};
  for (int row = size; row-- > 0;) {
    const std::string_view squares = board.substr(0, board.find('/'));
    const int count = read_fen_row(squares, size, cells.data() + row * size);
    if (count != size) {
      throw NotationError("FEN: row " + std::to_string(row + 1) + " has " + std::to_string(count) +
                          " squares, not " + std::to_string(size));
    }
    board.remove_prefix(std::min(squares.size() + 1, board.size()));
  }
  return Rules::of(size).from_cells(cells.data(), side == "b" ? Color::black : Color::white);
}

std::string fen_text(const Position& position) {
  std::array<std::uint8_t, max_squares> cells{};
  rules(position).to_cells(position, cells.data());
  std::string text;
  for (int row = position.size; row-- > 0;) {
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int column = 0; column < position.size; ++column) {
      const int cell = cells[static_cast<std::size_t>(row * position.size + column)];
      if (cell == 0) {
        ++run;
        continue;
      }
      end_run();
      text += cell == 1 ? 'p' : 'P';
    }
    end_run();
    if (row > 0) text += '/';
  }
  return text + (position.turn == Color::black ? " b - - 0 1" : " w - - 0 1");
}

}  // namespace outflank
