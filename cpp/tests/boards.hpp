// What the tests share: the list of sizes, random boards, and boards as text for failures.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "board.hpp"
#include "oracle.hpp"
#include "playout.hpp"

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

template <int N>
Mailbox mailbox_of(const Board<N>& board) {
  Mailbox mailbox{N};
  for (int square = 0; square < N * N; ++square) {
    const int bit = Geometry<N>::bit_of_square(square);
    mailbox.cell[square] = board.own.test(bit)   ? Mailbox::own
                           : board.opp.test(bit) ? Mailbox::opp
                                                 : Mailbox::empty;
  }
  return mailbox;
}

// One line per row: X the side to move, O the opponent.
inline std::string drawn(const Mailbox& mailbox) {
  std::string text = "\n";
  for (int square = 0; square < mailbox.size * mailbox.size; ++square) {
    text += "-XO"[mailbox.cell[square]];
    if (square % mailbox.size == mailbox.size - 1) text += '\n';
  }
  return text;
}
template <int N>
std::string drawn(const Board<N>& board) {
  return drawn(mailbox_of<N>(board));
}

// Any board at all, reachable or not, from nearly empty to full and from one colour to the other.
inline Mailbox random_mailbox(int size, Random& random) {
  Mailbox mailbox{size};
  const int filled = random.below(101), mine = random.below(101);
  for (int square = 0; square < size * size; ++square)
    if (random.below(100) < filled)
      mailbox.cell[square] = random.below(100) < mine ? Mailbox::own : Mailbox::opp;
  return mailbox;
}
template <int N>
Board<N> random_board(Random& random) {
  return board_of<N>(random_mailbox(N, random));
}

// Plays on from `board` at random to the end; visits every board on the way, the first and the
// last included.
template <int N, class Visit>
void random_game(Board<N> board, Random& random, Visit&& visit) {
  for (;;) {
    visit(board);
    const Bits<N> moves = board.legal_moves();
    if (moves.any()) {
      board = board.after(moves.nth(random.below(moves.count())));
    } else {
      if (board.is_over()) return;
      board = board.passed();
    }
  }
}

// At least `wanted` boards from random games, in the order of play.
template <int N>
std::vector<Board<N>> reachable_boards(int wanted, std::uint64_t seed) {
  std::vector<Board<N>> boards;
  Random random(seed);
  while (static_cast<int>(boards.size()) < wanted)
    random_game<N>(Board<N>::start(), random,
                   [&](const Board<N>& board) { boards.push_back(board); });
  return boards;
}

}  // namespace test
}  // namespace outflank
