#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "boards.hpp"
#include "masks.hpp"

namespace outflank::test {
namespace {

struct Step {
  int rows, columns;
};

// Each direction with the step in rows and columns it stands for.
template <int N, class Visit>
void each_known_direction(Visit&& visit) {
  using D = Directions<N>;
  visit.template operator()<D::east>(Step{0, 1});
  visit.template operator()<-D::east>(Step{0, -1});
  visit.template operator()<D::south>(Step{1, 0});
  visit.template operator()<-D::south>(Step{-1, 0});
  visit.template operator()<D::south_east>(Step{1, 1});
  visit.template operator()<-D::south_east>(Step{-1, -1});
  visit.template operator()<D::south_west>(Step{1, -1});
  visit.template operator()<-D::south_west>(Step{-1, 1});
}

// Where the own discs of a board get by one step; those that leave the board are gone.
std::vector<int> stepped(const Mailbox& board, Step step) {
  std::vector<int> squares;
  for (int row = 0; row < board.size; ++row)
    for (int column = 0; column < board.size; ++column)
      if (board.at(row - step.rows, column - step.columns) == Mailbox::own)
        squares.push_back(row * board.size + column);
  return squares;
}

TEST_CASE_TEMPLATE("constant sets", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::vector<int> board, not_first, not_last, inner;
  for (int square = 0; square < N * N; ++square) {
    const int column = square % N;
    board.push_back(square);
    if (column > 0) not_first.push_back(square);
    if (column < N - 1) not_last.push_back(square);
    if (column > 0 && column < N - 1) inner.push_back(square);
  }
  CHECK(Masks<N>::board == set_of<N>(board));
  CHECK(Masks<N>::not_first_column == set_of<N>(not_first));
  CHECK(Masks<N>::not_last_column == set_of<N>(not_last));
  CHECK(Masks<N>::inner_columns == set_of<N>(inner));
  CHECK(Masks<N>::corners == set_of<N>({0, N - 1, N * N - N, N * N - 1}));
}

TEST_CASE_TEMPLATE("a step goes one square and never around the edge", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::vector<Mailbox> boards(N * N, Mailbox{N});
  for (int square = 0; square < N * N; ++square) boards[square].cell[square] = Mailbox::own;
  Random random(1);
  for (int i = 0; i < 50; ++i) boards.push_back(random_board(N, random));

  for (const Mailbox& board : boards) {
    const Bits<N> own = board_of<N>(board).own;
    INFO(board.drawn());
    each_known_direction<N>([&]<int Distance>(Step direction) {
      CAPTURE(Distance);
      REQUIRE(step<N, Distance>(own) == set_of<N>(stepped(board, direction)));
    });
  }
}

TEST_CASE_TEMPLATE("the loops visit eight directions and four axes, each once", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::multiset<int> known, directions, axes_both_ways;
  each_known_direction<N>([&]<int Distance>(Step) { known.insert(Distance); });
  each_direction<N>([&]<int Distance>() { directions.insert(Distance); });
  each_axis<N>([&]<int Distance>() {
    axes_both_ways.insert(Distance);
    axes_both_ways.insert(-Distance);
  });
  CHECK(directions == known);
  CHECK(axes_both_ways == known);
}

}  // namespace
}  // namespace outflank::test
