#include "facade.hpp"

#include "../symmetry.hpp"
#include "sizes.hpp"

namespace outflank {

const Rules& rules_4();
const Rules& rules_6();
const Rules& rules_8();
const Rules& rules_10();
const Rules& rules_12();

const Rules& Rules::of(int size) {
  return of_size(size, rules_4, rules_6, rules_8, rules_10, rules_12);
}

void refuse_size(const std::string& shown) {
  throw NotationError("board size " + shown + " is not supported; choose 4, 6, 8, 10 or 12");
}

void refuse_cells(const std::uint8_t* cells, int size, const std::string& place) {
  int square = 0;
  while (cells[square] <= 2) ++square;
  throw NotationError(place + "row " + std::to_string(square / size) + ", column " +
                      std::to_string(square % size) + " holds " + std::to_string(cells[square]) +
                      "; only 0 (empty), 1 (black) and 2 (white) are allowed");
}

Move transformed(Move move, int size, int symmetry) {
  if (move.is_pass()) return move;
  if (!move.fits(size)) {
    throw NotationError(move_name(move) + " is not on a " + std::to_string(size) + "x" +
                        std::to_string(size) + " board");
  }
  const Cell cell = transform(Cell{move.row(), move.column()}, size, symmetry);
  return Move::at(cell.row, cell.column);
}

int inverse_symmetry(int symmetry) { return inverse(symmetry); }

std::string why_illegal(const Position& position, Move move) {
  const Rules& rules = outflank::rules(position);
  const std::string side = position.turn == Color::black ? "black" : "white";
  if (position.over) return move_name(move) + " cannot be played: the game is over";
  if (move.is_pass()) return side + " cannot pass: there is a legal move";
  const std::string size = std::to_string(position.size);
  if (!move.fits(position.size))
    return move_name(move) + " is not on a " + size + "x" + size + " board";
  std::array<std::uint8_t, max_squares> cells{};
  rules.to_cells(position, cells.data());
  const auto square = static_cast<std::size_t>(move.row() * position.size + move.column());
  if (cells[square] != 0) return move_name(move) + " is occupied";
  if (!position.can_move) return side + " must pass: no square flips a disc";
  return move_name(move) + " flips nothing for " + side;
}

std::string_view instruction_set() { return OUTFLANK_ISA; }

std::string_view compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#elif defined(_MSC_VER)
#define OUTFLANK_TEXT(x) #x
#define OUTFLANK_VALUE(x) OUTFLANK_TEXT(x)
  return "msvc " OUTFLANK_VALUE(_MSC_VER);
#else
  return "unknown compiler";
#endif
}

}  // namespace outflank
