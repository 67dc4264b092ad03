// The only header the bindings see: boards of any size behind plain types, no templates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "../errors.hpp"
#include "../geometry.hpp"

namespace outflank {

// A square or a pass. The code is row * 12 + column on every board size, so that d3 is d3.
struct Move {
  static constexpr int pass_code = max_squares;
  static constexpr int codes = max_squares + 1;

  std::uint8_t code = pass_code;

  static constexpr Move at(int row, int column) {
    return {static_cast<std::uint8_t>(row * max_size + column)};
  }
  constexpr bool is_pass() const { return code == pass_code; }
  constexpr int row() const { return code / max_size; }
  constexpr int column() const { return code % max_size; }
  constexpr bool fits(int size) const { return is_pass() || (row() < size && column() < size); }

  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

// Where the discs are and who is to move; never changed once made. The limbs' layout belongs to
// the core (geometry.hpp). Legal moves are found once, when the position is made.
struct Position {
  using Set = std::array<std::uint64_t, max_limbs>;

  Set own{}, opp{}, legal{};
  std::uint8_t size = 8;
  Color turn = Color::black;
  bool can_move = true;
  bool over = false;

  const Set& discs_of(Color color) const { return color == turn ? own : opp; }
  friend bool operator==(const Position& a, const Position& b) {
    return a.size == b.size && a.turn == b.turn && a.own == b.own && a.opp == b.opp;
  }
};

// What a mask can show of a position; each is a set of squares.
enum class Mask { legal, discs, stable, frontier, potential };

class Boards;

// The rules on one board size.
class Rules {
 public:
  // Throws NotationError for a size that is not 4, 6, 8, 10 or 12.
  static const Rules& of(int size);

  virtual Position start() const = 0;
  // `cells`: size * size values, 0 empty, 1 black, 2 white, row by row.
  virtual Position from_cells(const std::uint8_t* cells, Color turn) const = 0;
  virtual void to_cells(const Position&, std::uint8_t* cells) const = 0;

  // Writes the legal squares (never a pass) in row-major order, and returns how many.
  virtual int legal_moves(const Position&, std::array<Move, max_squares>&) const = 0;
  virtual bool is_legal(const Position&, Move) const = 0;
  // Throws IllegalMove.
  virtual Position play(const Position&, Move) const = 0;

  virtual int count(const Position&, Color) const = 0;
  virtual int empties(const Position&) const = 0;
  // Black's final score (empties to the winner) and plain disc difference.
  virtual int black_score(const Position&) const = 0;
  virtual int black_difference(const Position&) const = 0;

  // One byte per square, row by row: 1 where the square belongs to the mask.
  virtual void mask(const Position&, Mask, Color, std::uint8_t* squares) const = 0;
  // The discs a legal move would flip; throws IllegalMove.
  virtual void flip_mask(const Position&, Move, std::uint8_t* squares) const = 0;

  virtual Position transformed(const Position&, int symmetry) const = 0;
  // The symmetry that leads to the canonical form.
  virtual int canonical_symmetry(const Position&) const = 0;
  virtual std::uint64_t hash(const Position&) const = 0;
  // The hash of the canonical form: one for all eight images, and the same on every machine.
  virtual std::uint64_t key(const Position&) const = 0;

  virtual std::uint64_t perft(const Position&, int depth) const = 0;
  // Black's final score of each random game.
  virtual void playouts(const Position&, std::uint64_t games, std::uint64_t seed,
                        std::int16_t* scores) const = 0;

  // Many positions at once (batch.hpp): copies of one, or `cells` as in from_cells one after
  // another with `turns` 1 or 2 each. Errors name the board.
  virtual std::unique_ptr<Boards> boards(const Position&, std::size_t count) const = 0;
  virtual std::unique_ptr<Boards> boards(const std::uint8_t* cells, const std::uint8_t* turns,
                                         std::size_t count) const = 0;

 protected:
  ~Rules() = default;
};

inline const Rules& rules(const Position& position) { return Rules::of(position.size); }

// Throws NotationError for a board size that there is not, as a person wrote it.
[[noreturn]] void refuse_size(const std::string& shown);
// Throws NotationError for the first cell that is not 0, 1 or 2; `place` begins the sentence.
[[noreturn]] void refuse_cells(const std::uint8_t* cells, int size, const std::string& place);

Move transformed(Move, int size, int symmetry);
int inverse_symmetry(int symmetry);

// Text. Parsers throw NotationError and name the character or token and its place.
std::string move_name(Move);
Move parse_move(std::string_view);
// `size` 0: taken from the length of the text.
Position parse_board(std::string_view, int size);
std::string board_text(const Position&);
// FEN: the rows from the last to the first, p black and P white, and the side to move.
Position parse_fen(std::string_view);
std::string fen_text(const Position&);

// A sentence saying why `move` is illegal here.
std::string why_illegal(const Position&, Move);

// The instruction set this library was built for, and the compiler that built it.
std::string_view instruction_set();
std::string_view compiler();

}  // namespace outflank
