// Multi-ProbCut (Buro, "Experiments with Multi-ProbCut", 1997): a shallow search whose value lies
// well outside the window tells how the deep one will end.
//
// How far outside is a number of standard deviations, by the level of selectivity. The standard
// deviation of the deep value from the shallow one is a model with coefficients that the training
// fits to searches of its own positions and that the weights file holds.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "../geometry.hpp"
#include "types.hpp"

namespace outflank {

template <int N>
class ProbCut {
  static constexpr int squares = Geometry<N>::squares;

 public:
  // Shallower, the search itself costs no more than the try.
  static constexpr int least_depth = 3;

  struct Try {
    std::int16_t margin = 0;  // how far outside the window the shallow value has to lie
    std::int16_t gate = 0;    // how far from there the static value may be for it to be worth a try
  };

  explicit ProbCut(const ProbCutModel& model) : tries_(levels * rows * rows) {
    for (std::size_t level = 0; level < levels; ++level)
      for (int empties = 1; empties <= squares; ++empties)
        for (int depth = least_depth; depth <= empties; ++depth) {
          const int shallow = shallow_of(depth);
          const double sigma =
              depth == empties ? to_end(model, shallow) : sigma_of(model, empties, depth, shallow);
          Try& made = at(level, empties, depth);
          made.margin = rounded(selectivity_levels[level].t * sigma);
          made.gate = rounded(gate_sigmas * sigma_of(model, empties, shallow, 0));
        }
  }

  // Of the same parity as the depth: values of odd and even depths differ by more than noise.
  static constexpr int shallow_of(int depth) { return 2 * (depth / 4) + depth % 2; }

  const Try& of(Selectivity level, int empties, int depth) const {
    return tries_[(static_cast<std::size_t>(level) * rows + static_cast<std::size_t>(empties)) *
                      rows +
                  static_cast<std::size_t>(depth)];
  }

 private:
  static constexpr std::size_t levels = selectivity_levels.size() - 1, rows = squares + 1;
  // In standard deviations of the shallow value from the static one. CPU seconds to 18 plies of 20
  // WTHOR positions with 40 empty squares, at 73 %, with 0.5 / 1 / 1.5 / 3: 2.6 / 2.2 / 2.6 / 3.0,
  // in 16.2 / 16.3 / 17.5 / 18.7 million nodes.
  static constexpr double gate_sigmas = 1;

  static double sigma_of(const ProbCutModel& model, int empties, int depth, int shallow) {
    const double x = static_cast<double>(empties) / squares;
    const double d = std::log(depth), s = std::log(shallow + 1);
    const auto& c = model.midgame;
    return std::exp(c[0] + c[1] * x + c[2] * x * x + c[3] * d + c[4] * s + c[5] * x * d +
                    c[6] * x * s);
  }
  static double to_end(const ProbCutModel& model, int shallow) {
    return std::exp(model.endgame[0] + model.endgame[1] * std::log(shallow + 1));
  }
  static std::int16_t rounded(double discs) {
    return static_cast<std::int16_t>(std::min(discs + 0.5, 2.0 * squares));
  }
  Try& at(std::size_t level, int empties, int depth) {
    return tries_[(level * rows + static_cast<std::size_t>(empties)) * rows +
                  static_cast<std::size_t>(depth)];
  }

  std::vector<Try> tries_;
};

}  // namespace outflank
