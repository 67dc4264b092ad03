// Sets of squares around discs: neighbours, frontier discs, potential moves.
#pragma once

#include "board.hpp"

namespace outflank {

// Squares next to `set` in any of the eight directions (squares of `set` itself included when
// they have a neighbour in it).
template <int N>
constexpr Bits<N> neighbours(const Bits<N>& set) {
  Bits<N> result;
  each_direction<N>([&]<int Distance>() { result |= step<N, Distance>(set); });
  return result;
}

// Discs of `discs` beside at least one empty square.
template <int N>
constexpr Bits<N> frontier(const Bits<N>& discs, const Bits<N>& empty) {
  return discs & neighbours<N>(empty);
}

// Empty squares beside at least one opponent disc: where a move may become possible.
template <int N>
constexpr Bits<N> potential_moves(const Bits<N>& opp, const Bits<N>& empty) {
  return empty & neighbours<N>(opp);
}

}  // namespace outflank
