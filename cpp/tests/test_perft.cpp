// Leaves of the game tree. Every count here was repeated once with the oracle, and those for 8x8
// are the ones Aart Bik published.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "boards.hpp"
#include "facade/facade.hpp"
#include "perft.hpp"

namespace outflank::test {
namespace {

// Under the sanitizers a leaf takes some 4 us instead of 50 ns.
#if defined(OUTFLANK_SANITIZED)
constexpr std::uint64_t most_leaves = 60'000;
#else
constexpr std::uint64_t most_leaves = 5'000'000;
#endif

// From the start, depth 0 first; on 4x4 to the very end.
const std::map<int, std::vector<std::uint64_t>> known_leaves = {
    {4, {1, 4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980}},
    {6, {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912}},
    {8, {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288}},
    {10, {1, 4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812}},
    {12, {1, 4, 12, 56, 244, 1396, 8200, 55180, 392268, 3046196}}};

TEST_CASE("leaves from the start") {
  for (const int size : every_size) {
    const Rules& rules = Rules::of(size);
    const std::vector<std::uint64_t>& known = known_leaves.at(size);
    for (int depth = 0; depth < static_cast<int>(known.size()); ++depth) {
      if (known[depth] > most_leaves) break;
      CAPTURE(size);
      CAPTURE(depth);
      CHECK(rules.perft(rules.start(), depth) == known[depth]);
    }
  }
}

TEST_CASE_TEMPLATE("leaves of boards with few moves, passes and ends match the oracle", S,
                   EVERY_SIZE) {
  constexpr int N = S::value;
  int finished = 0, passing = 0;
  for (const Mailbox& board : sample_boards(N, 300, N)) {
    // Few moves each, so that the oracle keeps up; passes are among them.
    if (board.legal_moves().size() > 3) continue;
    finished += board.is_over();
    passing += board.legal_moves().empty() && !board.is_over();
    for (int depth = 0; depth <= 3; ++depth) {
      INFO(board.drawn());
      CAPTURE(depth);
      REQUIRE(perft<N>(board_of<N>(board), depth) == board.leaves(depth));
    }
  }
  CHECK(finished > 0);
  CHECK(passing > 0);
}

}  // namespace
}  // namespace outflank::test
