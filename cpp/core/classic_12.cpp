#include "facade_classic.hpp"

namespace outflank {
const ClassicFactory& classic_12() {
  static const SizedFactory<12> factory;
  return factory;
}
}  // namespace outflank
