// The engine's search: principal variation search over the trained evaluation, to the end of the
// game when the depth reaches it.
//
// A pass takes no depth, so that a position reached by different ways has the same depth left,
// and a depth of as many plies as there are empty squares is the end of the game.
#pragma once

#include <functional>

#include "../eval/patterns.hpp"
#include "endgame.hpp"
#include "ordering.hpp"
#include "root.hpp"
#include "shared_table.hpp"
#include "team.hpp"

namespace outflank {

template <int N>
struct Place {
  Board<N> board;
  PatternState<N> state;

  Place(const PatternWeights<N>* weights, const Board<N>& from)
      : board(from), state(weights, from) {}

  Place after(const PatternWeights<N>* weights, int bit, const Bits<N>& flipped) const {
    Place next = *this;
    next.board = board.after(bit, flipped);
    next.state.play(weights, bit, flipped);
    return next;
  }
  Place passed() const {
    Place next = *this;
    next.board = board.passed();
    next.state.pass();
    return next;
  }
};

// How far the final score is from what a shallow search says.
template <int N>
struct Forecast {
  static constexpr int code = 1;          // in the table
  static constexpr int selectivity = 73;  // per cent: 1.1 standard deviations
  // Below, a search to the end is too quick to be worth preparing. Nodes to the end with and
  // without it: 8x8 with 22 empty squares 1,074 and 1,184 million (60 positions), 10x10 with
  // 18 20.2 and 22.5 (20), 12x12 with 18 102.7 and 118.5 (20), but 6x6 with 22 191 and 182 (20).
  static constexpr int least_empties = N <= 6 ? Geometry<N>::squares : 18;

  static constexpr int depth(int empties) { return empties <= 16 ? 4 : empties <= 20 ? 6 : 8; }
  // Standard deviations in discs, on 8x8 with 14 to 20 empty squares: 6.2, 5.5 and 5.1.
  static constexpr int margin(int depth) { return depth == 4 ? 7 : 6; }
};

// Limits, and what all workers of one search share.
template <int N>
struct Common {
  const PatternWeights<N>* weights = nullptr;
  SharedTable& table;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  std::uint64_t node_limit = 0;  // 0: none
  double seconds = 0;            // 0: none
  bool solving = false;          // the last iteration is to reach the end of the game
  bool selective = false;        // this iteration leaves out what a shallow search refutes
  std::chrono::steady_clock::time_point begun{};

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  }
};

template <int N>
class Worker final : public Pulse {
  static constexpr int squares = Geometry<N>::squares;

 public:
  using Score = int;
  static constexpr int infinity = squares;
  static constexpr int widest = squares / 4;

  Worker(Common<N>& common, Team<Worker>& team) : common_(common), team_(team), endgame_(*this) {}

  // Before each search; with `fresh` nothing is remembered from the ones before.
  void prepare(bool fresh, const std::function<bool()>* interrupted) {
    nodes = reported_ = 0;
    asked_ = 0;
    interrupted_ = interrupted;
    schedule();
    if (fresh) endgame_.forget();
  }

  // Nodes not yet added to the common count; only when no search is running.
  void report_nodes() {
    common_.nodes.fetch_add(nodes - reported_, std::memory_order_relaxed);
    reported_ = nodes;
  }

  // What Root asks for.

  std::vector<Candidate<N>> candidates(const Board<N>& board) {
    CandidateList<N> list(board, board.legal_moves());
    Knowledge known;
    const bool found = common_.table.find(table_key<N>(board), known);
    const int from = found && list.to_front(known.move) ? 1 : 0;
    // A limit reached already here leaves the moves in the order of the board.
    try {
      rank(Place<N>(common_.weights, board), list, from, root_depth, false, -infinity, infinity);
      list.sort(from);
    } catch (const Stopped&) {
    }
    return {list.begin(), list.end()};
  }
  void begin(const Iteration& iteration) { common_.selective = iteration.selectivity < 100; }
  bool saw_horizon() const { return depth_ < empties_ || common_.selective; }
  // Final scores are even.
  static Score likely_score(Score score) { return score + (score & 1); }

  int score(const Board<N>& board, const Candidate<N>& move, int depth, int alpha, int beta,
            bool first) {
    depth_ = depth;
    empties_ = board.empties();
    const Place<N> next =
        Place<N>(common_.weights, board).after(common_.weights, move.bit, move.flipped);
    line_start_ = next.board;
    if (!outcome_only_ || depth < empties_) return child(next, depth - 1, alpha, beta, first);
    // Win, draw or loss: the narrowest window that tells them apart.
    if (alpha >= 1) return alpha;
    if (beta <= -1) return beta;
    return std::clamp(child(next, depth - 1, std::max(alpha, -1), std::min(beta, 1), first), -1, 1);
  }
  void set_outcome_only(bool wanted) { outcome_only_ = wanted; }

