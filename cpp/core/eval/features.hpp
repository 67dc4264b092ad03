// What a hand-made evaluation can count on a board, for one player and for the other.
//
// The definitions, with formulas and pictures, are in docs/heuristics.md. All are bit-parallel:
// whole sets of squares at a time, on every board size.
#pragma once

#include "../regions.hpp"
#include "../stability.hpp"

namespace outflank {

enum class Feature : std::uint8_t {
  discs,
  mobility,
  potential_mobility,
  corners,
  potential_corners,
  unlikely_corners,
  x_open,
  c_open,
  xc_open,
  x_unowned,
  c_unowned,
  xc_unowned,
  frontier,
  edges,
  region_parity,
  stability_chains,
  stability_neighbours,
  stability_classes,
  stability_true,
  table,
};

inline constexpr std::array feature_names = {
    "discs",
    "mobility",
    "potential-mobility",
    "corners",
    "potential-corners",
    "unlikely-corners",
    "x-open",
    "c-open",
    "xc-open",
    "x-unowned",
    "c-unowned",
    "xc-unowned",
    "frontier",
    "edges",
    "region-parity",
    "stability-chains",
    "stability-neighbours",
    "stability-classes",
    "stability-true",
    "table",
};

template <int N>
struct CornerMasks {
  static constexpr Bits<N> x = Masks<N>::where(
      [](int r, int c) { return (r == 1 || r == N - 2) && (c == 1 || c == N - 2); });
  static constexpr Bits<N> c = Masks<N>::where([](int row, int column) {
    const bool row_edge = row == 0 || row == N - 1, column_edge = column == 0 || column == N - 1;
    const bool row_next = row == 1 || row == N - 2, column_next = column == 1 || column == N - 2;
    return (row_edge && column_next) || (row_next && column_edge);
  });
  static constexpr Bits<N> edges = Masks<N>::where([](int r, int c) {
    const bool row_edge = r == 0 || r == N - 1, column_edge = c == 0 || c == N - 1;
    return row_edge != column_edge;
  });
};

// The board as an evaluation sees it: the root player's discs, the other's, and legal squares
// that are only worked out when a feature asks for them.
template <int N>
class EvaluationView {
 public:
  // `to_move`: whether the player the value is for is also the one to move.
  EvaluationView(const Board<N>& board, bool to_move)
      : own(to_move ? board.own : board.opp),
        opp(to_move ? board.opp : board.own),
        empty(board.empty()),
        root_to_move(to_move) {}

  // The same, for a caller that already knows the legal squares of the side to move.
  EvaluationView(const Board<N>& board, bool to_move, const Bits<N>& legal)
      : EvaluationView(board, to_move) {
    (root_to_move ? own_legal_ : opp_legal_) = legal;
    (root_to_move ? own_known_ : opp_known_) = true;
  }

  const Bits<N>& own_legal() {
    if (!own_known_) own_legal_ = legal_moves<N>(own, opp);
    own_known_ = true;
    return own_legal_;
  }
  const Bits<N>& opp_legal() {
    if (!opp_known_) opp_legal_ = legal_moves<N>(opp, own);
    opp_known_ = true;
    return opp_legal_;
  }

  Bits<N> own, opp, empty;
  bool root_to_move;

