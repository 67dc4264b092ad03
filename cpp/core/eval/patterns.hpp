// The trained evaluation: a sum of weights, one for the content of each pattern, by phase.
#pragma once

#include <array>
#include <span>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "pattern_layout.hpp"

namespace outflank {

inline constexpr int units_per_disc = 128;

// Never changes once made: engines and threads share it.
template <int N>
class PatternWeights {
 public:
  static constexpr int lanes = max_instances<N>;
  // A multiple of a vector register long, and aligned for it.
  struct alignas(32) Numbers : std::array<std::int16_t, lanes> {};
  static_assert(lanes % 16 == 0);

  // `weights`: for each phase one value per id of the layout.
  PatternWeights(const PatternLayout<N>& layout, int phases, std::span<const std::int16_t> weights)
      : instances_(static_cast<int>(layout.instances().size())), phases_(phases) {
    place_squares(layout);
    expand(layout, weights);
    for (int empties = 0; empties <= Geometry<N>::squares; ++empties)
      of_empties_[static_cast<std::size_t>(empties)] =
          weights_.data() + static_cast<std::size_t>(phase(Geometry<N>::squares - empties)) *
                                static_cast<std::size_t>(per_phase_);
  }
  PatternWeights(const PatternWeights&) = delete;
  PatternWeights& operator=(const PatternWeights&) = delete;

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
    const std::int16_t* const weights = of_empties_[static_cast<std::size_t>(empties)];
    const std::int16_t* const small = weights + small_tables_;
    const auto capped = [](int count) { return std::min(count, mobility_classes - 1); };
    int total = sign > 0 ? pattern_sum<1>(weights, numbers) : pattern_sum<-1>(weights, numbers);
    total += small[capped(moves)];
    if (counts_replies_)
      total += small[mobility_classes + capped(board.passed().legal_moves().count())];
    return total + small[2 * mobility_classes + empties];
  }

 private:
  template <int Sign>
  int pattern_sum(const std::int16_t* weights, const Numbers& numbers) const {
#if defined(__AVX2__)
    // A gather reads the weight and the one behind it; multiplying by (1, 0) keeps the weight.
    // Lanes without an instance look at a weight that is zero.
    const __m256i keep = _mm256_set1_epi32(1);
    __m256i total = _mm256_setzero_si256();
    for (int i = 0; i < instances_; i += 8) {
      const auto lane = static_cast<std::size_t>(i);
      const __m256i number = _mm256_cvtepi16_epi32(
          _mm_load_si128(reinterpret_cast<const __m128i*>(numbers.data() + lane)));
      const __m256i centre =
          _mm256_load_si256(reinterpret_cast<const __m256i*>(centre_.data() + lane));
      const __m256i place =
          Sign > 0 ? _mm256_add_epi32(centre, number) : _mm256_sub_epi32(centre, number);
      const __m256i found = _mm256_i32gather_epi32(reinterpret_cast<const int*>(weights), place, 2);
      total = _mm256_add_epi32(total, _mm256_madd_epi16(found, keep));
    }
    const __m128i half =
        _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    const __m128i pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
    return _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32(pair, 1)));
#else
    int total = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(instances_); ++i)
      total += weights[centre_[i] + Sign * numbers[i]];
    return total;
