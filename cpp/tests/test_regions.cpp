#include <doctest/doctest.h>

#include "boards.hpp"
#include "regions.hpp"

namespace outflank::test {
namespace {

// Whether one of the up to eight squares around `square` holds `disc`.
bool is_beside(const Mailbox& board, int square, int disc) {
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc)
      if ((dr != 0 || dc != 0) &&
          board.at(square / board.size + dr, square % board.size + dc) == disc)
        return true;
  return false;
}

TEST_CASE_TEMPLATE("neighbours, frontier and potential moves", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  std::vector<Board<N>> boards = reachable_boards<N>(400, N);
  for (int i = 0; i < 400; ++i) boards.push_back(random_board<N>(random));
  for (const Board<N>& board : boards) {
    const Mailbox mailbox = mailbox_of<N>(board);
    Bits<N> beside_own, frontier_of_own, frontier_of_opp, potential;
    for (int square = 0; square < N * N; ++square) {
      const int bit = Geometry<N>::bit_of_square(square), disc = mailbox.cell[square];
      if (is_beside(mailbox, square, Mailbox::own)) beside_own.set(bit);
      if (is_beside(mailbox, square, Mailbox::empty)) {
        if (disc == Mailbox::own) frontier_of_own.set(bit);
        if (disc == Mailbox::opp) frontier_of_opp.set(bit);
      }
      if (disc == Mailbox::empty && is_beside(mailbox, square, Mailbox::opp)) potential.set(bit);
    }
    INFO(drawn(mailbox));
    REQUIRE(neighbours<N>(board.own) == beside_own);
    REQUIRE(frontier<N>(board.own, board.empty()) == frontier_of_own);
    REQUIRE(frontier<N>(board.opp, board.empty()) == frontier_of_opp);
    REQUIRE(potential_moves<N>(board.opp, board.empty()) == potential);
    REQUIRE((board.legal_moves() & ~potential).none());
  }
}

TEST_CASE_TEMPLATE("a corner has three neighbours, a middle square eight", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  const auto around = [](int row, int column) {
    return neighbours<N>(Bits<N>::single(G::bit(row, column)));
  };
  for (const int row : {0, N - 1})
    for (const int column : {0, N - 1}) CHECK(around(row, column).count() == 3);
  CHECK(around(0, 1).count() == 5);
  CHECK(around(1, 1).count() == 8);
  CHECK(around(0, 0) ==
        (Bits<N>::single(1) | Bits<N>::single(G::bit(1, 0)) | Bits<N>::single(G::bit(1, 1))));
  CHECK(neighbours<N>(Bits<N>{}).none());
  CHECK(neighbours<N>(Masks<N>::board) == Masks<N>::board);
}

TEST_CASE_TEMPLATE("at the start every disc is on the frontier", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Board<N> start = Board<N>::start();
  CHECK(potential_moves<N>(start.opp, start.empty()).count() == 10);
  CHECK(frontier<N>(start.own, start.empty()) == start.own);
}

}  // namespace
}  // namespace outflank::test
