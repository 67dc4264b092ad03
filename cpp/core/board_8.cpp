#include "facade_board.hpp"

namespace outflank {
const Rules& rules_8() {
  static const BoardRules<8> rules;
  return rules;
}
}  // namespace outflank
