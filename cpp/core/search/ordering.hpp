// Which moves to look at first: alpha-beta prunes most when the best move comes first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "../eval/features.hpp"

namespace outflank {

template <int N>
struct RankedMove {
  int bit = 0;
  Bits<N> flipped;
  double rank = 0;
};

// No Othello position on 12x12 comes near this many moves; the bound is the number of squares.
template <int N>
class MoveList {
 public:
  MoveList(const Board<N>& board, const Bits<N>& legal) {
    legal.each([&](int bit) {
      RankedMove<N>& move = moves_[static_cast<std::size_t>(count_++)];
      move.bit = bit;
      move.flipped = board.flips(bit);
      move.rank = 0;
    });
  }

  RankedMove<N>* begin() { return moves_.data(); }
  RankedMove<N>* end() { return moves_.data() + count_; }
  int size() const { return count_; }

  // Puts a move first, if it is there.
  bool to_front(int bit) {
    for (RankedMove<N>& move : *this)
      if (move.bit == bit) {
        std::swap(move, *begin());
        return true;
      }
    return false;
  }

  // Highest rank first, from `from` on; equal ranks stay row by row. Insertion sort: lists are
  // short.
  void sort(int from = 0) {
    RankedMove<N>* const first = begin() + from;
    for (RankedMove<N>* next = first + 1; next < end(); ++next) {
      const RankedMove<N> moved = *next;
      RankedMove<N>* place = next;
      for (; place > first && place[-1].rank < moved.rank; --place) *place = place[-1];
      *place = moved;
    }
  }

 private:
  // Uninitialised on purpose: clearing it would cost more than the search of a small node.
  union {
    std::array<RankedMove<N>, Geometry<N>::squares> moves_;
  };
  int count_ = 0;
};

// A static value per square, in steps from the outside in: corner, edge, interior, next to the
// edge, C squares, X squares. The order is the reports'; only the order matters.
template <int N>
struct OrderingMatrix {
  std::array<std::int8_t, Geometry<N>::bits> rank{};

  constexpr OrderingMatrix() {
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column) {
        const int bit = Geometry<N>::bit(row, column);
        const auto near_edge = [](int i) { return i == 1 || i == N - 2; };
        const auto at_edge = [](int i) { return i == 0 || i == N - 1; };
        int value = 3;
        if (at_edge(row) && at_edge(column)) {
          value = 5;
        } else if (CornerMasks<N>::x.test(bit)) {
          value = 0;
        } else if (CornerMasks<N>::c.test(bit)) {
          value = 1;
        } else if (at_edge(row) || at_edge(column)) {
          value = 4;
        } else if (near_edge(row) || near_edge(column)) {
          value = 2;
        }
        rank[static_cast<std::size_t>(bit)] = static_cast<std::int8_t>(value);
      }
  }
};
template <int N>
inline constexpr OrderingMatrix<N> ordering_matrix{};

// The squares of each rank of the matrix, the best first.
template <int N>
struct OrderingClasses {
  std::array<Bits<N>, 6> squares{};

  constexpr OrderingClasses() {
    for (int square = 0; square < Geometry<N>::squares; ++square) {
      const int bit = Geometry<N>::bit_of_square(square);
      squares[static_cast<std::size_t>(5 - ordering_matrix<N>.rank[static_cast<std::size_t>(bit)])]
          .set(bit);
    }
  }
};
template <int N>
inline constexpr OrderingClasses<N> ordering_classes{};

template <int N>
constexpr double matrix_rank(int bit) {
  return ordering_matrix<N>.rank[static_cast<std::size_t>(bit)];
}

// The ranks of the report by Kandlikar-Bloch and Parry-Wingfield (section 2.5), summed:
// corner +100000; X or C square whose corner is not own -3000; edge +200; 10 times the mobility
// after the move, as a ratio; 7 for each disc flipped, 15 late in the game.
template <int N>
double kandlikar_parry_rank(const Board<N>& board, const RankedMove<N>& move) {
  const Bits<N> square = Bits<N>::single(move.bit);
  const Board<N> next = board.after(move.bit, move.flipped);
  double rank = 0;
  if ((square & Masks<N>::corners).any()) rank += 100000;
  if ((square & (CornerMasks<N>::x | CornerMasks<N>::c)).any() &&
      (dilated<N>(square) & Masks<N>::corners & ~board.own).any())
    rank -= 3000;
  if ((square & (CornerMasks<N>::edges | Masks<N>::corners)).any()) rank += 200;
  const int mine = legal_moves<N>(next.opp, next.own).count();
  const int theirs = next.legal_moves().count();
  if (mine + theirs != 0) rank += 10 * (100.0 * (mine - theirs) / (mine + theirs));
  const bool late = 3 * board.discs().count() >= 2 * Geometry<N>::squares;
  return rank + (late ? 15 : 7) * move.flipped.count();
}

// Moves that refuted others: two killer moves per ply, and a history score per square and side.
template <int N>
class KillersAndHistory {
 public:
  void clear() {
    for (auto& pair : killers_) pair = {-1, -1};
    for (auto& side : history_) side.fill(0);
  }

  void add_refutation(int ply, int bit, int depth) {
    auto& pair = killers_[static_cast<std::size_t>(ply)];
    if (pair[0] != bit) pair = {bit, pair[0]};
    history_[ply % 2][static_cast<std::size_t>(bit)] += depth * depth;
  }

  // The move of the transposition table, the killer moves, then history; the static matrix breaks
  // ties.
  double rank(int ply, int bit, int table_move) const {
    if (bit == table_move) return 1e15;
    const auto& pair = killers_[static_cast<std::size_t>(ply)];
    if (bit == pair[0]) return 2e14;
    if (bit == pair[1]) return 1e14;
    return history_[ply % 2][static_cast<std::size_t>(bit)] + matrix_rank<N>(bit) * 0.1;
  }

 private:
  // A game has at most one ply per square and one pass between each.
  std::array<std::array<int, 2>, 2 * Geometry<N>::squares> killers_{};
  std::array<std::array<double, Geometry<N>::bits>, 2> history_{};
};

}  // namespace outflank
