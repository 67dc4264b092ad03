// Multi-ProbCut (Buro, "Experiments with Multi-ProbCut", 1997): a shallow search whose value lies
// well outside the window tells how the deep one will end.
//
// Used before a full search to the end of the game, which then finds most of its best moves in the
// transposition table.
#pragma once

#include "../geometry.hpp"
#include "types.hpp"

namespace outflank {

template <int N>
struct ProbCut {
  // Below, a search to the end is too quick to be worth preparing. Nodes to the end with and
  // without it: 8x8 with 22 empty squares 1,074 and 1,184 million (60 positions), 10x10 with
  // 18 20.2 and 22.5 (20), 12x12 with 18 102.7 and 118.5 (20), but 6x6 with 22 191 and 182 (20).
  static constexpr int least_empties = N <= 6 ? Geometry<N>::squares : 18;

  // A shallow search, and the standard deviation in discs of the final score from its value.
  struct Shallow {
    int most_empties, depth;
    double sigma;
  };
  // Measured on 8x8 with 14 to 20 empty squares.
  static constexpr Shallow shallow[] = {
      {16, 4, 6.2},
      {20, 6, 5.5},
      {Geometry<N>::squares, 8, 5.1},
  };

  static constexpr const Shallow& shallow_of(int empties) {
    const Shallow* row = shallow;
    while (empties > row->most_empties) ++row;
    return *row;
  }

  // How far outside the window the shallow value has to lie, in whole discs.
  static constexpr int margin(Selectivity selectivity, const Shallow& row) {
    return static_cast<int>(level_of(selectivity).t * row.sigma + 0.5);
  }
};

}  // namespace outflank
