// Games of uniformly random moves, to the end.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "board.hpp"

namespace outflank {

// SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixer, the same on every machine.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // A number in [0, bound). The bias, bound / 2^32, is far below what a playout can show.
  constexpr int below(int bound) {
    return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

// The seed of one of many games that were given one seed.
constexpr std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t game) {
  return Random(seed ^ Random(game).next()).next();
}

// One random game under way. Its moves depend on the seed alone.
template <int N>
class Playout {
 public:
  Playout(const Board<N>& board, std::uint64_t seed) : board_(board), random_(seed) {}

  // Plays one ply; false once the game is over, and then score() holds.
  bool advance() {
    const Bits<N> moves = board_.legal_moves();
    if (moves.any()) [[likely]] {
      passes_ = 0;
      board_ = board_.after(moves.nth(random_.below(moves.count())));
    } else {
      if (++passes_ == 2) return false;
      board_ = board_.passed();
    }
    sign_ = -sign_;
    return true;
  }

  // The final score for the side that was to move at the start.
  int score() const { return sign_ * board_.score(); }

 private:
  Board<N> board_;
  Random random_;
  int sign_ = 1;
  int passes_ = 0;
};

// Plays `games` games, the i-th from board_at(i), and calls visit(game, score) for each, not in
// order. Three at a time: one game alone waits on its own results, three fill the pipeline (8x8:
// 0.6 million games per second alone, 1.2 million by threes).
template <int N, class BoardAt, class Visit>
void playouts_from(BoardAt&& board_at, std::uint64_t games, std::uint64_t seed, Visit&& visit) {
  constexpr int width = 3;
  const auto begin = [&](std::uint64_t game) {
    return Playout<N>(game < games ? board_at(game) : Board<N>{}, seed_of_game(seed, game));
  };
  std::uint64_t started = 0;
  std::array<std::uint64_t, width> number{};
  std::array<Playout<N>, width> table = [&]<int... I>(std::integer_sequence<int, I...>) {
    return std::array<Playout<N>, width>{((void)I, begin(number[I] = started++))...};
  }(std::make_integer_sequence<int, width>{});
  int running = width;
  while (running > 0) {
    running = 0;
    for (int i = 0; i < width; ++i) {
      if (number[i] >= games) continue;
      ++running;
      if (table[i].advance()) continue;
      visit(number[i], table[i].score());
      number[i] = started++;
      table[i] = begin(number[i]);
    }
  }
}

// All games from one board.
template <int N, class Visit>
void playouts(const Board<N>& board, std::uint64_t games, std::uint64_t seed, Visit&& visit) {
  playouts_from<N>([&](std::uint64_t) -> const Board<N>& { return board; }, games, seed,
                   std::forward<Visit>(visit));
}

}  // namespace outflank
