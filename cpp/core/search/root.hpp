// What every search does at the root: deepening, aspiration, limits, and an answer in time.
//
// Written once for all node searchers. A `Node` searcher offers
//   Node::Score                                    a number
//   candidates(board)                              the root moves in the order to try them
//   score(board, candidate, depth, alpha, beta)    the value of one of them; may throw Stopped
//   line()                                         the continuation behind the last score
//   saw_horizon()                                  whether any leaf was evaluated since begin()
//   begin()                                        called before the root moves are gone through
#pragma once

#include <limits>
#include <vector>

#include "clock.hpp"

namespace outflank {

struct RootOptions {
  bool deepening = true;
  bool aspiration = false;
  bool partial = false;
  // Half the width of the first aspiration window, in the units of the score.
  double window = 0;
};

template <class Node>
class Root {
  using Score = typename Node::Score;
  static constexpr Score infinity = std::numeric_limits<Score>::infinity();

 public:
  struct Answer {
    int bit = -1;
    bool has_score = false;
    Score score = 0;
    int depth = 0;
    std::vector<int> line;  // bits; -1 for a pass
  };

  Root(Node& node, const RootOptions& options) : node_(node), options_(options) {}

  template <class BoardType>
  Answer search(const BoardType& board, int max_depth) {
    auto moves = node_.candidates(board);
    Answer best;
    best.bit = moves.front().bit;  // if not even one iteration can be finished
    try {
      for (int depth = options_.deepening ? 1 : max_depth; depth <= max_depth; ++depth) {
        iterate(board, moves, depth, best);
        // Without a leaf at the horizon the game was searched to its end: deeper is the same.
        if (!node_.saw_horizon()) break;
      }
    } catch (const Stopped&) {
    }
    return best;
  }

 private:
  // One iteration; widens the window until the value lies inside.
  template <class BoardType, class Moves>
  void iterate(const BoardType& board, Moves& moves, int depth, Answer& best) {
    Score alpha = -infinity, beta = infinity;
    Score width = static_cast<Score>(options_.window);
    if (options_.aspiration && best.has_score) {
      alpha = best.score - width;
      beta = best.score + width;
    }
    for (;;) {
      Answer found = one_pass(board, moves, depth, alpha, beta, best);
      const bool low = found.score <= alpha && alpha != -infinity;
      const bool high = found.score >= beta && beta != infinity;
      if (!low && !high) {
        best = std::move(found);
        return;
      }
      width *= 4;
      if (low) alpha = found.score - width;
      if (high) beta = found.score + width;
      // A value this far off is a finished game: no window around a guess will help.
      if (width > static_cast<Score>(1e6)) {
        alpha = -infinity;
        beta = infinity;
      }
    }
  }

  // All root moves in one window; afterwards the best stands first. `best` is improved on the
  // way when unfinished iterations count.
  template <class BoardType, class Moves>
  Answer one_pass(const BoardType& board, Moves& moves, int depth, Score alpha, Score beta,
                  Answer& best) {
    node_.begin();
    Answer found;
    found.depth = depth;
    found.has_score = true;
    found.score = -infinity;
    const Score floor = alpha;
    std::size_t best_index = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Score value = node_.score(board, moves[i], depth, alpha, beta);
      if (value > found.score) {
        found.score = value;
        found.bit = moves[i].bit;
        found.line.assign(1, moves[i].bit);
        for (const int bit : node_.line()) found.line.push_back(bit);
        best_index = i;
        // Sound: the first move, the best of the last iteration, has been searched this deep,
        // and this one is better (or is that very move).
        if (options_.partial && value > floor && value < beta) {
          const int finished = best.depth;
          best = found;
          best.depth = finished;
        }
      }
      if (value > alpha) alpha = value;
      if (alpha >= beta) break;
    }
    const auto first = moves[best_index];
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(best_index));
    moves.insert(moves.begin(), first);
    return found;
  }

  Node& node_;
  RootOptions options_;
};

}  // namespace outflank