  // The continuation as far as the table knows it.
  std::vector<int> line() const {
    std::vector<int> moves;
    Board<N> board = line_start_;
    for (int ply = 1; ply < depth_; ++ply) {
      if (board.legal_moves().none()) {
        if (board.passed().legal_moves().none()) break;
        moves.push_back(-1);
        board = board.passed();
      }
      Knowledge known;
      if (!common_.table.find(table_key<N>(board), known) || known.move == Knowledge::no_move ||
          !board.legal_moves().test(known.move))
        break;
      moves.push_back(known.move);
      board = board.after(known.move);
    }
    return moves;
  }

  // The line of a solved position from its first move on: moves that keep `score`. A stop leaves
  // the line as long as it is by then.
  std::vector<int> solved_line(const Board<N>& board, int first, int score) {
    std::vector<int> moves(1, first);
    try {
      keep_score(board.after(first), -score, moves);
    } catch (const Stopped&) {
    }
    return moves;
  }

  // What Team asks for.

  void work_on(SplitPoint& point) {
    auto& node = static_cast<SplitNode&>(point);
    const SplitPoint* const above = split_;
    split_ = &point;
    try {
      for (;;) {
        int index, alpha;
        {
          const std::lock_guard lock(point.mutex);
          if (point.next >= point.count || point.is_cut()) break;
          index = point.next++;
          alpha = node.alpha;
        }
        const Candidate<N>& move = node.moves[index];
        const Place<N> next = node.place->after(common_.weights, move.bit, move.flipped);
        const int value = child(next, node.depth - 1, alpha, node.beta, false);
        const std::lock_guard lock(point.mutex);
        node.consider(move.bit, value);
      }
    } catch (const Stopped&) {
      // Either decided by another thread or the search is over: nothing to add.
      if (common_.stop.load(std::memory_order_relaxed))
        point.cut.store(true, std::memory_order_relaxed);
    }
    split_ = above;
  }

 private:
  // Most of it is in the table: each move only has to be shown not to lose anything.
  void keep_score(const Board<N>& from, int score, std::vector<int>& moves) {
    Place<N> place(common_.weights, from);
    for (;;) {
      const Bits<N> legal = place.board.legal_moves();
      if (legal.none()) {
        if (place.board.passed().legal_moves().none()) return;
        moves.push_back(-1);
        place = place.passed();
        score = -score;
        continue;
      }
      CandidateList<N> list(place.board, legal);
      Knowledge known;
      const bool remembered = common_.table.find(table_key<N>(place.board), known);
      for (Candidate<N>& move : list) move.rank = remembered && move.bit == known.move;
      list.sort();
      const int depth = place.board.empties() - 1;
      for (const Candidate<N>& move : list) {
        const Place<N> next = place.after(common_.weights, move.bit, move.flipped);
        const bool last = &move == list.end() - 1;
        if (!last && -search(next, depth, -score, -score + 1) < score) continue;
        moves.push_back(move.bit);
        place = next;
        break;
      }
      score = -score;
    }
  }

  static constexpr std::uint64_t nodes_between_looks = 1024;
  static constexpr double seconds_between_asks = 0.05;
  // Just above the leaves a look at memory costs more than it saves.
  static constexpr int least_table_depth = 2;
  static constexpr int least_split_depth = 5;
  // As if for a search of so many plies.
  static constexpr int root_depth = 8;

  struct SplitNode : SplitPoint {
    const Place<N>* place = nullptr;
    const Candidate<N>* moves = nullptr;
    int alpha = 0, beta = 0, best = 0, best_bit = -1;

    void consider(int bit, int value) {
      if (value > best) {
        best = value;
        best_bit = bit;
        alpha = std::max(alpha, value);
        if (alpha >= beta) cut.store(true, std::memory_order_relaxed);
      }
    }
  };

  void look() override {
    report_nodes();
    if (common_.node_limit && common_.nodes.load(std::memory_order_relaxed) >= common_.node_limit)
      common_.stop.store(true, std::memory_order_relaxed);
    if (interrupted_ || common_.seconds > 0) {
      const double now = common_.elapsed();
      if (common_.seconds > 0 && now >= common_.seconds)
        common_.stop.store(true, std::memory_order_relaxed);
      if (interrupted_ && *interrupted_ && now - asked_ >= seconds_between_asks) {
        asked_ = now;
        if ((*interrupted_)()) common_.stop.store(true, std::memory_order_relaxed);
      }
    }
    if (common_.stop.load(std::memory_order_relaxed) || (split_ && split_->is_cut()))
      throw Stopped{};
    schedule();
  }

