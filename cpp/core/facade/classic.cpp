#include "classic.hpp"

#include <cmath>

#include "checks.hpp"
#include "sized_classic.hpp"
#include "sizes.hpp"

namespace outflank {

const ClassicFactory& classic_4();
const ClassicFactory& classic_6();
const ClassicFactory& classic_8();
const ClassicFactory& classic_10();
const ClassicFactory& classic_12();

namespace {

const ClassicFactory& factory_of(int size) {
  return of_size(size, classic_4, classic_6, classic_8, classic_10, classic_12);
}

template <class Kind, class Names>
Kind parse(const char* what, const std::string& name, const Names& names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i]) return static_cast<Kind>(i);
  std::string known;
  for (const char* each : names) known += std::string(known.empty() ? "" : ", ") + each;
  throw NotationError(std::string(what) + " '" + name +
                      "' does not exist; choose one of: " + known);
}

void check_numbers(const std::string& where, const std::vector<double>& numbers,
                   std::size_t expected) {
  if (numbers.size() != expected) {
    throw NotationError(where + ": " + std::to_string(numbers.size()) + " numbers, expected " +
                        std::to_string(expected));
  }
  for (const double number : numbers)
    if (!std::isfinite(number)) throw NotationError(where + " holds a number that is not finite");
}

void check_table(const std::string& term, Feature feature, const std::vector<double>& table,
                 int size) {
  const auto squares = static_cast<std::size_t>(size * size);
  check_numbers("the table of " + term, table, feature == Feature::table ? squares : 0);
}

}  // namespace

std::shared_ptr<const Evaluation> Evaluation::make(int size, const std::vector<TermSpec>& specs) {
  const ClassicFactory& factory = factory_of(size);
  std::vector<Feature> features;
  std::vector<Scale> scales;
  for (const TermSpec& spec : specs) {
    const std::string term = "term '" + spec.name + "'";
    features.push_back(parse<Feature>("feature", spec.feature, feature_names));
    scales.push_back(parse<Scale>("scale", spec.scale, scale_names));
    check_numbers("the weights of " + term, spec.weights,
                  static_cast<std::size_t>(size * size) + 1);
    check_table(term, features.back(), spec.table, size);
  }
  return factory.evaluation(specs, features, scales);
}

std::vector<std::string> Evaluation::features() {
  return {feature_names.begin(), feature_names.end()};
}

std::pair<double, double> Evaluation::measure(const std::string& name, const Position& position,
                                              Color color, const std::vector<double>& table) {
  const auto feature = parse<Feature>("feature", name, feature_names);
  check_table("feature '" + name + "'", feature, table, position.size);
  const Counted counted = factory_of(position.size).measure(feature, position, color, table);
  return {counted.own, counted.other};
}

std::unique_ptr<Search> Search::classic(std::shared_ptr<const Evaluation> evaluation,
                                        const ClassicOptions& options) {
  return factory_of(evaluation->size()).classic(std::move(evaluation), options);
}

std::unique_ptr<Search> Search::monte_carlo(int size, std::shared_ptr<const Evaluation> evaluation,
                                            double exploration, std::size_t memory_bytes,
                                            std::uint64_t seed) {
  if (evaluation && evaluation->size() != size)
    throw NotationError("the evaluation is for another board size");
  return factory_of(size).monte_carlo(std::move(evaluation), exploration, memory_bytes, seed);
}

SearchResult Search::search(const Position& position, const Limits& limits,
                            const std::function<bool()>& interrupted) {
  check_position("search", size(), position);
  check_limits(limits);
  const Turn turn("search", taken_);
  return run(position, limits, interrupted);
}

}  // namespace outflank
