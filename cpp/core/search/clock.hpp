// When a search has to end. Written once for all searches: a Clock per search holds its limits and
// the stop flag, and a Ticker per thread counts nodes and looks at the clock now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "types.hpp"

namespace outflank {

// Thrown from the middle of a search to unwind it. Results of unfinished nodes are never stored.
struct Stopped {};

// `stop` may be called by any thread; `begin` only while no search is running.
class Clock {
 public:
  void begin(const Limits& limits, std::function<bool()> interrupted) {
    stop_.store(false, std::memory_order_relaxed);
    nodes_.store(0, std::memory_order_relaxed);
    node_limit_ = limits.nodes;
    seconds_ = limits.seconds;
    interrupted_ = std::move(interrupted);
    asked_ = 0;
    begun_ = std::chrono::steady_clock::now();
  }

  void stop() { stop_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return stop_.load(std::memory_order_relaxed); }
  void lift_node_limit() { node_limit_ = 0; }

  // Of all threads, as far as they have reported them.
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  void add_nodes(std::uint64_t count) { nodes_.fetch_add(count, std::memory_order_relaxed); }
  std::uint64_t nodes_left() const {
    if (node_limit_ == 0) return ~std::uint64_t{0};
    const std::uint64_t used = nodes();
    return node_limit_ > used ? node_limit_ - used : 1;
  }

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }

  // True once the search has to end. `asks`: this is the thread that was called, the only one on
  // which `interrupted` may be asked.
  bool has_ended(bool asks) {
    asks = asks && interrupted_;
    if (node_limit_ && nodes() >= node_limit_) stop();
    if (asks || seconds_ > 0) {
      const double now = elapsed();
      if (seconds_ > 0 && now >= seconds_) stop();
      if (asks && now - asked_ >= seconds_between_asks) {
        asked_ = now;
        if (interrupted_()) stop();
      }
    }
    return is_stopped();
  }

 private:
  // Soon enough for Ctrl-C; asking takes the interpreter's lock.
  static constexpr double seconds_between_asks = 0.05;

  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t node_limit_ = 0;
  double seconds_ = 0, asked_ = 0;
  std::function<bool()> interrupted_;
  std::chrono::steady_clock::time_point begun_{};
};

// The nodes of one thread.
class Ticker {
 public:
  std::uint64_t nodes = 0;

  Ticker(Clock& clock, bool asks) : clock_(clock), asks_(asks) {}

  // After the clock's own.
  void begin() {
    nodes = reported_ = 0;
    schedule();
  }

  // Called once for every node, before anything is done for it; throws Stopped.
  void tick() {
    if (++nodes >= next_look_) look();
  }

  // Adds the nodes the clock does not know yet; only when no search is running.
  void report_nodes() {
    clock_.add_nodes(nodes - reported_);
    reported_ = nodes;
  }

 protected:
  ~Ticker() = default;

  // True if what this thread searches has become useless.
  virtual bool cutoff_occurred() const { return false; }

  Clock& clock_;

 private:
  // About 0.1 ms of the classic searches on 8x8 and 0.3 ms on 12x12, and less of the engine's: far
  // below the 5 ms a deadline may be missed by.
  static constexpr std::uint64_t nodes_between_looks = 512;

  void look() {
    report_nodes();
    if (clock_.has_ended(asks_) || cutoff_occurred()) throw Stopped{};
    schedule();
  }
  void schedule() { next_look_ = nodes + std::min(nodes_between_looks, clock_.nodes_left()); }

  bool asks_;
  std::uint64_t reported_ = 0, next_look_ = 0;
};

// The ticker of a search that has a single thread.
class SoloTicker final : public Ticker {
 public:
  explicit SoloTicker(Clock& clock) : Ticker(clock, true) { begin(); }
};

}  // namespace outflank
