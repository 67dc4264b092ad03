// Alpha-beta in the reports' manner. Every ingredient can be switched off, so that its worth can
// be measured; the value is minimax's with any combination of them.
#pragma once

#include "../hash.hpp"
#include "classic_node.hpp"
#include "classic_table.hpp"

namespace outflank {

template <int N>
class AlphaBeta : public ClassicNode<N> {
  using Base = ClassicNode<N>;
  using Base::extend_line, Base::line_at;
  using Base::leaf_, Base::saw_horizon_, Base::statistics_, Base::ticker_;

 public:
  // `hash_seed` tells apart what must not share table entries: the root player's colour.
  AlphaBeta(const Leaf<N>& leaf, Ordering ordering, ClassicTable& table, bool deeper_entries_serve,
            KillersAndHistory<N>& refutations, Ticker& ticker, Statistics& statistics,
            std::uint64_t hash_seed)
      : Base(leaf, ticker, statistics),
        ordering_(ordering),
        table_(table),
        deeper_entries_serve_(deeper_entries_serve),
        refutations_(refutations),
        hash_seed_(hash_seed) {}

  std::vector<RankedMove<N>> root_moves(const Board<N>& board) {
    MoveList<N> list = Base::root_move_list(board);
    order(board, list, least_ranked_depth, 0, ClassicEntry::no_move);
    return {list.begin(), list.end()};
  }

  double score(const Board<N>& board, const RankedMove<N>& move, int depth, double alpha,
               double beta, bool) {
    ++statistics_.at(0).searched;
    return -value(board.after(move.bit, move.flipped), depth - 1, 1, -beta, -alpha);
  }

 private:
  // Just above the leaves neither a probe of the table nor a costly ranking of the moves pays:
  // without them 8x8 goes from 3.1 to 5.8 million nodes per second, and 12x12 gets to the same
  // depth in two thirds of the time. The static matrix ranks the moves there.
  static constexpr int least_table_depth = 2;
  static constexpr int least_ranked_depth = 2;

  // For the side to move: exact inside (alpha, beta), else a bound on its side of the window.
  // The root player moves at even plies: a pass is a ply too.
  double value(const Board<N>& board, int depth, int ply, double alpha, double beta) {
    ticker_.tick();
    line_at(ply).clear();
    const bool root_to_move = ply % 2 == 0;
    const Bits<N> legal = board.legal_moves();
    if (legal.none()) {
      const Board<N> passed = board.passed();
      if (passed.legal_moves().none()) return leaf_.finished(board, root_to_move);
      if (depth > 0) {
        PlyStatistics& counts = statistics_.at(ply);
        ++counts.generated;
        ++counts.searched;
        const double found = -value(passed, depth - 1, ply + 1, -beta, -alpha);
        extend_line(ply, -1);
        return found;
      }
    }
    if (depth == 0) {
      saw_horizon_ = true;
      return leaf_.heuristic(board, legal, root_to_move);
    }
    return table_.exists() && depth >= least_table_depth
               ? probe_table(board, legal, depth, ply, alpha, beta)
               : search_moves(board, legal, depth, ply, alpha, beta, nullptr);
  }

  // Answers from the table if it can, and leaves its own answer there.
  double probe_table(const Board<N>& board, const Bits<N>& legal, int depth, int ply, double alpha,
                     double beta) {
    const std::uint64_t key =
        hash<N>(board, hash_seed_ ^ static_cast<std::uint64_t>(ply % 2 == 0 ? 1 : 2));
    PlyStatistics& counts = statistics_.at(ply);
    ++counts.probes;
    std::uint8_t move = ClassicEntry::no_move;
    if (const ClassicEntry* entry = table_.find(key)) {
      ++counts.hits;
      move = entry->move;
      if (serves(*entry, depth)) {
        const bool answers = entry->bound == Bound::exact ||
                             (entry->bound == Bound::lower && entry->value >= beta) ||
                             (entry->bound == Bound::upper && entry->value <= alpha);
        if (answers) {
          ++counts.cuts;
          if (!entry->complete) saw_horizon_ = true;
          if (move != ClassicEntry::no_move) line_at(ply).assign(1, move);
          return entry->value;
        }
      }
    }
    const bool seen_elsewhere = saw_horizon_;
    saw_horizon_ = false;
    const double best = search_moves(board, legal, depth, ply, alpha, beta, &move);
    const Bound bound = best >= beta ? Bound::lower : best <= alpha ? Bound::upper : Bound::exact;
    table_.store(key, depth, best, bound, move, !saw_horizon_);
    saw_horizon_ |= seen_elsewhere;
    return best;
  }

  // Only a search of the same depth gives minimax's value, or one that reached the end of every
  // game within this depth; a deeper one is another search's answer.
  bool serves(const ClassicEntry& entry, int depth) const {
    return entry.depth == depth || (entry.complete && entry.depth < depth) ||
           (deeper_entries_serve_ && entry.depth > depth);
  }

  // Tries the moves in order. `table_move`: in, the move to try first; out, the best found.
  double search_moves(const Board<N>& board, const Bits<N>& legal, int depth, int ply, double alpha,
                      double beta, std::uint8_t* table_move) {
    MoveList<N> moves(board, legal);
    order(board, moves, depth, ply, table_move ? *table_move : ClassicEntry::no_move);
    PlyStatistics& counts = statistics_.at(ply);
    counts.generated += static_cast<std::uint64_t>(moves.size());
    double best = -Base::infinity;
    for (const RankedMove<N>& move : moves) {
      ++counts.searched;
      const double found =
          -value(board.after(move.bit, move.flipped), depth - 1, ply + 1, -beta, -alpha);
      if (found <= best) continue;
      best = found;
      if (table_move) *table_move = static_cast<std::uint8_t>(move.bit);
      if (found <= alpha) continue;
      alpha = found;
      extend_line(ply, move.bit);
      if (alpha >= beta) {
        if (ordering_ == Ordering::killer) refutations_.add_refutation(ply, move.bit, depth);
        break;
      }
    }
    return best;
  }

  void order(const Board<N>& board, MoveList<N>& moves, int depth, int ply,
             std::uint8_t table_move) {
    if (ordering_ == Ordering::none || moves.size() < 2) return;
    for (RankedMove<N>& move : moves) {
      switch (ordering_) {
        case Ordering::kandlikar_parry:
          move.rank = depth < least_ranked_depth ? matrix_rank<N>(move.bit)
                                                 : kandlikar_parry_rank<N>(board, move);
          break;
        case Ordering::matrix: move.rank = matrix_rank<N>(move.bit); break;
        case Ordering::killer: move.rank = refutations_.rank(ply, move.bit, table_move); break;
        case Ordering::none: break;
      }
    }
    moves.sort();
  }

  Ordering ordering_;
  ClassicTable& table_;
  bool deeper_entries_serve_;
  KillersAndHistory<N>& refutations_;
  std::uint64_t hash_seed_;
};

}  // namespace outflank
