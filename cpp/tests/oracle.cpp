#include "oracle.hpp"

#include <utility>

namespace outflank::test {
namespace {

struct Step {
  int row, column;
};
constexpr Step directions[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                               {0, 1},   {1, -1}, {1, 0},  {1, 1}};
constexpr Step axes[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

using Marks = std::array<bool, 144>;

bool is_full_line(const Mailbox& board, int row, int column, Step step) {
  for (int k = -board.size; k <= board.size; ++k)
    if (board.at(row + k * step.row, column + k * step.column) == Mailbox::empty) return false;
  return true;
}

bool holds(const Mailbox& board, const Marks& stable, int disc, int row, int column) {
  const int found = board.at(row, column);
  return found == Mailbox::outside || (found == disc && stable[row * board.size + column]);
}

bool is_safe(const Mailbox& board, const Marks& stable, int square, bool with_full_lines) {
  const int row = square / board.size, column = square % board.size, disc = board.cell[square];
  for (const Step step : axes)
    if (!(with_full_lines && is_full_line(board, row, column, step)) &&
        !holds(board, stable, disc, row + step.row, column + step.column) &&
        !holds(board, stable, disc, row - step.row, column - step.column))
      return false;
  return true;
}

}  // namespace

Mailbox Mailbox::start(int size) {
  Mailbox board{size};
  const int m = size / 2;
  board.cell[(m - 1) * size + m] = board.cell[m * size + m - 1] = own;
  board.cell[(m - 1) * size + m - 1] = board.cell[m * size + m] = opp;
  return board;
}

int Mailbox::at(int row, int column) const {
  const bool inside = row >= 0 && row < size && column >= 0 && column < size;
  return inside ? cell[row * size + column] : outside;
}

int Mailbox::count(int disc) const {
  int found = 0;
  for (int square = 0; square < size * size; ++square) found += cell[square] == disc;
  return found;
}

// How many opponent discs a disc on (row, column) would flip in one direction.
int Mailbox::run(int row, int column, int row_step, int column_step) const {
  int length = 0;
  do {
    row += row_step;
    column += column_step;
    ++length;
  } while (at(row, column) == opp);
  return at(row, column) == own ? length - 1 : 0;
}

std::vector<int> Mailbox::flips(int square) const {
  std::vector<int> flipped;
  const int row = square / size, column = square % size;
  for (const Step step : directions) {
    const int length = run(row, column, step.row, step.column);
    for (int k = 1; k <= length; ++k)
      flipped.push_back((row + k * step.row) * size + column + k * step.column);
  }
  return flipped;
}

std::vector<int> Mailbox::legal_moves() const {
  std::vector<int> legal;
  for (int square = 0; square < size * size; ++square) {
    if (cell[square] != empty) continue;
    bool flips_something = false;
    for (const Step step : directions)
      flips_something |= run(square / size, square % size, step.row, step.column) > 0;
    if (flips_something) legal.push_back(square);
  }
  return legal;
}

bool Mailbox::is_over() const { return legal_moves().empty() && passed().legal_moves().empty(); }

Mailbox Mailbox::passed() const {
  Mailbox next = *this;
  for (int& disc : next.cell) disc = disc == own ? opp : disc == opp ? own : empty;
  return next;
}

Mailbox Mailbox::after(int square) const {
  Mailbox next = *this;
  for (const int flipped : flips(square)) next.cell[flipped] = own;
  next.cell[square] = own;
  return next.passed();
}

int Mailbox::score() const {
  const int mine = count(own), theirs = count(opp), rest = count(empty);
  return mine > theirs ? mine + rest - theirs : mine < theirs ? mine - theirs - rest : 0;
}

std::uint64_t Mailbox::leaves(int depth) const {
  if (depth == 0 || is_over()) return 1;
  const std::vector<int> moves = legal_moves();
  if (moves.empty()) return passed().leaves(depth - 1);
  std::uint64_t total = 0;
  for (const int square : moves) total += after(square).leaves(depth - 1);
  return total;
}

bool Mailbox::is_beside(int square, int disc) const {
  for (const Step step : directions)
    if (at(square / size + step.row, square % size + step.column) == disc) return true;
  return false;
}

std::vector<int> Mailbox::frontier(int disc) const {
  std::vector<int> found;
  for (int square = 0; square < size * size; ++square)
    if (cell[square] == disc && is_beside(square, empty)) found.push_back(square);
  return found;
}

std::vector<int> Mailbox::empties_beside(int disc) const {
  std::vector<int> found;
  for (int square = 0; square < size * size; ++square)
    if (cell[square] == empty && is_beside(square, disc)) found.push_back(square);
  return found;
}

std::vector<int> Mailbox::stable(int disc, bool with_full_lines) const {
  Marks stable{};
  for (bool added = true; added;) {
    added = false;
    for (int square = 0; square < size * size; ++square)
      if (!stable[square] && cell[square] == disc &&
          is_safe(*this, stable, square, with_full_lines))
        stable[square] = added = true;
  }
  std::vector<int> found;
  for (int square = 0; square < size * size; ++square)
    if (stable[square]) found.push_back(square);
  return found;
}

Mailbox Mailbox::transformed(int symmetry) const {
  Mailbox image{size};
  for (int square = 0; square < size * size; ++square) {
    int row = square / size, column = square % size;
    if (symmetry & 4) std::swap(row, column);
    if (symmetry & 2) row = size - 1 - row;
    if (symmetry & 1) column = size - 1 - column;
    image.cell[row * size + column] = cell[square];
  }
  return image;
}

std::string Mailbox::drawn() const {
  std::string text = "\n";
  for (int square = 0; square < size * size; ++square) {
    text += "-XO"[cell[square]];
    if (square % size == size - 1) text += '\n';
  }
  return text;
}

}  // namespace outflank::test
