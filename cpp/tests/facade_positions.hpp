// Boards as the facade takes and gives them: one byte per square, and who is to move.
#pragma once

#include <cstdint>
#include <vector>

#include "boards.hpp"
#include "facade.hpp"

namespace outflank::test {

// 0 empty, 1 black, 2 white, row by row.
template <int N>
std::vector<std::uint8_t> cells_of(const Board<N>& board, Color turn) {
  const Mailbox mailbox = mailbox_of<N>(turn == Color::black ? board : board.passed());
  return {mailbox.cell.begin(), mailbox.cell.begin() + N * N};
}

inline std::vector<std::uint8_t> cells_of(const Position& position) {
  // Filled with a wrong value: the facade must write every square.
  std::vector<std::uint8_t> cells(position.size * position.size, 9);
  rules(position).to_cells(position, cells.data());
  return cells;
}

template <int N>
Position position_of(const Board<N>& board, Color turn) {
  return Rules::of(N).from_cells(cells_of<N>(board, turn).data(), turn);
}

template <int N>
struct Sample {
  Board<N> board;
  Color turn;
};

// Half from random games, half any boards at all; either colour to move.
template <int N>
std::vector<Sample<N>> samples(std::uint64_t seed, int wanted = 200) {
  std::vector<Sample<N>> found;
  Random random(seed);
  const auto add = [&](const Board<N>& board) {
    found.push_back({board, random.below(2) == 0 ? Color::black : Color::white});
  };
  for (const Board<N>& board : reachable_boards<N>(wanted / 2, seed)) add(board);
  while (static_cast<int>(found.size()) < wanted) add(random_board<N>(random));
  return found;
}

}  // namespace outflank::test
