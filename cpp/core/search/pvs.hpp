// The engine's search: principal variation search over the trained evaluation, to the end of the
// game when the depth reaches it.
//
// A pass takes no depth, so that a position reached by different ways has the same depth left,
// and a depth of as many plies as there are empty squares is the end of the game.
#pragma once

#include "../eval/patterns.hpp"
#include "clock.hpp"
#include "endgame.hpp"
#include "ordering.hpp"
#include "probcut.hpp"
#include "root.hpp"
#include "thread_pool.hpp"
#include "transposition_table.hpp"

namespace outflank {

// A board with its evaluation, updated move by move.
template <int N>
struct EvaluatedBoard {
  Board<N> board;
  PatternState<N> state;

  EvaluatedBoard(const PatternWeights<N>* weights, const Board<N>& from)
      : board(from), state(weights, from) {}

  EvaluatedBoard after(const PatternWeights<N>* weights, int bit, const Bits<N>& flipped) const {
    EvaluatedBoard next = *this;
    next.board = board.after(bit, flipped);
    next.state.play(weights, bit, flipped);
    return next;
  }
  EvaluatedBoard passed() const {
    EvaluatedBoard next = *this;
    next.board = board.passed();
    next.state.pass();
    return next;
  }
};

// What all workers of one search share.
template <int N>
struct SearchContext {
  const PatternWeights<N>* weights = nullptr;
  TranspositionTable& table;
  Clock& clock;
  bool solving = false;  // the last iteration is to reach the end of the game
  Selectivity selectivity = Selectivity::full_width;  // of searches to the end of the game
};

template <int N>
class Worker final : public Ticker {
  static constexpr int squares = Geometry<N>::squares;

 public:
  using Score = int;
  static constexpr int infinity = squares;
  static constexpr int widest = squares / 4;

  // `leads`: it runs on the thread that was called; the others help.
  Worker(SearchContext<N>& context, ThreadPool<Worker>& pool, bool leads)
      : Ticker(context.clock, leads), context_(context), pool_(pool), endgame_(*this) {}

  // Before each search; with `fresh` nothing is remembered from the ones before.
  void prepare(bool fresh) {
    Ticker::begin();
    if (fresh) endgame_.forget();
  }

  // What Root asks for.

  std::vector<RankedMove<N>> root_moves(const Board<N>& board) {
    MoveList<N> list(board, board.legal_moves());
    TableData known;
    const bool found = context_.table.find(table_key<N>(board), known);
    const int from = found && list.to_front(known.move) ? 1 : 0;
    // A limit reached already here leaves the moves in the order of the board.
    try {
      rank(EvaluatedBoard<N>(context_.weights, board), list, from, root_depth, false, -infinity,
           infinity);
      list.sort(from);
    } catch (const Stopped&) {
    }
    return {list.begin(), list.end()};
  }
  void begin(const Iteration& iteration) { context_.selectivity = iteration.selectivity; }
  bool saw_horizon() const {
    return depth_ < empties_ || context_.selectivity != Selectivity::full_width;
  }
  // Final scores are even.
  static Score likely_score(Score score) { return score + (score & 1); }

  int score(const Board<N>& board, const RankedMove<N>& move, int depth, int alpha, int beta,
            bool first) {
    depth_ = depth;
    empties_ = board.empties();
    const EvaluatedBoard<N> next =
        EvaluatedBoard<N>(context_.weights, board).after(context_.weights, move.bit, move.flipped);
    line_start_ = next.board;
    if (!outcome_only_ || depth < empties_)
      return search_child(next, depth - 1, alpha, beta, first);
    // Win, draw or loss: the narrowest window that tells them apart.
    if (alpha >= 1) return alpha;
    if (beta <= -1) return beta;
    return std::clamp(search_child(next, depth - 1, std::max(alpha, -1), std::min(beta, 1), first),
                      -1, 1);
  }
  void set_outcome_only(bool wanted) { outcome_only_ = wanted; }

