#include "facade_board.hpp"

namespace outflank {
const Rules& rules_10() {
  static const BoardRules<10> rules;
  return rules;
}
}  // namespace outflank
