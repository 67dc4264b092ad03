// Both move generators, the portable one and the one for this instruction set, against the
// mailbox oracle and against boards whose answer is known.
#include <doctest/doctest.h>

#include <array>

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

template <class Check>
void each_generator(Check&& check) {
  check(Portable{});
#if defined(__AVX2__)
  check(Avx2{});
#endif
}

template <int N>
void check_against_oracle(const Mailbox& mailbox) {
  using G = Geometry<N>;
  INFO(drawn(mailbox));
  const Board<N> board = board_of<N>(mailbox);
  std::array<Bits<N>, G::squares> flips;
  for (int square = 0; square < G::squares; ++square)
    flips[square] = set_of<N>(mailbox.flips(square));
  const Bits<N> legal = set_of<N>(mailbox.legal_moves());

  each_generator([&](auto generator) {
    INFO(generator.name);
    REQUIRE(generator.template legal_moves<N>(board) == legal);
    for (int square = 0; square < G::squares; ++square) {
      if (mailbox.cell[square] != Mailbox::empty) continue;
      const Bits<N> actual = generator.template flips<N>(G::bit_of_square(square), board);
      // An assertion per square would take most of the time.
      if (actual == flips[square]) continue;
      CAPTURE(square);
      REQUIRE(actual == flips[square]);
    }
  });
}

TEST_CASE_TEMPLATE("moves and flips on reachable boards", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(N);
  int boards = 0, passes = 0;
  while (boards < 3000) {
    // Played by the oracle, so that a wrong generator cannot choose its own exam.
    for (Mailbox board = Mailbox::start(N); !board.is_over(); ++boards) {
      check_against_oracle<N>(board);
      const std::vector<int> moves = board.legal_moves();
      if (moves.empty()) {
        ++passes;
        board = board.passed();
      } else {
        board = board.after(moves[random.below(static_cast<int>(moves.size()))]);
      }
    }
  }
  CHECK(passes > 0);
}

TEST_CASE_TEMPLATE("moves and flips on any board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(100 + N);
  for (int i = 0; i < 4000; ++i) check_against_oracle<N>(random_mailbox(N, random));
}

// A run of opponent discs between `from` and the empty square `to`, k squares apart in direction
// (dr, dc), on an otherwise empty board: `to` is legal and flips the run, nothing else.
template <int N>
void check_run(int row, int column, int dr, int dc, int run) {
  using G = Geometry<N>;
  const auto bit = [&](int k) { return G::bit(row + k * dr, column + k * dc); };
  Board<N> board;
  board.own.set(bit(0));
  for (int k = 1; k <= run; ++k) board.opp.set(bit(k));
  INFO(drawn<N>(board));
  each_generator([&](auto generator) {
    INFO(generator.name);
    REQUIRE(generator.template legal_moves<N>(board) == Bits<N>::single(bit(run + 1)));
    REQUIRE(generator.template flips<N>(bit(run + 1), board) == board.opp);
  });
}

// The same run up to the edge: nothing closes it.
template <int N>
void check_run_to_the_edge(int row, int column, int dr, int dc, int run) {
  using G = Geometry<N>;
  Board<N> board;
  board.own.set(G::bit(row, column));
  for (int k = 1; k <= run; ++k) board.opp.set(G::bit(row + k * dr, column + k * dc));
  INFO(drawn<N>(board));
  each_generator([&](auto generator) {
    INFO(generator.name);
    REQUIRE(generator.template legal_moves<N>(board).none());
    board.empty().each([&](int bit) { REQUIRE(generator.template flips<N>(bit, board).none()); });
  });
}

TEST_CASE_TEMPLATE("every run of every length in every direction", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int longest = 0;
  for (int row = 0; row < N; ++row)
    for (int column = 0; column < N; ++column)
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc) {
          if (dr == 0 && dc == 0) continue;
          int reach = 0;  // squares from here to the edge
          while (Mailbox{N}.at(row + (reach + 1) * dr, column + (reach + 1) * dc) !=
                 Mailbox::outside)
            ++reach;
          for (int run = 1; run < reach; ++run) check_run<N>(row, column, dr, dc, run);
          if (reach > 0) check_run_to_the_edge<N>(row, column, dr, dc, reach);
          longest = std::max(longest, reach - 1);
        }
  CHECK(longest == Geometry<N>::longest_run);
}

TEST_CASE_TEMPLATE("one move flips along all eight rays, the longest ones", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (int square = 0; square < N * N; ++square) {
    const int row = square / N, column = square % N;
    Mailbox mailbox{N};
    for (int other = 0; other < N * N; ++other) {
      const int r = other / N, c = other % N;
      const bool on_edge = r == 0 || c == 0 || r == N - 1 || c == N - 1;
      mailbox.cell[other] = on_edge ? Mailbox::own : Mailbox::opp;
    }
    mailbox.cell[square] = Mailbox::empty;
    Bits<N> expected;
    for (int r = 1; r < N - 1; ++r)
      for (int c = 1; c < N - 1; ++c) {
        const bool on_ray =
            r == row || c == column || r - c == row - column || r + c == row + column;
        if (on_ray && (r != row || c != column)) expected.set(Geometry<N>::bit(r, c));
      }
    const Board<N> board = board_of<N>(mailbox);
    INFO(drawn<N>(board));
    each_generator([&](auto generator) {
      INFO(generator.name);
      REQUIRE(generator.template flips<N>(Geometry<N>::bit_of_square(square), board) == expected);
    });
  }
}

TEST_CASE_TEMPLATE("no discs, no moves", S, EVERY_SIZE) {
  constexpr int N = S::value;
  each_generator([&](auto generator) {
    CHECK(generator.template legal_moves<N>(Board<N>{}).none());
    CHECK(generator.template legal_moves<N>(Board<N>{Masks<N>::board, {}}).none());
    CHECK(generator.template legal_moves<N>(Board<N>{{}, Masks<N>::board}).none());
  });
}

TEST_CASE_TEMPLATE("boards use the generator of this instruction set", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Board<N> start = Board<N>::start();
  CHECK(start.legal_moves() == set_of<N>(Mailbox::start(N).legal_moves()));
  CHECK(start.legal_moves().count() == 4);
#if defined(__AVX2__)
  CHECK(&outflank::legal_moves<N> == &avx2::legal_moves<N>);
#else
  CHECK(&outflank::legal_moves<N> == &portable::legal_moves<N>);
#endif
}

}  // namespace
}  // namespace outflank::test