  void schedule() {
    next_look = nodes + nodes_between_looks;
    if (!common_.node_limit) return;
    const std::uint64_t used = common_.nodes.load(std::memory_order_relaxed);
    const std::uint64_t left = common_.node_limit > used ? common_.node_limit - used : 1;
    next_look = std::min(next_look, nodes + left);
  }

  // A move's value: the first in the whole window, the others first against the best so far.
  int child(const Place<N>& next, int depth, int alpha, int beta, bool first) {
    if (first || beta - alpha == 1) return -search(next, depth, -beta, -alpha);
    const int value = -search(next, depth, -alpha - 1, -alpha);
    if (value <= alpha || value >= beta) return value;
    return -search(next, depth, -beta, -value + 1);
  }

  // For the side to move: exact inside (alpha, beta), else a bound on its side of the window.
  int search(const Place<N>& place, int depth, int alpha, int beta) {
    const int empties = place.board.empties();
    const bool exact = depth >= empties;
    if (exact) {
      if (empties <= Endgame<N>::most_empties) return endgame_.solve(place.board, alpha, beta);
      depth = empties;
    }
    tick();
    const Bits<N> legal = place.board.legal_moves();
    if (legal.none()) {
      if (place.board.passed().legal_moves().none()) return place.board.score();
      if (depth > 0) return -search(place.passed(), depth, -beta, -alpha);
    }
    if (depth == 0) return place.state.value(common_.weights, place.board, legal.count());
    if (exact) {
      int bound;
      if (Endgame<N>::refuted_by_stability(place.board, place.board.empty(), empties, alpha, bound))
        return bound;
    }
    if (depth < least_table_depth) return branch(place, legal, depth, exact, -1, alpha, beta).value;

    const TableKey key = table_key<N>(place.board);
    const int selectivity = common_.selective && exact ? Forecast<N>::code : full_width;
    Knowledge known;
    int table_move = -1;
    if (common_.table.find(key, known)) {
      table_move = known.move;
      if (serves(known, depth, selectivity)) {
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
        alpha = std::max<int>(alpha, known.lower);
        beta = std::min<int>(beta, known.upper);
      }
    }
    int bound;
    if (selectivity != full_width && beta - alpha == 1 &&
        forecast_decides(place, legal, empties, alpha, bound))
      return bound;
    const Found found = branch(place, legal, depth, exact, table_move, alpha, beta);
    common_.table.store(key, depth, selectivity, found.value > alpha ? found.value : -infinity,
                        found.value < beta ? found.value : infinity, found.bit);
    return found.value;
  }

  // Multi-ProbCut: a shallow search well outside the window tells how the deep one will end. Only
  // before a full search of the same depth, which finds most of its moves in the table then.
  bool forecast_decides(const Place<N>& place, const Bits<N>& legal, int empties, int alpha,
                        int& bound) {
    const int depth = Forecast<N>::depth(empties), margin = Forecast<N>::margin(depth);
    const int value = place.state.value(common_.weights, place.board, legal.count());
    const int high = alpha + 1 + margin, low = alpha - margin;
    if (value > alpha - margin && high <= infinity) {
      bound = alpha + 1;
      return search(place, depth, high - 1, high) >= high;
    }
    bound = alpha;
    return low >= -infinity && search(place, depth, low, low + 1) <= low;
  }

  static bool serves(const Knowledge& known, int depth, int selectivity) {
    return known.depth >= depth && SharedTable::selectivity_of(known) >= selectivity;
  }

  struct Found {
    int value, bit;
  };

  Found branch(const Place<N>& place, const Bits<N>& legal, int depth, bool exact, int table_move,
               int alpha, int beta) {
    CandidateList<N> moves(place.board, legal);
    Found best{-infinity - 1, Knowledge::no_move};
    int done = 0;
    if (moves.size() > 1) {
      int bound;
      if (depth >= least_reply_depth &&
          replies_decide(place.board, moves, depth, exact, beta, bound))
        return {bound, Knowledge::no_move};
      // The move found before usually decides, and then the others need no ranks.
      if (moves.to_front(table_move)) {
        if (try_move(place, moves.begin()[done++], depth, alpha, beta, true, best)) return best;
      }
      rank(place, moves, done, depth, exact, alpha, beta);
      moves.sort(done);
    }
    for (int i = done; i < moves.size(); ++i) {
      if (try_move(place, moves.begin()[i], depth, alpha, beta, i == 0, best)) return best;
      if (depth >= least_split_depth && i + 1 < moves.size() && team_.has_idle())
        return split(place, moves, i + 1, depth, alpha, beta, best);
    }
    return best;
  }

