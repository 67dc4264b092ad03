// Discs that can never be flipped again: a true lower bound.
//
// Along one line a disc is safe if the line is full, or if a neighbour on that line is the edge
// or a stable disc of the same colour: to flip the disc, that neighbour would have to be flipped
// too. A disc safe along all four lines is stable. Starting from nothing and adding discs until
// none is added therefore never counts a disc that can be flipped.
#pragma once

#include <type_traits>

#include "board.hpp"

namespace outflank {

// Squares K steps along Distance from a square of the board, in a straight line.
template <int N, int Distance, int K>
constexpr Bits<N> after_steps() {
  Bits<N> squares = Masks<N>::board;
  for (int i = 0; i < K; ++i) squares = step<N, Distance>(squares);
  return squares;
}

// `set` spread along Distance to the edge, twice as far each time.
template <int N, int Distance, int K = 1>
constexpr Bits<N> spread(const Bits<N>& set) {
  if constexpr (K >= N) {
    return set;
  } else {
    constexpr Bits<N> landing = after_steps<N, Distance, K>();
    return spread<N, Distance, 2 * K>(set | (set.template shifted<K * Distance>() & landing));
  }
}

// Squares on lines along ±Distance without a single empty square.
template <int N, int Distance>
constexpr Bits<N> full_lines(const Bits<N>& empty) {
#if defined(__AVX2__)
  if constexpr (N == 12) {
    if (!std::is_constant_evaluated())
      return Masks<N>::board & ~avx2::whole_lines12<Distance>(empty);
  }
#endif
  return Masks<N>::board & ~(spread<N, Distance>(empty) | spread<N, -Distance>(empty));
}

template <int N>
struct FullLines {
  Bits<N> row, column, diagonal, antidiagonal;

  explicit constexpr FullLines(const Bits<N>& empty)
      : row(full_lines<N, Directions<N>::east>(empty)),
        column(full_lines<N, Directions<N>::south>(empty)),
        diagonal(full_lines<N, Directions<N>::south_east>(empty)),
        antidiagonal(full_lines<N, Directions<N>::south_west>(empty)) {}
};

// Squares safe along ±Distance, given the stable discs of the same colour found so far: on a full
// line, without a neighbour on one side (the edge), or beside a stable disc.
template <int N, int Distance>
constexpr Bits<N> safe_along(const Bits<N>& stable, const Bits<N>& full) {
  constexpr Bits<N> at_edge =
      Masks<N>::board & ~(step<N, Distance>(Masks<N>::board) & step<N, -Distance>(Masks<N>::board));
  return full | at_edge | step<N, Distance>(stable) | step<N, -Distance>(stable);
}

// The discs of one colour that are safe along all four lines.
template <int N>
constexpr Bits<N> grow_stable(const Bits<N>& discs, const FullLines<N>& full) {
  using D = Directions<N>;
  Bits<N> stable;
  for (;;) {
    const Bits<N> wider = discs & safe_along<N, D::east>(stable, full.row) &
                          safe_along<N, D::south>(stable, full.column) &
                          safe_along<N, D::south_east>(stable, full.diagonal) &
                          safe_along<N, D::south_west>(stable, full.antidiagonal);
    if (wider == stable) return stable;
    stable = wider;
  }
}

// The stable discs among `discs` (one colour), on a board whose empty squares are `empty`.
template <int N>
constexpr Bits<N> stable_discs(const Bits<N>& discs, const Bits<N>& empty) {
  return grow_stable<N>(discs, FullLines<N>(empty));
}

// The same without looking at full lines: a smaller set, as some reports count it. Only a corner
// is safe by itself, so without one there is nothing to grow from.
template <int N>
constexpr Bits<N> stable_by_neighbours(const Bits<N>& discs) {
  if ((discs & Masks<N>::corners).none()) return {};
  return grow_stable<N>(discs, FullLines<N>(Masks<N>::board));
}

}  // namespace outflank
