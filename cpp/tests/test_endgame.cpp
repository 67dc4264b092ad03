#include <doctest/doctest.h>

#include <algorithm>

#include "boards.hpp"
#include "engine_samples.hpp"
#include "search/endgame.hpp"

namespace outflank::test {
namespace {

// The final score by looking at every game; the rules are those tested in test_board.cpp.
template <int N>
int plain_score(const Board<N>& board) {
  const Bits<N> legal = board.legal_moves();
  if (legal.none())
    return board.passed().legal_moves().none() ? board.score() : -plain_score<N>(board.passed());
  int best = -N * N;
  legal.each([&](int bit) { best = std::max(best, -plain_score<N>(board.after(bit))); });
  return best;
}

// Up to eight empty squares: one to four, then both ways to order moves.
constexpr int most_empties = 8;

struct Solved {
  Mailbox mailbox;
  int score;
};

// Each kind of position once more often where it is cheap.
template <int N>
std::vector<Solved> solved_boards(int wanted, std::uint64_t seed) {
  std::vector<Solved> solved;
  for (int empties = 0; empties <= most_empties; ++empties) {
    const int count = rounds(empties < 7 ? wanted : wanted / 4);
    for (const Mailbox& mailbox : late_boards(N, empties, count, seed + empties))
      solved.push_back({mailbox, plain_score<N>(board_of<N>(mailbox))});
  }
  return solved;
}

TEST_CASE_TEMPLATE("the discs the last move flips are counted without making it", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  for (int square = 0; square < N * N; ++square)
    for (int i = 0; i < rounds(100); ++i) {
      Mailbox mailbox{N};
      const int mine = random.below(101);
      for (int other = 0; other < N * N; ++other)
        mailbox.cell[other] = random.below(100) < mine ? Mailbox::own : Mailbox::opp;
      mailbox.cell[square] = Mailbox::empty;
      const int bit = Geometry<N>::bit_of_square(square);
      const Board<N> board = board_of<N>(mailbox);
      INFO(mailbox.drawn());
      REQUIRE(count_last_flips<N>(bit, board.own) == mailbox.flips(square).size());
      REQUIRE(count_last_flips<N>(bit, board.opp) == mailbox.passed().flips(square).size());
    }
}

TEST_CASE_TEMPLATE("the solver finds what looking at every game finds", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Clock clock;
  SoloTicker ticker(clock);
  Endgame<N> fresh(ticker), used(ticker);
  int passing = 0, over = 0, wiped_out = 0;
  for (const Solved& each : solved_boards<N>(240, N)) {
    const Board<N> board = board_of<N>(each.mailbox);
    INFO(each.mailbox.drawn());
    fresh.forget();
    REQUIRE(fresh.solve(board, board.legal_moves(), -N * N, N * N) == each.score);
    REQUIRE(fresh.solve(board, board.legal_moves(), -N * N, N * N) == each.score);
    REQUIRE(used.solve(board, board.legal_moves(), -N * N, N * N) == each.score);
    const bool moves = board.legal_moves().any();
    over += board.is_over();
    passing += !moves && !board.is_over();
    wiped_out += moves && each.score * each.score == N * N * N * N;
  }
  CHECK(passing > 0);
  CHECK(over > 0);
  CHECK((wiped_out > 0 || sanitized_share > 1));
}

TEST_CASE_TEMPLATE("outside a window the solver fails on the right side of it", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Clock clock;
  SoloTicker ticker(clock);
  Endgame<N> fresh(ticker), used(ticker);
  Random random(N);
  int failed_low = 0, failed_high = 0, exact = 0;
  for (const Solved& each : solved_boards<N>(60, 100 + N)) {
    const Board<N> board = board_of<N>(each.mailbox);
    for (int i = 0; i < 10; ++i) {
      // Half of the windows as narrow as can be, most of them near the score.
      const int near = std::clamp(each.score + random.below(9) - 5, -N * N, N * N - 1);
      const int alpha = i % 4 == 3 ? random.below(2 * N * N) - N * N : near;
      const int beta = i % 2 == 0 ? alpha + 1 : alpha + 1 + random.below(N * N - alpha);
      INFO(each.mailbox.drawn());
      CAPTURE(each.score);
      CAPTURE(alpha);
      CAPTURE(beta);
      fresh.forget();
      for (Endgame<N>* solver : {&fresh, &used}) {
        const int found = solver->solve(board, board.legal_moves(), alpha, beta);
        CAPTURE(found);
        if (each.score <= alpha) {
          REQUIRE(found <= alpha);
          REQUIRE(found >= each.score);
        } else if (each.score >= beta) {
          REQUIRE(found >= beta);
          REQUIRE(found <= each.score);
        } else {
          REQUIRE(found == each.score);
        }
      }
      ++(each.score <= alpha ? failed_low : each.score >= beta ? failed_high : exact);
    }
  }
  CHECK(failed_low > 100 / sanitized_share);
  CHECK(failed_high > 100 / sanitized_share);
  CHECK(exact > 100 / sanitized_share);
}

TEST_CASE_TEMPLATE("a solver that was stopped remembers nothing false", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Clock clock;
  SoloTicker ticker(clock);
  Endgame<N> solver(ticker);
  int stopped = 0;
  for (const Mailbox& mailbox : late_boards(N, most_empties, rounds(100), 200 + N)) {
    const Board<N> board = board_of<N>(mailbox);
    INFO(mailbox.drawn());
    for (int limit = 1; limit < 1000; limit = 2 * limit + 1) {
      clock.begin({0, static_cast<std::uint64_t>(limit), 0}, {});
      ticker.begin();
      try {
        solver.solve(board, board.legal_moves(), -N * N, N * N);
      } catch (const Stopped&) {
        ++stopped;
      }
    }
    clock.begin({}, {});
    ticker.begin();
    REQUIRE(solver.solve(board, board.legal_moves(), -N * N, N * N) == plain_score<N>(board));
  }
  CHECK(stopped > 0);
}

TEST_CASE_TEMPLATE("a solver that forgot takes the same nodes again", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Clock clock;
  SoloTicker ticker(clock);
  Endgame<N> solver(ticker);
  const auto nodes_of = [&](const Board<N>& board) {
    const std::uint64_t before = ticker.nodes;
    solver.solve(board, board.legal_moves(), -N * N, N * N);
    return ticker.nodes - before;
  };
  std::uint64_t first = 0, again = 0;
  for (const Mailbox& mailbox : late_boards(N, most_empties, rounds(100), 300 + N)) {
    const Board<N> board = board_of<N>(mailbox);
    solver.forget();
    const std::uint64_t nodes = nodes_of(board);
    first += nodes;
    again += nodes_of(board);
    solver.forget();
    REQUIRE(nodes_of(board) == nodes);
  }
  CHECK(again < first);
}

TEST_CASE_TEMPLATE("opponent's stable discs bound the score", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int bounds = 0;
  for (const Solved& each : solved_boards<N>(60, 400 + N)) {
    const Board<N> board = board_of<N>(each.mailbox);
    int bound = 0;
    for (int alpha = -N * N; alpha < N * N; ++alpha)
      if (Endgame<N>::stability_cutoff(board, board.empty(), board.empties(), alpha, bound)) {
        INFO(each.mailbox.drawn());
        CAPTURE(alpha);
        REQUIRE(bound <= alpha);
        REQUIRE(bound >= each.score);
        ++bounds;
      }
  }
  CHECK(bounds > 0);
}

}  // namespace
}  // namespace outflank::test