  // The principal variation as far as the transposition table knows it.
  std::vector<int> line() const {
    std::vector<int> moves;
    Board<N> board = line_start_;
    for (int ply = 1; ply < depth_; ++ply) {
      if (board.legal_moves().none()) {
        if (board.passed().legal_moves().none()) break;
        moves.push_back(-1);
        board = board.passed();
      }
      TableData known;
      if (!context_.table.find(table_key<N>(board), known) || known.move == TableData::no_move ||
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

  // What ThreadPool asks for.

  void work_on(SplitPoint& point) {
    auto& node = static_cast<SplitNode&>(point);
    const SplitPoint* const above = split_;
    split_ = &point;
    try {
      for (;;) {
        int index, alpha;
        {
          const std::lock_guard lock(point.mutex);
          if (point.next >= point.count || point.cutoff_occurred()) break;
          index = point.next++;
          alpha = node.alpha;
        }
        const RankedMove<N>& move = node.moves[index];
        const EvaluatedBoard<N> next =
            node.position->after(context_.weights, move.bit, move.flipped);
        const int value = search_child(next, node.depth - 1, alpha, node.beta, false);
        const std::lock_guard lock(point.mutex);
        node.consider(move.bit, value);
      }
    } catch (const Stopped&) {
      // Either decided by another thread or the search is over: nothing to add.
      if (clock_.is_stopped()) point.cutoff.store(true, std::memory_order_relaxed);
    }
    split_ = above;
  }

 private:
  // Most of it is in the table: each move only has to be shown not to lose anything.
  void keep_score(const Board<N>& from, int score, std::vector<int>& moves) {
    EvaluatedBoard<N> position(context_.weights, from);
    for (;;) {
      const Bits<N> legal = position.board.legal_moves();
      if (legal.none()) {
        if (position.board.passed().legal_moves().none()) return;
        moves.push_back(-1);
        position = position.passed();
        score = -score;
        continue;
      }
      MoveList<N> list(position.board, legal);
      TableData known;
      const bool remembered = context_.table.find(table_key<N>(position.board), known);
      for (RankedMove<N>& move : list) move.rank = remembered && move.bit == known.move;
      list.sort();
      const int depth = position.board.empties() - 1;
      for (const RankedMove<N>& move : list) {
        const EvaluatedBoard<N> next = position.after(context_.weights, move.bit, move.flipped);
        const bool last = &move == list.end() - 1;
        if (!last && -search(next, depth, -score, -score + 1) < score) continue;
        moves.push_back(move.bit);
        position = next;
        break;
      }
      score = -score;
    }
  }

  // Just above the leaves a probe of the table costs more than it saves.
  static constexpr int least_table_depth = 2;
  // From 4 to 8 makes no difference: 20 WTHOR positions with 20 empty squares, solved three times
  // by two threads, took 137.4 to 138.3 million nodes with each of 4, 5, 6 and 8.
  static constexpr int least_split_depth = 5;
  // The root moves are first ranked as if for a search of so many plies. Nodes to ten plies of 20
  // WTHOR positions with 40 empty squares with 4 / 8 / 12: 15.32 / 15.29 / 15.38 million.
  static constexpr int root_depth = 8;

  struct SplitNode : SplitPoint {
    const EvaluatedBoard<N>* position = nullptr;
    const RankedMove<N>* moves = nullptr;
    int alpha = 0, beta = 0, best = 0, best_bit = -1;

    void consider(int bit, int value) {
      if (value > best) {
        best = value;
        best_bit = bit;
        alpha = std::max(alpha, value);
        if (alpha >= beta) cutoff.store(true, std::memory_order_relaxed);
      }
    }
  };

  bool cutoff_occurred() const override { return split_ && split_->cutoff_occurred(); }

  // A move's value: the first in the whole window, the others first against the best so far.
  int search_child(const EvaluatedBoard<N>& next, int depth, int alpha, int beta, bool first) {
    if (first || beta - alpha == 1) return -search(next, depth, -beta, -alpha);
    const int value = -search(next, depth, -alpha - 1, -alpha);
    if (value <= alpha || value >= beta) return value;
    return -search(next, depth, -beta, -value + 1);
  }

  // For the side to move: exact inside (alpha, beta), else a bound on its side of the window.
  int search(const EvaluatedBoard<N>& position, int depth, int alpha, int beta) {
    const int empties = position.board.empties();
    const bool exact = depth >= empties;
    if (exact) {
      if (empties <= Endgame<N>::most_empties) return endgame_.solve(position.board, alpha, beta);
      depth = empties;
    }
    tick();
    const Bits<N> legal = position.board.legal_moves();
    if (legal.none()) {
      if (position.board.passed().legal_moves().none()) return position.board.score();
      if (depth > 0) return -search(position.passed(), depth, -beta, -alpha);
    }
    if (depth == 0) return position.state.value(context_.weights, position.board, legal.count());
    if (exact) {
      int bound;
      if (Endgame<N>::stability_cutoff(position.board, position.board.empty(), empties, alpha,
                                       bound))
        return bound;
    }
    if (depth < least_table_depth)
      return search_moves(position, legal, depth, exact, -1, alpha, beta).value;

    const TableKey key = table_key<N>(position.board);
    const Selectivity selectivity = selectivity_of(exact);
    TableData known;
    int table_move = -1;
    if (context_.table.find(key, known)) {
      table_move = known.move;
      if (serves(known, depth, selectivity)) {
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
        alpha = std::max<int>(alpha, known.lower);
        beta = std::min<int>(beta, known.upper);
      }
    }
    int bound;
    if (selectivity != Selectivity::full_width && beta - alpha == 1 &&
        probcut(position, legal, empties, selectivity, alpha, bound))
      return bound;
    const Found found = search_moves(position, legal, depth, exact, table_move, alpha, beta);
    context_.table.store(key, depth, selectivity, found.value > alpha ? found.value : -infinity,
                         found.value < beta ? found.value : infinity, found.bit);
    return found.value;
  }

  // A zero window only. The static value tells which side of it to try.
  bool probcut(const EvaluatedBoard<N>& position, const Bits<N>& legal, int empties,
               Selectivity selectivity, int alpha, int& bound) {
    const auto& shallow = ProbCut<N>::shallow_of(empties);
    const int depth = shallow.depth, margin = ProbCut<N>::margin(selectivity, shallow);
    const int value = position.state.value(context_.weights, position.board, legal.count());
    const int high = alpha + 1 + margin, low = alpha - margin;
    if (value > alpha - margin && high <= infinity) {
      bound = alpha + 1;
      return search(position, depth, high - 1, high) >= high;
    }
    bound = alpha;
    return low >= -infinity && search(position, depth, low, low + 1) <= low;
  }

  Selectivity selectivity_of(bool exact) const {
    return exact ? context_.selectivity : Selectivity::full_width;
  }

  static bool serves(const TableData& known, int depth, Selectivity selectivity) {
    return known.depth >= depth && known.selectivity >= selectivity;
  }

  struct Found {
    int value, bit;
  };

  Found search_moves(const EvaluatedBoard<N>& position, const Bits<N>& legal, int depth, bool exact,
                     int table_move, int alpha, int beta) {
    MoveList<N> moves(position.board, legal);
    Found best{-infinity - 1, TableData::no_move};
    int done = 0;
    if (moves.size() > 1) {
      int bound;
      if (depth >= least_transposition_cutoff_depth &&
          transposition_cutoff(position.board, moves, depth, exact, beta, bound))
        return {bound, TableData::no_move};
      // The move found before usually decides, and then the others need no ranks.
      if (moves.to_front(table_move)) {
        if (try_move(position, moves.begin()[done++], depth, alpha, beta, true, best)) return best;
      }
      rank(position, moves, done, depth, exact, alpha, beta);
      moves.sort(done);
    }
    for (int i = done; i < moves.size(); ++i) {
      if (try_move(position, moves.begin()[i], depth, alpha, beta, i == 0, best)) return best;
      if (depth >= least_split_depth && i + 1 < moves.size() && pool_.has_idle())
        return split(position, moves, i + 1, depth, alpha, beta, best);
    }
    return best;
  }

  // Searches one move; true if it decides the node.
  bool try_move(const EvaluatedBoard<N>& position, const RankedMove<N>& move, int depth, int& alpha,
                int beta, bool first, Found& best) {
    const EvaluatedBoard<N> next = position.after(context_.weights, move.bit, move.flipped);
    const int value = search_child(next, depth - 1, alpha, beta, first);
    if (value <= best.value) return false;
    best = {value, move.bit};
    alpha = std::max(alpha, value);
    return alpha >= beta;
  }

  // The moves from `next` on, searched by all threads that have nothing else to do.
  Found split(const EvaluatedBoard<N>& position, MoveList<N>& moves, int next, int depth, int alpha,
              int beta, const Found& best) {
    SplitNode node;
    node.parent = split_;
    node.depth = depth;
    node.next = next;
    node.count = moves.size();
    node.position = &position;
    node.moves = moves.begin();
    node.alpha = alpha;
    node.beta = beta;
    node.best = best.value;
    node.best_bit = best.bit;
    pool_.split(node, *this);
    // A search that ended, or a cut-off further up, leaves this node unfinished.
    if (clock_.is_stopped() || cutoff_occurred()) throw Stopped{};
    return {node.best, node.best_bit};
  }

  // Enhanced transposition cut-off: a reply known to be bad enough for the opponent decides.
  bool transposition_cutoff(const Board<N>& board, MoveList<N>& moves, int depth, bool exact,
                            int beta, int& bound) {
    const Selectivity selectivity = selectivity_of(exact);
    for (const RankedMove<N>& move : moves) {
      TableData known;
      if (context_.table.find(table_key<N>(board.after(move.bit, move.flipped)), known) &&
          serves(known, depth - 1, selectivity) && -known.upper >= beta) {
        bound = -known.upper;
        return true;
      }
    }
    return false;
  }

  // Ranks the moves from `from` on. Just above the leaves by how few replies they leave, which
  // costs no nodes; higher up by a shallow search, near the end also by the replies.
  void rank(const EvaluatedBoard<N>& position, MoveList<N>& moves, int from, int depth, bool exact,
            int alpha, int beta) {
    const int shallow = ordering_depth(depth, exact);
    const int low = std::max(alpha - ordering_margin, -infinity);
    const int high = std::min(beta + ordering_margin, infinity);
    for (RankedMove<N>* move = moves.begin() + from; move < moves.end(); ++move) {
      if (depth == 1) {
        move->rank = matrix_rank<N>(move->bit);
      } else if (depth < least_searched_depth()) {
        move->rank = matrix_rank<N>(move->bit) -
                     replies_rank(position.board.after(move->bit, move->flipped));
      } else {
        const EvaluatedBoard<N> next = position.after(context_.weights, move->bit, move->flipped);
        move->rank = -search(next, shallow, -high, -low);
        if (exact) move->rank -= replies_rank(next.board);
      }
    }
  }

  static int replies_rank(const Board<N>& next) {
    const Bits<N> replies = next.legal_moves();
    return replies.count() + (replies & Masks<N>::corners).count();
  }

  // The positions measured here and below: to ten plies, 20 of WTHOR with 40 empty squares; solved,
  // 20 of WTHOR with 20, and FFO #40 to #44. Million nodes with 4 / 5 / 6: 15.11 / 15.29 / 15.50 to
  // ten plies, 135.2 / 135.3 / 135.4 and 76.7 / 76.7 / 76.8 solved. A probe of each reply costs
  // time.
  static constexpr int least_transposition_cutoff_depth = 5;
  // How far outside the window the shallow searches still tell good from bad. With 4 / 8 / 16:
  // 15.29 / 15.29 / 15.31 to ten plies, 135.7 / 135.3 / 135.2 and 77.4 / 76.7 / 76.9 solved.
  static constexpr int ordering_margin = 8;
  // Nodes to nine plies on 8x8 with 2 / 3 / 4: 18.1 / 8.6 / 8.1 million. Before solving, the better
  // replies that 2 leaves in the table are worth more: FFO #40-#44 take 101 million nodes, not 134.
  int least_searched_depth() const { return context_.solving ? 2 : 4; }

  // Flat around these steps. Solved, million nodes with the step a ply earlier / here / a ply
  // later:
  //   15  135.4 / 135.3 / 135.2   76.6 / 76.7 / 77.0
  //   17  135.1 / 135.3 / 135.9   76.4 / 76.7 / 76.4
  //   20  the same on WTHOR       76.8 / 76.7 / 76.8
  // To ten plies, 7: 15.40 / 15.29 / 15.19. To twelve plies, four of these positions, with 9 / 10 /
  // 11 for the last step: 17.01 / 16.98 / 16.94.
  static constexpr int ordering_depth(int depth, bool exact) {
    if (exact) return depth <= 15 ? 0 : depth <= 17 ? 1 : depth <= 20 ? 2 : 3;
    return depth <= 7 ? 0 : depth <= 11 ? 1 : 2;
  }

  SearchContext<N>& context_;
  ThreadPool<Worker>& pool_;
  Endgame<N> endgame_;
  const SplitPoint* split_ = nullptr;
  int depth_ = 0, empties_ = 0;
  bool outcome_only_ = false;
  Board<N> line_start_{};
};

}  // namespace outflank
