// A board with its evaluation, updated move by move.
#pragma once

#include "patterns.hpp"

namespace outflank {

template <int N>
struct EvaluatedBoard {
  Board<N> board;
  PatternState<N> state;

  EvaluatedBoard(const PatternWeights<N>* weights, const Board<N>& from)
      : board(from), state(weights, from) {}

  EvaluatedBoard after(const PatternWeights<N>* weights, int bit, const Bits<N>& flipped) const {
    return {board.after(bit, flipped), state.after(weights, bit, flipped)};
  }
  EvaluatedBoard passed() const { return {board.passed(), state.passed()}; }

 private:
  EvaluatedBoard(const Board<N>& on, const PatternState<N>& evaluated)
      : board(on), state(evaluated) {}
};

}  // namespace outflank
