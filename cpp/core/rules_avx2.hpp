// Legal moves and flips with AVX2. Same answers as the portable code, two to four times faster.
//
// Up to 10x10: one 64-bit lane per axis (east, south, south-east, south-west), all four at once.
// 12x12: sixteen 16-bit rows in one register; a vertical step moves whole rows.
#pragma once

#include <immintrin.h>

#include "masks.hpp"

namespace outflank::avx2 {

inline std::uint64_t or_lanes(__m256i v) {
  const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  return static_cast<std::uint64_t>(
      _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

// ---------------------------------------------------------------- one limb: 4x4, 6x6, 8x8

// Distances of the four axes for stride 8, in lane order.
inline __m256i axes8() { return _mm256_set_epi64x(7, 9, 8, 1); }
inline __m256i twice_axes8() { return _mm256_set_epi64x(14, 18, 16, 2); }

// Opponent discs a ray may cross, per axis: only the vertical lane keeps the outer columns.
template <int N>
inline __m256i passable8(std::uint64_t opp) {
  const __m256i all = _mm256_set1_epi64x(static_cast<long long>(opp));
  if constexpr (N < 8) return all;
  constexpr long long inner = static_cast<long long>(Masks<8>::inner_columns.limb[0]);
  return _mm256_and_si256(all, _mm256_set_epi64x(inner, inner, -1, inner));
}

template <int N>
inline Limbs<1> legal_moves1(const Limbs<1>& own_set, const Limbs<1>& opp_set) {
  const std::uint64_t own = own_set.limb[0], opp = opp_set.limb[0];
  const __m256i d = axes8(), dd = twice_axes8();
  const __m256i from = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i one = passable8<N>(opp);

  __m256i up = _mm256_and_si256(one, _mm256_sllv_epi64(from, d));
  __m256i down = _mm256_and_si256(one, _mm256_srlv_epi64(from, d));
  up = _mm256_or_si256(up, _mm256_and_si256(one, _mm256_sllv_epi64(up, d)));
  down = _mm256_or_si256(down, _mm256_and_si256(one, _mm256_srlv_epi64(down, d)));
  if constexpr (N > 4) {
    const __m256i two_up = _mm256_and_si256(one, _mm256_sllv_epi64(one, d));
    const __m256i two_down = _mm256_srlv_epi64(two_up, d);
    for (int covered = 2; covered < Geometry<N>::longest_run; covered += 2) {
      up = _mm256_or_si256(up, _mm256_and_si256(two_up, _mm256_sllv_epi64(up, dd)));
      down = _mm256_or_si256(down, _mm256_and_si256(two_down, _mm256_srlv_epi64(down, dd)));
    }
  }
  const std::uint64_t reached =
      or_lanes(_mm256_or_si256(_mm256_sllv_epi64(up, d), _mm256_srlv_epi64(down, d)));
  return {{reached & ~(own | opp) & Masks<N>::board.limb[0]}};
}

// For each square its rays on the stride-8 grid, one lane per axis: towards higher bits (south
// and east) and towards lower bits (north and west).
template <int N>
struct Rays8 {
  using Lanes = std::array<std::uint64_t, 4>;
  alignas(32) std::array<Lanes, 64> up{};
  alignas(32) std::array<Lanes, 64> down{};

  constexpr Rays8() {
    constexpr int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    const auto inside = [](int r, int c) { return r >= 0 && r < N && c >= 0 && c < N; };
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column)
        for (int axis = 0; axis < 4; ++axis)
          for (int k = 1; k < N; ++k) {
            const int r = k * steps[axis][0], c = k * steps[axis][1];
            const auto here = static_cast<unsigned>(row * 8 + column);
            if (inside(row + r, column + c))
              up[here][axis] |= std::uint64_t{1} << ((row + r) * 8 + column + c);
            if (inside(row - r, column - c))
              down[here][axis] |= std::uint64_t{1} << ((row - r) * 8 + column - c);
          }
  }
};
template <int N>
inline constexpr Rays8<N> rays8{};

template <int N>
inline Limbs<1> flips1(int bit, const Limbs<1>& own_set, const Limbs<1>& opp_set) {
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(own_set.limb[0]));
  const __m256i opp = _mm256_set1_epi64x(static_cast<long long>(opp_set.limb[0]));
  const __m256i zero = _mm256_setzero_si256();
  const __m256i ones = _mm256_cmpeq_epi64(zero, zero);
  const auto load = [](const auto& lanes) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.data()));
  };

  // Upwards: fill everything but the ray's non-opponent squares with ones and add one; the
  // carry runs along the ray and stops at the first square that is not the opponent's.
  const __m256i up = load(rays8<N>.up[static_cast<unsigned>(bit)]);
  const __m256i filled = _mm256_or_si256(opp, _mm256_xor_si256(up, ones));
  const __m256i carried = _mm256_sub_epi64(filled, ones);
  const __m256i up_end = _mm256_and_si256(carried, _mm256_and_si256(up, own));
  const __m256i up_run = _mm256_and_si256(_mm256_add_epi64(up_end, ones), up);
  const __m256i up_flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(up_end, zero), up_run);

  // Downwards there is no carry to use: spread every non-opponent square further down the ray;
  // what stays clear is the run next to the square played.
  const __m256i d = axes8(), dd = twice_axes8(), dddd = _mm256_add_epi64(dd, dd);
  const __m256i down = load(rays8<N>.down[static_cast<unsigned>(bit)]);
  __m256i stopped = _mm256_andnot_si256(opp, down);
  stopped = _mm256_or_si256(stopped, _mm256_srlv_epi64(stopped, d));
  stopped = _mm256_or_si256(stopped, _mm256_srlv_epi64(stopped, dd));
  if constexpr (N > 4) stopped = _mm256_or_si256(stopped, _mm256_srlv_epi64(stopped, dddd));
  const __m256i down_run = _mm256_andnot_si256(stopped, down);
  const __m256i down_end =
      _mm256_and_si256(_mm256_srlv_epi64(down_run, d), _mm256_and_si256(down, own));
  const __m256i down_flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(down_end, zero), down_run);
  return {{or_lanes(_mm256_or_si256(up_flips, down_flips))}};
}

