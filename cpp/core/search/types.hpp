// What all searches have in common: limits, move ordering, selectivity, statistics.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace outflank {

// Zero means no limit.
struct Limits {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// The move orderings of the classic searches.
enum class Ordering { none, kandlikar_parry, matrix, killer };

// How sure a search is of what it leaves out: an index into `selectivity_levels`. The order is
// that of the table, which prefers the surer of two searches of one depth.
enum class Selectivity : std::uint8_t {
  percent_73,
  percent_87,
  percent_95,
  percent_98,
  percent_99,
  full_width
};

// A ProbCut at t standard deviations is right with this probability (normal distribution). A
// level more is a row here and its name above; the table has room for eight.
struct SelectivityLevel {
  int percent;
  double t;
};
inline constexpr std::array selectivity_levels = {
    SelectivityLevel{73, 1.1}, SelectivityLevel{87, 1.5},
    SelectivityLevel{95, 2.0}, SelectivityLevel{98, 2.6},
    SelectivityLevel{99, 3.3}, SelectivityLevel{100, std::numeric_limits<double>::infinity()},
};
static_assert(selectivity_levels.size() == static_cast<std::size_t>(Selectivity::full_width) + 1);
static_assert(selectivity_levels.size() <= 8);

constexpr const SelectivityLevel& level_of(Selectivity selectivity) {
  return selectivity_levels[static_cast<std::size_t>(selectivity)];
}

// The standard deviation sigma of a deep search's value from a shallow one's, in discs:
// ln sigma = c . (1, x, x^2, ln d, ln(s + 1), x ln d, x ln(s + 1)) with x the empty squares as a
// share of the board, d the depth and s the shallow depth; to the end of the game, where the depth
// says the same as the empty squares, c . (1, ln(s + 1)). In discs.
struct ProbCutModel {
  std::array<double, 7> midgame;
  std::array<double, 2> endgame;
};

// What happened at one distance from the root.
struct PlyStatistics {
  std::uint64_t generated = 0, searched = 0, probes = 0, hits = 0, cuts = 0;
};

}  // namespace outflank
