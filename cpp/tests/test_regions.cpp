#include <doctest/doctest.h>

#include "boards.hpp"
#include "regions.hpp"

namespace outflank::test {
namespace {

TEST_CASE_TEMPLATE("neighbourhood, frontier and potential moves match the oracle", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Mailbox& mailbox : sample_boards(N, 800, N)) {
    const Board<N> board = board_of<N>(mailbox);
    std::vector<int> near_own;
    for (int square = 0; square < N * N; ++square)
      if (mailbox.cell[square] == Mailbox::own || mailbox.is_beside(square, Mailbox::own))
        near_own.push_back(square);
    INFO(mailbox.drawn());
    REQUIRE(dilated<N>(board.own) == set_of<N>(near_own));
    REQUIRE(frontier<N>(board.own, board.empty()) == set_of<N>(mailbox.frontier(Mailbox::own)));
    REQUIRE(frontier<N>(board.opp, board.empty()) == set_of<N>(mailbox.frontier(Mailbox::opp)));
    REQUIRE(potential_moves<N>(board.opp, board.empty()) ==
            set_of<N>(mailbox.empties_beside(Mailbox::opp)));
  }
}

TEST_CASE_TEMPLATE("a corner has three neighbours, a middle square eight", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const auto around = [](int square) { return dilated<N>(set_of<N>({square})); };
  CHECK(around(0) == set_of<N>({0, 1, N, N + 1}));
  CHECK(around(N * N - 1) == set_of<N>({N * N - 1, N * N - 2, N * N - N - 1, N * N - N - 2}));
  CHECK(around(1) == set_of<N>({0, 1, 2, N, N + 1, N + 2}));
  CHECK(around(N + 1) == set_of<N>({0, 1, 2, N, N + 1, N + 2, 2 * N, 2 * N + 1, 2 * N + 2}));
  CHECK(dilated<N>(Bits<N>{}).none());
  CHECK(dilated<N>(Masks<N>::board) == Masks<N>::board);
}

TEST_CASE_TEMPLATE("at the start every disc is on the frontier", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Board<N> start = Board<N>::start();
  CHECK(potential_moves<N>(start.opp, start.empty()).count() == 10);
  CHECK(frontier<N>(start.own, start.empty()) == start.own);
}

}  // namespace
}  // namespace outflank::test
