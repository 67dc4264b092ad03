#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "boards.hpp"
#include "symmetry.hpp"

namespace outflank::test {
namespace {

// Where b1 goes, by hand: the three bits are swap first, then top-bottom, then left-right.
template <int N>
constexpr std::array<Cell, symmetry_count> images_of_b1 = {
    Cell{0, 1}, Cell{0, N - 2}, Cell{N - 1, 1}, Cell{N - 1, N - 2},
    Cell{1, 0}, Cell{1, N - 1}, Cell{N - 2, 0}, Cell{N - 2, N - 1}};

template <int N>
int bit_of(Cell cell) {
  return Geometry<N>::bit(cell.row, cell.column);
}

template <int N>
Cell cell_of(int bit) {
  return {Geometry<N>::row_of_bit(bit), Geometry<N>::column_of_bit(bit)};
}

template <int N>
std::vector<Board<N>> sample(std::uint64_t seed) {
  std::vector<Board<N>> boards = reachable_boards<N>(150, seed);
  Random random(seed);
  for (int i = 0; i < 150; ++i) boards.push_back(random_board<N>(random));
  return boards;
}

TEST_CASE_TEMPLATE("each symmetry moves b1 where it should", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
    CAPTURE(symmetry);
    const Cell image = images_of_b1<N>[symmetry];
    CHECK(transform(Cell{0, 1}, N, symmetry) == image);
    CHECK(transform<N>(Bits<N>::single(1), symmetry) == Bits<N>::single(bit_of<N>(image)));
  }
}

TEST_CASE_TEMPLATE("a set moves as its squares do", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Board<N>& board : sample<N>(1))
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      Board<N> expected;
      board.own.each(
          [&](int bit) { expected.own.set(bit_of<N>(transform(cell_of<N>(bit), N, symmetry))); });
      board.opp.each(
          [&](int bit) { expected.opp.set(bit_of<N>(transform(cell_of<N>(bit), N, symmetry))); });
      REQUIRE(transform<N>(board, symmetry) == expected);
    }
}

TEST_CASE_TEMPLATE("the inverse undoes each symmetry", S, EVERY_SIZE) {
  constexpr int N = S::value;
  std::set<int> inverses;
  for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
    CAPTURE(symmetry);
    inverses.insert(inverse(symmetry));
    CHECK(inverse(inverse(symmetry)) == symmetry);
    for (int square = 0; square < N * N; ++square) {
      const Cell cell{square / N, square % N};
      REQUIRE(transform(transform(cell, N, symmetry), N, inverse(symmetry)) == cell);
    }
    for (const Board<N>& board : sample<N>(2))
      REQUIRE(transform<N>(transform<N>(board, symmetry), inverse(symmetry)) == board);
  }
  CHECK(inverses.size() == symmetry_count);
}

TEST_CASE_TEMPLATE("two symmetries in a row are one of the eight", S, EVERY_SIZE) {
  constexpr int N = S::value;
  // One disc on b1 lies on no axis of symmetry, so its eight images differ.
  const Board<N> probe{Bits<N>::single(1), {}};
  std::vector<Board<N>> images;
  for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
    images.push_back(transform<N>(probe, symmetry));
  for (const Board<N>& image : images) CHECK(std::count(images.begin(), images.end(), image) == 1);
  for (const Board<N>& image : images)
    for (int second = 0; second < symmetry_count; ++second)
      CHECK(std::count(images.begin(), images.end(), transform<N>(image, second)) == 1);
}

TEST_CASE_TEMPLATE("the start is kept by symmetries 0, 3, 4 and 7 only", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Board<N> start = Board<N>::start();
  std::vector<int> kept;
  for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
    if (transform<N>(start, symmetry) == start) kept.push_back(symmetry);
  CHECK(kept == std::vector<int>{0, 3, 4, 7});
}

TEST_CASE_TEMPLATE("to turn the board and play is to play and turn the board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Board<N>& board : sample<N>(3))
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      const Board<N> image = transform<N>(board, symmetry);
      INFO(drawn<N>(board));
      CAPTURE(symmetry);
      REQUIRE(image.legal_moves() == transform<N>(board.legal_moves(), symmetry));
      REQUIRE(image.is_over() == board.is_over());
      board.legal_moves().each([&](int bit) {
        const int image_bit = bit_of<N>(transform(cell_of<N>(bit), N, symmetry));
        REQUIRE(image.after(image_bit) == transform<N>(board.after(bit), symmetry));
      });
    }
}

TEST_CASE_TEMPLATE("the canonical board is the least image, whichever one starts", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int changed = 0;
  for (const Board<N>& board : sample<N>(4)) {
    Board<N> least = board;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
      least = std::min(least, transform<N>(board, symmetry));
    changed += least != board;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      const Board<N> image = transform<N>(board, symmetry);
      const auto [form, way] = canonical<N>(image);
      REQUIRE(form == least);
      REQUIRE(transform<N>(image, way) == form);
    }
  }
  CHECK(changed > 0);
}

}  // namespace
}  // namespace outflank::test
