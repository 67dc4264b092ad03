// The value of a position without looking further, shared by the classic searches.
#pragma once

#include "../eval/linear.hpp"

namespace outflank {

// Far above any sum of weighted features; discs are added on top, so a larger win is better.
inline constexpr double win_value = 1e9;

template <int N>
class Leaf {
 public:
  Leaf(const LinearEvaluation<N>& evaluation, bool outcome_first)
      : evaluation_(evaluation), outcome_first_(outcome_first) {}

  // For the side to move; the evaluation itself is always computed for the root player.
  double heuristic(const Board<N>& board, const Bits<N>& legal, bool root_to_move) const {
    EvaluationView<N> view(board, root_to_move, legal);
    const double value = evaluation_.value(view);
    return root_to_move ? value : -value;
  }

  // A finished game: won or lost first, then by discs (empties to the winner).
  double finished(const Board<N>& board, bool root_to_move) const {
    if (!outcome_first_) return heuristic(board, Bits<N>{}, root_to_move);
    const int score = board.score();
    return score > 0 ? win_value + score : score < 0 ? score - win_value : 0.0;
  }

 private:
  const LinearEvaluation<N>& evaluation_;
  bool outcome_first_;
};

}  // namespace outflank
