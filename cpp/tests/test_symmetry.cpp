#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "boards.hpp"
#include "symmetry.hpp"

namespace outflank::test {
namespace {

constexpr int samples = 200;

template <int N>
int bit_of(Cell cell) {
  return Geometry<N>::bit(cell.row, cell.column);
}

TEST_CASE("each symmetry moves b1 where it should") {
  for (const int n : every_size) {
    // By hand: the three bits of a symmetry are swap first, then top-bottom, then left-right.
    const std::array<Cell, symmetry_count> images = {Cell{0, 1},     {0, n - 2},    {n - 1, 1},
                                                     {n - 1, n - 2}, {1, 0},        {1, n - 1},
                                                     {n - 2, 0},     {n - 2, n - 1}};
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      const Cell image = transform(Cell{0, 1}, n, symmetry);
      CAPTURE(n);
      CAPTURE(symmetry);
      CHECK(image.row == images[symmetry].row);
      CHECK(image.column == images[symmetry].column);
    }
  }
}

TEST_CASE("the inverse undoes each symmetry") {
  for (const int n : every_size)
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      CAPTURE(symmetry);
      REQUIRE(inverse(inverse(symmetry)) == symmetry);
      for (int square = 0; square < n * n; ++square) {
        const Cell cell{square / n, square % n};
        REQUIRE(transform(transform(cell, n, symmetry), n, inverse(symmetry)) == cell);
      }
    }
}

TEST_CASE_TEMPLATE("boards turn as the oracle turns them, and back", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Mailbox& mailbox : sample_boards(N, samples, 1))
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      const Board<N> board = board_of<N>(mailbox);
      const Board<N> image = transform<N>(board, symmetry);
      INFO(mailbox.drawn());
      CAPTURE(symmetry);
      REQUIRE(image.own == board_of<N>(mailbox.transformed(symmetry)).own);
      REQUIRE(image.opp == board_of<N>(mailbox.transformed(symmetry)).opp);
      REQUIRE(transform<N>(image, inverse(symmetry)) == board);
    }
}

TEST_CASE_TEMPLATE("two symmetries in a row are one of the eight", S, EVERY_SIZE) {
  constexpr int N = S::value;
  // One disc on b1 lies on no axis of symmetry, so its eight images differ.
  std::vector<Bits<N>> images;
  for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
    images.push_back(transform<N>(Bits<N>::single(1), symmetry));
  for (const Bits<N>& image : images)
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
  for (const Mailbox& mailbox : sample_boards(N, samples, 2))
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      const Board<N> board = board_of<N>(mailbox);
      const Board<N> image = transform<N>(board, symmetry);
      INFO(mailbox.drawn());
      CAPTURE(symmetry);
      REQUIRE(image.legal_moves() == transform<N>(board.legal_moves(), symmetry));
      for (const int square : mailbox.legal_moves()) {
        const Cell cell{square / N, square % N};
        REQUIRE(image.after(bit_of<N>(transform(cell, N, symmetry))) ==
                transform<N>(board.after(bit_of<N>(cell)), symmetry));
      }
    }
}

TEST_CASE_TEMPLATE("the canonical board is the least image, whichever one starts", S, EVERY_SIZE) {
  constexpr int N = S::value;
  int changed = 0;
  for (const Mailbox& mailbox : sample_boards(N, samples, 3)) {
    std::vector<Board<N>> images;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
      images.push_back(board_of<N>(mailbox.transformed(symmetry)));
    const Board<N> least = *std::min_element(images.begin(), images.end());
    INFO(mailbox.drawn());
    for (const Board<N>& image : images) {
      const auto [form, way] = canonical<N>(image);
      REQUIRE(form == least);
      REQUIRE(transform<N>(image, way) == least);
      changed += way != 0;
    }
  }
  CHECK(changed > 0);
}

TEST_CASE_TEMPLATE("moves that are images of each other are one move", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Board<N> start = Board<N>::start();
  CHECK(start.legal_moves().count() == 4);
  CHECK(without_images<N>(start, start.legal_moves()).count() == 1);
  for (const Mailbox& mailbox : sample_boards(N, samples, 52)) {
    const Board<N> board = board_of<N>(mailbox);
    const Bits<N> squares = board.empty(), kept = without_images<N>(board, squares);
    Bits<N> reached;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
      if (transform<N>(board, symmetry) == board) reached |= transform<N>(kept, symmetry);
    REQUIRE(reached == squares);
    for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
      if (transform<N>(board, symmetry) == board)
        kept.each([&](int bit) {
          const Bits<N> image = transform<N>(Bits<N>::single(bit), symmetry);
          REQUIRE((image == Bits<N>::single(bit) || (image & kept).none()));
        });
  }
}

}  // namespace
}  // namespace outflank::test
