// Counts the leaves of the game tree: the classic check of a move generator.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace outflank {

// A forced pass is one ply; a finished game stays one leaf. No hashing and no bulk counting:
// every leaf's board is made, and counted only if it is sound, so the work cannot be optimised
// away.
template <int N>
std::uint64_t perft(const Board<N>& board, int depth) {
  if (depth == 0) return 1;
  const Bits<N> moves = board.legal_moves();
  if (moves.none()) {
    const Board<N> passed = board.passed();
    return passed.legal_moves().none() ? 1 : perft<N>(passed, depth - 1);
  }
  std::uint64_t leaves = 0;
  if (depth == 1) {
    moves.each([&](int bit) { leaves += board.after(bit).is_sound(); });
  } else {
    moves.each([&](int bit) { leaves += perft<N>(board.after(bit), depth - 1); });
  }
  return leaves;
}

}  // namespace outflank