#endif
  }

  void place_squares(const PatternLayout<N>& layout) {
    centre_.fill(layout.contents());  // of a lane without an instance: the weight that is zero
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

  // Mirrored contents share a weight in the file, and have one each here. A zero stands between
  // those of the patterns and the small tables.
  void expand(const PatternLayout<N>& layout, std::span<const std::int16_t> weights) {
    small_tables_ = layout.contents() + 1;
    const int small = layout.ids() - layout.own_mobility_id(0);
    per_phase_ = small_tables_ + small;
    weights_.resize(static_cast<std::size_t>(per_phase_) * static_cast<std::size_t>(phases_));
    auto out = weights_.begin();
    for (int phase = 0; phase < phases_; ++phase) {
      const auto ids = static_cast<std::size_t>(layout.ids());
      const auto of_phase = weights.subspan(static_cast<std::size_t>(phase) * ids, ids);
      for (const auto& shape : layout.shapes())
        for (const std::int32_t id : shape.id) *out++ = of_phase[static_cast<std::size_t>(id)];
      *out++ = 0;
      const auto tail = of_phase.last(static_cast<std::size_t>(small));
      const auto replies = tail.subspan(mobility_classes, mobility_classes);
      counts_replies_ |= std::any_of(replies.begin(), replies.end(), [](int w) { return w != 0; });
      out = std::copy(tail.begin(), tail.end(), out);
    }
  }

  int instances_, phases_;
  int per_phase_ = 0, small_tables_ = 0;
  // False if no phase has a weight for the moves of the side not to move: they need no count.
  bool counts_replies_ = false;
  alignas(32) std::array<int, lanes> centre_{};
  std::array<Numbers, Geometry<N>::bits> steps_{};
  std::vector<std::int16_t> weights_;
  std::array<const std::int16_t*, Geometry<N>::squares + 1> of_empties_{};
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

  PatternState passed() const {
    PatternState next = *this;
    next.sign_ = -sign_;
    return next;
  }

  PatternState after(const PatternWeights<N>* weights, int bit, const Bits<N>& flipped) const {
    PatternState next;
    next.sign_ = -sign_;
    if (weights)
      next.numbers_ =
          sign_ > 0 ? changed<1>(*weights, bit, flipped) : changed<-1>(*weights, bit, flipped);
    return next;
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
  using Numbers = typename PatternWeights<N>::Numbers;

  template <int Times>
  void add(const Numbers& step) {
    for (std::size_t i = 0; i < step.size(); ++i)
      numbers_[i] = static_cast<std::int16_t>(numbers_[i] + Times * step[i]);
  }

  // A disc placed counts once, a disc flipped changes from -1 to +1.
  template <int Sign>
  Numbers changed(const PatternWeights<N>& weights, int bit, const Bits<N>& flipped) const {
    Numbers result;
#if defined(__AVX2__)
    constexpr std::size_t registers = PatternWeights<N>::lanes / 16;
    const auto load = [](const Numbers& from, std::size_t i) {
      return _mm256_load_si256(reinterpret_cast<const __m256i*>(from.data()) + i);
    };
    __m256i change[registers];
    for (std::size_t i = 0; i < registers; ++i) change[i] = _mm256_setzero_si256();
    flipped.each([&](int each) {
      const Numbers& step = weights.step(each);
      for (std::size_t i = 0; i < registers; ++i)
        change[i] = _mm256_add_epi16(change[i], load(step, i));
    });
    const Numbers& placed = weights.step(bit);
    for (std::size_t i = 0; i < registers; ++i) {
      const __m256i all = _mm256_add_epi16(_mm256_add_epi16(change[i], change[i]), load(placed, i));
      const __m256i from = load(numbers_, i);
      _mm256_store_si256(reinterpret_cast<__m256i*>(result.data()) + i,
                         Sign > 0 ? _mm256_add_epi16(from, all) : _mm256_sub_epi16(from, all));
    }
#else
    Numbers change{};
    flipped.each([&](int each) {
      const Numbers& step = weights.step(each);
      for (std::size_t i = 0; i < step.size(); ++i)
        change[i] = static_cast<std::int16_t>(change[i] + step[i]);
    });
    const Numbers& placed = weights.step(bit);
    for (std::size_t i = 0; i < placed.size(); ++i)
      result[i] = static_cast<std::int16_t>(numbers_[i] + Sign * (2 * change[i] + placed[i]));
#endif
    return result;
  }

  // Something to search with before there are weights: mobility, and corners above all.
  static int untrained(const Board<N>& board, int moves) {
    const int replies = board.passed().legal_moves().count();
    const int corners =
        (board.own & Masks<N>::corners).count() - (board.opp & Masks<N>::corners).count();
    return moves - replies + 8 * corners;
  }

  Numbers numbers_{};
  int sign_ = 1;
};

}  // namespace outflank
