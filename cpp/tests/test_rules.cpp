// Both move generators, the portable one and the one for AVX2, against the mailbox oracle and
// against boards whose answer is known.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "rules.hpp"

namespace outflank::test {
namespace {

struct Portable {
  static constexpr const char* name = "portable";
  template <int N>
  static Bits<N> legal_moves(const Board<N>& board) {
    return portable::legal_moves<N>(board.own, board.opp);
  }
  template <int N>
  static Bits<N> flips(int bit, const Board<N>& board) {
    return portable::flips<N>(bit, board.own, board.opp);
  }
};

#if defined(__AVX2__)
struct Avx2 {
  static constexpr const char* name = "avx2";
  template <int N>
  static Bits<N> legal_moves(const Board<N>& board) {
    return avx2::legal_moves<N>(board.own, board.opp);
  }
  template <int N>
  static Bits<N> flips(int bit, const Board<N>& board) {
    return avx2::flips<N>(bit, board.own, board.opp);
  }
};
#endif

// What a generator must find on a board: which squares are legal, and what some of them flip.
template <int N>
struct Expected {
  struct Flips {
    int square;
    Bits<N> flipped;
  };
  Bits<N> legal;
  std::vector<Flips> flips;
};

template <class Generator, int N>
void check_generator(const Mailbox& mailbox, const Expected<N>& expected) {
  const Board<N> board = board_of<N>(mailbox);
  INFO(Generator::name);
  INFO(mailbox.drawn());
  REQUIRE(Generator::template legal_moves<N>(board) == expected.legal);
  for (const auto& move : expected.flips) {
    const int bit = Geometry<N>::bit_of_square(move.square);
    const Bits<N> found = Generator::template flips<N>(bit, board);
    // An assertion per square would take most of the time.
    if (found == move.flipped) continue;
    CAPTURE(move.square);
    REQUIRE(found == move.flipped);
  }
}

template <int N>
void check_board(const Mailbox& mailbox, const Expected<N>& expected) {
  check_generator<Portable, N>(mailbox, expected);
#if defined(__AVX2__)
  check_generator<Avx2, N>(mailbox, expected);
#endif
}

template <int N>
void check_against_oracle(const Mailbox& mailbox) {
  Expected<N> expected{set_of<N>(mailbox.legal_moves()), {}};
  for (int square = 0; square < N * N; ++square)
    if (mailbox.cell[square] == Mailbox::empty)
      expected.flips.push_back({square, set_of<N>(mailbox.flips(square))});
  check_board<N>(mailbox, expected);
}

TEST_CASE_TEMPLATE("moves and flips on reachable boards", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Mailbox& board : reachable_boards(N, 2000, N)) check_against_oracle<N>(board);
}

TEST_CASE_TEMPLATE("moves and flips on any board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  for (int i = 0; i < 2000; ++i) check_against_oracle<N>(random_board(N, random));
}

// An own disc, a run of opponent discs, and, unless the run ends at the edge, an empty square
// that takes the run.
struct Run {
  Mailbox board;
  std::vector<int> discs;
  int closing = Mailbox::outside;
};

// Every run of every length from every square in every direction, alone on the board.
std::vector<Run> every_run(int size) {
  std::vector<Run> runs;
  for (int from = 0; from < size * size; ++from)
    for (const auto& [dr, dc] :
         {std::pair{-1, -1}, std::pair{-1, 0}, std::pair{-1, 1}, std::pair{0, -1}, std::pair{0, 1},
          std::pair{1, -1}, std::pair{1, 0}, std::pair{1, 1}}) {
      Run run{Mailbox{size}, {}};
      run.board.cell[from] = Mailbox::own;
      int row = from / size + dr, column = from % size + dc;
      while (run.board.at(row, column) != Mailbox::outside) {
        run.discs.push_back(row * size + column);
        run.board.cell[run.discs.back()] = Mailbox::opp;
        row += dr;
        column += dc;
        const bool at_edge = run.board.at(row, column) == Mailbox::outside;
        run.closing = at_edge ? Mailbox::outside : row * size + column;
        runs.push_back(run);
      }
    }
  return runs;
}

TEST_CASE_TEMPLATE("every run of every length in every direction", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::size_t longest = 0;
  for (const Run& run : every_run(N)) {
    Expected<N> expected;
    if (run.closing != Mailbox::outside) {
      expected.legal = set_of<N>({run.closing});
      expected.flips = {{run.closing, set_of<N>(run.discs)}};
      longest = std::max(longest, run.discs.size());
    }
    check_board<N>(run.board, expected);
  }
  CHECK(longest == Geometry<N>::longest_run);
}

TEST_CASE_TEMPLATE("one move flips along all eight rays, the longest ones", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (int square = 0; square < N * N; ++square) {
    const int row = square / N, column = square % N;
    Mailbox board{N};
    std::vector<int> on_rays;
    for (int other = 0; other < N * N; ++other) {
      const int r = other / N, c = other % N;
      const bool on_edge = r == 0 || c == 0 || r == N - 1 || c == N - 1;
      board.cell[other] = on_edge ? Mailbox::own : Mailbox::opp;
      const bool on_ray = r == row || c == column || r - c == row - column || r + c == row + column;
      if (on_ray && !on_edge && other != square) on_rays.push_back(other);
    }
    board.cell[square] = Mailbox::empty;
    const Bits<N> legal = on_rays.empty() ? Bits<N>{} : set_of<N>({square});
    check_board<N>(board, {legal, {{square, set_of<N>(on_rays)}}});
  }
}

TEST_CASE_TEMPLATE("boards of one colour, or none, have no moves", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const int disc : {Mailbox::empty, Mailbox::own, Mailbox::opp})
    for (int hole = 0; hole < N * N; ++hole) {
      Mailbox board{N};
      std::fill_n(board.cell.begin(), N * N, disc);
      board.cell[hole] = Mailbox::empty;
      check_board<N>(board, {{}, {{hole, {}}}});
    }
}

