// Counts per ply, kept while a search runs.
#pragma once

#include <vector>

#include "types.hpp"

namespace outflank {

class Statistics {
 public:
  explicit Statistics(int plies) : plies_(static_cast<std::size_t>(plies)) {}

  PlyStatistics& at(int ply) { return plies_[static_cast<std::size_t>(ply)]; }

  // Without the plies no node was seen at.
  std::vector<PlyStatistics> used() const {
    std::size_t count = plies_.size();
    while (count > 0 && plies_[count - 1].generated == 0) --count;
    return {plies_.begin(), plies_.begin() + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  std::vector<PlyStatistics> plies_;
};

}  // namespace outflank
