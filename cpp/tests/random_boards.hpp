// Boards to test with. Games are played by the oracle: wrong rules in the core must not choose
// the boards they are tested on.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle.hpp"
#include "playout.hpp"

namespace outflank::test {

inline constexpr std::array every_size = {4, 6, 8, 10, 12};

// Any board at all, reachable or not, from nearly empty to full and from one colour to the other.
Mailbox random_board(int size, Random& random);

// At least `wanted` boards from random games, each with its start and its end.
std::vector<Mailbox> reachable_boards(int size, int wanted, std::uint64_t seed);

// `wanted` boards, half of either kind, and six more: three where the side to move must pass and
// three where the game is over.
std::vector<Mailbox> sample_boards(int size, int wanted, std::uint64_t seed);

// The last board of the random game that starts from `board`, and the number of plies to it.
struct RandomGame {
  RandomGame(const Mailbox& board, std::uint64_t seed);
  // For the side to move at first.
  int score() const { return plies % 2 == 0 ? last.score() : -last.score(); }

  Mailbox last;
  int plies = 0;
};

}  // namespace outflank::test
