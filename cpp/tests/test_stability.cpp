#include <doctest/doctest.h>

#include <vector>

#include "boards.hpp"
#include "stability.hpp"

namespace outflank::test {
namespace {

// The definition in stability.hpp, square by square: a disc is safe along a line that is full, or
// beside the edge or a stable disc of its colour; a disc safe along its four lines is stable.
class SlowStability {
 public:
  explicit SlowStability(const Mailbox& board) : board_(board) {
    for (bool added = true; added;) {
      added = false;
      for (int square = 0; square < board_.size * board_.size; ++square) {
        if (stable_[square] || board_.cell[square] == Mailbox::empty || !is_safe(square)) continue;
        stable_[square] = added = true;
      }
    }
  }

  std::vector<int> stable(int disc) const {
    std::vector<int> squares;
    for (int square = 0; square < board_.size * board_.size; ++square)
      if (stable_[square] && board_.cell[square] == disc) squares.push_back(square);
    return squares;
  }

 private:
  bool is_safe(int square) const {
    const int row = square / board_.size, column = square % board_.size;
    return is_safe_along(row, column, 0, 1) && is_safe_along(row, column, 1, 0) &&
           is_safe_along(row, column, 1, 1) && is_safe_along(row, column, 1, -1);
  }
  bool is_safe_along(int row, int column, int dr, int dc) const {
    return is_full(row, column, dr, dc) || is_anchor(row, column, row + dr, column + dc) ||
           is_anchor(row, column, row - dr, column - dc);
  }
  bool is_full(int row, int column, int dr, int dc) const {
    for (int k = -board_.size; k <= board_.size; ++k)
      if (board_.at(row + k * dr, column + k * dc) == Mailbox::empty) return false;
    return true;
  }
  bool is_anchor(int row, int column, int other_row, int other_column) const {
    const int other = board_.at(other_row, other_column);
    if (other == Mailbox::outside) return true;
    return other == board_.at(row, column) && stable_[other_row * board_.size + other_column];
  }

