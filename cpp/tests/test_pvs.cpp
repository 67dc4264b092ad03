#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "engine_samples.hpp"

namespace outflank::test {
namespace {

// Every move, and what it is worth by looking at everything `depth` plies deep.
std::map<Move, int> plain_values(const Position& position, const Weights& weights, int depth) {
  std::map<Move, int> values;
  for (const Move move : legal_moves_of(position))
    values[move] = -plain_value(rules(position).play(position, move), weights, depth - 1);
  return values;
}

int best_of(const std::map<Move, int>& values) {
  const auto best = std::max_element(values.begin(), values.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  return best->second;
}

EngineLimits fresh_depth(int depth, int lines = 1) {
  EngineLimits limits;
  limits.depth = depth;
  limits.lines = lines;
  limits.fresh = true;
  return limits;
}

// From early ones, where few moves are possible, to the last ones, where passes are frequent.
std::vector<Position> positions_to_search(int size, std::uint64_t seed) {
  std::vector<Position> positions = searchable_positions(size, rounds(40), seed);
  for (const int empties : {2, 4, 7}) {
    const auto late = late_positions(size, empties, rounds(20), seed);
    positions.insert(positions.end(), late.begin(), late.end());
  }
  return positions;
}

// Deeper where that is cheap enough for looking at everything.
int depth_for(const Position& position, int wanted) {
  constexpr double most_leaves = sanitized_share == 1 ? 60'000 : 3'000;
  double leaves = 1;
  for (int depth = 0; depth < wanted; ++depth) {
    leaves *= static_cast<double>(legal_moves_of(position).size()) + 2;
    if (leaves > most_leaves) return std::max(depth, 1);
  }
  return wanted;
}

TEST_CASE("the engine's value is minimax's, with any table") {
  // Weights of a few discs, and some so large that values are cut off at the edge of the scale.
  for (const int most : {300, 12'000})
    for (const int size : every_size) {
      const auto weights = random_weights(size, most, 41);
      std::vector<std::unique_ptr<EngineCore>> engines;
      for (const std::size_t bytes : {0, 1 << 10, 1 << 20})
        engines.push_back(EngineCore::make(size, weights, 1, bytes));
      for (const Position& position : positions_to_search(size, 42))
        for (int wanted = 1; wanted <= 4; ++wanted) {
          const int depth = depth_for(position, wanted);
          if (depth < wanted) break;
          const auto expected = plain_values(position, *weights, depth);
          const int best = best_of(expected);
          INFO(board_text(position));
          CAPTURE(depth);
          for (const auto& engine : engines) {
            const Snapshot found = engine->search(position, fresh_depth(depth), nullptr);
            REQUIRE(found.finished);
            REQUIRE(found.depth == std::min(depth, rules(position).empties(position)));
            REQUIRE(found.selectivity == 100);
            REQUIRE(found.lines.size() == 1);
            REQUIRE(found.lines[0].score == best);
            REQUIRE(expected.at(found.lines[0].move) == best);
          }
        }
    }
}

TEST_CASE("asked for every move, the engine gives each its own value, the best first") {
  for (const int size : every_size) {
    const auto weights = random_weights(size, 300, 43);
    for (const std::size_t bytes : {0, 1 << 20}) {
      const auto engine = EngineCore::make(size, weights, 1, bytes);
      for (const Position& position : positions_to_search(size, 44)) {
        const int depth = depth_for(position, 3);
        const auto expected = plain_values(position, *weights, depth);
        const auto count = expected.size();
        INFO(board_text(position));
        CAPTURE(depth);
        const Snapshot found =
            engine->search(position, fresh_depth(depth, static_cast<int>(count)), nullptr);
        std::map<Move, int> values;
        for (const EngineLine& line : found.lines) {
          REQUIRE(line.line.front() == line.move);
          values[line.move] = line.score;
        }
        REQUIRE(values == expected);
        REQUIRE(found.lines.size() == count);
        REQUIRE(std::is_sorted(found.lines.begin(), found.lines.end(),
                               [](auto& a, auto& b) { return a.score > b.score; }));
        // Fewer lines are the best of them; more than there are moves are all of them.
        const Snapshot two = engine->search(position, fresh_depth(depth, 2), nullptr);
        REQUIRE(two.lines.size() == std::min<std::size_t>(count, 2));
        for (std::size_t i = 0; i < two.lines.size(); ++i)
          REQUIRE(two.lines[i].score == found.lines[i].score);
        REQUIRE(engine->search(position, fresh_depth(depth, 1000), nullptr).lines.size() == count);
      }
    }
  }
}

TEST_CASE("lines are moves that can be played") {
  for (const int size : every_size) {
    const auto engine = EngineCore::make(size, random_weights(size, 300, 45), 1, 1 << 16);
    for (const Position& position : positions_to_search(size, 46)) {
      // Without `fresh` the table holds what earlier searches left.
      EngineLimits limits = fresh_depth(depth_for(position, 4), 3);
      limits.fresh = false;
      for (const EngineLine& line : engine->search(position, limits, nullptr).lines) {
        INFO(board_text(position));
        REQUIRE_NOTHROW(played(position, line.line));
      }
    }
  }
}

TEST_CASE("a solved line ends in the score it is said to have") {
  for (const int size : every_size)
    for (const int empties : {1, 3, 6, 8, 12}) {
      // So small a table that it does not hold a whole line.
      const auto engine = EngineCore::make(size, random_weights(size, 300, 47), 1, 1 << 13);
      for (const Position& position :
           late_positions(size, empties, rounds(empties < 12 ? 60 : 10), 48)) {
        EngineLimits limits;
        limits.to_end = true;
        limits.lines = 3;
        const Snapshot found = engine->search(position, limits, nullptr);
        REQUIRE(found.exact);
        for (const EngineLine& line : found.lines) {
          const Position last = played(position, line.line);
          INFO(board_text(position));
          REQUIRE(last.over);
          REQUIRE(final_score(last) == (last.turn == position.turn ? line.score : -line.score));
        }
      }
    }
}

TEST_CASE("the value of a position does not change when it is mirrored or the colours swap") {
  for (const int size : every_size) {
    const auto engine = EngineCore::make(size, random_weights(size, 300, 49), 1, 1 << 20);
    for (const Position& position : searchable_positions(size, rounds(20), 50)) {
      const int depth = 2 + size % 4;
      const int score = engine->search(position, fresh_depth(depth), nullptr).lines[0].score;
      for (int symmetry = 1; symmetry < 8; ++symmetry) {
        const Position image = rules(position).transformed(position, symmetry);
        REQUIRE(engine->search(image, fresh_depth(depth), nullptr).lines[0].score == score);
      }
      Position swapped = position;
      swapped.turn = opponent_of(position.turn);
      REQUIRE(engine->search(swapped, fresh_depth(depth), nullptr).lines[0].score == score);
    }
  }
}

}  // namespace
}  // namespace outflank::test
