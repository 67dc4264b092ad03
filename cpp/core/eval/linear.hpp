// A hand-made evaluation: a weighted sum of features, the weights depending on how full the board
// is. The value is for the root player, whoever is to move: several features are one-sided, so
// the value for one player is not minus the value for the other.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "features.hpp"
#include "square_table.hpp"

namespace outflank {

enum class Scale : std::uint8_t { ratio, dominance, difference, own, penalty };

inline constexpr std::array scale_names = {"ratio", "dominance", "difference", "own", "penalty"};

// A count cannot be negative, but a balance of classes can: the divisor takes absolute values.
inline double scaled(Scale scale, const Counted& counted) {
  const double p = counted.own, o = counted.other;
  switch (scale) {
    case Scale::ratio: {
      const double total = std::fabs(p) + std::fabs(o);
      return total == 0 ? 0 : 100 * (p - o) / total;
    }
    case Scale::dominance: {
      const double total = std::fabs(p) + std::fabs(o);
      if (total == 0 || p == o) return 0;
      return p > o ? 100 * p / total : -100 * o / total;
    }
    case Scale::difference: return p - o;
    case Scale::own: return p;
    case Scale::penalty: return 0 - 50 * p;  // not -0.0 for a count of nothing
  }
  return 0;
}

template <int N>
class LinearEvaluation {
 public:
  struct Term {
    std::string name;
    Feature feature;
    Scale scale;
    std::vector<double> weights;  // by the number of discs on the board
    std::shared_ptr<const SquareTable<N>> table;
  };

  explicit LinearEvaluation(std::vector<Term> terms)
      : terms_(std::move(terms)), active_(Geometry<N>::squares + 1) {
    for (std::size_t discs = 0; discs < active_.size(); ++discs)
      for (const Term& term : terms_)
        if (term.weights[discs] != 0)
          active_[discs].push_back(
              {term.feature, term.scale, term.weights[discs], term.table.get()});
  }

  const std::vector<Term>& terms() const { return terms_; }

  double value(EvaluationView<N>& view) const {
    double total = 0;
    for (const Active& term : active_[static_cast<std::size_t>(disc_count(view))])
      total += term.weight * scaled(term.scale, measured(term.feature, term.table, view));
    return total;
  }

  static int disc_count(const EvaluationView<N>& view) {
    return Geometry<N>::squares - view.empty.count();
  }

  static Counted measured(Feature feature, const SquareTable<N>* table, EvaluationView<N>& view) {
    if (feature == Feature::table) return {table->sum(view.own), table->sum(view.opp)};
    return count_feature<N>(feature, view);
  }

 private:
  // The terms with a weight at some number of discs: the others need not be counted there.
  struct Active {
    Feature feature;
    Scale scale;
    double weight;
    const SquareTable<N>* table;
  };

  std::vector<Term> terms_;
  std::vector<std::vector<Active>> active_;
};

}  // namespace outflank