  Mailbox board_;
  std::array<bool, 144> stable_{};
};

template <int N>
Board<N> stable_on(const Board<N>& board) {
  return {stable_discs<N>(board.own, board.empty()), stable_discs<N>(board.opp, board.empty())};
}

template <int N>
bool contains(const Bits<N>& set, const Bits<N>& part) {
  return (part & ~set).none();
}

// Plays on at random from `board` and checks that every disc called stable keeps its colour, and
// is still called stable, to the end.
template <int N>
void check_continuation(const Board<N>& board, Random& random) {
  Board<N> stable = stable_on<N>(board);
  int ply = 0;
  random_game<N>(board, random, [&](const Board<N>& seen) {
    // Each ply swaps the sides; `now` is seen by the side that was to move at first.
    const Board<N> now = ply++ % 2 == 0 ? seen : seen.passed();
    INFO(drawn<N>(board));
    INFO(drawn<N>(now));
    REQUIRE(contains<N>(now.own, stable.own));
    REQUIRE(contains<N>(now.opp, stable.opp));
    const Board<N> next = stable_on<N>(now);
    REQUIRE(contains<N>(next.own, stable.own));
    REQUIRE(contains<N>(next.opp, stable.opp));
    stable = next;
  });
}

TEST_CASE_TEMPLATE("stable discs of random games are never flipped", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  int discs = 0;
  std::vector<Board<N>> boards = reachable_boards<N>(4 * N * N, N);
  for (std::size_t i = 0; i < boards.size(); i += 3) {
    const Board<N> stable = stable_on<N>(boards[i]);
    discs += stable.discs().count();
    // Without a stable disc there is nothing to contradict yet.
    const int continuations = stable.discs().any() ? 12 : 1;
    for (int game = 0; game < continuations; ++game) check_continuation<N>(boards[i], random);
  }
  CHECK(discs > 100);
}

TEST_CASE_TEMPLATE("stable discs of any board are never flipped", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(10 * N);
  int beside_empties = 0;
  for (int i = 0; i < 150; ++i) {
    const Board<N> board = random_board<N>(random);
    if (board.empties() > 0) beside_empties += stable_on<N>(board).discs().count();
    for (int game = 0; game < 8; ++game) check_continuation<N>(board, random);
  }
  CHECK(beside_empties > 100);
}

// No sampling: every game from here on.
template <int N>
void check_all_continuations(const Board<N>& board, const Board<N>& stable) {
  REQUIRE(contains<N>(board.own, stable.own));
  REQUIRE(contains<N>(board.opp, stable.opp));
  const Bits<N> moves = board.legal_moves();
  moves.each([&](int bit) { check_all_continuations<N>(board.after(bit), stable.passed()); });
  if (moves.none() && !board.is_over()) check_all_continuations<N>(board.passed(), stable.passed());
}

TEST_CASE("on 4x4 stable discs survive every possible game") {
  int positions = 0;
  for (const Board<4>& board : reachable_boards<4>(600, 44)) {
    if (board.empties() > 6 || board.is_over()) continue;
    const Board<4> stable = stable_on<4>(board);
    if (stable.discs().none()) continue;
    ++positions;
    check_all_continuations<4>(board, stable);
  }
  CHECK(positions > 50);
}

TEST_CASE_TEMPLATE("stable discs are exactly those of the definition", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(20 * N);
  std::vector<Board<N>> boards = reachable_boards<N>(500, 5 * N);
  for (int i = 0; i < 500; ++i) boards.push_back(random_board<N>(random));
  for (const Board<N>& board : boards) {
    INFO(drawn<N>(board));
    const SlowStability slow(mailbox_of<N>(board));
    REQUIRE(stable_on<N>(board).own == set_of<N>(slow.stable(Mailbox::own)));
    REQUIRE(stable_on<N>(board).opp == set_of<N>(slow.stable(Mailbox::opp)));
  }
}

TEST_CASE_TEMPLATE("on a full board every disc is stable", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(30 * N);
  for (int i = 0; i < 20; ++i) {
    Board<N> board = random_board<N>(random);
    board.own |= board.empty();
    REQUIRE(stable_on<N>(board) == board);
  }
}

TEST_CASE_TEMPLATE("nothing is stable at the start or on an empty board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  CHECK(stable_on<N>(Board<N>::start()).discs().none());
  CHECK(stable_on<N>(Board<N>{}).discs().none());
}

TEST_CASE_TEMPLATE("an edge run is stable if it starts in a corner", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  for (int length = 1; length < N; ++length) {
    Board<N> anchored, floating;
    for (int column = 0; column < length; ++column) anchored.own.set(G::bit(0, column));
    const Bits<N> run = anchored.own;
    anchored.own.set(G::bit(N / 2, N / 2));  // alone in the middle: never stable
    CAPTURE(length);
    CHECK(stable_on<N>(anchored).own == run);

    // Without the corner, or with the opponent in it, the run can still be taken along the edge.
    floating.own = run & ~Bits<N>::single(0);
    CHECK(stable_on<N>(floating).own.none());
    floating.opp = Bits<N>::single(0);
    CHECK(stable_on<N>(floating).own.none());
    CHECK(stable_on<N>(floating).opp == Bits<N>::single(0));
  }
}

TEST_CASE_TEMPLATE("a triangle on a corner is stable and its overhang is not", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  for (int width = 2; width < N; ++width) {
    Board<N> board;
    for (int row = 0; row < width; ++row)
      for (int column = 0; row + column < width; ++column) board.own.set(G::bit(row, column));
    const Bits<N> triangle = board.own;
    CAPTURE(width);
    CHECK(stable_on<N>(board).own == triangle);
    // Open along the diagonal that rises to the right, and safe along its three other lines.
    board.own.set(G::bit(1, width - 1));
    CHECK(stable_on<N>(board).own == triangle);
  }
}

TEST_CASE_TEMPLATE("a disc alone is stable once its four lines are full", S, EVERY_SIZE) {
  constexpr int N = S::value, m = N / 2;
  using G = Geometry<N>;
  Board<N> board;
  for (int row = 0; row < N; ++row)
    for (int column = 0; column < N; ++column)
      if (row == m || column == m || row == column || row + column == 2 * m)
        board.opp.set(G::bit(row, column));
  const auto centre = Bits<N>::single(G::bit(m, m));
  board.own = centre;
  board.opp &= ~centre;
  INFO(drawn<N>(board));
  CHECK(stable_on<N>(board).own == centre);

  int holes = 0;
  board.opp.each([&](int bit) {
    const Board<N> with_hole{board.own, board.opp & ~Bits<N>::single(bit)};
    REQUIRE(stable_on<N>(with_hole).own.none());
    ++holes;
  });
  // A row, a column, the long diagonal and the one beside the other long diagonal.
  CHECK(holes == (N - 1) * 3 + N - 2);
}

}  // namespace
}  // namespace outflank::test
