// The engine's facade for one size, over the templates.
#pragma once

#include "../search/pace.hpp"
#include "../search/pvs.hpp"
#include "../search/root.hpp"
#include "convert.hpp"
#include "engine.hpp"

namespace outflank {

template <int N>
class SizedLayout final : public Layout {
 public:
  explicit SizedLayout(const std::vector<std::vector<int>>& shapes) : layout_(shapes) {}

  int size() const override { return N; }
  int width() const override { return layout_.width(); }
  int columns() const override { return layout_.ids(); }
  void describe(const Position& position, std::int32_t* row) const override {
    layout_.describe(Convert<N>::board(position), row);
  }
  const PatternLayout<N>& layout() const { return layout_; }

 private:
  PatternLayout<N> layout_;
};

template <int N>
class SizedWeights final : public Weights {
 public:
  SizedWeights(const Layout& layout, int phases, std::span<const std::int16_t> values,
               const ProbCutModel& probcut)
      : patterns_(static_cast<const SizedLayout<N>&>(layout).layout(), phases, values),
        probcut_(probcut) {}

  int size() const override { return N; }
  int phases() const override { return patterns_.phases(); }
  int phase(int discs) const override {
    return patterns_.phase(std::clamp(discs, 0, Geometry<N>::squares));
  }
  double value(const Position& position) const override {
    const Board<N> board = Convert<N>::board(position);
    const PatternState<N> state(&patterns_, board);
    return static_cast<double>(state.units(patterns_, board, board.legal_moves().count())) /
           units_per_disc;
  }
  const PatternWeights<N>& patterns() const { return patterns_; }
  const ProbCut<N>& probcut() const { return probcut_; }

 private:
  PatternWeights<N> patterns_;
  ProbCut<N> probcut_;
};

template <int N>
class SizedEngine final : public EngineCore {
 public:
  SizedEngine(std::shared_ptr<const Weights> weights, int threads, std::size_t table_bytes)
      : weights_(std::move(weights)), table_(table_bytes), context_{table_, clock_} {
    if (weights_) {
      const auto& sized = static_cast<const SizedWeights<N>&>(*weights_);
      context_.weights = &sized.patterns();
      context_.probcut = &sized.probcut();
    }
    for (int i = 0; i < threads; ++i)
      workers_.push_back(std::make_unique<Worker<N>>(context_, pool_, i == 0));
    for (int i = 1; i < threads; ++i) pool_.add(*workers_[static_cast<std::size_t>(i)]);
  }
  ~SizedEngine() override { finish_running(); }

  int size() const override { return N; }

  Snapshot search(const Position& position, const EngineLimits& limits,
                  const std::function<bool()>& interrupted) override {
    begin(limits, interrupted);
    return run(position, limits);
  }

  void start(const Position& position, const EngineLimits& limits) override {
    begin(limits, {});
    running_ = std::thread([this, position, limits] { run(position, limits); });
  }

  Snapshot wait(double seconds, int after) override {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                      [&] { return latest_.number > after || latest_.finished; });
    return latest_.number > after || latest_.finished ? latest_ : Snapshot{};
  }

  void stop() override { clock_.stop(); }
  double idle_seconds() const override { return idle_seconds_.load(std::memory_order_relaxed); }

 private:
  void finish_running() {
    if (!running_.joinable()) return;
    stop();
    running_.join();
  }

  void begin(const EngineLimits& limits, const std::function<bool()>& interrupted) {
    finish_running();
    clock_.begin(limits, interrupted);
    const std::lock_guard lock(mutex_);
    latest_ = {};
  }

  Snapshot run(const Position& position, const EngineLimits& limits) {
    const Board<N> board = Convert<N>::board(position);
    prepare(limits.fresh);
    pool_.begin();
    Worker<N>& leader = *workers_.front();
    const int empties = board.empties();
    const auto publish = [&](const typename Root<Worker<N>>::Answer& answer, bool finished) {
      Snapshot snapshot;
      snapshot.finished = finished;
      snapshot.depth = std::min(answer.depth, empties);
      snapshot.selectivity = level_of(answer.selectivity).percent;
      snapshot.exact = answer.depth >= empties && answer.selectivity == Selectivity::full_width;
      if (finished) {
        for (const auto& worker : workers_) worker->report_nodes();
      }
      snapshot.nodes = clock_.nodes();
      if (finished) clock_.lift_node_limit();  // the rest of a solved line is no part of the search
      for (const auto& line : answer.lines) {
        EngineLine& out = snapshot.lines.emplace_back();
        out.move = Convert<N>::move(line.bit);
        out.score = line.score;
        const bool solved = finished && snapshot.exact && limits.lines > 0;
        const auto bits = solved ? leader.solved_line(board, line.bit, line.score) : line.moves;
        for (const int bit : bits) out.line.push_back(Convert<N>::move(bit));
      }
      snapshot.seconds = clock_.elapsed();
      const std::lock_guard lock(mutex_);
      snapshot.number = latest_.number + 1;
      latest_ = snapshot;
      changed_.notify_all();
      return snapshot;
    };
    leader.set_outcome_only(limits.outcome_only);
    leader.set_single_line(limits.lines <= 1);
    context_.solving = limits.to_end;
    const RootOptions options{true, true, true, aspiration_window, std::max(limits.lines, 1)};
    Pace pace(limits.pace);
    Root<Worker<N>> root(leader, options, [&](const auto& answer) {
      publish(answer, false);
      return !pace.is_enough(answer.best().bit, answer.best().score, clock_.elapsed());
    });
    const auto answer = root.search(board, schedule(limits, empties));
    idle_seconds_.store(pool_.idle_seconds(), std::memory_order_relaxed);
    return publish(answer, true);
  }

