// What minimax and alpha-beta share: the counts, the leaves, and the principal variation.
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
class ClassicNode {
 public:
  using Score = double;
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double widest = 1e6;

  static Score likely_score(Score score) { return score; }
  void begin(const Iteration&) {
    saw_horizon_ = false;
    statistics_.at(0).generated += root_move_count_;
  }
  bool saw_horizon() const { return saw_horizon_; }
  const std::vector<int>& line() const { return lines_[1]; }

 protected:
  ClassicNode(const Leaf<N>& leaf, Ticker& ticker, Statistics& statistics)
      : leaf_(leaf), ticker_(ticker), statistics_(statistics) {}

  MoveList<N> root_move_list(const Board<N>& board) {
    MoveList<N> list(board, board.legal_moves());
    root_move_count_ = static_cast<std::uint64_t>(list.size());
    return list;
  }

  std::vector<int>& line_at(int ply) { return lines_[static_cast<std::size_t>(ply)]; }

  // The best line from here: this move, then what was found a ply below.
  void extend_line(int ply, int bit) {
    auto& line = line_at(ply);
    const auto& rest = line_at(ply + 1);
    line.assign(1, bit);
    line.insert(line.end(), rest.begin(), rest.end());
  }

  const Leaf<N>& leaf_;
  Ticker& ticker_;
  Statistics& statistics_;
  bool saw_horizon_ = false;

 private:
  std::uint64_t root_move_count_ = 0;
  // A triangular table of principal variations: a game has at most one ply per square and one pass
  // between each.
  std::array<std::vector<int>, 2 * Geometry<N>::squares + 2> lines_;
};

}  // namespace outflank
