#include "facade_board.hpp"

namespace outflank {
const Rules& rules_4() {
  static const BoardRules<4> rules;
  return rules;
}
}  // namespace outflank