  void prepare(bool fresh) {
    if (fresh) {
      table_.forget();
    } else {
      table_.next_generation();
    }
    for (const auto& worker : workers_) worker->prepare(fresh);
  }

  // The depths to search, and how selectively. A search to the end starts from one about half as
  // deep; one without a depth limit goes on to the end as soon as that costs about as much as the
  // next iteration. Either comes to the end selectively first, and climbs from there.
  std::vector<Iteration> schedule(const EngineLimits& limits, int empties) const {
    const Selectivity wanted = level_for(limits.selectivity);
    const bool at_once = limits.to_end && empties <= Endgame<N>::most_empties;
    const bool whole = limits.to_end || limits.depth == 0 || limits.depth >= empties;
    const int last = !whole          ? limits.depth
                     : at_once       ? 0
                     : limits.to_end ? (empties + 1) / 2
                                     : std::max(empties - end_lead, 0);
    std::vector<Iteration> iterations;
    const Selectivity before = limits.to_end ? level_for(first_percent) : wanted;
    for (int depth = 1; depth <= last; ++depth) iterations.push_back({depth, before});
    if (!whole) return iterations;
    if (limits.to_end) {
      // Below, a search to the end is too quick to be worth preparing.
      if (!limits.outcome_only && empties >= least_prepared_empties &&
          wanted > level_for(prepared_percent))
        iterations.push_back({empties, level_for(prepared_percent)});
      iterations.push_back({empties, wanted});
      return iterations;
    }
    const Selectivity end = limits.depth == 0 ? Selectivity::full_width : wanted;
    for (auto level = wanted; level <= end; level = next_level(level))
      iterations.push_back({empties, level});
    return iterations;
  }

  // The lowest level of at least so many percent; without a model of the errors nothing is cut.
  Selectivity level_for(int percent) const {
    std::size_t level = 0;
    while (selectivity_levels[level].percent < percent) ++level;
    return context_.probcut ? static_cast<Selectivity>(level) : Selectivity::full_width;
  }
  static Selectivity next_level(Selectivity level) {
    return static_cast<Selectivity>(static_cast<int>(level) + 1);
  }

  // Solving FFO #40 to #49 took 858 / 766 / 828 million nodes after a search to the end at 73 / 87
  // / 95 %, and 842 after two of them, at 73 and 98 %, with the errors of an early fit; with those
  // of today it is 866 at 87 %, and the others were not tried again.
  static constexpr int first_percent = 73, prepared_percent = 87;
  static constexpr int least_prepared_empties = N <= 6 ? Geometry<N>::squares + 1 : 18;
  // In discs. Nodes to ten plies of 20 WTHOR positions with 40 empty squares with 2 / 3 / 5: 15.8 /
  // 15.3 / 15.5 million.
  static constexpr double aspiration_window = 3;
  // How many plies before the end a search without a depth limit goes on to the end.
  static constexpr int end_lead = 10;

  std::shared_ptr<const Weights> weights_;
  TranspositionTable table_;
  Clock clock_;
  SearchContext<N> context_;
  // Workers outlive the threads of the pool, which end in its destructor.
  std::vector<std::unique_ptr<Worker<N>>> workers_;
  ThreadPool<Worker<N>> pool_;
  std::atomic<double> idle_seconds_ = 0;
  std::thread running_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Snapshot latest_;
};

// What engine.cpp needs of each size.
class EngineFactory {
 public:
  virtual ~EngineFactory() = default;
  virtual std::shared_ptr<const Layout> layout(const std::vector<std::vector<int>>&) const = 0;
  virtual std::shared_ptr<const Weights> weights(const Layout&, int phases,
                                                 std::span<const std::int16_t>,
                                                 const ProbCutModel&) const = 0;
  virtual std::unique_ptr<EngineCore> engine(std::shared_ptr<const Weights>, int threads,
                                             std::size_t table_bytes) const = 0;
};

template <int N>
class SizedEngineFactory final : public EngineFactory {
 public:
  std::shared_ptr<const Layout> layout(const std::vector<std::vector<int>>& shapes) const override {
    return std::make_shared<const SizedLayout<N>>(shapes);
  }
  std::shared_ptr<const Weights> weights(const Layout& layout, int phases,
                                         std::span<const std::int16_t> values,
                                         const ProbCutModel& probcut) const override {
    return std::make_shared<const SizedWeights<N>>(layout, phases, values, probcut);
  }
  std::unique_ptr<EngineCore> engine(std::shared_ptr<const Weights> weights, int threads,
                                     std::size_t table_bytes) const override {
    return std::make_unique<SizedEngine<N>>(std::move(weights), threads, table_bytes);
  }
};

}  // namespace outflank