  // Searches one move; true if it decides the node.
  bool try_move(const Place<N>& place, const Candidate<N>& move, int depth, int& alpha, int beta,
                bool first, Found& best) {
    const Place<N> next = place.after(common_.weights, move.bit, move.flipped);
    const int value = child(next, depth - 1, alpha, beta, first);
    if (value <= best.value) return false;
    best = {value, move.bit};
    alpha = std::max(alpha, value);
    return alpha >= beta;
  }

  // The moves from `next` on, searched by all threads that have nothing else to do.
  Found split(const Place<N>& place, CandidateList<N>& moves, int next, int depth, int alpha,
              int beta, const Found& best) {
    SplitNode node;
    node.parent = split_;
    node.depth = depth;
    node.next = next;
    node.count = moves.size();
    node.place = &place;
    node.moves = moves.begin();
    node.alpha = alpha;
    node.beta = beta;
    node.best = best.value;
    node.best_bit = best.bit;
    team_.share(node, *this);
    // A search that ended, or a cut-off further up, leaves this node unfinished.
    if (common_.stop.load(std::memory_order_relaxed) || (split_ && split_->is_cut()))
      throw Stopped{};
    return {node.best, node.best_bit};
  }

  // Enhanced transposition cut-off: a reply known to be bad enough for the opponent decides.
  bool replies_decide(const Board<N>& board, CandidateList<N>& moves, int depth, bool exact,
                      int beta, int& bound) {
    const int selectivity = common_.selective && exact ? Forecast<N>::code : full_width;
    for (const Candidate<N>& move : moves) {
      Knowledge known;
      if (common_.table.find(table_key<N>(board.after(move.bit, move.flipped)), known) &&
          serves(known, depth - 1, selectivity) && -known.upper >= beta) {
        bound = -known.upper;
        return true;
      }
    }
    return false;
  }

  // Ranks the moves from `from` on. Just above the leaves by how few replies they leave, which
  // costs no nodes; higher up by a shallow search, near the end also by the replies.
  void rank(const Place<N>& place, CandidateList<N>& moves, int from, int depth, bool exact,
            int alpha, int beta) {
    const int shallow = ordering_depth(depth, exact);
    const int low = std::max(alpha - ordering_margin, -infinity);
    const int high = std::min(beta + ordering_margin, infinity);
    for (Candidate<N>* move = moves.begin() + from; move < moves.end(); ++move) {
      if (depth == 1) {
        move->rank = matrix_rank<N>(move->bit);
      } else if (depth < least_searched_depth()) {
        move->rank =
            matrix_rank<N>(move->bit) - replies_rank(place.board.after(move->bit, move->flipped));
      } else {
        const Place<N> next = place.after(common_.weights, move->bit, move->flipped);
        move->rank = -search(next, shallow, -high, -low);
        if (exact) move->rank -= replies_rank(next.board);
      }
    }
  }

  static int replies_rank(const Board<N>& next) {
    const Bits<N> replies = next.legal_moves();
    return replies.count() + (replies & Masks<N>::corners).count();
  }

  static constexpr int full_width = 7;  // the table's code for a search without selectivity
  static constexpr int least_reply_depth = 5;
  static constexpr int ordering_margin = 8;
  // Nodes to nine plies on 8x8 with 2 / 3 / 4: 18.1 / 8.6 / 8.1 million. Before solving, the better
  // replies that 2 leaves in the table are worth more: FFO #40-#44 take 101 million nodes, not 134.
  int least_searched_depth() const { return common_.solving ? 2 : 4; }

  static constexpr int ordering_depth(int depth, bool exact) {
    if (exact) return depth <= 15 ? 0 : depth <= 17 ? 1 : depth <= 20 ? 2 : 3;
    return depth <= 7 ? 0 : depth <= 11 ? 1 : 2;
  }

  Common<N>& common_;
  Team<Worker>& team_;
  Endgame<N> endgame_;
  const SplitPoint* split_ = nullptr;
  const std::function<bool()>* interrupted_ = nullptr;
  std::uint64_t reported_ = 0;
  double asked_ = 0;
  int depth_ = 0, empties_ = 0;
  bool outcome_only_ = false;
  Board<N> line_start_{};
};

}  // namespace outflank
