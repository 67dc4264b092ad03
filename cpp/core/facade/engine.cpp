#include <cmath>
#include <system_error>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include "checks.hpp"
#include "sized_engine.hpp"
#include "sizes.hpp"

namespace outflank {

const EngineFactory& engine_4();
const EngineFactory& engine_6();
const EngineFactory& engine_8();
const EngineFactory& engine_10();
const EngineFactory& engine_12();

namespace {

const EngineFactory& factory_of(int size) {
  return of_size(size, engine_4, engine_6, engine_8, engine_10, engine_12);
}

long process_id() {
#if defined(_WIN32)
  return 0;  // there is no fork
#else
  return getpid();
#endif
}

// Checks what the engine of one size takes for granted.
class CheckedEngine final : public EngineCore {
 public:
  explicit CheckedEngine(std::unique_ptr<EngineCore> engine) : engine_(std::move(engine)) {}
  // A forked child has none of the engine's threads: there is nothing to join, and what they waited
  // on cannot be destroyed. The memory is left to the end of the child.
  ~CheckedEngine() override {
    if (is_inherited()) static_cast<void>(engine_.release());
  }

  int size() const override { return engine_->size(); }

  Snapshot search(const Position& position, const EngineLimits& limits,
                  const std::function<bool()>& interrupted) override {
    check(position, limits);
    const Turn turn("engine", taken_);
    return engine_->search(position, limits, interrupted);
  }

  void start(const Position& position, const EngineLimits& limits) override {
    check(position, limits);
    const Turn turn("engine", taken_);
    try {
      engine_->start(position, limits);
    } catch (const std::system_error&) {
      throw EngineError("the system has no thread left for a search");
    }
  }

  Snapshot wait(double seconds, int after) override {
    check_process();
    check_seconds(seconds);
    constexpr double a_year =
        365.0 * 24 * 60 * 60;  // what the clock can hold, and more than enough
    return engine_->wait(std::min(seconds, a_year), after);
  }

  void stop() override { engine_->stop(); }
  double idle_seconds() const override { return engine_->idle_seconds(); }

 private:
  bool is_inherited() const { return process_id() != process_; }

  void check_process() const {
    if (is_inherited()) {
      throw EngineError(
          "an engine made before a fork cannot be used in the child; make a new one there");
    }
  }

  void check(const Position& position, const EngineLimits& limits) const {
    check_process();
    check_position("engine", size(), position);
    check_limits(limits);
    if (limits.selectivity < 0 || limits.selectivity > 100) {
      throw NotationError("selectivity is from 0 to 100 %, not " +
                          std::to_string(limits.selectivity));
    }
    check_count("lines", limits.lines);
    check_seconds(limits.pace);
  }

  std::unique_ptr<EngineCore> engine_;
  long process_ = process_id();
  std::atomic<bool> taken_{false};
};

}  // namespace

std::shared_ptr<const Layout> Layout::make(int size, const std::vector<std::vector<int>>& shapes) {
  return factory_of(size).layout(shapes);
}

std::shared_ptr<const Weights> Weights::make(const Layout& layout, int phases,
                                             std::span<const std::int16_t> values,
                                             const ProbCutModel& probcut) {
  if (phases < 1) throw NotationError("weights need at least one phase");
  for (const auto coefficients :
       {std::span<const double>(probcut.midgame), std::span<const double>(probcut.endgame)})
    for (const double each : coefficients)
      if (!(std::abs(each) <= 1000))
        throw NotationError("a coefficient of the errors of shallow searches is above 1000");
  const auto expected =
      static_cast<std::size_t>(phases) * static_cast<std::size_t>(layout.columns());
  if (values.size() != expected) {
    throw NotationError("there are " + std::to_string(values.size()) + " weights, expected " +
                        std::to_string(expected));
  }
  return factory_of(layout.size()).weights(layout, phases, values, probcut);
}

std::unique_ptr<EngineCore> EngineCore::make(int size, std::shared_ptr<const Weights> weights,
                                             int threads, std::size_t table_bytes) {
  constexpr int most_threads = 256;
  if (threads < 1 || threads > most_threads) {
    throw NotationError(std::to_string(threads) + " threads are not possible; use 1 to " +
                        std::to_string(most_threads));
  }
  if (weights && weights->size() != size) {
    throw NotationError("the weights are for boards of size " + std::to_string(weights->size()) +
                        ", not " + std::to_string(size));
  }
  try {
    return std::make_unique<CheckedEngine>(
        factory_of(size).engine(std::move(weights), threads, table_bytes));
  } catch (const std::system_error&) {
    throw EngineError("the system has no room for " + std::to_string(threads) + " threads");
  }
}

}  // namespace outflank
