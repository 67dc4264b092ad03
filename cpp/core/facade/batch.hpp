// Many positions of one size, packed: the rules on all of them in one pass.
#pragma once

#include <memory>

#include "facade.hpp"

namespace outflank {

// Never changed once made; Rules::boards makes them. Legal moves are found once, with the boards.
// Arrays are one board after another. A move is row * size + column, or -1 for a pass; on a board
// that is over, -1 changes nothing.
class Boards {
 public:
  static constexpr std::int64_t pass = -1;

  virtual ~Boards() = default;

  virtual int size() const = 0;
  virtual std::size_t count() const = 0;
  virtual Position position(std::size_t index) const = 0;
  virtual bool equals(const Boards&) const = 0;

  virtual void cells(std::uint8_t* cells) const = 0;
  virtual void turns(std::uint8_t* turns) const = 0;
  // Three planes per board: the mover's discs, the other side's, the legal squares.
  virtual void planes(float* planes) const = 0;

  // One byte per square, 1 where the side to move may play.
  virtual void legal_masks(std::uint8_t* squares) const = 0;
  // How many legal squares each board has; returns their sum.
  virtual std::size_t legal_counts(std::int64_t* counts) const = 0;
  // The legal squares of all boards, each board's in row-major order; `total` is their number.
  virtual void legal_moves(std::int32_t* moves, std::size_t total) const = 0;
  // The legal move with this number, from 0 in row-major order, of each board; -1 where there is
  // none, whose number is 0. Throws IllegalMove and names the board.
  virtual void nth_moves(const std::int64_t* numbers, std::int64_t* moves) const = 0;
  // A legal move of each board, all equally likely; -1 where there is none. It depends on the seed
  // and on the number of the board.
  virtual void random_moves(std::uint64_t seed, std::int64_t* moves) const = 0;
  // Throws IllegalMove and names the board.
  virtual std::unique_ptr<Boards> play(const std::int64_t* moves) const = 0;
  virtual void outcomes(std::uint8_t* over, std::int16_t* black_scores) const = 0;
  // Plays each board to the end by random moves; game i is game i of Rules::playouts.
  virtual void playouts(std::uint64_t seed, std::int16_t* black_scores) const = 0;

  virtual std::unique_ptr<Boards> transformed(int symmetry) const = 0;
  // The boards with these indices, in this order; each is below count().
  virtual std::unique_ptr<Boards> selected(const std::int64_t* indices,
                                           std::size_t count) const = 0;
};

}  // namespace outflank
