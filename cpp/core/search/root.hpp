// What every search does at the root: iterative deepening, aspiration windows, limits, several
// lines (multi-PV), and an answer in time.
//
// Written once for all node searchers. A `Node` searcher offers
//   Node::Score, Node::infinity                    a number, and one above all its values
//   Node::widest                                   windows wider than this are opened at once
//   root_moves(board)                              the root moves in the order to try them
//   score(board, move, depth, alpha, beta, first)  the value of one of them; may throw Stopped
//   likely_score(score)                            the possible final score nearest to a score
//   line()                                         the principal variation behind the last score
//   saw_horizon()                                  whether any leaf was evaluated since begin()
//   begin(iteration)                               called before the root moves are gone through
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "clock.hpp"

namespace outflank {

struct Iteration {
  int depth = 0;
  Selectivity selectivity = Selectivity::full_width;
};

struct RootOptions {
  bool deepening = true;
  bool aspiration = false;
  bool partial = false;
  // Half the width of the first aspiration window, in the units of the score.
  double window = 0;
  // How many of the best moves get a value of their own.
  int lines = 1;
};

template <class Node>
class Root {
  using Score = typename Node::Score;
  static constexpr Score infinity = Node::infinity;

 public:
  struct Line {
    int bit = -1;
    Score score = 0;
    std::vector<int> moves;  // bits, the move itself first; -1 for a pass
  };
  struct Answer {
    int depth = 0;
    Selectivity selectivity = Selectivity::full_width;
    bool has_score = false;
    std::vector<Line> lines;  // best first, never empty

    const Line& best() const { return lines.front(); }
  };
  // Told what every iteration has found; false ends the search.
  using Report = std::function<bool(const Answer&)>;

  Root(Node& node, const RootOptions& options, Report report = {})
      : node_(node), options_(options), report_(std::move(report)) {}

  // All depths up to the deepest, or that one alone.
  template <class BoardType>
  Answer search(const BoardType& board, int max_depth) {
    std::vector<Iteration> iterations;
    for (int depth = options_.deepening ? 1 : max_depth; depth <= max_depth; ++depth)
      iterations.push_back({depth});
    return search(board, iterations);
  }

  template <class BoardType>
  Answer search(const BoardType& board, const std::vector<Iteration>& iterations) {
    auto moves = node_.root_moves(board);
    const auto wanted = std::min(moves.size(), static_cast<std::size_t>(options_.lines));
    Answer answer;
    answer.lines.push_back({moves.front().bit, 0, {moves.front().bit}});
    Answer whole;  // of the last finished iteration
    try {
      for (const Iteration& iteration : iterations) {
        node_.begin(iteration);
        // Apart from the answer: lines of two iterations do not fit together.
        std::vector<Line> lines;
        while (lines.size() < wanted)
          lines.push_back(aspiration_search(board, moves, iteration, lines.size(), answer));
        // A line found later may be better than one found before: windows are not perfect.
        std::stable_sort(lines.begin(), lines.end(),
                         [](const Line& a, const Line& b) { return a.score > b.score; });
        answer = {iteration.depth, iteration.selectivity, true, std::move(lines)};
        if (wanted > 1) whole = answer;
        if (report_ && !report_(answer)) break;
        // Without a leaf at the horizon the game was searched to its end: deeper is the same.
        if (!node_.saw_horizon()) break;
      }
    } catch (const Stopped&) {
      // Several lines are only comparable if they were searched to the same depth.
      if (whole.has_score) return whole;
    }
    return answer;
  }

 private:
  // One line of one iteration: the best of the moves from `place` on. Widens the window until the
  // value lies inside.
  template <class BoardType, class Moves>
  Line aspiration_search(const BoardType& board, Moves& moves, const Iteration& iteration,
                         std::size_t place, Answer& answer) {
    Score alpha = -infinity, beta = infinity;
    Score width = static_cast<Score>(options_.window);
    if (options_.aspiration && answer.has_score && place < answer.lines.size()) {
      Score guess = answer.lines[place].score;
      if (iteration.depth == answer.depth) {
        // The same depth was searched selectively before: what it found is likely to be right.
        guess = Node::likely_score(guess);
        width = 1;
      }
      alpha = std::max<Score>(guess - width, -infinity);
      beta = std::min<Score>(guess + width, infinity);
    }
    for (bool again = false;; again = true) {
      if (again) node_.begin(iteration);
      Line found = search_root(board, moves, iteration.depth, alpha, beta, place, answer);
      const bool low = found.score <= alpha && alpha != -infinity;
      const bool high = found.score >= beta && beta != infinity;
      if (!low && !high) return found;
      width *= 4;
      if (low) alpha = std::max<Score>(found.score - width, -infinity);
      if (high) beta = std::min<Score>(found.score + width, infinity);
      // A value this far off is a finished game: no window around a guess will help.
      if (width > Node::widest) {
        alpha = -infinity;
        beta = infinity;
      }
    }
  }

  // The root moves from `place` on in one window; afterwards the best of them stands there.
  // `answer` is improved on the way when unfinished iterations count.
  template <class BoardType, class Moves>
  Line search_root(const BoardType& board, Moves& moves, int depth, Score alpha, Score beta,
                   std::size_t place, Answer& answer) {
    Line found;
    found.score = -infinity;
    const Score floor = alpha;
    std::size_t best_index = place;
    for (std::size_t i = place; i < moves.size(); ++i) {
      const Score value = node_.score(board, moves[i], depth, alpha, beta, i == place);
      if (value > found.score || found.bit < 0) {
        found.score = value;
        found.bit = moves[i].bit;
        found.moves.assign(1, moves[i].bit);
        for (const int bit : node_.line()) found.moves.push_back(bit);
        best_index = i;
        // Sound: the first move, the best of the last iteration, has been searched this deep,
        // and this one is better (or is that very move).
        if (options_.partial && options_.lines == 1 && value > floor && value < beta) {
          answer.has_score = true;
          answer.lines.front() = found;
        }
      }
      if (value > alpha) alpha = value;
      if (alpha >= beta) break;
    }
    const auto first = moves[best_index];
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(best_index));
    moves.insert(moves.begin() + static_cast<std::ptrdiff_t>(place), first);
    return found;
  }

  Node& node_;
  RootOptions options_;
  Report report_;
};

}  // namespace outflank
