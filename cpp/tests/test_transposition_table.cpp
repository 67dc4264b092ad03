#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "boards.hpp"
#include "engine_samples.hpp"
#include "search/transposition_table.hpp"

namespace outflank::test {
namespace {

constexpr Selectivity full_width = Selectivity::full_width, selective = Selectivity::percent_73;
constexpr std::size_t one_bucket = 128, entries_of_a_bucket = 5;

TableKey random_key(Random& random) { return {random.next(), random.next(), random.next()}; }

// Keys that all go to the same bucket.
std::vector<TableKey> rivals(std::size_t count, std::uint64_t seed) {
  std::vector<TableKey> keys;
  Random random(seed);
  while (keys.size() < count) keys.push_back({random.next(), random.next(), seed});
  return keys;
}

std::size_t count_found(const TranspositionTable& table, const std::vector<TableKey>& keys) {
  TableData known;
  return static_cast<std::size_t>(std::count_if(
      keys.begin(), keys.end(), [&](const TableKey& key) { return table.find(key, known); }));
}

void check(const TranspositionTable& table, const TableKey& key, int depth, int lower, int upper,
           int move) {
  TableData known;
  REQUIRE(table.find(key, known));
  CHECK(known.depth == depth);
  CHECK(known.lower == lower);
  CHECK(known.upper == upper);
  CHECK(known.move == move);
}

TEST_CASE("what was stored is found, and nothing else") {
  TranspositionTable table(1 << 20);
  Random random(1);
  TableData known;
  for (int i = 0; i < 5000; ++i) {
    const TableKey key = random_key(random);
    REQUIRE_FALSE(table.find(key, known));
    const int lower = random.below(289) - 144, upper = lower + random.below(145 - lower);
    const int depth = random.below(141), move = random.below(188);
    const auto selectivity = static_cast<Selectivity>(random.below(2));
    table.store(key, depth, selectivity, lower, upper, move);
    check(table, key, depth, lower, upper, move);
    REQUIRE(table.find(key, known));
    REQUIRE(known.selectivity == selectivity);
    // A key that differs in one word is another position in the same bucket.
    REQUIRE_FALSE(table.find({key.first ^ 1, key.second, key.place}, known));
    REQUIRE_FALSE(table.find({key.first, key.second ^ 1, key.place}, known));
    REQUIRE_FALSE(table.find({key.second, key.first, key.place}, known));
  }
}

TEST_CASE("searches of one depth tighten the bounds") {
  TranspositionTable table(1 << 12);
  const TableKey key{1, 2, 3};
  table.store(key, 8, full_width, -64, 10, 20);
  check(table, key, 8, -64, 10, 20);
  table.store(key, 8, full_width, 4, 64, 20);
  check(table, key, 8, 4, 10, 20);
  table.store(key, 8, full_width, 0, 8, 20);
  check(table, key, 8, 4, 8, 20);
  // Bounds that contradict the old ones replace them.
  table.store(key, 8, full_width, 12, 14, 20);
  check(table, key, 8, 12, 14, 20);
  // Another depth or selectivity says nothing about the old bounds.
  table.store(key, 9, selective, -3, 64, 20);
  check(table, key, 9, -3, 64, 20);
  table.store(key, 9, full_width, -64, 50, 20);
  check(table, key, 9, -64, 50, 20);
}

TEST_CASE("a more selective search of one depth replaces a fuller one only when that is old") {
  TranspositionTable table(1 << 12);
  const TableKey key{1, 2, 3};
  table.store(key, 9, full_width, -64, 50, 20);
  table.store(key, 9, selective, 2, 4, 21);
  check(table, key, 9, -64, 50, 20);
  table.next_generation();
  table.store(key, 9, selective, 2, 4, 21);
  check(table, key, 9, 2, 4, 21);
}

TEST_CASE("a shallower search replaces a deeper one only when that is old") {
  TranspositionTable table(1 << 12);
  const TableKey key{1, 2, 3};
  table.store(key, 8, full_width, 5, 6, 20);
  table.store(key, 7, full_width, -1, 1, 21);
  check(table, key, 8, 5, 6, 20);
  table.next_generation();
  check(table, key, 8, 5, 6, 20);
  table.store(key, 7, full_width, -1, 1, 21);
  check(table, key, 7, -1, 1, 21);
}

TEST_CASE("the newest move is kept") {
  TranspositionTable table(1 << 12);
  const TableKey key{1, 2, 3};
  table.store(key, 2, full_width, 0, 1, 20);
  table.store(key, 3, full_width, 0, 1, 21);
  check(table, key, 3, 0, 1, 21);
  table.store(key, 4, full_width, 0, 1, TableData::no_move);
  check(table, key, 4, 0, 1, 21);
}

TEST_CASE("a full bucket gives up old entries first, then the shallowest") {
  TranspositionTable table(1 << 12);
  const auto keys = rivals(8, 7);
  for (std::size_t i = 0; i < entries_of_a_bucket; ++i)
    table.store(keys[i], 10 - static_cast<int>(i), full_width, 0, 0, 1);
  CHECK(count_found(table, keys) == entries_of_a_bucket);
  table.store(keys[5], 1, full_width, 0, 0, 1);
  TableData known;
  CHECK_FALSE(table.find(keys[4], known));
  for (const std::size_t kept : {0, 1, 2, 3, 5}) CHECK(table.find(keys[kept], known));
  // One old entry is refreshed by a new search of its position; a deeper old one has to go.
  table.next_generation();
  table.store(keys[5], 1, full_width, 0, 0, 1);
  for (const std::size_t next : {4, 6, 7}) table.store(keys[next], 1, full_width, 0, 0, 1);
  for (const std::size_t kept : {4, 5, 6, 7}) CHECK(table.find(keys[kept], known));
}

TEST_CASE("what was forgotten is never found again, and leaves its place") {
  TranspositionTable table(1 << 12);
  const auto keys = rivals(entries_of_a_bucket, 9);
  std::vector<TableKey> all;
  for (int round = 0; round < 300; ++round) {
    const auto old = rivals(entries_of_a_bucket, 100 + static_cast<std::uint64_t>(round));
    all.insert(all.end(), old.begin(), old.end());
    for (const TableKey& key : old) table.store(key, 60, full_width, -1, 1, 5);
    for (const TableKey& key : keys) table.store(key, 60, full_width, -1, 1, 5);
    // Searches that forget nothing in between let the generations go round as well.
    for (int search = 0; search < round; ++search) table.next_generation();
    table.forget();
    CAPTURE(round);
    REQUIRE(count_found(table, all) == 0);
    REQUIRE(count_found(table, keys) == 0);
    for (const TableKey& key : keys) table.store(key, 1, full_width, -1, 1, 5);
    REQUIRE(count_found(table, keys) == keys.size());
    table.forget();
    REQUIRE(count_found(table, keys) == 0);
  }
}

TEST_CASE("no table is larger than asked for, and any size will do") {
  Random random(11);
  std::vector<TableKey> keys;
  for (int i = 0; i < 2000; ++i) keys.push_back(random_key(random));
  for (std::size_t bytes = 0; bytes < 20 * one_bucket; bytes += 37) {
    TranspositionTable table(bytes);
    for (const TableKey& key : keys) table.store(key, 3, full_width, 0, 0, 1);
    CAPTURE(bytes);
    const std::size_t found = count_found(table, keys);
    REQUIRE(found <= bytes / one_bucket * entries_of_a_bucket);
    // At most one bucket is lost to the alignment.
    REQUIRE(found + entries_of_a_bucket >= bytes / one_bucket * entries_of_a_bucket);
    table.next_generation();
    table.forget();
    REQUIRE(count_found(table, keys) == 0);
  }
  CHECK_FALSE(TranspositionTable(0).exists());
  CHECK_FALSE(TranspositionTable(one_bucket - 1).exists());
  CHECK(TranspositionTable(2 * one_bucket).exists());
}

TEST_CASE_TEMPLATE("every position has a key of its own", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::set<Board<N>> boards;
  for (const Mailbox& mailbox : sample_boards(N, 3000, N)) {
    boards.insert(board_of<N>(mailbox));
    boards.insert(board_of<N>(mailbox.passed()));
  }
  std::set<std::pair<std::uint64_t, std::uint64_t>> keys;
  std::set<std::uint64_t> places;
  for (const Board<N>& board : boards) {
    const TableKey key = table_key<N>(board);
    keys.insert({key.first, key.second});
    places.insert(key.place >> 32);
  }
  CHECK(keys.size() == boards.size());
  CHECK(places.size() + 20 > boards.size());
}

// Everything in an entry tells whose it is: the move names the key, the rest follows from the
// move. Bounds of two writes never overlap, so the table never merges them.
struct Telling {
  static constexpr int keys = 12, writes = 16;

