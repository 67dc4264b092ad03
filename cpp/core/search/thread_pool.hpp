// Threads that search one tree together: the young brothers wait concept (Feldmann 1993).
//
// A node whose first move did not decide it may hand its other moves to idle threads: it opens a
// split point, and every thread that joins takes the next move that nobody has taken. The owner of
// a split point works on it too, and while others still do, it helps in the split points opened
// below it. Work that a cut-off has made useless is abandoned at the next look.
#pragma once

#include <atomic>
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
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // Adds a thread that helps with this worker.
  void add(Worker& worker) {
    threads_.emplace_back([this, &worker] { idle_loop(worker); });
  }

  bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

  // Works on `point` with all who join, and returns when nobody does any more.
  void split(SplitPoint& point, Worker& owner) {
    {
      const std::lock_guard lock(mutex_);
      open_.push_back(&point);
    }
    changed_.notify_all();
    owner.work_on(point);
    std::unique_lock lock(mutex_);
    std::erase(open_, &point);
    while (point.helpers > 0) {
      if (SplitPoint* below = joinable(&point)) {
        join(*below, owner, lock);
      } else {
        changed_.wait(lock);
      }
    }
  }

 private:
  void idle_loop(Worker& worker) {
    std::unique_lock lock(mutex_);
    while (!closing_) {
      if (SplitPoint* point = joinable(nullptr)) {
        join(*point, worker, lock);
      } else {
        idle_.fetch_add(1, std::memory_order_relaxed);
        changed_.wait(lock);
        idle_.fetch_sub(1, std::memory_order_relaxed);
      }
    }
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
    // Its owner, and anyone waiting for work below it.
    if (--point.helpers == 0) changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SplitPoint*> open_;
  std::atomic<int> idle_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace outflank
