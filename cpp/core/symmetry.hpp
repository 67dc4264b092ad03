// The eight symmetries of the square, and the canonical form of a board.
//
// Symmetry k: bit 2 swaps rows and columns (done first), bit 1 mirrors top-bottom, bit 0
// left-right. 0 is the identity; 3, 4 and 7 also keep the start position.
#pragma once

#include <utility>

#include "board.hpp"

namespace outflank {

inline constexpr int symmetry_count = 8;

struct Cell {
  int row, column;
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

constexpr Cell transform(Cell cell, int size, int symmetry) {
  if (symmetry & 4) std::swap(cell.row, cell.column);
  if (symmetry & 2) cell.row = size - 1 - cell.row;
  if (symmetry & 1) cell.column = size - 1 - cell.column;
  return cell;
}

// The symmetry that undoes `symmetry`: the mirrors undo themselves, but a swap of rows and
// columns that comes first exchanges them.
constexpr int inverse(int symmetry) {
  if (!(symmetry & 4)) return symmetry;
  return 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

namespace detail {

constexpr std::uint64_t exchange(std::uint64_t x, std::uint64_t mask, int distance) {
  const std::uint64_t swapped = (x ^ (x >> distance)) & mask;
  return x ^ swapped ^ (swapped << distance);
}

constexpr std::uint64_t swap_rows_and_columns8(std::uint64_t x) {
  x = exchange(x, 0x00aa00aa00aa00aau, 7);
  x = exchange(x, 0x0000cccc0000ccccu, 14);
  return exchange(x, 0x00000000f0f0f0f0u, 28);
}

constexpr std::uint64_t mirror_rows8(std::uint64_t x) {
  x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
  x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
  return x >> 32 | x << 32;
}

constexpr std::uint64_t mirror_columns8(std::uint64_t x) {
  x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
  x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
  return (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
}

}  // namespace detail

template <int N>
constexpr Bits<N> transform(const Bits<N>& set, int symmetry) {
  using G = Geometry<N>;
  if constexpr (N <= 8) {
    // Mirroring the 8x8 grid moves a smaller board to the far side; the shift brings it back.
    std::uint64_t x = set.limb[0];
    if (symmetry & 4) x = detail::swap_rows_and_columns8(x);
    if (symmetry & 2) x = detail::mirror_rows8(x) >> 8 * (8 - N);
    if (symmetry & 1) x = detail::mirror_columns8(x) >> (8 - N);
    return {{x}};
  } else {
    Bits<N> result;
    set.each([&](int bit) {
      const Cell cell = transform({G::row_of_bit(bit), G::column_of_bit(bit)}, N, symmetry);
      result.set(G::bit(cell.row, cell.column));
    });
    return result;
  }
}

template <int N>
constexpr Board<N> transform(const Board<N>& board, int symmetry) {
  return {transform<N>(board.own, symmetry), transform<N>(board.opp, symmetry)};
}

// Of squares that a symmetry of the board itself turns into each other, the first one only.
template <int N>
constexpr Bits<N> without_images(const Board<N>& board, Bits<N> squares) {
  for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
    if (transform<N>(board, symmetry) != board) continue;
    const Bits<N> all = squares;
    all.each([&](int bit) {
      const int image = transform<N>(Bits<N>::single(bit), symmetry).first();
      if (image > bit && squares.test(bit)) squares = squares & ~Bits<N>::single(image);
    });
  }
  return squares;
}

// The least of the eight images, and the symmetry that leads to it.
template <int N>
constexpr std::pair<Board<N>, int> canonical(const Board<N>& board) {
  std::pair<Board<N>, int> best{board, 0};
  for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
    const Board<N> image = transform<N>(board, symmetry);
    if (image < best.first) best = {image, symmetry};
  }
  return best;
}

}  // namespace outflank
