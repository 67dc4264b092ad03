// The trained evaluation: a sum of weights, one for the content of each pattern, by phase.
#pragma once

#include <array>
#include <span>

#include "pattern_layout.hpp"

namespace outflank {

inline constexpr int units_per_disc = 128;

// Never changes once made: engines and threads share it.
template <int N>
class PatternWeights {
 public:
  static constexpr int lanes = max_instances<N>;
  using Numbers = std::array<std::int16_t, lanes>;

  // `weights`: for each phase one value per id of the layout.
  PatternWeights(const PatternLayout<N>& layout, int phases, std::span<const std::int16_t> weights)
      : instances_(static_cast<int>(layout.instances().size())), phases_(phases) {
    place_squares(layout);
    expand(layout, weights);
  }

  int phases() const { return phases_; }
  // A board set up by hand may have fewer discs than the start.
  int phase(int discs) const {
    return std::clamp((discs - 4) * phases_ / (Geometry<N>::squares - 4), 0, phases_ - 1);
  }

  // How the numbers of all instances change when the side looked at gets a disc on this square.
  const Numbers& step(int bit) const { return steps_[static_cast<std::size_t>(bit)]; }

  // In units, for the side to move, which has `moves` legal ones. `sign` +1: the numbers are the
  // mover's; -1: the other side's.
  int sum(const Numbers& numbers, int sign, const Board<N>& board, int moves) const {
    const int empties = board.empties();
    const std::int16_t* weights =
        weights_.data() + static_cast<std::size_t>(phase(Geometry<N>::squares - empties)) *
                              static_cast<std::size_t>(per_phase_);
    int total = 0;
    for (int i = 0; i < instances_; ++i)
      total += weights[centre_[static_cast<std::size_t>(i)] +
                       sign * numbers[static_cast<std::size_t>(i)]];
    const std::int16_t* small = weights + small_tables_;
    const auto capped = [](int count) { return std::min(count, mobility_classes - 1); };
    total += small[capped(moves)];
    total += small[mobility_classes + capped(board.passed().legal_moves().count())];
    return total + small[2 * mobility_classes + empties];
  }

 private:
  void place_squares(const PatternLayout<N>& layout) {
    for (std::size_t i = 0; i < layout.instances().size(); ++i) {
      const auto& instance = layout.instances()[i];
      const auto& shape = layout.shapes()[static_cast<std::size_t>(instance.shape)];
      centre_[i] = shape.first_content + (shape.contents - 1) / 2;
      int power = 1;
      for (const int square : instance.squares) {
        const auto bit = static_cast<std::size_t>(Geometry<N>::bit_of_square(square));
        steps_[bit][i] = static_cast<std::int16_t>(power);
        power *= 3;
      }
    }
  }

  // Mirrored contents share a weight in the file, and have one each here.
  void expand(const PatternLayout<N>& layout, std::span<const std::int16_t> weights) {
    small_tables_ = layout.contents();
    const int small = layout.ids() - layout.own_mobility_id(0);
    per_phase_ = layout.contents() + small;
    weights_.resize(static_cast<std::size_t>(per_phase_) * static_cast<std::size_t>(phases_));
    auto out = weights_.begin();
    for (int phase = 0; phase < phases_; ++phase) {
      const auto ids = static_cast<std::size_t>(layout.ids());
      const auto of_phase = weights.subspan(static_cast<std::size_t>(phase) * ids, ids);
      for (const auto& shape : layout.shapes())
        for (const std::int32_t id : shape.id) *out++ = of_phase[static_cast<std::size_t>(id)];
      const auto tail = of_phase.last(static_cast<std::size_t>(small));
      out = std::copy(tail.begin(), tail.end(), out);
    }
  }

  int instances_, phases_;
  int per_phase_ = 0, small_tables_ = 0;
  std::array<int, lanes> centre_{};
  alignas(32) std::array<Numbers, Geometry<N>::bits> steps_{};
  std::vector<std::int16_t> weights_;
};

// A board on the way down a search: what the evaluation needs is updated move by move.
template <int N>
class PatternState {
 public:
  PatternState() = default;
  PatternState(const PatternWeights<N>* weights, const Board<N>& board) {
    if (!weights) return;
    board.own.each([&](int bit) { add<1>(weights->step(bit)); });
    board.opp.each([&](int bit) { add<-1>(weights->step(bit)); });
  }

  void pass() { sign_ = -sign_; }

  void play(const PatternWeights<N>* weights, int bit, const Bits<N>& flipped) {
    if (!weights) return;
    // A disc placed counts once, a disc flipped changes from -1 to +1.
    if (sign_ > 0) {
      add<1>(weights->step(bit));
      flipped.each([&](int each) { add<2>(weights->step(each)); });
    } else {
      add<-1>(weights->step(bit));
      flipped.each([&](int each) { add<-2>(weights->step(each)); });
    }
    pass();
  }

  // In units, for the side to move, which has `moves` legal ones.
  int units(const PatternWeights<N>& weights, const Board<N>& board, int moves) const {
    return weights.sum(numbers_, sign_, board, moves);
  }

  // The same in discs.
  int value(const PatternWeights<N>* weights, const Board<N>& board, int moves) const {
    if (!weights) return untrained(board, moves);
    constexpr int limit = Geometry<N>::squares - 1;
    const int exact = units(*weights, board, moves);
    const int half = exact < 0 ? -units_per_disc / 2 : units_per_disc / 2;
    return std::clamp((exact + half) / units_per_disc, -limit, limit);
  }

 private:
  template <int Times>
  void add(const typename PatternWeights<N>::Numbers& step) {
    for (std::size_t i = 0; i < step.size(); ++i)
      numbers_[i] = static_cast<std::int16_t>(numbers_[i] + Times * step[i]);
  }

  // Something to search with before there are weights: mobility, and corners above all.
  static int untrained(const Board<N>& board, int moves) {
    const int replies = board.passed().legal_moves().count();
    const int corners =
        (board.own & Masks<N>::corners).count() - (board.opp & Masks<N>::corners).count();
    return moves - replies + 8 * corners;
  }

  alignas(32) typename PatternWeights<N>::Numbers numbers_{};
  int sign_ = 1;
};

}  // namespace outflank
