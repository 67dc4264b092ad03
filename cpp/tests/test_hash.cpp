#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "boards.hpp"
#include "hash.hpp"

namespace outflank::test {
namespace {

template <class T>
void keep_distinct(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Reachable boards, the same with the sides swapped, and near twins one disc apart.
template <int N>
std::vector<Board<N>> distinct_boards(int wanted) {
  std::vector<Board<N>> boards;
  Random random(N);
  for (const Mailbox& mailbox : reachable_boards(N, wanted, N)) {
    Board<N> twin = board_of<N>(mailbox);
    boards.push_back(twin);
    boards.push_back(twin.passed());
    twin.own ^= Bits<N>::single(Geometry<N>::bit_of_square(random.below(N * N)));
    twin.opp &= ~twin.own;
    boards.push_back(twin);
  }
  keep_distinct(boards);
  return boards;
}

TEST_CASE_TEMPLATE("distinct boards have distinct hashes", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<Board<N>> boards = distinct_boards<N>(20000);
  CHECK(boards.size() > (N == 4 ? 15000 : 45000));
  std::vector<std::uint64_t> hashes;
  for (const Board<N>& board : boards) hashes.push_back(hash<N>(board));
  keep_distinct(hashes);
  CHECK(hashes.size() == boards.size());

  // A table uses some of the bits only. By chance 60,000 values of 32 bits clash less than once;
  // one in a thousand would be a weakness.
  for (const int shift : {0, 32}) {
    std::vector<std::uint32_t> halves;
    for (const std::uint64_t h : hashes) halves.push_back(static_cast<std::uint32_t>(h >> shift));
    keep_distinct(halves);
    CHECK(halves.size() > hashes.size() - hashes.size() / 1000);
  }
}

TEST_CASE_TEMPLATE("equal boards have equal hashes; sides and seeds tell them apart", S,
                   EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Mailbox& mailbox : reachable_boards(N, 300, 3)) {
    const Board<N> board = board_of<N>(mailbox);
    INFO(mailbox.drawn());
    REQUIRE(hash<N>(board.passed().passed(), 9) == hash<N>(board, 9));
    REQUIRE(hash<N>(board.passed()) != hash<N>(board));
    REQUIRE(hash<N>(board, 1) != hash<N>(board));
    REQUIRE(hash<N>(board, 1) != hash<N>(board, 2));
  }
}

TEST_CASE_TEMPLATE("one disc more changes about half the bits", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int changed = 0, pairs = 0;
  for (const Mailbox& mailbox : sample_boards(N, 100, N)) {
    const Board<N> board = board_of<N>(mailbox);
    board.empty().each([&](int bit) {
      const Bits<N> disc = Bits<N>::single(bit);
      changed += std::popcount(hash<N>(board) ^ hash<N>(Board<N>{board.own | disc, board.opp}));
      changed += std::popcount(hash<N>(board) ^ hash<N>(Board<N>{board.own, board.opp | disc}));
      pairs += 2;
    });
  }
  REQUIRE(pairs > 500);
  CHECK(changed > 31 * pairs);
  CHECK(changed < 33 * pairs);
}

// Computed once by a few lines of Python from the text of hash.hpp: files and other machines may
// rely on these.
TEST_CASE("the hash of the start is the same everywhere") {
  CHECK(hash<4>(Board<4>::start()) == 0x2e5b766faa97162eu);
  CHECK(hash<6>(Board<6>::start()) == 0xcd47ce588a964d74u);
  CHECK(hash<8>(Board<8>::start()) == 0xeb0290e1f9a79d7fu);
  CHECK(hash<10>(Board<10>::start()) == 0x0e89c0746f90069cu);
  CHECK(hash<12>(Board<12>::start()) == 0x517b1d1735dcc918u);
  CHECK(hash<8>(Board<8>::start(), 1) == 0xaa6a93ea046640c9u);
}

TEST_CASE("mix loses nothing") {
  CHECK(mix(0) == 0);
  std::vector<std::uint64_t> mixed;
  for (int bit = 0; bit < 64; ++bit)
    for (int other = 0; other <= bit; ++other)
      mixed.push_back(mix(std::uint64_t{1} << bit | std::uint64_t{1} << other));
  const std::size_t all = mixed.size();
  keep_distinct(mixed);
  CHECK(mixed.size() == all);
}

}  // namespace
}  // namespace outflank::test
