// Where squares live in a bitboard, for each board size.
//
// People name a square by (row, column), both from 0, or by its index row * N + column.
// Inside the core a square is a *bit*: row * stride + column. The stride leaves unused columns
// to the right of the board on every size but 8x8. Those guard columns are always empty, so a
// shift that runs over the edge lands on an empty square and every ray stops there by itself.
#pragma once

#include <array>
#include <cstdint>

namespace outflank {

enum class Color : std::uint8_t { black = 1, white = 2 };

constexpr Color opponent_of(Color color) {
  return color == Color::black ? Color::white : Color::black;
}

constexpr bool is_board_size(int size) {
  return size == 4 || size == 6 || size == 8 || size == 10 || size == 12;
}

inline constexpr int max_size = 12;
inline constexpr int max_squares = max_size * max_size;
inline constexpr int max_limbs = 4;

template <int N>
struct Geometry {
  static_assert(is_board_size(N));

  static constexpr int squares = N * N;
  static constexpr int stride = N <= 8 ? 8 : N == 10 ? 11 : 16;
  // 12x12 needs three limbs; the fourth, always zero, completes a 256-bit register.
  static constexpr int limbs = N <= 8 ? 1 : N == 10 ? 2 : 4;
  static constexpr int bits = limbs * 64;
  // The longest run of discs one move can flip along one ray.
  static constexpr int longest_run = N - 2;

  static constexpr int bit(int row, int column) { return row * stride + column; }
  static constexpr int row_of_bit(int bit) { return bit / stride; }
  static constexpr int column_of_bit(int bit) { return bit % stride; }
  static constexpr int bit_of_square(int square) { return bit(square / N, square % N); }
  static constexpr int square_of_bit(int bit) { return row_of_bit(bit) * N + column_of_bit(bit); }
};

}  // namespace outflank
