// The facade's rules for one size, over the templates. Each size has its own source file, so
// that they compile in parallel.
#pragma once

#include <algorithm>
#include <string>

#include "facade_convert.hpp"
#include "hash.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "regions.hpp"
#include "stability.hpp"
#include "symmetry.hpp"

namespace outflank {

template <int N>
class BoardRules final : public Rules {
  using G = Geometry<N>;
  using B = Bits<N>;
  using C = Convert<N>;

 public:
  Position start() const override { return finished(Board<N>::start(), Color::black); }

  Position from_cells(const std::uint8_t* cells, Color turn) const override {
    return finished(board_of(cells, turn), turn);
  }

  void to_cells(const Position& position, std::uint8_t* cells) const override {
    write_cells(C::board(position), position.turn, cells);
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
    return finished(next, opponent_of(position.turn));
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
    write_set(shown, squares);
  }

  void flip_mask(const Position& position, Move move, std::uint8_t* squares) const override {
    if (!is_legal(position, move)) throw IllegalMove(why_illegal(position, move));
    write_set(move.is_pass() ? B{} : C::board(position).flips(C::bit(move)), squares);
  }

  Position transformed(const Position& position, int symmetry) const override {
    return finished(transform<N>(C::board(position), symmetry), position.turn);
  }
  int canonical_symmetry(const Position& position) const override {
    return canonical<N>(C::board(position)).second;
  }
  std::uint64_t hash(const Position& position) const override {
    return outflank::hash<N>(C::board(position), static_cast<std::uint64_t>(position.turn));
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

  void batch_legal(const std::uint8_t* boards, const std::uint8_t* turns, std::size_t count,
                   std::uint8_t* squares) const override {
    for (std::size_t i = 0; i < count; ++i)
      write_set(board_of(boards + i * G::squares, turn_at(turns, i), i).legal_moves(),
                squares + i * G::squares);
  }

  void batch_play(std::uint8_t* boards, std::uint8_t* turns, const std::int64_t* moves,
                  std::size_t count) const override {
    for (std::size_t i = 0; i < count; ++i) {
      const Color turn = turn_at(turns, i);
      const Position position = finished(board_of(boards + i * G::squares, turn, i), turn);
      const Position next = play(position, batch_move(position, moves[i], i), i);
      to_cells(next, boards + i * G::squares);
      turns[i] = static_cast<std::uint8_t>(next.turn);
    }
  }

  void batch_outcome(const std::uint8_t* boards, std::size_t count, std::uint8_t* over,
                     std::int16_t* black_scores) const override {
    for (std::size_t i = 0; i < count; ++i) {
      const Board<N> board = board_of(boards + i * G::squares, Color::black, i);
      over[i] = board.is_over();
      black_scores[i] = static_cast<std::int16_t>(board.score());
    }
  }

 private:
  static int sign(Color turn) { return turn == Color::black ? 1 : -1; }

  static Position finished(const Board<N>& board, Color turn) {
    Position position;
    position.size = N;
    position.turn = turn;
    C::store(board.own, position.own);
    C::store(board.opp, position.opp);
    const B legal = board.legal_moves();
    C::store(legal, position.legal);
    position.can_move = legal.any();
    position.over = !position.can_move && board.passed().legal_moves().none();
    return position;
  }

  // "" for a single board, "board 7: " within a batch.
  static std::string place(std::int64_t index) {
    return index < 0 ? std::string() : "board " + std::to_string(index) + ": ";
  }

  static Board<N> board_of(const std::uint8_t* cells, Color turn, std::int64_t index = -1) {
    B sides[2];
    for (int square = 0; square < G::squares; ++square) {
      const int cell = cells[square];
      if (cell == 0) continue;
      if (cell > 2) {
        throw NotationError(place(index) + "row " + std::to_string(square / N) + ", column " +
                            std::to_string(square % N) + " holds " + std::to_string(cell) +
                            "; only 0 (empty), 1 (black) and 2 (white) are allowed");
      }
      sides[cell - 1].set(G::bit_of_square(square));
    }
    if (turn == Color::black) return {sides[0], sides[1]};
    return {sides[1], sides[0]};
  }

  static void write_cells(const Board<N>& board, Color turn, std::uint8_t* cells) {
    std::fill_n(cells, G::squares, std::uint8_t{0});
    const auto mine = static_cast<std::uint8_t>(turn);
    const auto theirs = static_cast<std::uint8_t>(opponent_of(turn));
    board.own.each([&](int bit) { cells[G::square_of_bit(bit)] = mine; });
    board.opp.each([&](int bit) { cells[G::square_of_bit(bit)] = theirs; });
  }

  static void write_set(const B& set, std::uint8_t* squares) {
    std::fill_n(squares, G::squares, std::uint8_t{0});
    set.each([&](int bit) { squares[G::square_of_bit(bit)] = 1; });
  }

  static Color turn_at(const std::uint8_t* turns, std::size_t i) {
    if (turns[i] == 1) return Color::black;
    if (turns[i] == 2) return Color::white;
    throw NotationError(place(static_cast<std::int64_t>(i)) + "the turn is " +
                        std::to_string(turns[i]) + "; only 1 (black) and 2 (white) are allowed");
  }

  static Move batch_move(const Position&, std::int64_t square, std::size_t i) {
    if (square == -1) return Move{};
    if (square >= 0 && square < G::squares)
      return Move::at(static_cast<int>(square) / N, static_cast<int>(square) % N);
    throw IllegalMove(place(static_cast<std::int64_t>(i)) + "move " + std::to_string(square) +
                      " is not on a " + std::to_string(N) + "x" + std::to_string(N) +
                      " board (use row * " + std::to_string(N) + " + column, or -1 to pass)");
  }

  Position play(const Position& position, Move move, std::size_t i) const {
    if (!is_legal(position, move))
      throw IllegalMove(place(static_cast<std::int64_t>(i)) + why_illegal(position, move));
    return play(position, move);
  }
};

}  // namespace outflank
