#include <doctest/doctest.h>

#include <map>
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

// The same game by the oracle: one plain loop, no pipeline.
int slow_score(Mailbox board, std::uint64_t seed, std::uint64_t game) {
  Random random(Random(seed ^ Random(game).next()).next());
  int sign = 1;
  for (; !board.is_over(); sign = -sign) {
    const std::vector<int> moves = board.legal_moves();
    board = moves.empty() ? board.passed()
                          : board.after(moves[random.below(static_cast<int>(moves.size()))]);
  }
  return sign * board.score();
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
    std::map<int, int> seen;
    const int draws = 2000 * bound;
    for (int i = 0; i < draws; ++i) ++seen[random.below(bound)];
    CAPTURE(bound);
    REQUIRE(seen.size() == static_cast<std::size_t>(bound));
    CHECK(seen.begin()->first == 0);
    CHECK(seen.rbegin()->first == bound - 1);
    // 2000 expected of each, standard deviation at most 45: six of them.
    for (const auto& [number, count] : seen) {
      CAPTURE(number);
      CHECK(count > 2000 - 270);
      CHECK(count < 2000 + 270);
    }
  }
}

TEST_CASE_TEMPLATE("scores match a plain loop over the oracle", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<int> scores = scores_of<N>(Board<N>::start(), 40, 2024);
  for (int game = 0; game < 40; ++game) {
    CAPTURE(game);
    CHECK(scores[game] == slow_score(Mailbox::start(N), 2024, game));
  }
}

TEST_CASE_TEMPLATE("from any board, with passes and finished games", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  int finished = 0, passing = 0;
  for (int i = 0; i < 150; ++i) {
    const Board<N> board = random_board<N>(random);
    finished += board.is_over();
    passing += board.legal_moves().none() && !board.is_over();
    const std::vector<int> scores = scores_of<N>(board, 3, i);
    INFO(drawn<N>(board));
    for (int game = 0; game < 3; ++game)
      REQUIRE(scores[game] == slow_score(mailbox_of<N>(board), i, game));
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

TEST_CASE_TEMPLATE("another seed plays other games", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const std::vector<int> scores = scores_of<N>(Board<N>::start(), 60, 5);
  CHECK(scores_of<N>(Board<N>::start(), 60, 6) != scores);
  // The games of one seed differ from each other too.
  CHECK(std::set<int>(scores.begin(), scores.end()).size() > 5);
}

TEST_CASE_TEMPLATE("one playout, ply by ply", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Playout<N> playout(Board<N>::start(), 77);
  int plies = 0;
  while (playout.advance()) {
    ++plies;
    REQUIRE(plies < 2 * N * N);
  }
  Random random(77);
  Board<N> last;
  int visited = -1;
  random_game<N>(Board<N>::start(), random, [&](const Board<N>& board) {
    last = board;
    ++visited;
  });
  // advance() also plays the first of the two passes that end the game.
  CHECK(plies == visited + 1);
  CHECK(playout.score() == (visited % 2 == 0 ? last.score() : -last.score()));
}

}  // namespace
}  // namespace outflank::test
