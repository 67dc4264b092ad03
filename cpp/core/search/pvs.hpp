// The engine's search: principal variation search over the trained evaluation, to the end of the
// game when the depth reaches it.
//
// A pass takes no depth, so that a position reached by different ways has the same depth left,
// and a depth of as many plies as there are empty squares is the end of the game.
#pragma once

#include "../eval/evaluated_board.hpp"
#include "../symmetry.hpp"
#include "child_list.hpp"
#include "clock.hpp"
#include "endgame.hpp"
#include "ordering.hpp"
#include "probcut.hpp"
#include "root.hpp"
#include "thread_pool.hpp"
#include "transposition_table.hpp"

namespace outflank {

// What all workers of one search share.
template <int N>
struct SearchContext {
  TranspositionTable& table;
  Clock& clock;
  const PatternWeights<N>* weights = nullptr;
  const ProbCut<N>* probcut = nullptr;  // needed unless the search is of full width
  bool solving = false;                 // the last iteration is to reach the end of the game
  Selectivity selectivity = Selectivity::full_width;
};

template <int N>
class alignas(128) Worker final : public Ticker {
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

  std::vector<Child<N>> root_moves(const Board<N>& board) {
    // Images of each other are worth the same; they are told apart only if each needs a line.
    const Bits<N> legal = board.legal_moves();
    ChildList<N> list(board, single_line_ ? without_images<N>(board, legal) : legal);
    TableData known;
    const bool found = context_.table.find(table_key<N>(board), known);
    const int from = found && list.to_front(known.move) ? 1 : 0;
    for (Child<N>& child : list) find_replies(board, child);
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

  int score(const Board<N>& board, const Child<N>& move, int depth, int alpha, int beta,
            bool first) {
    depth_ = depth;
    empties_ = board.empties();
    const EvaluatedBoard<N> next =
        EvaluatedBoard<N>(context_.weights, board).after(context_.weights, move.bit, move.flipped);
    line_start_ = next.board;
    if (!outcome_only_ || depth < empties_)
      return search_child(next, move.replies, depth - 1, alpha, beta, first);
    // Win, draw or loss: the narrowest window that tells them apart.
    if (alpha >= 1) return alpha;
    if (beta <= -1) return beta;
    return std::clamp(
        search_child(next, move.replies, depth - 1, std::max(alpha, -1), std::min(beta, 1), first),
        -1, 1);
  }
  void set_outcome_only(bool wanted) { outcome_only_ = wanted; }
  void set_single_line(bool wanted) { single_line_ = wanted; }

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
        const Child<N>& move = node.moves[index];
        const EvaluatedBoard<N> next =
            node.position->after(context_.weights, move.bit, move.flipped);
        const int value = search_child(next, move.replies, node.depth - 1, alpha, node.beta, false);
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
      ChildList<N> list(position.board, legal);
      TableData known;
      if (context_.table.find(table_key<N>(position.board), known)) list.to_front(known.move);
      const int depth = position.board.empties() - 1;
      for (const Child<N>& move : list) {
        const EvaluatedBoard<N> next = position.after(context_.weights, move.bit, move.flipped);
        const bool last = &move == list.end() - 1;
        if (!last && -search(next, next.board.legal_moves(), depth, -score, -score + 1) < score)
          continue;
        moves.push_back(move.bit);
        position = next;
        break;
      }
      score = -score;
    }
  }

  // From 4 to 8 makes no difference: 20 WTHOR positions with 20 empty squares, solved three times
  // by two threads, took 137.4 to 138.3 million nodes with each of 4, 5, 6 and 8.
  static constexpr int least_split_depth = 5;
  // The root moves are first ranked as if for a search of so many plies. Nodes to ten plies of 20
  // WTHOR positions with 40 empty squares with 4 / 8 / 12: 15.32 / 15.29 / 15.38 million.
  static constexpr int root_depth = 8;

  struct SplitNode : SplitPoint {
    const EvaluatedBoard<N>* position = nullptr;
    const Child<N>* moves = nullptr;
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
  int search_child(const EvaluatedBoard<N>& next, const Bits<N>& legal, int depth, int alpha,
                   int beta, bool first) {
    if (first || beta - alpha == 1) return -search(next, legal, depth, -beta, -alpha);
    const int value = -search(next, legal, depth, -alpha - 1, -alpha);
    if (value <= alpha || value >= beta) return value;
    return -search(next, legal, depth, -beta, -value + 1);
  }

