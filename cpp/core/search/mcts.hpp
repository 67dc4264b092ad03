// Monte-Carlo tree search: UCT (Kocsis and Szepesvári 2006) with random games or evaluated leaves.
//
// A leaf is expanded when it is reached for the second time: all its children are made, and one of
// them is played out. When the memory is used up the tree stops growing and play goes on in it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../eval/linear.hpp"
#include "../playout.hpp"
#include "clock.hpp"
#include "statistics.hpp"

namespace outflank {

template <int N>
class MonteCarlo {
  struct Node {
    Board<N> board;     // seen by the side to move here
    double reward = 0;  // sum over visits, for the player who moved here: 1 won, 0 lost
    std::uint32_t visits = 0;
    std::uint32_t first_child = 0;
    std::uint16_t children = 0;
    std::int16_t bit = -1;  // the move that led here; -1 a pass or the root
    bool expanded = false;
    bool over = false;
  };

 public:
  // An evaluation's value is squeezed into (0, 1) with a slope that suits the reports' range of
  // -100 to 100.
  static constexpr double evaluation_unit = 100;
  // What the indices of children can count.
  static constexpr std::size_t most_nodes = ~std::uint32_t{0};

  MonteCarlo(const LinearEvaluation<N>* evaluation, double exploration, std::size_t memory_bytes,
             std::uint64_t seed)
      : evaluation_(evaluation),
        exploration_(exploration),
        capacity_(std::min<std::size_t>(memory_bytes / sizeof(Node), most_nodes)),
        random_(seed) {}

  struct Answer {
    std::vector<int> line;  // bits, the move to play first; -1 for a pass
    bool has_score = false;
    double score = 0;
    std::uint64_t playouts = 0;
  };

  // The clock ticks once for each playout. `most_playouts` 0: as many as the clock allows.
  Answer search(const Board<N>& root, Ticker& ticker, std::uint64_t most_playouts,
                Statistics& statistics) {
    nodes_.clear();
    nodes_.push_back({});
    nodes_[0].board = root;
    expand(0);
    std::uint64_t playouts = 0;
    try {
      while (most_playouts == 0 || playouts < most_playouts) {
        ticker.tick();
        iterate(statistics);
        ++playouts;
      }
    } catch (const Stopped&) {
    }
    return answer(playouts);
  }

 private:
  // Selection, expansion, simulation, backpropagation.
  void iterate(Statistics& statistics) {
    path_.assign(1, 0);
    std::uint32_t at = 0;
    while (nodes_[at].expanded && nodes_[at].children > 0) {
      at = select(at);
      path_.push_back(at);
    }
    if (!nodes_[at].over && nodes_[at].visits > 0 && expand(at)) {
      statistics.at(static_cast<int>(path_.size()) - 1).generated += nodes_[at].children;
      if (nodes_[at].children > 0) {
        at =
            nodes_[at].first_child + static_cast<std::uint32_t>(random_.below(nodes_[at].children));
        path_.push_back(at);
      }
    }
    ++statistics.at(static_cast<int>(path_.size()) - 1).searched;
    // The reward of the side to move at the leaf; each step up changes sides.
    double reward = simulate(nodes_[at], path_.size() % 2 == 1);
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
      Node& node = nodes_[*step];
      ++node.visits;
      reward = 1 - reward;
      node.reward += reward;
    }
  }

  // Makes the children of a node; false if there is no memory for them.
  bool expand(std::uint32_t at) {
    if (nodes_[at].expanded) return true;
    const Board<N> board = nodes_[at].board;
    const Bits<N> legal = board.legal_moves();
    const auto count = static_cast<std::size_t>(legal.any() ? legal.count() : 1);
    if (nodes_.size() + count > capacity_ && at != 0) return false;
    nodes_[at].expanded = true;
    if (legal.none() && board.passed().legal_moves().none()) {
      nodes_[at].over = true;
      return true;
    }
    nodes_[at].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children = static_cast<std::uint16_t>(count);
    const auto add = [&](int bit, const Board<N>& next) {
      nodes_.push_back({});
      nodes_.back().board = next;
      nodes_.back().bit = static_cast<std::int16_t>(bit);
    };
    if (legal.none()) {
      add(-1, board.passed());
    } else {
      legal.each([&](int bit) { add(bit, board.after(bit)); });
    }
    return true;
  }

  // The child with the highest upper confidence bound; unvisited ones first, in order.
  std::uint32_t select(std::uint32_t at) const {
    const Node& parent = nodes_[at];
    const double log_visits = std::log(static_cast<double>(parent.visits) + 1);
    std::uint32_t best = parent.first_child;
    double best_bound = -1;
    for (std::uint32_t i = 0; i < parent.children; ++i) {
      const Node& child = nodes_[parent.first_child + i];
      if (child.visits == 0) return parent.first_child + i;
      const double visits = child.visits;
      const double bound = child.reward / visits + exploration_ * std::sqrt(log_visits / visits);
      if (bound > best_bound) {
        best_bound = bound;
        best = parent.first_child + i;
      }
    }
    return best;
  }

  // The expected result for the side to move, from 0 to 1.
  double simulate(const Node& node, bool root_to_move) {
    if (node.over || evaluation_ == nullptr) {
      const int score = node.over ? node.board.score() : random_game(node.board);
      return score > 0 ? 1 : score < 0 ? 0 : 0.5;
    }
    EvaluationView<N> view(node.board, root_to_move);
    if (view.own_legal().none() && view.opp_legal().none()) {
      const int score = node.board.score();
      return score > 0 ? 1 : score < 0 ? 0 : 0.5;
    }
    const double value = evaluation_->value(view);
    const double squeezed = 0.5 + 0.5 * value / (evaluation_unit + std::fabs(value));
    return root_to_move ? squeezed : 1 - squeezed;
  }

  int random_game(const Board<N>& board) {
    Playout<N> game(board, random_.next());
    while (game.advance()) {
    }
    return game.score();
  }

  // The most visited move: the most trustworthy. Its score is the share of games won, in percent.
  Answer answer(std::uint64_t playouts) const {
    Answer result;
    result.playouts = playouts;
    std::uint32_t at = 0;
    while (nodes_[at].children > 0) {
      std::uint32_t best = nodes_[at].first_child;
      for (std::uint32_t i = 1; i < nodes_[at].children; ++i)
        if (nodes_[nodes_[at].first_child + i].visits > nodes_[best].visits)
          best = nodes_[at].first_child + i;
      if (at != 0 && nodes_[best].visits == 0) break;
      result.line.push_back(nodes_[best].bit);
      if (at == 0) {
        result.has_score = nodes_[best].visits > 0;
        if (result.has_score) result.score = 100 * nodes_[best].reward / nodes_[best].visits;
      }
      at = best;
    }
    return result;
  }

  const LinearEvaluation<N>* evaluation_;
  double exploration_;
  std::size_t capacity_;
  Random random_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
};

}  // namespace outflank
