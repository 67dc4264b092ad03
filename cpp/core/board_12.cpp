#include "facade_board.hpp"

namespace outflank {
const Rules& rules_12() {
  static const BoardRules<12> rules;
  return rules;
}
}  // namespace outflank
