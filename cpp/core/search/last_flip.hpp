// How many discs the last move of the game flips, without making the move.
//
// When only one square is empty, every disc that is not own is the opponent's: along each line
// through the square the own discs alone tell how many lie between. One limb: four table
// look-ups, the lines gathered into a byte by a multiplication. Larger boards: the flips are made.
#pragma once

#include "../rules.hpp"

namespace outflank {

namespace detail {

// By place of the square on its line and own discs on the line: the discs flipped on it.
struct LineFlips {
  std::array<std::array<std::uint8_t, 256>, 8> count{};

  constexpr LineFlips() {
    for (int place = 0; place < 8; ++place)
      for (int own = 0; own < 256; ++own) {
        int flipped = 0;
        for (int i = place + 1; i < 8; ++i)
          if (own >> i & 1) {
            flipped += i - place - 1;
            break;
          }
        for (int i = place - 1; i >= 0; --i)
          if (own >> i & 1) {
            flipped += place - i - 1;
            break;
          }
        count[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] =
            static_cast<std::uint8_t>(flipped);
      }
  }
};
inline constexpr LineFlips line_flips{};

// Both diagonals through each square of the stride-8 grid, inside the board.
template <int N>
struct DiagonalMasks {
  std::array<std::uint64_t, 64> falling{}, rising{};

  constexpr DiagonalMasks() {
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column)
        for (int r = 0; r < N; ++r)
          for (int c = 0; c < N; ++c) {
            const auto here = static_cast<std::size_t>(row * 8 + column);
            const std::uint64_t bit = std::uint64_t{1} << (r * 8 + c);
            if (r - c == row - column) falling[here] |= bit;
            if (r + c == row + column) rising[here] |= bit;
          }
  }
};
template <int N>
inline constexpr DiagonalMasks<N> diagonal_masks{};

}  // namespace detail

// The discs `own` flips by moving to `bit`, the only empty square.
template <int N>
int count_last_flips(int bit, const Bits<N>& own) {
  if constexpr (Geometry<N>::limbs == 1) {
    const std::uint64_t discs = own.limb[0];
    const auto square = static_cast<std::size_t>(bit);
    const auto& by_column = detail::line_flips.count[square & 7];
    const auto& by_row = detail::line_flips.count[square >> 3];
    // A diagonal has one square in each column; adding its rows up makes a byte by column.
    constexpr std::uint64_t rows = 0x0101010101010101u, column_to_byte = 0x0102040810204080u;
    return by_column[discs >> (bit & 56) & 255] +
           by_row[(discs >> (bit & 7) & rows) * column_to_byte >> 56] +
           by_column[(discs & detail::diagonal_masks<N>.falling[square]) * rows >> 56] +
           by_column[(discs & detail::diagonal_masks<N>.rising[square]) * rows >> 56];
  } else {
    const Bits<N> others = Masks<N>::board & ~own & ~Bits<N>::single(bit);
    return flips<N>(bit, own, others).count();
  }
}

}  // namespace outflank
