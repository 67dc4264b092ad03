// Plain minimax: every line to the same depth, nothing pruned. The reference for the others.
#pragma once

#include "classic_node.hpp"

namespace outflank {

template <int N>
class Minimax : public ClassicNode<N> {
  using Base = ClassicNode<N>;
  using Base::extend_line, Base::line_at;
  using Base::leaf_, Base::saw_horizon_, Base::statistics_, Base::ticker_;

 public:
  Minimax(const Leaf<N>& leaf, Ticker& ticker, Statistics& statistics)
      : Base(leaf, ticker, statistics) {}

  std::vector<RankedMove<N>> root_moves(const Board<N>& board) {
    MoveList<N> list = Base::root_move_list(board);
    return {list.begin(), list.end()};
  }

  double score(const Board<N>& board, const RankedMove<N>& move, int depth, double, double, bool) {
    ++statistics_.at(0).searched;
    return -value(board.after(move.bit, move.flipped), depth - 1, 1);
  }

 private:
  // For the side to move. The root player moves at even plies: a pass is a ply too.
  double value(const Board<N>& board, int depth, int ply) {
    ticker_.tick();
    line_at(ply).clear();
    const bool root_to_move = ply % 2 == 0;
    const Bits<N> legal = board.legal_moves();
    const bool pass = legal.none();
    if (pass && board.passed().legal_moves().none()) return leaf_.finished(board, root_to_move);
    if (depth == 0) {
      saw_horizon_ = true;
      return leaf_.heuristic(board, legal, root_to_move);
    }
    PlyStatistics& counts = statistics_.at(ply);
    double best = -Base::infinity;
    const auto consider = [&](int bit, const Board<N>& next) {
      ++counts.generated;
      ++counts.searched;
      const double found = -value(next, depth - 1, ply + 1);
      if (found > best) {
        best = found;
        extend_line(ply, bit);
      }
    };
    if (pass) {
      consider(-1, board.passed());
    } else {
      legal.each([&](int bit) { consider(bit, board.after(bit)); });
    }
    return best;
  }
};

}  // namespace outflank
