#include <doctest/doctest.h>

#include "engine_samples.hpp"
#include "search/probcut.hpp"

namespace outflank::test {
namespace {

constexpr int every_percent[] = {73, 87, 95, 98, 99, 100};

std::shared_ptr<const Weights> weights_with(int size, const ProbCutModel& model) {
  constexpr int phases = 3;
  const auto layout = Layout::make(size, sample_shapes(size));
  const auto count = static_cast<std::size_t>(phases * layout->columns());
  return Weights::make(*layout, phases, random_numbers(count, 300, 81), model);
}

EngineLimits selective_depth(int depth, int percent) {
  EngineLimits limits;
  limits.depth = depth;
  limits.selectivity = percent;
  limits.fresh = true;
  return limits;
}

TEST_CASE("margins grow with the level and with the standard deviation") {
  // Twice as many standard deviations are twice as far; ln 4 is a deviation of four discs.
  const ProbCut<8> four(ProbCutModel{{std::log(4.0), 0, 0, 0, 0, 0, 0}, {std::log(6.0), 0}});
  const int margins[] = {4, 6, 8, 10, 13};  // 1.1, 1.5, 2.0, 2.6 and 3.3 times 4
  const int to_end[] = {7, 9, 12, 16, 20};  // and times 6
  for (int level = 0; level < 5; ++level) {
    CHECK(four.of(static_cast<Selectivity>(level), 40, 12).margin == margins[level]);
    CHECK(four.of(static_cast<Selectivity>(level), 20, 20).margin == to_end[level]);
  }
  CHECK(four.of(Selectivity::percent_73, 40, 12).gate == 4);
  // A disc more for each tenth of the board that is empty, in the logarithm.
  const ProbCut<10> growing(ProbCutModel{{0, 1, 0, 0, 0, 0, 0}, {0, 0}});
  CHECK(growing.of(Selectivity::percent_95, 100, 20).margin == 5);  // 2 e
  CHECK(growing.of(Selectivity::percent_95, 50, 20).margin == 3);   // 2 sqrt(e)
}

TEST_CASE("the shallow search has the parity of the deep one and is shallower") {
  for (int depth = ProbCut<8>::least_depth; depth <= 144; ++depth) {
    CHECK((depth - ProbCut<8>::shallow_of(depth)) % 2 == 0);
    CHECK(ProbCut<8>::shallow_of(depth) < depth);
    CHECK(ProbCut<8>::shallow_of(depth) > 0);
  }
}

TEST_CASE("with margins wider than the board nothing is cut") {
  for (const int size : every_size) {
    const auto weights = weights_with(size, {{20, 0, 0, 0, 0, 0, 0}, {20, 0}});
    const auto engine = EngineCore::make(size, weights, 1, 1 << 20);
    for (const Position& position : searchable_positions(size, rounds(20), 82))
      for (const int percent : every_percent) {
        const Snapshot found = engine->search(position, selective_depth(5, percent), nullptr);
        const Snapshot full = engine->search(position, selective_depth(5, 100), nullptr);
        INFO(board_text(position));
        REQUIRE(found.lines[0].score == full.lines[0].score);
        REQUIRE(full.selectivity == 100);
        REQUIRE(found.selectivity == percent);
      }
  }
}

TEST_CASE("a percentage between two levels is the higher of them") {
  const auto engine = EngineCore::make(8, random_weights(8, 300, 83), 1, 1 << 20);
  const Position start = Rules::of(8).start();
  const auto selectivity = [&](int percent) {
    return engine->search(start, selective_depth(4, percent), nullptr).selectivity;
  };
  CHECK(selectivity(0) == 73);
  CHECK(selectivity(74) == 87);
  CHECK(selectivity(96) == 98);
  CHECK_THROWS_AS(selectivity(101), NotationError);
  CHECK_THROWS_AS(selectivity(-1), NotationError);
  // Without weights there is no model of the errors.
  const auto untrained = EngineCore::make(8, nullptr, 1, 1 << 20);
  CHECK(untrained->search(start, selective_depth(4, 73), nullptr).selectivity == 100);
}

TEST_CASE("more selective searches look at fewer nodes") {
  std::uint64_t nodes = 0;
  const auto engine = EngineCore::make(8, random_weights(8, 300, 84), 1, 1 << 20);
  for (const int percent : {73, 95, 100}) {
    std::uint64_t all = 0;
    for (const Position& position : late_positions(8, 40, 3, 85))
      all += engine->search(position, selective_depth(7, percent), nullptr).nodes;
    CHECK(all > nodes);
    nodes = all;
  }
}

TEST_CASE("a search without a depth limit climbs to the exact score") {
  for (const int size : every_size) {
    const auto engine = EngineCore::make(size, random_weights(size, 300, 86), 1, 1 << 20);
    for (const Position& position : late_positions(size, 12, rounds(10), 87)) {
      EngineLimits limits, to_end;
      limits.selectivity = 73;
      limits.fresh = to_end.fresh = to_end.to_end = true;
      engine->start(position, limits);
      int percent = 0;
      Snapshot found;
      do {
        found = engine->wait(600, found.number);
        REQUIRE(found.selectivity >= percent);
        percent = found.selectivity;
      } while (!found.finished);
      INFO(board_text(position));
      REQUIRE(found.exact);
      REQUIRE(found.selectivity == 100);
      REQUIRE(found.lines[0].score == engine->search(position, to_end, nullptr).lines[0].score);
      // To the end, but only as sure as asked for.
      to_end.selectivity = 95;
      const Snapshot nearly = engine->search(position, to_end, nullptr);
      REQUIRE(nearly.depth == 12);
      REQUIRE(nearly.selectivity == 95);
      REQUIRE_FALSE(nearly.exact);
    }
  }
}

}  // namespace
}  // namespace outflank::test
