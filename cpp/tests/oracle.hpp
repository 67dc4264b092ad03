// The rules once more, slowly: one int per square and loops over the eight directions. Nothing
// is shared with the core but the order of the squares, so that no mistake is made twice.
//
// The size is a plain number here. Templates over five sizes cost most of the tests' compile
// time, so a test calls the core's templates in few places and leaves the rest to this.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace outflank::test {

struct Mailbox {
  static constexpr int empty = 0, own = 1, opp = 2;
  static constexpr int outside = -1;

  int size = 8;
  std::array<int, 144> cell{};  // row * size + column

  static Mailbox start(int size);

  int at(int row, int column) const;
  int count(int disc) const;

  // What a disc of the side to move on this square would flip.
  std::vector<int> flips(int square) const;
  // In row-major order.
  std::vector<int> legal_moves() const;
  bool is_over() const;

  // Seen by the next player, like the core's boards.
  Mailbox passed() const;
  Mailbox after(int square) const;

  // For the side to move; empty squares go to the winner.
  int score() const;
  std::uint64_t leaves(int depth) const;

  // The discs of one kind beside an empty square; the empty squares beside a disc of one kind.
  std::vector<int> frontier(int disc) const;
  std::vector<int> empties_beside(int disc) const;
  bool is_beside(int square, int disc) const;

  // The discs of one kind that are stable by the definition at the top of stability.hpp; without
  // full lines, only by the edge and by each other.
  std::vector<int> stable(int disc, bool with_full_lines = true) const;

  // Bit 2 of `symmetry` swaps rows and columns, then bit 1 mirrors top-bottom, bit 0 left-right.
  Mailbox transformed(int symmetry) const;

  // One line per row: X the side to move, O the opponent.
  std::string drawn() const;

  friend bool operator==(const Mailbox&, const Mailbox&) = default;

 private:
  int run(int row, int column, int row_step, int column_step) const;
};

}  // namespace outflank::test
