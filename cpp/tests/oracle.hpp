// The rules once more, slowly: one int per square and loops over the eight directions. Nothing
// is shared with the core but the order of the squares, so that a mistake is not made twice.
#pragma once

#include <array>
#include <vector>

namespace outflank::test {

struct Mailbox {
  static constexpr int empty = 0, own = 1, opp = 2;
  static constexpr int outside = -1;

  int size = 8;
  std::array<int, 144> cell{};  // row * size + column

  static Mailbox start(int size) {
    Mailbox board{size};
    const int m = size / 2;
    board.cell[(m - 1) * size + m] = board.cell[m * size + m - 1] = own;
    board.cell[(m - 1) * size + m - 1] = board.cell[m * size + m] = opp;
    return board;
  }

  int at(int row, int column) const {
    const bool inside = row >= 0 && row < size && column >= 0 && column < size;
    return inside ? cell[row * size + column] : outside;
  }

  // What a disc of the side to move on the empty square would flip.
  std::vector<int> flips(int square) const {
    std::vector<int> flipped;
    const int row = square / size, column = square % size;
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        if (dr == 0 && dc == 0) continue;
        int run = 0;
        while (at(row + (run + 1) * dr, column + (run + 1) * dc) == opp) ++run;
        if (at(row + (run + 1) * dr, column + (run + 1) * dc) != own) continue;
        for (int k = 1; k <= run; ++k) flipped.push_back((row + k * dr) * size + column + k * dc);
      }
    return flipped;
  }

  // In row-major order.
  std::vector<int> legal_moves() const {
    std::vector<int> legal;
    for (int square = 0; square < size * size; ++square)
      if (cell[square] == empty && !flips(square).empty()) legal.push_back(square);
    return legal;
  }

  Mailbox passed() const {
    Mailbox next = *this;
    for (int& disc : next.cell) disc = disc == own ? opp : disc == opp ? own : empty;
    return next;
  }

  // Seen by the next player, like the core's boards.
  Mailbox after(int square) const {
    Mailbox next = *this;
    for (const int flipped : flips(square)) next.cell[flipped] = own;
    next.cell[square] = own;
    return next.passed();
  }

  bool is_over() const { return legal_moves().empty() && passed().legal_moves().empty(); }

  int count(int disc) const {
    int found = 0;
    for (int square = 0; square < size * size; ++square) found += cell[square] == disc;
    return found;
  }

  int score() const {
    const int mine = count(own), theirs = count(opp), rest = count(empty);
    return mine > theirs ? mine + rest - theirs : mine < theirs ? mine - theirs - rest : 0;
  }
};

}  // namespace outflank::test
