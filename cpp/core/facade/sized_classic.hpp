// The facade's evaluations and searches for one size, over the templates.
#pragma once

#include <algorithm>

#include "../search/alphabeta.hpp"
#include "../search/mcts.hpp"
#include "../search/minimax.hpp"
#include "../search/root.hpp"
#include "classic.hpp"
#include "convert.hpp"

namespace outflank {

template <int N>
EvaluationView<N> view_of(const Position& position, Color color) {
  return EvaluationView<N>(Convert<N>::board(position), position.turn == color);
}

template <int N>
class SizedEvaluation final : public Evaluation {
 public:
  explicit SizedEvaluation(std::vector<typename LinearEvaluation<N>::Term> terms)
      : linear_(std::move(terms)) {}

  int size() const override { return N; }

  double value(const Position& position, Color color) const override {
    check(position);
    auto view = view_of<N>(position, color);
    return linear_.value(view);
  }

  std::vector<Contribution> explain(const Position& position, Color color) const override {
    check(position);
    auto view = view_of<N>(position, color);
    const auto discs = static_cast<std::size_t>(linear_.disc_count(view));
    std::vector<Contribution> result;
    for (const auto& term : linear_.terms()) {
      const Counted counted = linear_.measured(term.feature, term.table.get(), view);
      result.push_back({term.name, counted.own, counted.other, scaled(term.scale, counted),
                        term.weights[discs]});
    }
    return result;
  }

  const LinearEvaluation<N>& linear() const { return linear_; }

 private:
  static void check(const Position& position) {
    if (position.size != N) {
      throw NotationError("the evaluation is for " + std::to_string(N) + "x" + std::to_string(N) +
                          ", the position is " + std::to_string(int{position.size}) + "x" +
                          std::to_string(int{position.size}));
    }
  }

  LinearEvaluation<N> linear_;
};

// What both searches of one size share.
template <int N>
class SizedSearch : public Search {
 public:
  int size() const override { return N; }
  void stop() override { clock_.stop(); }

 protected:
  // Every empty square and a pass before each: no game is longer.
  static constexpr int most_plies = 2 * Geometry<N>::squares + 2;

  static std::vector<Move> moves_of(const std::vector<int>& bits) {
    std::vector<Move> moves;
    for (const int bit : bits) moves.push_back(Convert<N>::move(bit));
    return moves;
  }

  Clock clock_;
};

template <int N>
class SizedClassic final : public SizedSearch<N> {
  using SizedSearch<N>::clock_;

 public:
  SizedClassic(std::shared_ptr<const Evaluation> evaluation, const ClassicOptions& options)
      : evaluation_(std::move(evaluation)), options_(options), table_(options.table_bytes) {}

  SearchResult run(const Position& position, const Limits& limits,
                   const std::function<bool()>& interrupted) override {
    const Board<N> board = Convert<N>::board(position);
    // The node after the last one allowed ends the search, and is not counted.
    clock_.begin({0, limits.nodes ? limits.nodes + 1 : 0, limits.seconds}, interrupted);
    SoloTicker ticker(clock_);
    Statistics statistics(SizedSearch<N>::most_plies);
    const auto& linear = static_cast<const SizedEvaluation<N>&>(*evaluation_).linear();
    const Leaf<N> leaf(linear, options_.outcome_first);
    const int longest = std::min(2 * board.empties() + 1, deepest);
    const int depth = limits.depth ? std::min(limits.depth, longest) : longest;
    const RootOptions root_options{options_.deepening, options_.aspiration, options_.partial,
                                   aspiration_window, 1};
    const auto searched = [&](auto& node) {
      SearchResult result = result_of(Root(node, root_options).search(board, depth));
      result.nodes = limits.nodes ? std::min(ticker.nodes, limits.nodes) : ticker.nodes;
      result.seconds = clock_.elapsed();
      result.plies = statistics.used();
      return result;
    };
    if (options_.algorithm == Algorithm::minimax) {
      Minimax<N> node(leaf, ticker, statistics);
      return searched(node);
    }
    refutations_.clear();
    if (!options_.keep_table) table_.next_generation();
    // Kept entries stay apart by root colour; a fresh table holds one root only.
    AlphaBeta<N> node(leaf, options_.ordering, table_, options_.keep_table, refutations_, ticker,
                      statistics, static_cast<std::uint64_t>(position.turn) << 2);
    return searched(node);
  }

