// Sets of squares around discs: neighbourhoods, frontier discs, potential moves.
#pragma once

#include <type_traits>

#include "board.hpp"

namespace outflank {

// `set` and every square next to it in any of the eight directions: first sideways, then that
// whole band up and down.
template <int N>
constexpr Bits<N> dilated(const Bits<N>& set) {
#if defined(__AVX2__)
  if constexpr (N == 12) {
    if (!std::is_constant_evaluated()) return avx2::dilated12(set);
  }
#endif
  using D = Directions<N>;
  const Bits<N> band = set | step<N, D::east>(set) | step<N, -D::east>(set);
  return band | step<N, D::south>(band) | step<N, -D::south>(band);
}

// Discs of `discs` beside at least one empty square.
template <int N>
constexpr Bits<N> frontier(const Bits<N>& discs, const Bits<N>& empty) {
  return discs & dilated<N>(empty);
}

// Empty squares beside at least one opponent disc: where a move may become possible.
template <int N>
constexpr Bits<N> potential_moves(const Bits<N>& opp, const Bits<N>& empty) {
  return empty & dilated<N>(opp);
}

}  // namespace outflank