// ---------------------------------------------------------------- two limbs: 10x10

// A 128-bit set per axis, low limbs in one register and high limbs in the other.
struct Quad {
  __m256i low, high;

  static Quad all(const Limbs<2>& set) {
    return {_mm256_set1_epi64x(static_cast<long long>(set.limb[0])),
            _mm256_set1_epi64x(static_cast<long long>(set.limb[1]))};
  }
  friend Quad operator&(const Quad& a, const Quad& b) {
    return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
  }
  friend Quad operator|(const Quad& a, const Quad& b) {
    return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
  }
  // Each axis by its own distance, Times over.
  template <int Times>
  Quad up() const {
    const __m256i d = _mm256_set_epi64x(10 * Times, 12 * Times, 11 * Times, Times);
    const __m256i rest =
        _mm256_set_epi64x(64 - 10 * Times, 64 - 12 * Times, 64 - 11 * Times, 64 - Times);
    return {_mm256_sllv_epi64(low, d),
            _mm256_or_si256(_mm256_sllv_epi64(high, d), _mm256_srlv_epi64(low, rest))};
  }
  template <int Times>
  Quad down() const {
    const __m256i d = _mm256_set_epi64x(10 * Times, 12 * Times, 11 * Times, Times);
    const __m256i rest =
        _mm256_set_epi64x(64 - 10 * Times, 64 - 12 * Times, 64 - 11 * Times, 64 - Times);
    return {_mm256_or_si256(_mm256_srlv_epi64(low, d), _mm256_sllv_epi64(high, rest)),
            _mm256_srlv_epi64(high, d)};
  }
  Limbs<2> or_axes() const { return {{or_lanes(low), or_lanes(high)}}; }
};

// Runs of opponent discs from `from` in both directions of every axis. Longest run: eight.
inline void runs10(const Quad& from, const Quad& opp, Quad& up, Quad& down) {
  up = opp & from.up<1>();
  down = opp & from.down<1>();
  up = up | (opp & up.up<1>());
  down = down | (opp & down.down<1>());
  const Quad two_up = opp & opp.up<1>();
  const Quad two_down = opp & opp.down<1>();
  up = up | (two_up & up.up<2>());
  down = down | (two_down & down.down<2>());
  const Quad four_up = two_up & two_up.up<2>();
  const Quad four_down = two_down & two_down.down<2>();
  up = up | (four_up & up.up<4>());
  down = down | (four_down & down.down<4>());
}

