#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "boards.hpp"
#include "stability.hpp"

namespace outflank::test {
namespace {

// The stable discs of both sides, as a board.
template <int N>
Board<N> stable_on(const Board<N>& board) {
  return {stable_discs<N>(board.own, board.empty()), stable_discs<N>(board.opp, board.empty())};
}

template <int N>
bool keeps(const Board<N>& board, const Board<N>& stable) {
  return (stable.own & ~board.own).none() && (stable.opp & ~board.opp).none();
}

// Plays on at random, by the core's rules for speed, and checks that every disc called stable on
// the way keeps its colour, and goes on being called stable, to the end.
template <int N>
void check_continuation(const Mailbox& from, Random& random) {
  Board<N> board = board_of<N>(from), stable;
  INFO(from.drawn());
  for (int passes = 0; passes < 2;) {
    const Board<N> now = stable_on<N>(board);
    REQUIRE(keeps<N>(board, stable));
    REQUIRE(keeps<N>(now, stable));
    const Bits<N> moves = board.legal_moves();
    if (moves.any()) {
      board = board.after(moves.nth(random.below(moves.count())));
      passes = 0;
    } else {
      board = board.passed();
      ++passes;
    }
    stable = now.passed();
  }
}

TEST_CASE_TEMPLATE("stable discs are never flipped in random continuations", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  int discs = 0;
  for (const Mailbox& board : sample_boards(N, 300, N)) {
    const int stable = stable_on<N>(board_of<N>(board)).discs().count();
    if (board.count(Mailbox::empty) > 0) discs += stable;
    // Without a stable disc there is nothing to contradict until one appears on the way.
    for (int game = stable > 0 ? 8 : 1; game > 0; --game) check_continuation<N>(board, random);
  }
  CHECK(discs > 200);
}

// No sampling: every game from here on.
void check_all_continuations(const Board<4>& board, const Board<4>& stable) {
  REQUIRE(keeps<4>(board, stable));
  const Bits<4> moves = board.legal_moves();
  moves.each([&](int bit) { check_all_continuations(board.after(bit), stable.passed()); });
  if (moves.none() && !board.is_over()) check_all_continuations(board.passed(), stable.passed());
}

TEST_CASE("on 4x4 stable discs survive every possible game") {
  int discs = 0;
  for (const Mailbox& mailbox : sample_boards(4, 600, 44)) {
    if (mailbox.count(Mailbox::empty) > 6 || mailbox.is_over()) continue;
    const Board<4> board = board_of<4>(mailbox), stable = stable_on<4>(board);
    INFO(mailbox.drawn());
    check_all_continuations(board, stable);
    discs += stable.discs().count();
  }
  CHECK(discs > 500);
}

TEST_CASE_TEMPLATE("stable discs are exactly those of the definition", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Mailbox& mailbox : sample_boards(N, 800, 20 * N)) {
    const Board<N> stable = stable_on<N>(board_of<N>(mailbox));
    INFO(mailbox.drawn());
    REQUIRE(stable.own == set_of<N>(mailbox.stable(Mailbox::own)));
    REQUIRE(stable.opp == set_of<N>(mailbox.stable(Mailbox::opp)));
    REQUIRE(stable_by_neighbours<N>(board_of<N>(mailbox).own) ==
            set_of<N>(mailbox.stable(Mailbox::own, false)));
  }
}

TEST_CASE_TEMPLATE("on a full board every disc is stable", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  for (int i = 0; i < 20; ++i) {
    Mailbox mailbox = random_board(N, random);
    std::replace(mailbox.cell.begin(), mailbox.cell.end(), Mailbox::empty, Mailbox::opp);
    const Board<N> board = board_of<N>(mailbox);
    REQUIRE(stable_on<N>(board) == board);
  }
  // By neighbours alone, growth from the corners: all of one colour, nothing without a corner.
  CHECK(stable_by_neighbours<N>(Masks<N>::board) == Masks<N>::board);
  CHECK(stable_by_neighbours<N>(Masks<N>::board & ~Masks<N>::corners).none());
}

TEST_CASE_TEMPLATE("nothing is stable at the start or on an empty board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  CHECK(stable_on<N>(Board<N>::start()).discs().none());
  CHECK(stable_on<N>(Board<N>{}).discs().none());
}

TEST_CASE_TEMPLATE("an edge run is stable if it starts in a corner", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Bits<N> corner = set_of<N>({0}), centre = set_of<N>({N / 2 * N + N / 2});
  Bits<N> run;
  for (int length = 1; length < N; ++length) {
    run |= set_of<N>({length - 1});
    CAPTURE(length);
    CHECK(stable_on<N>(Board<N>{run | centre, {}}).own == run);
    // Without the corner, or with the opponent in it, the run can still be taken along the edge.
    CHECK(stable_on<N>(Board<N>{run & ~corner, {}}).own.none());
    CHECK(stable_on<N>(Board<N>{run & ~corner, corner}).own.none());
    CHECK(stable_on<N>(Board<N>{run & ~corner, corner}).opp == corner);
  }
}

TEST_CASE_TEMPLATE("a triangle on a corner is stable and its overhang is not", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (int width = 2; width < N; ++width) {
    std::vector<int> squares;
    for (int row = 0; row < width; ++row)
      for (int column = 0; row + column < width; ++column) squares.push_back(row * N + column);
    const Bits<N> triangle = set_of<N>(squares);
    // Open along the diagonal that rises to the right, and safe along its three other lines.
    const Bits<N> overhang = set_of<N>({N + width - 1});
    CAPTURE(width);
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      Mailbox mailbox{N};
      for (const int square : squares) mailbox.cell[square] = Mailbox::own;
      const Bits<N> turned = board_of<N>(mailbox.transformed(symmetry)).own;
      REQUIRE(stable_on<N>(Board<N>{turned, {}}).own == turned);
    }
    CHECK(stable_on<N>(Board<N>{triangle | overhang, {}}).own == triangle);
  }
}

TEST_CASE_TEMPLATE("a disc alone is stable once its four lines are full", S, EVERY_SIZE) {
  constexpr int N = S::value, m = N / 2;
  std::vector<int> around;
  for (int row = 0; row < N; ++row)
    for (int column = 0; column < N; ++column) {
      const bool on_line = row == m || column == m || row == column || row + column == 2 * m;
      if (on_line && (row != m || column != m)) around.push_back(row * N + column);
    }
  const Board<N> board{set_of<N>({m * N + m}), set_of<N>(around)};
  CHECK(stable_on<N>(board).own == board.own);
  // One hole in any of the four lines lets the opponent in.
  for (const int hole : around) {
    CAPTURE(hole);
    REQUIRE(stable_on<N>(Board<N>{board.own, board.opp & ~set_of<N>({hole})}).own.none());
  }
}

}  // namespace
}  // namespace outflank::test
