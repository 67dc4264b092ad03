#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "boards.hpp"
#include "masks.hpp"

namespace outflank::test {
namespace {

template <int N>
bool inside(int row, int column) {
  return row >= 0 && row < N && column >= 0 && column < N;
}

// Each direction with the step in rows and columns it stands for.
template <int N, class Visit>
void each_known_direction(Visit&& visit) {
  using D = Directions<N>;
  visit.template operator()<D::east>(0, 1);
  visit.template operator()<-D::east>(0, -1);
  visit.template operator()<D::south>(1, 0);
  visit.template operator()<-D::south>(-1, 0);
  visit.template operator()<D::south_east>(1, 1);
  visit.template operator()<-D::south_east>(-1, -1);
  visit.template operator()<D::south_west>(1, -1);
  visit.template operator()<-D::south_west>(-1, 1);
}

TEST_CASE_TEMPLATE("constant sets", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  Bits<N> board, not_first, not_last, inner, corners;
  for (int row = 0; row < N; ++row)
    for (int column = 0; column < N; ++column) {
      const int bit = G::bit(row, column);
      board.set(bit);
      if (column > 0) not_first.set(bit);
      if (column < N - 1) not_last.set(bit);
      if (column > 0 && column < N - 1) inner.set(bit);
    }
  for (const int row : {0, N - 1})
    for (const int column : {0, N - 1}) corners.set(G::bit(row, column));
  CHECK(Masks<N>::board == board);
  CHECK(Masks<N>::board.count() == N * N);
  CHECK(Masks<N>::not_first_column == not_first);
  CHECK(Masks<N>::not_last_column == not_last);
  CHECK(Masks<N>::inner_columns == inner);
  CHECK(Masks<N>::corners == corners);
}

TEST_CASE_TEMPLATE("a step goes one square and never around the edge", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  each_known_direction<N>([]<int Distance>(int dr, int dc) {
    CAPTURE(dr);
    CAPTURE(dc);
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column) {
        Bits<N> expected;
        if (inside<N>(row + dr, column + dc)) expected.set(G::bit(row + dr, column + dc));
        REQUIRE(step<N, Distance>(Bits<N>::single(G::bit(row, column))) == expected);
      }
  });
}

TEST_CASE_TEMPLATE("a step of a set is the step of each square", S, EVERY_SIZE) {
  constexpr int N = S::value;
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Bits<N> set = random_board<N>(random).own;
    each_known_direction<N>([&]<int Distance>(int, int) {
      Bits<N> expected;
      set.each([&](int bit) { expected |= step<N, Distance>(Bits<N>::single(bit)); });
      REQUIRE(step<N, Distance>(set) == expected);
    });
  }
}

TEST_CASE_TEMPLATE("the loops visit eight directions and four axes, each once", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::multiset<int> known, directions, axes_both_ways;
  each_known_direction<N>([&]<int Distance>(int, int) { known.insert(Distance); });
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