inline Limbs<2> legal_moves10(const Limbs<2>& own, const Limbs<2>& opp) {
  Quad up, down;
  runs10(Quad::all(own), Quad::all(opp), up, down);
  return (up.up<1>() | down.down<1>()).or_axes() & ~(own | opp) & Masks<10>::board;
}

inline Limbs<2> flips10(int bit, const Limbs<2>& own_set, const Limbs<2>& opp_set) {
  const Quad own = Quad::all(own_set);
  Quad up, down;
  runs10(Quad::all(Limbs<2>::single(bit)), Quad::all(opp_set), up, down);
  const __m256i zero = _mm256_setzero_si256();
  const Quad end_up = own & up.up<1>(), end_down = own & down.down<1>();
  const __m256i no_up = _mm256_cmpeq_epi64(_mm256_or_si256(end_up.low, end_up.high), zero);
  const __m256i no_down = _mm256_cmpeq_epi64(_mm256_or_si256(end_down.low, end_down.high), zero);
  const Quad flipped{
      _mm256_or_si256(_mm256_andnot_si256(no_up, up.low), _mm256_andnot_si256(no_down, down.low)),
      _mm256_or_si256(_mm256_andnot_si256(no_up, up.high),
                      _mm256_andnot_si256(no_down, down.high))};
  return flipped.or_axes();
}

// ---------------------------------------------------------------- four limbs: 12x12

inline __m256i load12(const Limbs<4>& set) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(set.limb.data()));
}
inline Limbs<4> store12(__m256i v) {
  Limbs<4> result;
  _mm256_store_si256(reinterpret_cast<__m256i*>(result.limb.data()), v);
  return result;
}

// Moves every row by Rows (down the board if positive) and every column by Columns.
template <int Rows, int Columns>
inline __m256i moved(__m256i v) {
  if constexpr (Rows > 0) {
    const __m256i low_to_high = _mm256_permute2x128_si256(v, v, 0x08);
    v = _mm256_alignr_epi8(v, low_to_high, 16 - 2 * Rows);
  } else if constexpr (Rows < 0) {
    const __m256i high_to_low = _mm256_permute2x128_si256(v, v, 0x81);
    v = _mm256_alignr_epi8(high_to_low, v, -2 * Rows);
  }
  if constexpr (Columns > 0) v = _mm256_slli_epi16(v, Columns);
  if constexpr (Columns < 0) v = _mm256_srli_epi16(v, -Columns);
  return v;
}

// A distance between bits of the 12x12 grid as rows and columns.
template <int Distance>
struct Steps12 {
  static constexpr int rows = Distance >= 0 ? (Distance + 8) / 16 : -((-Distance + 8) / 16);
  static constexpr int columns = Distance - 16 * rows;
};

// One step in a direction; the portable code is step() in masks.hpp.
template <int Distance>
inline Limbs<4> step12(const Limbs<4>& set) {
  using S = Steps12<Distance>;
  return store12(
      _mm256_and_si256(moved<S::rows, S::columns>(load12(set)), load12(Masks<12>::board)));
}

// Runs of `over` that start next to `from`; the portable code is runs() in rules.hpp.
template <int Distance>
inline Limbs<4> runs12(const Limbs<4>& from, const Limbs<4>& over) {
  constexpr int r = Steps12<Distance>::rows, c = Steps12<Distance>::columns;
  const __m256i one = load12(over);
  const __m256i two = _mm256_and_si256(one, moved<r, c>(one));
  const __m256i four = _mm256_and_si256(two, moved<2 * r, 2 * c>(two));
  __m256i run = _mm256_and_si256(one, moved<r, c>(load12(from)));
  run = _mm256_or_si256(run, _mm256_and_si256(one, moved<r, c>(run)));
  run = _mm256_or_si256(run, _mm256_and_si256(two, moved<2 * r, 2 * c>(run)));
  run = _mm256_or_si256(run, _mm256_and_si256(four, moved<4 * r, 4 * c>(run)));
  return store12(_mm256_or_si256(run, _mm256_and_si256(four, moved<4 * r, 4 * c>(run))));
}