  // For the side to move, whose legal moves are given: exact inside (alpha, beta), else a bound on
  // its side of the window.
  int search(const EvaluatedBoard<N>& position, const Bits<N>& legal, int depth, int alpha,
             int beta) {
    const int empties = position.board.empties();
    const bool exact = depth >= empties;
    if (exact && empties <= Endgame<N>::most_empties)
      return endgame_.solve(position.board, legal, alpha, beta);
    if (legal.none()) {
      tick();
      const Bits<N> replies = position.board.passed().legal_moves();
      if (replies.none()) return position.board.score();
      if (depth == 0) return static_value(position, legal);
      return -search(position.passed(), replies, depth, -beta, -alpha);
    }
    if (exact) return search_node(position, legal, empties, empties, true, alpha, beta);
    switch (depth) {
      case 0: tick(); return static_value(position, legal);
      case 1: return search_one(position, legal, beta);
      case 2:
        if (!context_.solving) return search_two(position, legal, alpha, beta);
        [[fallthrough]];
      default: return search_node(position, legal, empties, depth, false, alpha, beta);
    }
  }

  int static_value(const EvaluatedBoard<N>& position, const Bits<N>& legal) const {
    return position.state.value(context_.weights, position.board, legal.count());
  }

  // One ply: no list, no table; the squares that are usually best first.
  int search_one(const EvaluatedBoard<N>& position, const Bits<N>& legal, int beta) {
    tick();
    int best = -infinity - 1;
    for (const Bits<N>& equals : ordering_classes<N>.squares) {
      Bits<N> rest = legal & equals;
      while (rest.any()) {
        const int bit = rest.first();
        rest ^= Bits<N>::single(bit);
        tick();
        const EvaluatedBoard<N> next =
            position.after(context_.weights, bit, position.board.flips(bit));
        const Bits<N> replies = next.board.legal_moves();
        const bool over = replies.none() && next.board.passed().legal_moves().none();
        const int value = over ? -next.board.score() : -static_value(next, replies);
        if (value > best) {
          best = value;
          if (best >= beta) return best;
        }
      }
    }
    return best;
  }

  // Two plies: ordered by how few replies are left, which are then handed down.
  int search_two(const EvaluatedBoard<N>& position, const Bits<N>& legal, int alpha, int beta) {
    tick();
    ChildList<N> moves(position.board, legal);
    for (Child<N>& child : moves) {
      find_replies(position.board, child);
      child.rank = square_rank(child) - replies_rank(child.replies);
    }
    int best = -infinity - 1;
    for (int i = 0; i < moves.size(); ++i) {
      const Child<N>& child = moves.pick(i);
      const EvaluatedBoard<N> next = position.after(context_.weights, child.bit, child.flipped);
      const int value = -search(next, child.replies, 1, -beta, -alpha);
      if (value > best) {
        best = value;
        alpha = std::max(alpha, value);
        if (alpha >= beta) return best;
      }
    }
    return best;
  }

  int search_node(const EvaluatedBoard<N>& position, const Bits<N>& legal, int empties, int depth,
                  bool exact, int alpha, int beta) {
    tick();
    if (exact) {
      int bound;
      if (Endgame<N>::stability_cutoff(position.board, position.board.empty(), empties, alpha,
                                       bound))
        return bound;
    }
    const TableKey key = table_key<N>(position.board);
    const Selectivity selectivity = context_.selectivity;
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
    if (selectivity != Selectivity::full_width && depth >= ProbCut<N>::least_depth &&
        beta - alpha == 1 && probcut(position, legal, empties, depth, selectivity, alpha, bound)) {
      context_.table.store(key, depth, selectivity, bound > alpha ? bound : -infinity,
                           bound > alpha ? infinity : bound, TableData::no_move);
      return bound;
    }
    const Found found = search_moves(position, legal, depth, exact, table_move, alpha, beta);
    context_.table.store(key, depth, selectivity, found.value > alpha ? found.value : -infinity,
                         found.value < beta ? found.value : infinity, found.bit);
    return found.value;
  }

  // A zero window only. The static value tells whether a try is likely to succeed.
  bool probcut(const EvaluatedBoard<N>& position, const Bits<N>& legal, int empties, int depth,
               Selectivity selectivity, int alpha, int& bound) {
    const auto& [margin, gate] = context_.probcut->of(selectivity, empties, depth);
    const int shallow = ProbCut<N>::shallow_of(depth);
    const int value = static_value(position, legal);
    const int high = alpha + 1 + margin, low = alpha - margin;
    if (value >= high - gate && high <= infinity &&
        search(position, legal, shallow, high - 1, high) >= high) {
      bound = alpha + 1;
      return true;
    }
    bound = alpha;
    return value <= low + gate && low >= -infinity &&
           search(position, legal, shallow, low, low + 1) <= low;
  }

  static bool serves(const TableData& known, int depth, Selectivity selectivity) {
    return known.depth >= depth && known.selectivity >= selectivity;
  }

  struct Found {
    int value, bit;
  };

