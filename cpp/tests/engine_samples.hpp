// What the engine is tested with: the last moves of games, an evaluation nobody trained, and the
// value of a position by searching everything.
#pragma once

#include <memory>

#include "facade/engine.hpp"
#include "facade_positions.hpp"

namespace outflank::test {

// Tests under the sanitizers do this part of their rounds: they run ten to thirty times slower.
#if defined(OUTFLANK_SANITIZED)
inline constexpr int sanitized_share = 20;
#else
inline constexpr int sanitized_share = 1;
#endif
constexpr int rounds(int wanted) { return (wanted + sanitized_share - 1) / sanitized_share; }

// `wanted` boards with so many empty squares: every other one from a random game, the rest filled
// at random, where passes, early ends and wipe-outs are frequent.
std::vector<Mailbox> late_boards(int size, int empties, int wanted, std::uint64_t seed);

// The same as positions that have a legal square, black and white to move in turn.
std::vector<Position> late_positions(int size, int empties, int wanted, std::uint64_t seed);

// Any positions that have a legal square, from the start to nearly full.
std::vector<Position> searchable_positions(int size, int wanted, std::uint64_t seed);

// Shapes of all kinds: with no mirror, with one, with all of them; one square and ten.
std::vector<std::vector<int>> sample_shapes(int size);

// A shallow search misses a deep one by about four discs, and the final score by about six.
inline constexpr ProbCutModel sample_probcut{{1.4, 0, 0, 0, 0, 0, 0}, {1.8, 0}};

// Uniform in plus or minus `most`, in 1/128 of a disc.
std::vector<std::int16_t> random_numbers(std::size_t count, int most, std::uint64_t seed);
std::shared_ptr<const Weights> random_weights(int size, int most, std::uint64_t seed);

// Minimax for the side to move, without any pruning: a pass takes no depth, leaves are worth what
// `weights` say, in whole discs.
int plain_value(const Position&, const Weights&, int depth);

// The final score for the side to move of a game that is over.
int final_score(const Position&);

std::vector<Move> legal_moves_of(const Position&);

// The position after these moves; throws IllegalMove.
Position played(Position, const std::vector<Move>& line);

}  // namespace outflank::test