 private:
  // Fits the table's eight bits.
  static constexpr int deepest = 250;
  // The reports' evaluations move by tens between iterations.
  static constexpr double aspiration_window = 50;

  template <class Answer>
  static SearchResult result_of(const Answer& found) {
    SearchResult result;
    result.move = Convert<N>::move(found.best().bit);
    result.has_score = found.has_score;
    result.score = found.best().score;
    result.depth = found.depth;
    result.line = SizedSearch<N>::moves_of(found.best().moves);
    return result;
  }

  std::shared_ptr<const Evaluation> evaluation_;
  ClassicOptions options_;
  ClassicTable table_;
  KillersAndHistory<N> refutations_;
};

template <int N>
class SizedMonteCarlo final : public SizedSearch<N> {
  using SizedSearch<N>::clock_;

 public:
  SizedMonteCarlo(std::shared_ptr<const Evaluation> evaluation, double exploration,
                  std::size_t memory_bytes, std::uint64_t seed)
      : evaluation_(std::move(evaluation)),
        tree_(
            evaluation_ ? &static_cast<const SizedEvaluation<N>&>(*evaluation_).linear() : nullptr,
            exploration, memory_bytes, seed) {}

  // The node limit counts playouts.
  SearchResult run(const Position& position, const Limits& limits,
                   const std::function<bool()>& interrupted) override {
    clock_.begin({0, 0, limits.seconds}, interrupted);
    SoloTicker ticker(clock_);
    Statistics statistics(SizedSearch<N>::most_plies);
    const auto found = tree_.search(Convert<N>::board(position), ticker, limits.nodes, statistics);
    SearchResult result;
    result.line = SizedSearch<N>::moves_of(found.line);
    result.move = result.line.front();
    result.has_score = found.has_score;
    result.score = found.score;
    result.depth = static_cast<int>(result.line.size());
    result.nodes = found.playouts;
    result.seconds = clock_.elapsed();
    result.plies = statistics.used();
    return result;
  }

 private:
  std::shared_ptr<const Evaluation> evaluation_;
  MonteCarlo<N> tree_;
};

// What classic.cpp needs of each size.
class ClassicFactory {
 public:
  virtual ~ClassicFactory() = default;
  virtual std::shared_ptr<const Evaluation> evaluation(const std::vector<TermSpec>&,
                                                       const std::vector<Feature>&,
                                                       const std::vector<Scale>&) const = 0;
  virtual Counted measure(Feature, const Position&, Color,
                          const std::vector<double>& table) const = 0;
  virtual std::unique_ptr<Search> classic(std::shared_ptr<const Evaluation>,
                                          const ClassicOptions&) const = 0;
  virtual std::unique_ptr<Search> monte_carlo(std::shared_ptr<const Evaluation>, double,
                                              std::size_t, std::uint64_t) const = 0;
};

template <int N>
class SizedClassicFactory final : public ClassicFactory {
 public:
  std::shared_ptr<const Evaluation> evaluation(const std::vector<TermSpec>& specs,
                                               const std::vector<Feature>& features,
                                               const std::vector<Scale>& scales) const override {
    std::vector<typename LinearEvaluation<N>::Term> terms;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      std::shared_ptr<const SquareTable<N>> table;
      if (features[i] == Feature::table)
        table = std::make_shared<const SquareTable<N>>(specs[i].table);
      terms.push_back({specs[i].name, features[i], scales[i], specs[i].weights, table});
    }
    return std::make_shared<const SizedEvaluation<N>>(std::move(terms));
  }

  Counted measure(Feature feature, const Position& position, Color color,
                  const std::vector<double>& table) const override {
    auto view = view_of<N>(position, color);
    if (feature != Feature::table) return count_feature<N>(feature, view);
    const SquareTable<N> sums(table);
    return {sums.sum(view.own), sums.sum(view.opp)};
  }

  std::unique_ptr<Search> classic(std::shared_ptr<const Evaluation> evaluation,
                                  const ClassicOptions& options) const override {
    return std::make_unique<SizedClassic<N>>(std::move(evaluation), options);
  }

  std::unique_ptr<Search> monte_carlo(std::shared_ptr<const Evaluation> evaluation,
                                      double exploration, std::size_t memory_bytes,
                                      std::uint64_t seed) const override {
    return std::make_unique<SizedMonteCarlo<N>>(std::move(evaluation), exploration, memory_bytes,
                                                seed);
  }
};

}  // namespace outflank
