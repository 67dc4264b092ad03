#include <doctest/doctest.h>

#include <algorithm>
#include <compare>
#include <string_view>

#include "board.hpp"
#include "boards.hpp"

namespace outflank::test {
namespace {

TEST_CASE_TEMPLATE("the start", S, EVERY_SIZE) {
  constexpr int N = S::value, m = N / 2;
  using G = Geometry<N>;
  const Board<N> start = Board<N>::start();
  CHECK(start.own.count() == 2);
  CHECK(start.opp.count() == 2);
  // On 8x8 black, the side to move, holds e4 and d5.
  CHECK(start.own.test(G::bit(m - 1, m)));
  CHECK(start.own.test(G::bit(m, m - 1)));
  CHECK(start.opp.test(G::bit(m - 1, m - 1)));
  CHECK(start.opp.test(G::bit(m, m)));
  CHECK(start.empties() == N * N - 4);
  CHECK(start.is_sound());
  CHECK_FALSE(start.is_over());
  CHECK(start.score() == 0);
  CHECK(start.passed().own == start.opp);
  CHECK(start.passed().opp == start.own);
}

TEST_CASE_TEMPLATE("whole games agree with the oracle, ply by ply", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(7 * N);
  int passes = 0, with_empties = 0;
  for (int game = 0; game < 60; ++game) {
    Board<N> board = Board<N>::start();
    Mailbox mailbox = Mailbox::start(N);
    for (;;) {
      INFO(drawn(mailbox));
      REQUIRE(board == board_of<N>(mailbox));
      REQUIRE(board.is_sound());
      REQUIRE(board.empties() == mailbox.count(Mailbox::empty));
      REQUIRE(board.empty() == (~(board.own | board.opp) & Masks<N>::board));
      REQUIRE(board.empty().count() == board.empties());
      REQUIRE(board.discs().count() == N * N - board.empties());
      REQUIRE(board.disc_difference() == mailbox.count(Mailbox::own) - mailbox.count(Mailbox::opp));
      REQUIRE(board.score() == mailbox.score());
      REQUIRE(board.is_over() == mailbox.is_over());
      if (board.is_over()) break;
      const std::vector<int> moves = mailbox.legal_moves();
      if (moves.empty()) {
        ++passes;
        board = board.passed();
        mailbox = mailbox.passed();
        continue;
      }
      const int square = moves[random.below(static_cast<int>(moves.size()))];
      const int bit = Geometry<N>::bit_of_square(square);
      REQUIRE(board.flips(bit) == set_of<N>(mailbox.flips(square)));
      REQUIRE(board.after(bit) == board.after(bit, board.flips(bit)));
      board = board.after(bit);
      mailbox = mailbox.after(square);
    }
    with_empties += board.empties() > 0;
  }
  CHECK(passes > 0);
  CHECK(with_empties > 0);
}

TEST_CASE_TEMPLATE("the winner gets the empty squares", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const auto one = Bits<N>::single(0);
  const auto two = Bits<N>::single(1) | Bits<N>::single(2);
  CHECK(Board<N>{two, one}.disc_difference() == 1);
  CHECK(Board<N>{two, one}.score() == 2 + N * N - 3 - 1);
  CHECK(Board<N>{one, two}.disc_difference() == -1);
  CHECK(Board<N>{one, two}.score() == -(2 + N * N - 3 - 1));
  CHECK(Board<N>{one, Bits<N>::single(1)}.score() == 0);
  CHECK(Board<N>{one, {}}.score() == N * N);
  CHECK(Board<N>{{}, one}.score() == -N * N);
  CHECK(Board<N>{}.score() == 0);
  CHECK(Board<N>{Masks<N>::board, {}}.score() == N * N);
}

TEST_CASE_TEMPLATE("a sound board has one disc per square and none outside", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  Board<N> both = Board<N>::start();
  both.opp |= both.own;
  CHECK_FALSE(both.is_sound());
  for (int bit = 0; bit < G::bits; ++bit) {
    const bool on_board = bit / G::stride < N && bit % G::stride < N;
    const auto disc = Bits<N>::single(bit);
    REQUIRE(Board<N>{disc, {}}.is_sound() == on_board);
    REQUIRE(Board<N>{{}, disc}.is_sound() == on_board);
  }
}

TEST_CASE_TEMPLATE("a forced pass is not the end", S, EVERY_SIZE) {
  constexpr int N = S::value;
  // The side to move holds b1 and the opponent a1: a corner cannot be outflanked, b1 can, at c1.
  const Board<N> board{Bits<N>::single(1), Bits<N>::single(0)};
  CHECK(board.legal_moves().none());
  CHECK(board.passed().legal_moves() == Bits<N>::single(2));
  CHECK_FALSE(board.is_over());
  CHECK_FALSE(board.passed().is_over());
  const Board<N> end = board.passed().after(2);
  CHECK(end.own.none());
  CHECK(end.opp.count() == 3);
  CHECK(end.is_over());
  CHECK(end.score() == -N * N);
}

TEST_CASE_TEMPLATE("boards are ordered by own discs, then the opponent's", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const auto low = Bits<N>::single(0), high = Bits<N>::single(Geometry<N>::bit(N - 1, N - 1));
  CHECK(Board<N>{low, high} < Board<N>{high, low});
  CHECK(Board<N>{low, {}} < Board<N>{low, high});
  CHECK(Board<N>{low, high} == Board<N>{low, high});
  CHECK(Board<N>{low, high} != Board<N>{high, low});
}

TEST_CASE("the shortest game on 8x8 wipes white out in nine plies") {
  constexpr std::string_view moves = "e6f4e3f6g5d6e7f5c5";
  Board<8> board = Board<8>::start();
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    REQUIRE_FALSE(board.is_over());
    const int bit = Geometry<8>::bit(moves[i + 1] - '1', moves[i] - 'a');
    REQUIRE(board.legal_moves().test(bit));
    board = board.after(bit);
  }
  CHECK(board.is_over());
  CHECK(board.own.none());
  CHECK(board.opp.count() == 13);
  CHECK(board.disc_difference() == -13);
  CHECK(board.score() == -64);
}

}  // namespace
}  // namespace outflank::test
