#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "engine_samples.hpp"

namespace outflank::test {
namespace {

constexpr std::size_t table_bytes = 1 << 20;
// No wait in these tests lasts that long unless something hangs.
constexpr double a_long_time = 600;

EngineLimits node_limit(std::uint64_t nodes, int lines = 1) {
  EngineLimits limits;
  limits.nodes = nodes;
  limits.lines = lines;
  limits.fresh = true;
  return limits;
}

EngineLimits depth_limit(int depth) {
  EngineLimits limits;
  limits.depth = depth;
  limits.fresh = true;
  return limits;
}

TEST_CASE("a node limit is kept, from a single node on") {
  // Below seven empty squares nobody looks at the clock: a subtree is finished first.
  constexpr std::uint64_t overrun = 4000;
  for (const int size : every_size) {
    const auto engine = EngineCore::make(size, random_weights(size, 300, 61), 1, table_bytes);
    auto positions = searchable_positions(size, rounds(20), 62);
    for (const Position& position : late_positions(size, 12, rounds(10), 63))
      positions.push_back(position);
    for (const Position& position : positions)
      for (const std::uint64_t limit : {1, 2, 10, 100, 1000, 5000, 20'000}) {
        const Snapshot found = engine->search(position, node_limit(limit), nullptr);
        INFO(board_text(position));
        CAPTURE(limit);
        REQUIRE(found.finished);
        REQUIRE(found.nodes < limit + overrun);
        REQUIRE(found.lines.size() == 1);
        REQUIRE(rules(position).is_legal(position, found.lines[0].move));
      }
  }
}

TEST_CASE("a search that was cut short names no move twice") {
  for (const int size : every_size) {
    const auto engine = EngineCore::make(size, random_weights(size, 300, 64), 1, table_bytes);
    for (const Position& position : searchable_positions(size, rounds(20), 65))
      for (std::uint64_t limit = 10; limit < 20'000; limit = limit * 3 / 2) {
        const Snapshot found = engine->search(position, node_limit(limit, 4), nullptr);
        std::set<Move> moves;
        for (const EngineLine& line : found.lines) moves.insert(line.move);
        INFO(board_text(position));
        CAPTURE(limit);
        REQUIRE(moves.size() == found.lines.size());
        for (std::size_t i = 1; i < found.lines.size(); ++i)
          REQUIRE(found.lines[i - 1].score >= found.lines[i].score);
      }
  }
}

TEST_CASE("a fresh search repeats itself to the node") {
  for (const int size : every_size) {
    const auto weights = random_weights(size, 300, 66);
    // A table so small that what is kept in it matters.
    const auto engine = EngineCore::make(size, weights, 1, 1 << 13);
    const auto positions = late_positions(size, size * size / 2, 2, 67);
    const Position &position = positions.at(0), &other = positions.at(1);
    const EngineLimits limits = depth_limit(size < 10 ? 6 : 5);
    const Snapshot first = engine->search(position, limits, nullptr);
    // Any number of searches in between, more of them each time.
    EngineLimits quick = depth_limit(1);
    quick.fresh = false;
    for (int between = 0; between < 40; between += 3) {
      for (int i = 0; i < between; ++i) engine->search(other, quick, nullptr);
      const Snapshot again = engine->search(position, limits, nullptr);
      CAPTURE(between);
      REQUIRE(again.nodes == first.nodes);
      REQUIRE(again.lines[0].line == first.lines[0].line);
      REQUIRE(again.lines[0].score == first.lines[0].score);
    }
    EngineLimits deeper = limits;
    deeper.depth = 3;
    deeper.fresh = false;
    engine->search(other, deeper, nullptr);
    REQUIRE(engine->search(position, limits, nullptr).nodes == first.nodes);
    // A new engine is as fresh as can be.
    REQUIRE(EngineCore::make(size, weights, 1, 1 << 13)->search(position, limits, nullptr).nodes ==
            first.nodes);
  }
}

TEST_CASE("another thread can stop a search") {
  for (const int threads : {1, 2}) {
    const auto engine = EngineCore::make(12, random_weights(12, 300, 68), threads, table_bytes);
    const Position start = Rules::of(12).start();
    std::atomic<bool> ended{false};
    std::thread other([&] {
      // More than once: a stop that comes before the search begins does not count.
      while (!ended) {
        engine->stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    const Snapshot found = engine->search(start, EngineLimits{}, nullptr);
    ended = true;
    other.join();
    CHECK(found.finished);
    CHECK_FALSE(found.exact);
    CHECK(rules(start).is_legal(start, found.lines.at(0).move));
    // The next search is not stopped.
    CHECK(engine->search(start, depth_limit(2), nullptr).depth == 2);
  }
}

TEST_CASE("the caller and the clock can stop a search") {
  for (const int threads : {1, 2}) {
    const auto engine = EngineCore::make(12, nullptr, threads, table_bytes);
    const Position start = Rules::of(12).start();
    int asked = 0;
    const auto caller = std::this_thread::get_id();
    const Snapshot found = engine->search(start, EngineLimits{}, [&] {
      CHECK(std::this_thread::get_id() == caller);
      return ++asked == 2;
    });
    CHECK(asked == 2);
    CHECK(found.finished);
    EngineLimits limits;
    limits.seconds = 0.01;
    CHECK_FALSE(engine->search(start, limits, nullptr).exact);
  }
}

TEST_CASE("snapshots are numbered, and the last one is finished") {
  for (const int threads : {1, 2})
    for (const int size : every_size) {
      const auto engine =
          EngineCore::make(size, random_weights(size, 300, 69), threads, table_bytes);
      CHECK(engine->wait(0, 0).number == 0);
      for (const Position& position : searchable_positions(size, 4, 70)) {
        const EngineLimits limits = depth_limit(5);
        engine->start(position, limits);
        int number = 0, depth = 0;
        std::uint64_t nodes = 0;
        for (bool finished = false; !finished;) {
          const Snapshot snapshot = engine->wait(a_long_time, number);
          REQUIRE(snapshot.number > number);
          REQUIRE(snapshot.nodes >= nodes);
          REQUIRE(snapshot.depth >= depth);
          REQUIRE(rules(position).is_legal(position, snapshot.lines.at(0).move));
          number = snapshot.number;
          nodes = snapshot.nodes;
          depth = snapshot.depth;
          finished = snapshot.finished;
        }
        // Nothing newer: the last one again.
        CHECK(engine->wait(0, number).number == number);
        const Snapshot whole = engine->search(position, limits, nullptr);
        CHECK(whole.depth == depth);
        if (threads == 1) CHECK(whole.nodes == nodes);
      }
    }
}

TEST_CASE("a search that starts ends the one before") {
  for (const int threads : {1, 2}) {
    const auto engine = EngineCore::make(12, random_weights(12, 300, 71), threads, table_bytes);
    const Position start = Rules::of(12).start();
    const Position next = rules(start).play(start, legal_moves_of(start)[0]);
    const Snapshot expected = engine->search(next, depth_limit(3), nullptr);
    const auto check = [&](const Snapshot& found) {
      CHECK(found.finished);
      CHECK(found.depth == 3);
      CHECK(found.lines.at(0).score == expected.lines.at(0).score);
    };
    engine->start(start, EngineLimits{});
    engine->start(next, depth_limit(3));
    Snapshot found = engine->wait(a_long_time, 0);
    while (!found.finished) found = engine->wait(a_long_time, found.number);
    check(found);
    engine->start(start, EngineLimits{});
    CHECK(engine->wait(a_long_time, 0).number > 0);
    check(engine->search(next, depth_limit(3), nullptr));
    // An engine that goes away ends its search.
    engine->start(start, EngineLimits{});
  }
}

TEST_CASE("a search at a pace stops between two iterations and never goes on for ever") {
  for (const int size : every_size) {
    const auto engine = EngineCore::make(size, random_weights(size, 300, 91), 1, table_bytes);
    for (const Position& position : searchable_positions(size, rounds(5), 92)) {
      EngineLimits limits;
      limits.pace = 1e-6;
      const Snapshot found = engine->search(position, limits, nullptr);
      REQUIRE(found.lines.size() == 1);
      REQUIRE((found.depth == 1 || found.exact));
      limits.pace = -1;
      REQUIRE_THROWS_AS(engine->search(position, limits, nullptr), NotationError);
    }
  }
}

}  // namespace
}  // namespace outflank::test
