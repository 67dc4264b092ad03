// Leaves from the start: published counts for 8x8, our own and independently repeated for the
// other sizes. A forced pass is one ply and a finished game stays one leaf.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "boards.hpp"
#include "facade.hpp"
#include "perft.hpp"

namespace outflank::test {
namespace {

// From depth 0; deep enough to meet passes and finished games on 4x4 and 6x6, and together
// quick enough to run under the sanitizers.
template <int N>
std::vector<std::uint64_t> known_leaves() {
  switch (N) {
    case 4:
      return {1, 4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980};
    case 6: return {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912};
    case 8: return {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
    case 10: return {1, 4, 12, 56, 244, 1396, 8200, 55180, 392268};
    default: return {1, 4, 12, 56, 244, 1396, 8200, 55180, 392268};
  }
}

std::uint64_t slow_leaves(const Mailbox& board, int depth) {
  if (depth == 0 || board.is_over()) return 1;
  const std::vector<int> moves = board.legal_moves();
  if (moves.empty()) return slow_leaves(board.passed(), depth - 1);
  std::uint64_t leaves = 0;
  for (const int square : moves) leaves += slow_leaves(board.after(square), depth - 1);
  return leaves;
}

TEST_CASE_TEMPLATE("leaves from the start", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<std::uint64_t> known = known_leaves<N>();
  for (int depth = 0; depth < static_cast<int>(known.size()); ++depth) {
    CAPTURE(depth);
    CHECK(perft<N>(Board<N>::start(), depth) == known[depth]);
  }
}

TEST_CASE_TEMPLATE("leaves of late boards, with passes and ends, match the oracle", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int finished = 0, passing = 0;
  for (const Board<N>& board : reachable_boards<N>(6 * N * N, N)) {
    if (board.empties() > 8) continue;
    finished += board.is_over();
    passing += board.legal_moves().none() && !board.is_over();
    for (int depth = 0; depth <= 4; ++depth) {
      INFO(drawn<N>(board));
      CAPTURE(depth);
      REQUIRE(perft<N>(board, depth) == slow_leaves(mailbox_of<N>(board), depth));
    }
  }
  CHECK(finished > 0);
  CHECK(passing > 0);
}

TEST_CASE_TEMPLATE("the facade counts the same leaves", S, EVERY_SIZE) {
  const Rules& rules = Rules::of(S::value);
  const std::vector<std::uint64_t> known = known_leaves<S::value>();
  for (int depth = 0; depth <= 6; ++depth) {
    CAPTURE(depth);
    CHECK(rules.perft(rules.start(), depth) == known[depth]);
  }
}

}  // namespace
}  // namespace outflank::test
