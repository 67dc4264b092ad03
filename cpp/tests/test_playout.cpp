#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "boards.hpp"
#include "playout.hpp"

namespace outflank::test {
namespace {

constexpr int not_visited = 10000;

// The scores by game number; fails if a game is reported twice, never, or was not asked for.
template <int N>
std::vector<int> scores_of(const Board<N>& board, int games, std::uint64_t seed) {
  std::vector<int> scores(games, not_visited);
  playouts<N>(board, games, seed, [&](std::uint64_t game, int score) {
    REQUIRE(game < static_cast<std::uint64_t>(games));
    REQUIRE(scores[game] == not_visited);
    scores[game] = score;
  });
  for (const int score : scores) REQUIRE(score != not_visited);
  return scores;
}

// The same games by the oracle, one after the other.
std::vector<int> slow_scores(const Mailbox& board, int games, std::uint64_t seed) {
  std::vector<int> scores;
  for (int game = 0; game < games; ++game)
    scores.push_back(RandomGame(board, Random(seed ^ Random(game).next()).next()).score());
  return scores;
}

TEST_CASE("the random numbers are SplitMix64") {
  // The values Rosetta Code lists for seed 1234567.
  Random random(1234567);
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
  CHECK(random.next() == 4593380528125082431u);
  CHECK(random.next() == 16408922859458223821u);
}

TEST_CASE("below gives every number under the bound about equally often") {
  for (const int bound : {1, 2, 3, 7, 33, 60}) {
    Random random(9);
    std::vector<int> seen(bound);
    for (int i = 0; i < 2000 * bound; ++i) ++seen.at(random.below(bound));
    // 2000 expected of each, with a standard deviation of at most 45: six of them.
    for (int number = 0; number < bound; ++number) {
      CAPTURE(bound);
      CAPTURE(number);
      CHECK(seen[number] > 2000 - 270);
      CHECK(seen[number] < 2000 + 270);
    }
  }
}

TEST_CASE_TEMPLATE("scores match a plain loop over the oracle", S, EVERY_SIZE) {
  constexpr int N = S::value;
  CHECK(scores_of<N>(Board<N>::start(), 40, 2024) == slow_scores(Mailbox::start(N), 40, 2024));

  int finished = 0, passing = 0;
  for (const Mailbox& board : sample_boards(N, 200, N)) {
    finished += board.is_over();
    passing += board.legal_moves().empty() && !board.is_over();
    INFO(board.drawn());
    REQUIRE(scores_of<N>(board_of<N>(board), 2, 99) == slow_scores(board, 2, 99));
  }
  CHECK(finished > 0);
  CHECK(passing > 0);
}

TEST_CASE_TEMPLATE("a game does not depend on how many are played", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<int> all = scores_of<N>(Board<N>::start(), 60, 5);
  CHECK(scores_of<N>(Board<N>::start(), 60, 5) == all);
  for (const int games : {0, 1, 2, 3, 4, 5, 6, 7, 31}) {
    CAPTURE(games);
    const std::vector<int> some(all.begin(), all.begin() + games);
    CHECK(scores_of<N>(Board<N>::start(), games, 5) == some);
  }
}

TEST_CASE_TEMPLATE("another seed plays other games, and so does another number", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<int> scores = scores_of<N>(Board<N>::start(), 60, 5);
  CHECK(scores_of<N>(Board<N>::start(), 60, 6) != scores);
  CHECK(std::set<int>(scores.begin(), scores.end()).size() > 5);
}

TEST_CASE_TEMPLATE("one playout, ply by ply", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Playout<N> playout(Board<N>::start(), 77);
  int plies = 0;
  while (playout.advance()) REQUIRE(++plies < 2 * N * N);
  const RandomGame game(Mailbox::start(N), 77);
  // advance() also plays the first of the two passes that end the game.
  CHECK(plies == game.plies + 1);
  CHECK(playout.score() == game.score());
}

}  // namespace
}  // namespace outflank::test
