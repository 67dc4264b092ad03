// Boards and sets of squares as people hold them in arrays: one byte per square, row by row.
//
// Eight squares at a time: a table spreads eight bits over eight bytes, a multiplication gathers
// them again. Rows are unrolled so that limb and shift of each are constants.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "board.hpp"

namespace outflank {

static_assert(std::endian::native == std::endian::little, "byte i of a word is square i");

namespace detail {

// Byte i of entry b is bit i of b.
inline constexpr std::array<std::uint64_t, 256> spread = [] {
  std::array<std::uint64_t, 256> table{};
  for (unsigned bits = 0; bits < 256; ++bits)
    for (unsigned i = 0; i < 8; ++i) table[bits] |= std::uint64_t{bits >> i & 1} << 8 * i;
  return table;
}();

inline constexpr std::uint64_t low_bits = 0x0101010101010101u;

// The lowest bit of each byte, as eight bits: 2^8i times 2^(56-7i) is 2^(56+i), and no two of the
// other products meet, so nothing is carried into the highest byte.
constexpr unsigned gathered(std::uint64_t bytes) {
  return static_cast<unsigned>((bytes & low_bits) * 0x0102040810204080u >> 56);
}

template <int N>
constexpr unsigned row_bits(const Bits<N>& set, int row) {
  const int bit = Geometry<N>::bit(row, 0), limb = bit / 64, shift = bit % 64;
  std::uint64_t bits = set.limb[limb] >> shift;
  if (shift + N > 64) bits |= set.limb[limb + 1] << (64 - shift);
  return static_cast<unsigned>(bits) & ((1u << N) - 1);
}

template <int N>
constexpr void add_row(Bits<N>& set, int row, unsigned bits) {
  const int bit = Geometry<N>::bit(row, 0), limb = bit / 64, shift = bit % 64;
  set.limb[limb] |= std::uint64_t{bits} << shift;
  if (shift + N > 64) set.limb[limb + 1] |= std::uint64_t{bits} >> (64 - shift);
}

// Writes up to eight squares at a time; word_of(row, first column) makes their bytes.
template <int N, class WordOf>
void write_words(std::uint8_t* squares, WordOf&& word_of) {
#pragma GCC unroll 12
  for (int row = 0; row < N; ++row) {
    const std::uint64_t first = word_of(row, 0);
    std::memcpy(squares + row * N, &first, N < 8 ? N : 8);
    if constexpr (N > 8) {
      const std::uint64_t second = word_of(row, 8);
      std::memcpy(squares + row * N + 8, &second, N - 8);
    }
  }
}

}  // namespace detail

// 1 on the squares of the set, 0 elsewhere.
template <int N>
void write_set(const Bits<N>& set, std::uint8_t* squares) {
  detail::write_words<N>(squares, [&](int row, int column) {
    return detail::spread[detail::row_bits<N>(set, row) >> column & 255];
  });
}

// Squares that write_squares may write beyond the last one.
inline constexpr int spare_squares = 16;

// The squares of the set, row * N + column in rising order; returns the end. How many a limb holds
// cannot be predicted, that sixteen are enough mostly can. ns per 12x12 board in the middle of a
// game: 17 by sixteen, 24 by eight, 46 by a table of the bits of each byte.
template <int N>
std::int32_t* write_squares(const Bits<N>& set, std::int32_t* squares) {
  using G = Geometry<N>;
  constexpr int used_limbs = (N * G::stride + 63) / 64;
  // One more than there are bits: of an empty limb the bit after its last is looked up.
  static constexpr auto square_of_bit = [] {
    std::array<std::uint8_t, G::bits + 1> table{};
    for (int square = 0; square < G::squares; ++square)
      table[G::bit_of_square(square)] = static_cast<std::uint8_t>(square);
    return table;
  }();
  for (int i = 0; i < used_limbs; ++i) {
    std::uint64_t rest = set.limb[i];
    std::int32_t* const next = squares + std::popcount(rest);
    do {
      for (int k = 0; k < spare_squares; ++k, rest &= rest - 1)
        squares[k] = square_of_bit[static_cast<unsigned>(i * 64 + std::countr_zero(rest))];
      squares += spare_squares;
    } while (rest != 0);
    squares = next;
  }
  return squares;
}

// 0 empty, 1 black, 2 white.
template <int N>
void write_cells(const Board<N>& board, Color turn, std::uint8_t* cells) {
  const Bits<N>& black = turn == Color::black ? board.own : board.opp;
  const Bits<N>& white = turn == Color::black ? board.opp : board.own;
  detail::write_words<N>(cells, [&](int row, int column) {
    return detail::spread[detail::row_bits<N>(black, row) >> column & 255] |
           detail::spread[detail::row_bits<N>(white, row) >> column & 255] << 1;
  });
}

// The opposite; false if a cell is not 0, 1 or 2.
template <int N>
bool read_cells(const std::uint8_t* cells, Color turn, Board<N>& board) {
  Bits<N> black, white;
  std::uint64_t wrong = 0;
  const auto read = [&](int row, int column, int width) {
    std::uint64_t word = 0;
    std::memcpy(&word, cells + row * N + column, width);
    wrong |= (word & ~(3 * detail::low_bits)) | (word & word >> 1 & detail::low_bits);
    detail::add_row<N>(black, row, detail::gathered(word) << column);
    detail::add_row<N>(white, row, detail::gathered(word >> 1) << column);
  };
#pragma GCC unroll 12
  for (int row = 0; row < N; ++row) {
    read(row, 0, N < 8 ? N : 8);
    if constexpr (N > 8) read(row, 8, N - 8);
  }
  board = turn == Color::black ? Board<N>{black, white} : Board<N>{white, black};
  return wrong == 0;
}

}  // namespace outflank
