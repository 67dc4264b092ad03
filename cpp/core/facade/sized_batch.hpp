// The facade's packed boards for one size.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../cells.hpp"
#include "../playout.hpp"
#include "../symmetry.hpp"
#include "batch.hpp"
#include "convert.hpp"

namespace outflank {

template <int N>
class SizedBoards final : public Boards {
  using G = Geometry<N>;
  using B = Bits<N>;
  using C = Convert<N>;

 public:
  explicit SizedBoards(std::size_t count)
      : boards_(count), legal_(count), turns_(count), over_(count) {}

  SizedBoards(const Position& position, std::size_t count) : SizedBoards(count) {
    for (std::size_t i = 0; i < count; ++i) set(i, C::board(position), position.turn);
  }

  SizedBoards(const std::uint8_t* cells, const std::uint8_t* turns, std::size_t count)
      : SizedBoards(count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (turns[i] != 1 && turns[i] != 2)
        throw NotationError(place(i) + "the turn is " + std::to_string(turns[i]) +
                            "; only 1 (black) and 2 (white) are allowed");
      const Color turn = static_cast<Color>(turns[i]);
      Board<N> board;
      if (!read_cells<N>(cells + i * G::squares, turn, board))
        refuse_cells(cells + i * G::squares, N, place(i));
      set(i, board, turn);
    }
  }

  int size() const override { return N; }
  std::size_t count() const override { return boards_.size(); }
  Position position(std::size_t i) const override { return C::position(boards_[i], turns_[i]); }
  bool equals(const Boards& other) const override {
    if (other.size() != N) return false;
    const auto& same_size = static_cast<const SizedBoards&>(other);
    return turns_ == same_size.turns_ && boards_ == same_size.boards_;
  }

  void cells(std::uint8_t* cells) const override {
    for (std::size_t i = 0; i < count(); ++i)
      write_cells<N>(boards_[i], turns_[i], cells + i * G::squares);
  }
  void turns(std::uint8_t* turns) const override {
    for (std::size_t i = 0; i < count(); ++i) turns[i] = static_cast<std::uint8_t>(turns_[i]);
  }
  void planes(float* planes) const override {
    std::array<std::uint8_t, 3 * G::squares> bytes;
    for (std::size_t i = 0; i < count(); ++i) {
      write_set<N>(boards_[i].own, bytes.data());
      write_set<N>(boards_[i].opp, bytes.data() + G::squares);
      write_set<N>(legal_[i], bytes.data() + 2 * G::squares);
      std::copy(bytes.begin(), bytes.end(), planes + i * bytes.size());
    }
  }

