// Between the facade's plain types and the templates of one size.
#pragma once

#include <algorithm>

#include "../board.hpp"
#include "facade.hpp"

namespace outflank {

template <int N>
struct Convert {
  using G = Geometry<N>;

  static Bits<N> set(const Position::Set& limbs) {
    Bits<N> result;
    std::copy_n(limbs.begin(), G::limbs, result.limb.begin());
    return result;
  }
  static void store(const Bits<N>& set, Position::Set& limbs) {
    std::copy_n(set.limb.begin(), G::limbs, limbs.begin());
  }
  static Board<N> board(const Position& position) { return {set(position.own), set(position.opp)}; }

  static Position position(const Board<N>& board, Color turn) {
    Position made;
    made.size = N;
    made.turn = turn;
    store(board.own, made.own);
    store(board.opp, made.opp);
    const Bits<N> legal = board.legal_moves();
    store(legal, made.legal);
    made.can_move = legal.any();
    made.over = !made.can_move && board.passed().legal_moves().none();
    return made;
  }

  static int bit(Move move) { return G::bit(move.row(), move.column()); }
  // A negative bit stands for a pass.
  static Move move(int bit) {
    return bit < 0 ? Move{} : Move::at(G::row_of_bit(bit), G::column_of_bit(bit));
  }
};

}  // namespace outflank
