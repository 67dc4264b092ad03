// Boards as the facade takes and gives them: one byte per square, and who is to move.
#pragma once

#include <cstdint>
#include <vector>

#include "facade/facade.hpp"
#include "random_boards.hpp"

namespace outflank::test {

using Bytes = std::vector<std::uint8_t>;

// What the facade must overwrite, square by square.
inline constexpr std::uint8_t unwritten = 9;

// 0 empty, 1 black, 2 white, row by row.
inline Bytes cells_of(const Mailbox& board, Color turn) {
  const Mailbox by_black = turn == Color::black ? board : board.passed();
  return {by_black.cell.begin(), by_black.cell.begin() + board.size * board.size};
}

inline Bytes cells_of(const Position& position) {
  Bytes cells(position.size * position.size, unwritten);
  rules(position).to_cells(position, cells.data());
  return cells;
}

inline Position position_of(const Mailbox& board, Color turn) {
  return Rules::of(board.size).from_cells(cells_of(board, turn).data(), turn);
}

// One byte per square, 1 on these.
inline Bytes marked(int size, const std::vector<int>& squares) {
  Bytes marks(size * size);
  for (const int square : squares) marks[square] = 1;
  return marks;
}

// Boards of one size, alternately with black and with white to move.
struct Sample {
  Mailbox board;
  Color turn;
};

inline std::vector<Sample> samples(int size, std::uint64_t seed, int wanted = 200) {
  std::vector<Sample> found;
  for (const Mailbox& board : sample_boards(size, wanted, seed))
    found.push_back({board, found.size() % 2 == 0 ? Color::black : Color::white});
  return found;
}

}  // namespace outflank::test