  void legal_masks(std::uint8_t* squares) const override {
    for (std::size_t i = 0; i < count(); ++i) write_set<N>(legal_[i], squares + i * G::squares);
  }
  std::size_t legal_counts(std::int64_t* counts) const override {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count(); ++i) {
      counts[i] = legal_[i].count();
      total += static_cast<std::size_t>(counts[i]);
    }
    return total;
  }
  void legal_moves(std::int32_t* moves, std::size_t total) const override {
    const std::int32_t* const end = moves + total;
    for (const B& legal : legal_) {
      // Near the end there is no room for the squares that are written in vain.
      if (end - moves >= G::squares + spare_squares) {
        moves = write_squares<N>(legal, moves);
      } else {
        legal.each([&](int bit) { *moves++ = G::square_of_bit(bit); });
      }
    }
  }

  void nth_moves(const std::int64_t* numbers, std::int64_t* moves) const override {
    for (std::size_t i = 0; i < count(); ++i) {
      const int choices = legal_[i].count();
      const std::int64_t number = numbers[i];
      if (number < 0 || number >= std::max(choices, 1))
        throw IllegalMove(place(i) + "there is no move " + std::to_string(number) + " among " +
                          std::to_string(choices) + " legal ones");
      moves[i] = nth_move(i, choices, static_cast<int>(number));
    }
  }
  void random_moves(std::uint64_t seed, std::int64_t* moves) const override {
    for (std::size_t i = 0; i < count(); ++i) {
      const int choices = legal_[i].count();
      Random random(seed_of_game(seed, i));
      moves[i] = nth_move(i, choices, choices == 0 ? 0 : random.below(choices));
    }
  }

  std::unique_ptr<Boards> play(const std::int64_t* moves) const override {
    auto next = std::make_unique<SizedBoards>(count());
    for (std::size_t i = 0; i < count(); ++i) {
      const std::int64_t square = moves[i];
      if (square >= 0 && square < G::squares) {
        const int bit = bit_of_square[static_cast<std::size_t>(square)];
        if (!legal_[i].test(bit)) refuse(i, square);
        next->set(i, boards_[i].after(bit), opponent_of(turns_[i]));
      } else if (square == pass && over_[i]) {
        next->copy(i, *this, i);
      } else if (square == pass && legal_[i].none()) {
        next->set(i, boards_[i].passed(), opponent_of(turns_[i]));
      } else {
        refuse(i, square);
      }
    }
    return next;
  }

  void outcomes(std::uint8_t* over, std::int16_t* black_scores) const override {
    for (std::size_t i = 0; i < count(); ++i) {
      over[i] = over_[i];
      black_scores[i] = static_cast<std::int16_t>(sign(turns_[i]) * boards_[i].score());
    }
  }

  void playouts(std::uint64_t seed, std::int16_t* black_scores) const override {
    playouts_from<N>([&](std::uint64_t game) { return boards_[game]; }, count(), seed,
                     [&](std::uint64_t game, int score) {
                       black_scores[game] = static_cast<std::int16_t>(sign(turns_[game]) * score);
                     });
  }

  std::unique_ptr<Boards> transformed(int symmetry) const override {
    auto image = std::make_unique<SizedBoards>(count());
    for (std::size_t i = 0; i < count(); ++i)
      image->set(i, transform<N>(boards_[i], symmetry), turns_[i]);
    return image;
  }

  std::unique_ptr<Boards> selected(const std::int64_t* indices, std::size_t wanted) const override {
    auto chosen = std::make_unique<SizedBoards>(wanted);
    for (std::size_t i = 0; i < wanted; ++i)
      chosen->copy(i, *this, static_cast<std::size_t>(indices[i]));
    return chosen;
  }

 private:
  // A table, as a division by N costs more than a look.
  static constexpr auto bit_of_square = [] {
    std::array<std::uint8_t, G::squares> table{};
    for (int square = 0; square < G::squares; ++square)
      table[square] = static_cast<std::uint8_t>(G::bit_of_square(square));
    return table;
  }();

  std::int64_t nth_move(std::size_t i, int choices, int number) const {
    return choices == 0 ? pass : G::square_of_bit(legal_[i].nth(number));
  }

  static int sign(Color turn) { return turn == Color::black ? 1 : -1; }
  static std::string place(std::size_t i) { return "board " + std::to_string(i) + ": "; }

  void set(std::size_t i, const Board<N>& board, Color turn) {
    const B legal = board.legal_moves();
    boards_[i] = board;
    legal_[i] = legal;
    turns_[i] = turn;
    over_[i] = legal.none() && board.passed().legal_moves().none();
  }

  void copy(std::size_t i, const SizedBoards& from, std::size_t j) {
    boards_[i] = from.boards_[j];
    legal_[i] = from.legal_[j];
    turns_[i] = from.turns_[j];
    over_[i] = from.over_[j];
  }

  [[noreturn]] void refuse(std::size_t i, std::int64_t square) const {
    if (square != pass && (square < 0 || square >= G::squares)) {
      const std::string n = std::to_string(N);
      throw IllegalMove(place(i) + "move " + std::to_string(square) + " is not on a " + n + "x" +
                        n + " board (use row * " + n + " + column, or -1 to pass)");
    }
    const Move move =
        square == pass ? Move{} : C::move(bit_of_square[static_cast<std::size_t>(square)]);
    throw IllegalMove(place(i) + why_illegal(position(i), move));
  }

  std::vector<Board<N>> boards_;
  std::vector<B> legal_;
  std::vector<Color> turns_;
  std::vector<std::uint8_t> over_;
};

}  // namespace outflank
