#include <doctest/doctest.h>

#include "engine_samples.hpp"

namespace outflank::test {
namespace {

constexpr std::size_t table_bytes = 1 << 20;

struct Task {
  int size, empties, positions;
};
// 200 positions of each size, in about a second each.
constexpr Task every_task[] = {{4, 11, 200},  {6, 14, 200}, {8, 13, 150},  {8, 14, 50},
                               {10, 11, 150}, {10, 12, 50}, {12, 11, 170}, {12, 12, 30}};
// Those of them where the threads also share the solving.
constexpr Task shared_tasks[] = {{4, 11, 40}, {6, 14, 40}, {8, 14, 20}, {10, 12, 20}, {12, 12, 10}};

EngineLimits exact(bool outcome_only = false) {
  EngineLimits limits;
  limits.to_end = true;
  limits.lines = 0;
  limits.outcome_only = outcome_only;
  return limits;
}

// What a position is worth to the side to move, also if it has no move.
int solved(EngineCore& engine, const Position& position) {
  if (position.over) return final_score(position);
  if (!position.can_move) return -solved(engine, rules(position).play(position, Move{}));
  return engine.search(position, exact(), nullptr).lines.at(0).score;
}

int sign(int score) { return (score > 0) - (score < 0); }

TEST_CASE("any number of threads solves a position alike, and the move is worth its score") {
  for (const auto& [size, empties, count] : every_task) {
    const auto weights = random_weights(size, 300, 81);
    const auto alone = EngineCore::make(size, weights, 1, table_bytes);
    const auto two = EngineCore::make(size, weights, 2, table_bytes);
    const auto four = EngineCore::make(size, weights, 4, table_bytes);
    for (const Position& position : late_positions(size, empties, rounds(count), 82)) {
      INFO(board_text(position));
      EngineLimits limits = exact();
      limits.fresh = true;
      const Snapshot found = alone->search(position, limits, nullptr);
      const int score = found.lines.at(0).score;
      REQUIRE(found.exact);
      REQUIRE(found.depth == empties);
      const Position next = rules(position).play(position, found.lines[0].move);
      REQUIRE(-solved(*alone, next) == score);
      for (const auto& engine : {two.get(), four.get()}) {
        const Snapshot together = engine->search(position, limits, nullptr);
        REQUIRE(together.exact);
        REQUIRE(together.lines.at(0).score == score);
        const Position after = rules(position).play(position, together.lines[0].move);
        REQUIRE(-solved(*alone, after) == score);
      }
    }
  }
}

TEST_CASE("who wins is known without the score") {
  for (const auto& [size, empties, count] : shared_tasks) {
    const auto weights = random_weights(size, 300, 83);
    const auto reference = EngineCore::make(size, weights, 1, table_bytes);
    for (const int threads : {1, 2}) {
      const auto engine = EngineCore::make(size, weights, threads, table_bytes);
      for (const Position& position : late_positions(size, empties, rounds(count), 84)) {
        const int score = solved(*reference, position);
        EngineLimits limits = exact(true);
        limits.lines = 1;
        const Snapshot found = engine->search(position, limits, nullptr);
        INFO(board_text(position));
        CAPTURE(score);
        REQUIRE(found.exact);
        REQUIRE(found.lines.at(0).score == sign(score));
        const Position next = rules(position).play(position, found.lines[0].move);
        REQUIRE(sign(-solved(*reference, next)) == sign(score));
        const Position last = played(position, found.lines[0].line);
        REQUIRE(last.over);
        REQUIRE(sign(final_score(last)) == (last.turn == position.turn ? 1 : -1) * sign(score));
      }
    }
  }
}

TEST_CASE("a table far too small for its threads never makes a score wrong") {
  for (const auto& [size, empties, count] : shared_tasks) {
    const auto weights = random_weights(size, 300, 85);
    const auto without_table = EngineCore::make(size, weights, 1, 0);
    const auto crowded = EngineCore::make(size, weights, 2, 16 << 10);
    const auto positions = late_positions(size, empties, rounds(count), 86);
    std::vector<int> scores;
    for (const Position& position : positions) scores.push_back(solved(*without_table, position));
    // Without `fresh`: each search meets what the others left behind.
    for (int round = 0; round < 3; ++round)
      for (std::size_t i = 0; i < positions.size(); ++i) {
        INFO(board_text(positions[i]));
        REQUIRE(solved(*crowded, positions[i]) == scores[i]);
        REQUIRE(sign(crowded->search(positions[i], exact(true), nullptr).lines.at(0).score) ==
                sign(scores[i]));
      }
  }
}

TEST_CASE("threads that only look ahead agree with one that does") {
  for (const int size : every_size) {
    const auto weights = random_weights(size, 300, 87);
    const auto alone = EngineCore::make(size, weights, 1, table_bytes);
    const auto four = EngineCore::make(size, weights, 4, table_bytes);
    for (const Position& position : searchable_positions(size, rounds(10), 88)) {
      EngineLimits limits;
      limits.depth = size < 10 ? 7 : 6;
      limits.lines = 2;
      limits.fresh = true;
      const Snapshot one = alone->search(position, limits, nullptr);
      const Snapshot many = four->search(position, limits, nullptr);
      INFO(board_text(position));
      REQUIRE(many.depth == one.depth);
      REQUIRE(many.lines.size() == one.lines.size());
      for (std::size_t i = 0; i < one.lines.size(); ++i)
        REQUIRE(many.lines[i].score == one.lines[i].score);
    }
  }
}

}  // namespace
}  // namespace outflank::test
