// Plain minimax: every line to the same depth, nothing pruned. The reference for the others.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "clock.hpp"
#include "leaf.hpp"
#include "ordering.hpp"
#include "root.hpp"
#include "statistics.hpp"

namespace outflank {

template <int N>
class Minimax {
 public:
  using Score = double;
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double widest = 1e6;

  Minimax(const Leaf<N>& leaf, Clock& clock, Statistics& statistics)
      : leaf_(leaf), clock_(clock), statistics_(statistics) {}

  std::vector<Candidate<N>> candidates(const Board<N>& board) {
    CandidateList<N> list(board, board.legal_moves());
    root_moves_ = static_cast<std::uint64_t>(list.size());
    return {list.begin(), list.end()};
  }

  static Score likely_score(Score score) { return score; }
  void begin(const Iteration&) {
    saw_horizon_ = false;
    statistics_.at(0).generated += root_moves_;
  }
  bool saw_horizon() const { return saw_horizon_; }
  const std::vector<int>& line() const { return lines_[1]; }

  double score(const Board<N>& board, const Candidate<N>& move, int depth, double, double, bool) {
    ++statistics_.at(0).searched;
    return -value(board.after(move.bit, move.flipped), depth - 1, 1);
  }

 private:
  // For the side to move. The root player moves at even plies: a pass is a ply too.
  double value(const Board<N>& board, int depth, int ply) {
    clock_.tick();
    auto& line = lines_[static_cast<std::size_t>(ply)];
    line.clear();
    const bool root_to_move = ply % 2 == 0;
    const Bits<N> legal = board.legal_moves();
    const bool pass = legal.none();
    if (pass && board.passed().legal_moves().none()) return leaf_.finished(board, root_to_move);
    if (depth == 0) {
      saw_horizon_ = true;
      return leaf_.heuristic(board, legal, root_to_move);
    }
    PlyStatistics& counts = statistics_.at(ply);
    double best = -std::numeric_limits<double>::infinity();
    const auto consider = [&](int bit, const Board<N>& next) {
      ++counts.generated;
      ++counts.searched;
      const double found = -value(next, depth - 1, ply + 1);
      if (found > best) {
        best = found;
        const auto& rest = lines_[static_cast<std::size_t>(ply) + 1];
        line.assign(1, bit);
        line.insert(line.end(), rest.begin(), rest.end());
      }
    };
    if (pass) {
      consider(-1, board.passed());
    } else {
      legal.each([&](int bit) { consider(bit, board.after(bit)); });
    }
    return best;
  }

  const Leaf<N>& leaf_;
  Clock& clock_;
  Statistics& statistics_;
  bool saw_horizon_ = false;
  std::uint64_t root_moves_ = 0;
  std::array<std::vector<int>, 2 * Geometry<N>::squares + 2> lines_;
};

}  // namespace outflank