// Squares of lines along ±Distance that hold a square of `set`. Reach 1, 3, 7, 11 in each
// direction: the whole line. Rows shifted off the board's columns fall into the guard and out.
template <int Distance>
inline Limbs<4> whole_lines12(const Limbs<4>& set) {
  constexpr int r = Steps12<Distance>::rows, c = Steps12<Distance>::columns;
  const __m256i board = load12(Masks<12>::board);
  __m256i ahead = load12(set), back = ahead;
  ahead = _mm256_or_si256(ahead, moved<r, c>(ahead));
  back = _mm256_or_si256(back, moved<-r, -c>(back));
  ahead = _mm256_or_si256(ahead, moved<2 * r, 2 * c>(ahead));
  back = _mm256_or_si256(back, moved<-2 * r, -2 * c>(back));
  ahead = _mm256_or_si256(ahead, moved<4 * r, 4 * c>(ahead));
  back = _mm256_or_si256(back, moved<-4 * r, -4 * c>(back));
  ahead = _mm256_or_si256(ahead, moved<4 * r, 4 * c>(ahead));
  back = _mm256_or_si256(back, moved<-4 * r, -4 * c>(back));
  return store12(_mm256_and_si256(_mm256_or_si256(ahead, back), board));
}

// A set and all squares next to it; the portable code is in regions.hpp.
inline Limbs<4> dilated12(const Limbs<4>& set) {
  const __m256i v = load12(set);
  const __m256i band = _mm256_or_si256(v, _mm256_or_si256(moved<0, 1>(v), moved<0, -1>(v)));
  const __m256i block =
      _mm256_or_si256(band, _mm256_or_si256(moved<1, 0>(band), moved<-1, 0>(band)));
  return store12(_mm256_and_si256(block, load12(Masks<12>::board)));
}

// The squares just behind unbroken runs of opponent discs that start next to an own disc.
// Reach doubles: 1, 3, 7, then 11 discs; the longest run that can be flipped has ten.
template <int Rows, int Columns>
inline __m256i behind_runs12(__m256i own, __m256i opp) {
  const __m256i two = _mm256_and_si256(opp, moved<Rows, Columns>(opp));
  const __m256i four = _mm256_and_si256(two, moved<2 * Rows, 2 * Columns>(two));
  __m256i g = _mm256_or_si256(own, _mm256_and_si256(opp, moved<Rows, Columns>(own)));
  g = _mm256_or_si256(g, _mm256_and_si256(two, moved<2 * Rows, 2 * Columns>(g)));
  g = _mm256_or_si256(g, _mm256_and_si256(four, moved<4 * Rows, 4 * Columns>(g)));
  g = _mm256_or_si256(g, _mm256_and_si256(four, moved<4 * Rows, 4 * Columns>(g)));
  return moved<Rows, Columns>(_mm256_and_si256(g, opp));
}

inline Limbs<4> legal_moves12(const Limbs<4>& own_set, const Limbs<4>& opp_set) {
  const __m256i own = load12(own_set), opp = load12(opp_set);
  // Eastwards a carry runs along the row through the whole run.
  const __m256i starts = _mm256_and_si256(opp, moved<0, 1>(own));
  __m256i reached = _mm256_add_epi16(opp, starts);
  const auto add = [&]<int Rows, int Columns>() {
    reached = _mm256_or_si256(reached, behind_runs12<Rows, Columns>(own, opp));
  };
  add.template operator()<0, -1>();
  add.template operator()<1, 0>();
  add.template operator()<-1, 0>();
  add.template operator()<1, 1>();
  add.template operator()<-1, -1>();
  add.template operator()<1, -1>();
  add.template operator()<-1, 1>();
  const __m256i empty = _mm256_andnot_si256(_mm256_or_si256(own, opp), load12(Masks<12>::board));
  return store12(_mm256_and_si256(reached, empty));
}

// For each square, the squares of its column and two diagonals, as rows of a register.
struct Lines12 {
  static constexpr int axes = 3;
  alignas(32) std::array<std::array<std::array<std::uint16_t, 16>, axes>, 12 * 16> mask{};

