#include "facade_board.hpp"

namespace outflank {
const Rules& rules_6() {
  static const BoardRules<6> rules;
  return rules;
}
}  // namespace outflank