// Opponent discs in unbroken runs that start next to an own disc, in one direction.
std::vector<int> slow_runs(const Mailbox& board, int row_step, int column_step) {
  std::vector<int> found;
  for (int square = 0; square < board.size * board.size; ++square) {
    int row = square / board.size, column = square % board.size;
    while (board.at(row, column) == Mailbox::opp) {
      row -= row_step;
      column -= column_step;
    }
    if (board.cell[square] == Mailbox::opp && board.at(row, column) == Mailbox::own)
      found.push_back(square);
  }
  return found;
}

// With the opponent inside the outer ring only: what runs() makes of discs that lie on an edge,
// and so end no run, depends on the size.
TEST_CASE_TEMPLATE("runs from a set in each direction", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using D = Directions<N>;
  Random random(N);
  for (int i = 0; i < 300; ++i) {
    Mailbox mailbox = random_board(N, random);
    for (int square = 0; square < N * N; ++square) {
      const int row = square / N, column = square % N;
      const bool on_edge = row == 0 || column == 0 || row == N - 1 || column == N - 1;
      if (on_edge && mailbox.cell[square] == Mailbox::opp) mailbox.cell[square] = Mailbox::empty;
    }
    const Board<N> board = board_of<N>(mailbox);
    INFO(mailbox.drawn());
    const auto check = [&]<int Distance>(int row_step, int column_step) {
      CAPTURE(Distance);
      REQUIRE(outflank::runs<N, Distance>(board.own, board.opp) ==
              set_of<N>(slow_runs(mailbox, row_step, column_step)));
    };
    check.template operator()<D::east>(0, 1);
    check.template operator()<-D::east>(0, -1);
    check.template operator()<D::south>(1, 0);
    check.template operator()<-D::south>(-1, 0);
    check.template operator()<D::south_east>(1, 1);
    check.template operator()<-D::south_east>(-1, -1);
    check.template operator()<D::south_west>(1, -1);
    check.template operator()<-D::south_west>(-1, 1);
  }
}

TEST_CASE_TEMPLATE("boards use the generator of this instruction set", S, EVERY_SIZE) {
  constexpr int N = S::value;
#if defined(__AVX2__)
  constexpr bool same =
      &outflank::legal_moves<N> == &avx2::legal_moves<N> && &outflank::flips<N> == &avx2::flips<N>;
#else
  constexpr bool same = &outflank::legal_moves<N> == &portable::legal_moves<N> &&
                        &outflank::flips<N> == &portable::flips<N>;
#endif
  CHECK(same);
}

}  // namespace
}  // namespace outflank::test