  constexpr Lines12() {
    for (int row = 0; row < 12; ++row)
      for (int column = 0; column < 12; ++column)
        for (int axis = 0; axis < axes; ++axis)
          for (int r = 0; r < 12; ++r) {
            const int c = column + (axis == 0 ? 0 : axis == 1 ? r - row : row - r);
            if (c >= 0 && c < 12)
              mask[row * 16 + column][axis][r] = static_cast<std::uint16_t>(1u << c);
          }
  }
};
inline constexpr Lines12 lines12{};

// Flips along a line given as `width` bits per square, `at` being the lowest bit of the square
// just played. Upwards the carry finds the end of the run, downwards the leading zeros do.
template <int Width>
inline std::uint32_t line_flips(std::uint32_t own, std::uint32_t opp, int at) {
  const std::uint32_t below = (std::uint32_t{1} << at) - 1;
  const std::uint32_t above = ~(below | (((std::uint32_t{1} << Width) - 1) << at));
  const std::uint32_t end_up = (((opp & above) | ~above) + 1) & own & above;
  const std::uint32_t up = (end_up - (end_up != 0)) & above;
  const std::uint32_t stops = below & ~opp;
  const int high = 31 - std::countl_zero(stops | 1);
  const std::uint32_t stop = std::uint32_t{1} << high;
  const std::uint32_t down = below & ~((stop << 1) - 1);
  return up | ((stops & own & stop) ? down : 0);
}

inline Limbs<4> flips12(int bit, const Limbs<4>& own_set, const Limbs<4>& opp_set) {
  const __m256i own = load12(own_set), opp = load12(opp_set);
  const int row = bit / 16, column = bit % 16;
  __m256i flipped = _mm256_setzero_si256();
  for (int axis = 0; axis < Lines12::axes; ++axis) {
    const __m256i line = _mm256_load_si256(reinterpret_cast<const __m256i*>(
        lines12.mask[static_cast<unsigned>(bit)][static_cast<unsigned>(axis)].data()));
    // Two bits per row, as movemask works on bytes.
    const auto squares_of = [&](__m256i set) {
      const __m256i hit = _mm256_cmpgt_epi16(_mm256_and_si256(set, line), _mm256_setzero_si256());
      return static_cast<std::uint32_t>(_mm256_movemask_epi8(hit));
    };
    const std::uint32_t found = line_flips<2>(squares_of(own), squares_of(opp), 2 * row);
    const __m256i spread =
        _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(found)),
                            _mm256_set_epi8(3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1,
                                            1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i pair = _mm256_set1_epi64x(static_cast<long long>(0xc0c030300c0c0303u));
    const __m256i lanes = _mm256_cmpeq_epi16(_mm256_and_si256(spread, pair), pair);
    flipped = _mm256_or_si256(flipped, _mm256_and_si256(lanes, line));
  }
  Limbs<4> result = store12(flipped);
  const unsigned shift = static_cast<unsigned>(row % 4) * 16;
  const auto own_row = static_cast<std::uint32_t>(own_set.limb[row / 4] >> shift & 0xffff);
  const auto opp_row = static_cast<std::uint32_t>(opp_set.limb[row / 4] >> shift & 0xffff);
  result.limb[row / 4] |= std::uint64_t{line_flips<1>(own_row, opp_row, column)} << shift;
  return result;
}

// ---------------------------------------------------------------- by size

template <int N>
inline Bits<N> legal_moves(const Bits<N>& own, const Bits<N>& opp) {
  if constexpr (N <= 8) {
    return legal_moves1<N>(own, opp);
  } else if constexpr (N == 10) {
    return legal_moves10(own, opp);
  } else {
    return legal_moves12(own, opp);
  }
}

template <int N>
inline Bits<N> flips(int bit, const Bits<N>& own, const Bits<N>& opp) {
  if constexpr (N <= 8) {
    return flips1<N>(bit, own, opp);
  } else if constexpr (N == 10) {
    return flips10(bit, own, opp);
  } else {
    return flips12(bit, own, opp);
  }
}

}  // namespace outflank::avx2