 private:
  Bits<N> own_legal_, opp_legal_;
  bool own_known_ = false, opp_known_ = false;
};

struct Counted {
  double own, other;
};

namespace features {

// Squares within one step of `corner_set` (corners), for discs around corners.
template <int N>
Bits<N> beside_corners(const Bits<N>& corner_set) {
  return corner_set.none() ? Bits<N>{} : dilated<N>(corner_set);
}

template <int N>
int around_corners(const Bits<N>& discs, const Bits<N>& corner_set, const Bits<N>& squares) {
  const Bits<N> candidates = discs & squares;
  return candidates.none() ? 0 : (candidates & beside_corners<N>(corner_set)).count();
}

// Own discs reached from own corners by steps along rows and columns over own discs.
template <int N>
Bits<N> chained(const Bits<N>& discs) {
  using D = Directions<N>;
  Bits<N> stable = discs & Masks<N>::corners;
  if (stable.none()) return stable;
  for (;;) {
    const Bits<N> wider =
        stable | (discs & (step<N, D::east>(stable) | step<N, -D::east>(stable) |
                           step<N, D::south>(stable) | step<N, -D::south>(stable)));
    if (wider == stable) return stable;
    stable = wider;
  }
}

// Discs of `target` that `attacker` can flip with its next move.
template <int N>
Bits<N> flippable(const Bits<N>& attacker, const Bits<N>& target, const Bits<N>& empty) {
  Bits<N> result;
  each_direction<N>([&]<int Distance>() {
    const Bits<N> run = runs<N, Distance>(attacker, target);
    const Bits<N> ends = run.template shifted<Distance>() & empty;
    result |= runs<N, -Distance>(ends, run);
  });
  return result;
}

// How many of the regions of empty squares (eight neighbours) are odd, and how many even.
template <int N>
std::pair<int, int> odd_and_even_regions(const Bits<N>& empty) {
  std::pair<int, int> counts{0, 0};
  Bits<N> rest = empty;
  while (rest.any()) {
    Bits<N> region = Bits<N>::single(rest.first());
    for (;;) {
      const Bits<N> wider = dilated<N>(region) & rest;
      if (wider == region) break;
      region = wider;
    }
    ++(region.count() % 2 ? counts.first : counts.second);
    rest &= ~region;
  }
  return counts;
}

template <int N>
int class_balance(const Bits<N>& discs, const Bits<N>& others, const Bits<N>& empty) {
  return stable_discs<N>(discs, empty).count() - flippable<N>(others, discs, empty).count();
}

}  // namespace features

// Any feature but the square table, which needs weights (see square_table.hpp).
template <int N>
Counted count_feature(Feature feature, EvaluationView<N>& view) {
  using namespace features;
  using M = CornerMasks<N>;
  const auto both = [&](auto count) {
    return Counted{static_cast<double>(count(view.own, view.opp)),
                   static_cast<double>(count(view.opp, view.own))};
  };
  const auto counted = [](int own, int other) {
    return Counted{static_cast<double>(own), static_cast<double>(other)};
  };
  const Bits<N> corners = Masks<N>::corners;
  const auto open = [&](const Bits<N>& squares) {
    return both([&](const Bits<N>& discs, const Bits<N>&) {
      return around_corners<N>(discs, corners & view.empty, squares);
    });
  };
  const auto unowned = [&](const Bits<N>& squares) {
    return both([&](const Bits<N>& discs, const Bits<N>&) {
      return around_corners<N>(discs, corners & ~discs, squares);
    });
  };
  switch (feature) {
    case Feature::discs: return counted(view.own.count(), view.opp.count());
    case Feature::mobility: return counted(view.own_legal().count(), view.opp_legal().count());
    case Feature::potential_mobility:
      return both([&](const Bits<N>&, const Bits<N>& others) {
        return potential_moves<N>(others, view.empty).count();
      });
    case Feature::corners:
      return counted((view.own & corners).count(), (view.opp & corners).count());
    case Feature::potential_corners:
      return counted((view.own_legal() & corners).count(), (view.opp_legal() & corners).count());
    case Feature::unlikely_corners: {
      const Bits<N> free = corners & view.empty;
      return counted((free & ~view.own_legal()).count(), (free & ~view.opp_legal()).count());
    }
    case Feature::x_open: return open(M::x);
    case Feature::c_open: return open(M::c);
    case Feature::xc_open: return open(M::x | M::c);
    case Feature::x_unowned: return unowned(M::x);
    case Feature::c_unowned: return unowned(M::c);
    case Feature::xc_unowned: return unowned(M::x | M::c);
    case Feature::frontier: {
      const Bits<N> exposed = dilated<N>(view.empty);
      return counted((view.own & exposed).count(), (view.opp & exposed).count());
    }
    case Feature::edges:
      return counted((view.own & M::edges).count(), (view.opp & M::edges).count());
    case Feature::region_parity: {
      const auto [odd, even] = odd_and_even_regions<N>(view.empty);
      return view.root_to_move ? counted(odd, even) : counted(even, odd);
    }
    case Feature::stability_chains:
      return counted(chained<N>(view.own).count(), chained<N>(view.opp).count());
    case Feature::stability_neighbours:
      return both([&](const Bits<N>& discs, const Bits<N>&) {
        return stable_by_neighbours<N>(discs).count();
      });
    case Feature::stability_classes:
      return both([&](const Bits<N>& discs, const Bits<N>& others) {
        return class_balance<N>(discs, others, view.empty);
      });
    case Feature::stability_true:
      return both([&](const Bits<N>& discs, const Bits<N>&) {
        return stable_discs<N>(discs, view.empty).count();
      });
    case Feature::table: break;
  }
  return {0, 0};
}

}  // namespace outflank
