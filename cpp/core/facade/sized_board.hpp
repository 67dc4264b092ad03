// The rules for one size, over the templates. CMake generates a source file for each size, so
// that they compile in parallel.
#pragma once

#include "../hash.hpp"
#include "../perft.hpp"
#include "../playout.hpp"
#include "../regions.hpp"
#include "../stability.hpp"
#include "../symmetry.hpp"
#include "convert.hpp"
#include "sized_batch.hpp"

namespace outflank {

template <int N>
class BoardRules final : public Rules {
  using G = Geometry<N>;
  using B = Bits<N>;
  using C = Convert<N>;

 public:
  Position start() const override { return C::position(Board<N>::start(), Color::black); }

  Position from_cells(const std::uint8_t* cells, Color turn) const override {
    Board<N> board;
    if (!read_cells<N>(cells, turn, board)) refuse_cells(cells, N, "");
    return C::position(board, turn);
  }

  void to_cells(const Position& position, std::uint8_t* cells) const override {
    write_cells<N>(C::board(position), position.turn, cells);
  }

  int legal_moves(const Position& position, std::array<Move, max_squares>& moves) const override {
    int count = 0;
    C::set(position.legal).each([&](int bit) {
      moves[static_cast<std::size_t>(count++)] = C::move(bit);
    });
    return count;
  }

  bool is_legal(const Position& position, Move move) const override {
    if (move.is_pass()) return !position.can_move && !position.over;
    return move.fits(N) && C::set(position.legal).test(C::bit(move));
  }

  Position play(const Position& position, Move move) const override {
    if (!is_legal(position, move)) throw IllegalMove(why_illegal(position, move));
    const Board<N> board = C::board(position);
    const Board<N> next = move.is_pass() ? board.passed() : board.after(C::bit(move));
    return C::position(next, opponent_of(position.turn));
  }

  int count(const Position& position, Color color) const override {
    return C::set(position.discs_of(color)).count();
  }
  int empties(const Position& position) const override { return C::board(position).empties(); }

  int black_score(const Position& position) const override {
    return sign(position.turn) * C::board(position).score();
  }
  int black_difference(const Position& position) const override {
    return sign(position.turn) * C::board(position).disc_difference();
  }

  void mask(const Position& position, Mask kind, Color color,
            std::uint8_t* squares) const override {
    const B discs = C::set(position.discs_of(color));
    const B others = C::set(position.discs_of(opponent_of(color)));
    const B empty = C::board(position).empty();
    B shown;
    switch (kind) {
      case Mask::legal: shown = C::set(position.legal); break;
      case Mask::discs: shown = discs; break;
      case Mask::stable: shown = stable_discs<N>(discs, empty); break;
      case Mask::frontier: shown = frontier<N>(discs, empty); break;
      case Mask::potential: shown = potential_moves<N>(others, empty); break;
    }
    write_set<N>(shown, squares);
  }

  void flip_mask(const Position& position, Move move, std::uint8_t* squares) const override {
    if (!is_legal(position, move)) throw IllegalMove(why_illegal(position, move));
    write_set<N>(move.is_pass() ? B{} : C::board(position).flips(C::bit(move)), squares);
  }

  Position transformed(const Position& position, int symmetry) const override {
    return C::position(transform<N>(C::board(position), symmetry), position.turn);
  }
  int canonical_symmetry(const Position& position) const override {
    return canonical<N>(C::board(position)).second;
  }
  std::uint64_t hash(const Position& position) const override {
    return outflank::hash<N>(C::board(position), static_cast<std::uint64_t>(position.turn));
  }
  std::uint64_t key(const Position& position) const override {
    const Board<N> form = canonical<N>(C::board(position)).first;
    return outflank::hash<N>(form, static_cast<std::uint64_t>(position.turn));
  }

  std::uint64_t perft(const Position& position, int depth) const override {
    return outflank::perft<N>(C::board(position), depth);
  }

  void playouts(const Position& position, std::uint64_t games, std::uint64_t seed,
                std::int16_t* scores) const override {
    const int side = sign(position.turn);
    outflank::playouts<N>(C::board(position), games, seed, [&](std::uint64_t game, int score) {
      scores[game] = static_cast<std::int16_t>(side * score);
    });
  }

  std::unique_ptr<Boards> boards(const Position& position, std::size_t count) const override {
    return std::make_unique<SizedBoards<N>>(position, count);
  }
  std::unique_ptr<Boards> boards(const std::uint8_t* cells, const std::uint8_t* turns,
                                 std::size_t count) const override {
    return std::make_unique<SizedBoards<N>>(cells, turns, count);
  }

 private:
  static int sign(Color turn) { return turn == Color::black ? 1 : -1; }
};

}  // namespace outflank
