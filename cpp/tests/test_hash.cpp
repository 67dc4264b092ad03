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
  std::vector<Board<N>> boards = reachable_boards<N>(wanted, N);
  Random random(N);
  const std::size_t played = boards.size();
  for (std::size_t i = 0; i < played; ++i) {
    boards.push_back(boards[i].passed());
    Board<N> twin = boards[i];
    twin.own ^= Bits<N>::single(Geometry<N>::bit_of_square(random.below(N * N)));
    twin.opp &= ~twin.own;
    boards.push_back(twin);
  }
  keep_distinct(boards);
  return boards;
}

TEST_CASE_TEMPLATE("distinct boards have distinct hashes", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<Board<N>> boards = distinct_boards<N>(30000);
  CHECK(boards.size() > 20000);
  std::vector<std::uint64_t> hashes;
  for (const Board<N>& board : boards) hashes.push_back(hash<N>(board));
  keep_distinct(hashes);
  CHECK(hashes.size() == boards.size());

  // A table uses some of the bits only: 32 of them, the lower or the upper, clash about
  // n^2 / 2^33 times by chance. Ten times as often would be a weakness.
  for (const int shift : {0, 32}) {
    std::vector<std::uint32_t> halves;
    for (const std::uint64_t h : hashes) halves.push_back(static_cast<std::uint32_t>(h >> shift));
    keep_distinct(halves);
    const double n = static_cast<double>(hashes.size());
    CHECK(static_cast<double>(hashes.size() - halves.size()) < 10 + 10 * n * n / 8589934592.0);
  }
}

TEST_CASE_TEMPLATE("equal boards have equal hashes, however they arose", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Board<N>& board : reachable_boards<N>(300, 3)) {
    Board<N> copy;
    for (int bit = Geometry<N>::bits - 1; bit >= 0; --bit) {
      if (board.own.test(bit)) copy.own.set(bit);
      if (board.opp.test(bit)) copy.opp.set(bit);
    }
    REQUIRE(hash<N>(copy) == hash<N>(board));
    REQUIRE(hash<N>(copy, 99) == hash<N>(board, 99));
  }
}

TEST_CASE_TEMPLATE("whose discs are whose, and the seed, change the hash", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Board<N>& board : reachable_boards<N>(300, 4)) {
    REQUIRE(hash<N>(board.passed()) != hash<N>(board));
    REQUIRE(hash<N>(board, 1) != hash<N>(board));
    REQUIRE(hash<N>(board, 1) != hash<N>(board, 2));
  }
}

TEST_CASE_TEMPLATE("one disc more changes about half the bits", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  long changed = 0, pairs = 0;
  for (int i = 0; i < 100; ++i) {
    const Board<N> board = random_board<N>(random);
    board.empty().each([&](int bit) {
      const Board<N> mine{board.own | Bits<N>::single(bit), board.opp};
      const Board<N> theirs{board.own, board.opp | Bits<N>::single(bit)};
      changed += std::popcount(hash<N>(board) ^ hash<N>(mine));
      changed += std::popcount(hash<N>(board) ^ hash<N>(theirs));
      pairs += 2;
    });
  }
  REQUIRE(pairs > 500);
  CHECK(static_cast<double>(changed) / static_cast<double>(pairs) > 31);
  CHECK(static_cast<double>(changed) / static_cast<double>(pairs) < 33);
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
