#include <doctest/doctest.h>

#include <string_view>

#include "board.hpp"
#include "boards.hpp"

namespace outflank::test {
namespace {

TEST_CASE_TEMPLATE("the start", S, EVERY_SIZE) {
  constexpr int N = S::value, m = N / 2;
  const Board<N> start = Board<N>::start();
  // On 8x8 black, the side to move, holds e4 and d5.
  CHECK(start.own == set_of<N>({(m - 1) * N + m, m * N + m - 1}));
  CHECK(start.opp == set_of<N>({(m - 1) * N + m - 1, m * N + m}));
  CHECK(start.legal_moves().count() == 4);
  CHECK_FALSE(start.is_over());
}

TEST_CASE_TEMPLATE("a board says what the oracle says", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int over = 0, passing = 0;
  for (const Mailbox& mailbox : sample_boards(N, 1500, 7 * N)) {
    const Board<N> board = board_of<N>(mailbox);
    const int own = mailbox.count(Mailbox::own), opp = mailbox.count(Mailbox::opp);
    INFO(mailbox.drawn());
    REQUIRE(board.is_sound());
    REQUIRE(board.empties() == N * N - own - opp);
    REQUIRE(board.empty().count() == board.empties());
    REQUIRE((board.empty() | board.discs()) == Masks<N>::board);
    REQUIRE(board.discs() == (board.own | board.opp));
    REQUIRE(board.disc_difference() == own - opp);
    REQUIRE(board.score() == mailbox.score());
    REQUIRE(board.passed() == board_of<N>(mailbox.passed()));
    REQUIRE(board.is_over() == mailbox.is_over());
    over += board.is_over();
    const std::vector<int> moves = mailbox.legal_moves();
    REQUIRE(board.legal_moves() == set_of<N>(moves));
    passing += moves.empty() && !board.is_over();
    for (const int square : moves) {
      const int bit = Geometry<N>::bit_of_square(square);
      const Bits<N> flips = set_of<N>(mailbox.flips(square));
      const Board<N> next = board_of<N>(mailbox.after(square));
      CAPTURE(square);
      REQUIRE(board.flips(bit) == flips);
      REQUIRE(board.after(bit) == next);
      REQUIRE(board.after(bit, flips) == next);
    }
  }
  CHECK(over > 0);
  CHECK(passing > 0);
}

TEST_CASE_TEMPLATE("the winner gets the empty squares", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const auto one = set_of<N>({0}), two = set_of<N>({1, 2});
  CHECK(Board<N>{two, one}.disc_difference() == 1);
  CHECK(Board<N>{two, one}.score() == N * N - 2);
  CHECK(Board<N>{one, two}.disc_difference() == -1);
  CHECK(Board<N>{one, two}.score() == -(N * N - 2));
  CHECK(Board<N>{one, set_of<N>({1})}.score() == 0);
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
    CAPTURE(bit);
    REQUIRE(Board<N>{disc, {}}.is_sound() == on_board);
    REQUIRE(Board<N>{{}, disc}.is_sound() == on_board);
  }
}

TEST_CASE_TEMPLATE("a forced pass is not the end", S, EVERY_SIZE) {
  constexpr int N = S::value;
  // The side to move holds b1 and the opponent a1: a corner cannot be outflanked, b1 can, at c1.
  const Board<N> board{set_of<N>({1}), set_of<N>({0})};
  CHECK(board.legal_moves().none());
  CHECK(board.passed().legal_moves() == set_of<N>({2}));
  CHECK_FALSE(board.is_over());
  CHECK_FALSE(board.passed().is_over());
  const Board<N> end = board.passed().after(2);
  CHECK(end == Board<N>{{}, set_of<N>({0, 1, 2})});
  CHECK(end.is_over());
  CHECK(end.score() == -N * N);
}

TEST_CASE_TEMPLATE("boards are ordered by own discs, then the opponent's", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const auto low = set_of<N>({0}), high = set_of<N>({N * N - 1});
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
  CHECK(board.score() == -64);
}

}  // namespace
}  // namespace outflank::test
