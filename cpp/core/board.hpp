// A board seen by the side to move: its own discs and the opponent's. Colours live in the facade.
#pragma once

#include "rules.hpp"

namespace outflank {

template <int N>
struct Board {
  Bits<N> own, opp;

  static constexpr Board start() {
    using G = Geometry<N>;
    constexpr int m = N / 2;
    Board board;
    board.own = Bits<N>::single(G::bit(m - 1, m)) | Bits<N>::single(G::bit(m, m - 1));
    board.opp = Bits<N>::single(G::bit(m - 1, m - 1)) | Bits<N>::single(G::bit(m, m));
    return board;
  }

  constexpr Bits<N> discs() const { return own | opp; }
  constexpr Bits<N> empty() const { return ~discs() & Masks<N>::board; }
  constexpr int empties() const { return Geometry<N>::squares - discs().count(); }

  Bits<N> legal_moves() const { return outflank::legal_moves<N>(own, opp); }
  Bits<N> flips(int bit) const { return outflank::flips<N>(bit, own, opp); }

  // No square holds two discs and no disc lies off the board.
  constexpr bool is_sound() const {
    return (own & opp).none() && (discs() & ~Masks<N>::board).none();
  }

  constexpr Board passed() const { return {opp, own}; }

  // The board after a disc on an empty square that flips `flipped`, seen by the next player.
  constexpr Board after(int bit, const Bits<N>& flipped) const {
    return {opp ^ flipped, own | flipped | Bits<N>::single(bit)};
  }
  Board after(int bit) const { return after(bit, flips(bit)); }

  bool is_over() const { return legal_moves().none() && passed().legal_moves().none(); }

  constexpr int disc_difference() const { return own.count() - opp.count(); }

  // The final score for the side to move: empty squares go to the winner.
  constexpr int score() const {
    const int difference = disc_difference();
    if (difference > 0) return difference + empties();
    if (difference < 0) return difference - empties();
    return 0;
  }

  friend constexpr bool operator==(const Board&, const Board&) = default;
  friend constexpr auto operator<=>(const Board&, const Board&) = default;
};

}  // namespace outflank