  static int move(int key, int write) { return key * writes + write; }
  static int depth(int move) { return 30 + move % 3; }
  static int bound(int move) { return move * 7 - 500; }

  static bool belongs(const TableData& known, int key) {
    return known.move / writes == key && known.depth == depth(known.move) &&
           known.lower == bound(known.move) && known.upper == bound(known.move);
  }
};

TEST_CASE("an entry mixed from the writes of two threads is never believed") {
  TranspositionTable table(2 * one_bucket);
  const auto keys = rivals(Telling::keys, 13);
  std::atomic<int> believed{0}, false_ones{0};
  const auto hammer = [&](std::uint64_t seed) {
    Random random(seed);
    TableData known;
    int found = 0, wrong = 0;
    for (int round = 0; round < rounds(2'000'000); ++round) {
      const int written = random.below(Telling::keys), read = random.below(Telling::keys);
      const int move = Telling::move(written, random.below(Telling::writes));
      const int bound = Telling::bound(move);
      table.store(keys[static_cast<std::size_t>(written)], Telling::depth(move), full_width, bound,
                  bound, move);
      if (!table.find(keys[static_cast<std::size_t>(read)], known)) continue;
      ++found;
      wrong += !Telling::belongs(known, read);
    }
    believed += found;
    false_ones += wrong;
  };
  std::thread other(hammer, 14);
  hammer(15);
  other.join();
  CHECK(believed > 0);
  CHECK(false_ones == 0);
}

}  // namespace
}  // namespace outflank::test
