// What the facade checks before a search: nothing that a caller can do may crash the process.
#pragma once

#include <atomic>
#include <string>

#include "../search/types.hpp"
#include "facade.hpp"

namespace outflank {

// `what`: "search" or "engine".
inline void check_position(const std::string& what, int size, const Position& position) {
  if (position.size != size) {
    throw NotationError("this " + what + " is for boards of size " + std::to_string(size) +
                        ", not " + std::to_string(int{position.size}));
  }
  if (!position.can_move) throw IllegalMove("there is nothing to search: no square can be played");
}

inline void check_count(const char* name, int count) {
  if (count < 0)
    throw NotationError(std::string(name) + " " + std::to_string(count) + " is negative");
}

// Not a number is refused as well.
inline void check_seconds(double seconds) {
  if (!(seconds >= 0)) throw NotationError("seconds must be a number from 0 on");
}

inline void check_limits(const Limits& limits) {
  check_count("depth", limits.depth);
  check_seconds(limits.seconds);
}

// Held while a search runs. A second one is refused, not kept waiting: a signal handler that asked
// again would wait for itself.
class Turn {
 public:
  Turn(const std::string& what, std::atomic<bool>& taken) : taken_(taken) {
    if (taken_.exchange(true)) {
      throw EngineError("this " + what +
                        " is busy with another call; wait for that or make another " + what);
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { taken_.store(false); }

 private:
  std::atomic<bool>& taken_;
};

}  // namespace outflank
