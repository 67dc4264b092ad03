// Legal moves and flips. This file holds the portable code; rules_avx2.hpp the vector code.
// Both must give the same answer, which the tests check against plain Python rules.
#pragma once

#include "masks.hpp"

namespace outflank {

namespace portable {

// Opponent discs a ray may run over: on 8x8 there are no guard columns, so rays that change
// column must not pass through the outer ones (a run there could not be bracketed anyway).
template <int N, int Distance>
constexpr Bits<N> passable(const Bits<N>& opp) {
  constexpr bool vertical = Distance == Directions<N>::south || Distance == -Directions<N>::south;
  if constexpr (N == 8 && !vertical) return opp & Masks<N>::inner_columns;
  return opp;
}

// All opponent discs in unbroken runs that start next to `from` in direction Distance.
// Doubling: runs of one and two by single steps, then two more discs at a time.
template <int N, int Distance>
constexpr Bits<N> runs(const Bits<N>& from, const Bits<N>& opp) {
  const Bits<N> one = passable<N, Distance>(opp);
  const Bits<N> two = one & one.template shifted<Distance>();
  Bits<N> run = one & from.template shifted<Distance>();
  run |= one & run.template shifted<Distance>();
  for (int covered = 2; covered < Geometry<N>::longest_run; covered += 2)
    run |= two & run.template shifted<2 * Distance>();
  return run;
}

template <int N>
constexpr Bits<N> legal_moves(const Bits<N>& own, const Bits<N>& opp) {
  Bits<N> reached;
  each_direction<N>([&]<int Distance>() {
    reached |= portable::runs<N, Distance>(own, opp).template shifted<Distance>();
  });
  return reached & ~(own | opp) & Masks<N>::board;
}

template <int N>
constexpr Bits<N> flips(int bit, const Bits<N>& own, const Bits<N>& opp) {
  const Bits<N> square = Bits<N>::single(bit);
  Bits<N> flipped;
  each_direction<N>([&]<int Distance>() {
    const Bits<N> run = portable::runs<N, Distance>(square, opp);
    if ((run.template shifted<Distance>() & own).any()) flipped |= run;
  });
  return flipped;
}

}  // namespace portable

}  // namespace outflank

#if defined(__AVX2__)
#include "rules_avx2.hpp"
namespace outflank {
using avx2::flips;
using avx2::legal_moves;
template <int N, int Distance>
Bits<N> runs(const Bits<N>& from, const Bits<N>& over) {
  if constexpr (N == 12) {
    return avx2::runs12<Distance>(from, over);
  } else {
    return portable::runs<N, Distance>(from, over);
  }
}
}  // namespace outflank
#else
namespace outflank {
using portable::flips;
using portable::legal_moves;
using portable::runs;
}  // namespace outflank
#endif
