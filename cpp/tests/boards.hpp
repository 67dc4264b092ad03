// From the oracle's boards to the core's, and the list of sizes for TEST_CASE_TEMPLATE.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "board.hpp"
#include "random_boards.hpp"

namespace outflank {

// How doctest shows a set that differs: the names of its squares. A square on a guard column or
// below the board shows as one too far right or down.
template <int L>
doctest::String toString(const Limbs<L>& set) {
  constexpr int stride = L == 1 ? 8 : L == 2 ? 11 : 16;
  std::string text = "{";
  set.each([&](int bit) {
    if (text.size() > 1) text += ' ';
    text += static_cast<char>('a' + bit % stride);
    text += std::to_string(bit / stride + 1);
  });
  return (text + "}").c_str();
}

namespace test {

template <int N>
struct Size {
  static constexpr int value = N;
};

// For TEST_CASE_TEMPLATE("...", S, EVERY_SIZE).
#define EVERY_SIZE                                                                 \
  ::outflank::test::Size<4>, ::outflank::test::Size<6>, ::outflank::test::Size<8>, \
      ::outflank::test::Size<10>, ::outflank::test::Size<12>

template <int N>
Bits<N> set_of(const std::vector<int>& squares) {
  Bits<N> set;
  for (const int square : squares) set.set(Geometry<N>::bit_of_square(square));
  return set;
}

template <int N>
Board<N> board_of(const Mailbox& mailbox) {
  Board<N> board;
  for (int square = 0; square < N * N; ++square) {
    const int bit = Geometry<N>::bit_of_square(square);
    if (mailbox.cell[square] == Mailbox::own) board.own.set(bit);
    if (mailbox.cell[square] == Mailbox::opp) board.opp.set(bit);
  }
  return board;
}

}  // namespace test
}  // namespace outflank
