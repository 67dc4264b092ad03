// Constant sets of squares, and steps by one square in each direction.
#pragma once

#include <type_traits>

#include "bits.hpp"

namespace outflank {

template <int N>
struct Masks {
  using G = Geometry<N>;

  template <class Wanted>
  static constexpr Bits<N> where(Wanted wanted) {
    Bits<N> result;
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column)
        if (wanted(row, column)) result.set(G::bit(row, column));
    return result;
  }

  static constexpr Bits<N> board = where([](int, int) { return true; });
  static constexpr Bits<N> not_first_column = where([](int, int c) { return c != 0; });
  static constexpr Bits<N> not_last_column = where([](int, int c) { return c != N - 1; });
  static constexpr Bits<N> inner_columns = not_first_column & not_last_column;
  static constexpr Bits<N> corners =
      where([](int r, int c) { return (r == 0 || r == N - 1) && (c == 0 || c == N - 1); });
};

// The eight directions as the distance between neighbouring bits, plus the four "forward" axes.
template <int N>
struct Directions {
  static constexpr int east = 1;
  static constexpr int south = Geometry<N>::stride;
  static constexpr int south_west = south - 1;
  static constexpr int south_east = south + 1;
};

#if defined(__AVX2__)
namespace avx2 {
template <int Distance>
Limbs<4> step12(const Limbs<4>& set);  // in rules_avx2.hpp
}
#endif

// The squares one step from `set` in direction Distance, without wrapping around the edges.
template <int N, int Distance>
constexpr Bits<N> step(const Bits<N>& set) {
#if defined(__AVX2__)
  if constexpr (N == 12) {
    if (!std::is_constant_evaluated()) return avx2::step12<Distance>(set);
  }
#endif
  using D = Directions<N>;
  constexpr bool eastward =
      Distance == D::east || Distance == D::south_east || Distance == -D::south_west;
  constexpr bool vertical = Distance == D::south || Distance == -D::south;
  constexpr Bits<N> landing = vertical   ? Masks<N>::board
                              : eastward ? Masks<N>::not_first_column
                                         : Masks<N>::not_last_column;
  return set.template shifted<Distance>() & landing;
}

// Calls visit.operator()<Distance>() for each of the eight directions.
template <int N, class Visit>
constexpr void each_direction(Visit&& visit) {
  using D = Directions<N>;
  visit.template operator()<D::east>();
  visit.template operator()<-D::east>();
  visit.template operator()<D::south>();
  visit.template operator()<-D::south>();
  visit.template operator()<D::south_east>();
  visit.template operator()<-D::south_east>();
  visit.template operator()<D::south_west>();
  visit.template operator()<-D::south_west>();
}

// Calls visit.operator()<Distance>() for each of the four axes (one of two opposite directions).
template <int N, class Visit>
constexpr void each_axis(Visit&& visit) {
  using D = Directions<N>;
  visit.template operator()<D::east>();
  visit.template operator()<D::south>();
  visit.template operator()<D::south_east>();
  visit.template operator()<D::south_west>();
}

}  // namespace outflank