  Found search_moves(const EvaluatedBoard<N>& position, const Bits<N>& legal, int depth, bool exact,
                     int table_move, int alpha, int beta) {
    ChildList<N> moves(position.board, legal);
    Found best{-infinity - 1, TableData::no_move};
    int done = 0;
    if (moves.size() > 1) {
      int bound;
      if (depth >= least_transposition_cutoff_depth &&
          transposition_cutoff(position.board, moves, depth, beta, bound))
        return {bound, TableData::no_move};
      // The move found before usually decides, and then the others need no ranks.
      if (moves.to_front(table_move)) {
        find_replies(position.board, moves[0]);
        if (try_move(position, moves[done++], depth, alpha, beta, true, best)) return best;
      }
      for (int i = done; i < moves.size(); ++i) find_replies(position.board, moves[i]);
      rank(position, moves, done, depth, exact, alpha, beta);
    } else {
      find_replies(position.board, moves[0]);
    }
    for (int i = done; i < moves.size(); ++i) {
      if (try_move(position, moves.pick(i), depth, alpha, beta, i == 0, best)) return best;
      if (depth >= least_split_depth && i + 1 < moves.size() && pool_.has_idle())
        return split(position, moves, i + 1, depth, alpha, beta, best);
    }
    return best;
  }

  // Searches one move; true if it decides the node.
  bool try_move(const EvaluatedBoard<N>& position, const Child<N>& move, int depth, int& alpha,
                int beta, bool first, Found& best) {
    const EvaluatedBoard<N> next = position.after(context_.weights, move.bit, move.flipped);
    const int value = search_child(next, move.replies, depth - 1, alpha, beta, first);
    if (value <= best.value) return false;
    best = {value, move.bit};
    alpha = std::max(alpha, value);
    return alpha >= beta;
  }

  // The moves from `next` on, searched by all threads that have nothing else to do.
  Found split(const EvaluatedBoard<N>& position, ChildList<N>& moves, int next, int depth,
              int alpha, int beta, const Found& best) {
    moves.sort(next);
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
  bool transposition_cutoff(const Board<N>& board, ChildList<N>& moves, int depth, int beta,
                            int& bound) {
    for (const Child<N>& move : moves)
      context_.table.prefetch(table_key<N>(board.after(move.bit, move.flipped)));
    for (const Child<N>& move : moves) {
      TableData known;
      if (context_.table.find(table_key<N>(board.after(move.bit, move.flipped)), known) &&
          serves(known, depth - 1, context_.selectivity) && -known.upper >= beta) {
        bound = -known.upper;
        return true;
      }
    }
    return false;
  }

  static void find_replies(const Board<N>& board, Child<N>& child) {
    child.replies = board.after(child.bit, child.flipped).legal_moves();
  }

  // Ranks the moves from `from` on. Just above the leaves by how few replies they leave, which
  // costs no nodes; higher up by a shallow search, near the end also by the replies.
  void rank(const EvaluatedBoard<N>& position, ChildList<N>& moves, int from, int depth, bool exact,
            int alpha, int beta) {
    const int shallow = ordering_depth(depth, exact);
    const int low = std::max(alpha - ordering_margin, -infinity);
    const int high = std::min(beta + ordering_margin, infinity);
    for (Child<N>* move = moves.begin() + from; move < moves.end(); ++move) {
      if (depth < least_searched_depth()) {
        move->rank = square_rank(*move) - replies_rank(move->replies);
      } else {
        const EvaluatedBoard<N> next = position.after(context_.weights, move->bit, move->flipped);
        move->rank = -search(next, move->replies, shallow, -high, -low);
        if (exact) move->rank -= exact_replies * replies_rank(move->replies);
      }
    }
  }

  static int square_rank(const Child<N>& move) {
    return ordering_matrix<N>.rank[static_cast<std::size_t>(move.bit)];
  }
  static int replies_rank(const Bits<N>& replies) {
    return replies.count() + (replies & Masks<N>::corners).count();
  }

  // The positions measured here and below: to ten plies, 20 of WTHOR with 40 empty squares; solved,
  // 20 of WTHOR with 20, and FFO #40 to #44. Million nodes with 4 / 5 / 6: 15.11 / 15.29 / 15.50 to
  // ten plies, 135.2 / 135.3 / 135.4 and 76.7 / 76.7 / 76.8 solved. A probe of each reply costs
  // time.
  static constexpr int least_transposition_cutoff_depth = 5;
  // A reply fewer, near the end, in discs. Million nodes with 1 / 3 / 4 / 8: 66.6 / 64.2 / 64.5 / -
  // solving twelve WTHOR positions with 20 empty squares, 324 / 308 / 311 / 321 solving 14 with 22.
  static constexpr int exact_replies = 4;
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
  bool outcome_only_ = false, single_line_ = true;
  Board<N> line_start_{};
};

}  // namespace outflank
