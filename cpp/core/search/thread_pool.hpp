// Threads that search one tree together: the young brothers wait concept (Feldmann 1993).
//
// A node whose first move did not decide it may hand its other moves to idle threads: it opens a
// split point, and every thread that joins takes the next move that nobody has taken. The owner of
// a split point works on it too, and while others still do, it helps in the split points opened
// below it. Work that a cut-off has made useless is abandoned at the next look.
//
// Who has nothing to do spins for a while, since work usually turns up within microseconds, and
// then sleeps until it is woken for a split point that it may join.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace outflank {

// What the threads of one node share. The searcher adds what its nodes need.
struct SplitPoint {
  const SplitPoint* parent = nullptr;
  int depth = 0;
  std::mutex mutex;                  // guards what follows and the derived parts
  int next = 0, count = 0;           // moves taken, and all of them
  std::atomic<bool> cutoff = false;  // decided: what is still searched here is useless
  int helpers = 0;                   // guarded by the pool's mutex

  bool cutoff_occurred() const {
    for (const SplitPoint* point = this; point; point = point->parent)
      if (point->cutoff.load(std::memory_order_relaxed)) return true;
    return false;
  }
  bool is_below(const SplitPoint* ancestor) const {
    for (const SplitPoint* point = this; point; point = point->parent)
      if (point == ancestor) return true;
    return false;
  }
  bool has_work() {
    const std::lock_guard lock(mutex);
    return next < count && !cutoff.load(std::memory_order_relaxed);
  }
};

// A Worker offers work_on(SplitPoint&): takes moves of it until there are none left; never throws.
template <class Worker>
class ThreadPool {
  using Time = std::chrono::steady_clock;

 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
      changes_.fetch_add(1, std::memory_order_release);
      for (Waiter* waiter : waiting_) waiter->awake.notify_one();
    }
    for (std::thread& thread : threads_) thread.join();
  }

  // Adds a thread that helps with this worker.
  void add(Worker& worker) {
    threads_.emplace_back([this, &worker] { idle_loop(worker); });
  }

  // Whether a thread has nothing to do, or waits for the others of its own split point.
  bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

  // From here on idle time counts.
  void begin() {
    const std::lock_guard lock(mutex_);
    begun_ = Time::now();
    idle_time_ = {};
  }

  // The time that all threads together have had nothing to do since `begin`.
  double idle_seconds() {
    const std::lock_guard lock(mutex_);
    Time::duration sum = idle_time_;
    for (const Waiter* waiter : waiting_) sum += idle_since(*waiter);
    return std::chrono::duration<double>(sum).count();
  }

  // Works on `point` with all who join, and returns when nobody does any more.
  void split(SplitPoint& point, Worker& owner) {
    {
      const std::lock_guard lock(mutex_);
      open_.push_back(&point);
      changes_.fetch_add(1, std::memory_order_release);
      int wanted = point.count - point.next - 1;
      for (Waiter* waiter : waiting_)
        if (wanted > 0 && (!waiter->own || point.is_below(waiter->own))) {
          waiter->awake.notify_one();
          --wanted;
        }
    }
    owner.work_on(point);
    std::unique_lock lock(mutex_);
    std::erase(open_, &point);
    while (point.helpers > 0) {
      if (SplitPoint* below = joinable(&point)) {
        join(*below, owner, lock);
      } else {
        wait(&point, lock);
      }
    }
  }

 private:
  // A thread that has nothing to do.
  struct Waiter {
    const SplitPoint* own;  // the split point it waits for, and below which it may help
    Time::time_point since;
    std::condition_variable awake{};
  };

  void idle_loop(Worker& worker) {
    std::unique_lock lock(mutex_);
    while (!closing_) {
      if (SplitPoint* point = joinable(nullptr)) {
        join(*point, worker, lock);
      } else {
        wait(nullptr, lock);
      }
    }
  }

  // Until something may have changed.
  void wait(const SplitPoint* own, std::unique_lock<std::mutex>& lock) {
    Waiter waiter{own, Time::now()};
    waiting_.push_back(&waiter);
    idle_.fetch_add(1, std::memory_order_relaxed);
    const unsigned seen = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    bool changed = false;
    for (int i = 0; i < spins && !changed; ++i) {
      pause();
      changed = changes_.load(std::memory_order_acquire) != seen;
    }
    lock.lock();
    if (changes_.load(std::memory_order_relaxed) == seen) waiter.awake.wait(lock);
    idle_.fetch_sub(1, std::memory_order_relaxed);
    idle_time_ += idle_since(waiter);
    std::erase(waiting_, &waiter);
  }

  Time::duration idle_since(const Waiter& waiter) const {
    return Time::now() - std::max(waiter.since, begun_);
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }

  // The deepest open split point with work left, below `ancestor` if one is given.
  SplitPoint* joinable(const SplitPoint* ancestor) {
    SplitPoint* best = nullptr;
    for (SplitPoint* point : open_)
      if ((!ancestor || point->is_below(ancestor)) && point->has_work() &&
          (!best || point->depth > best->depth))
        best = point;
    return best;
  }

  void join(SplitPoint& point, Worker& worker, std::unique_lock<std::mutex>& lock) {
    ++point.helpers;
    lock.unlock();
    worker.work_on(point);
    lock.lock();
    if (--point.helpers > 0) return;
    // Its owner may go on.
    changes_.fetch_add(1, std::memory_order_release);
    for (Waiter* waiter : waiting_)
      if (waiter->own == &point) waiter->awake.notify_one();
  }

  // About 50 microseconds.
  static constexpr int spins = 1000;

  std::mutex mutex_;
  std::vector<SplitPoint*> open_;
  std::vector<Waiter*> waiting_;
  std::atomic<int> idle_ = 0;
  // Split points opened, and left by their helpers. Changed under the mutex: who sees no change
  // while holding it may sleep, and will be woken by the next.
  std::atomic<unsigned> changes_ = 0;
  bool closing_ = false;
  Time::time_point begun_{};
  Time::duration idle_time_{};
  std::vector<std::thread> threads_;
};

}  // namespace outflank
