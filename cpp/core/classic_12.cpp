#include "facade_classic_sized.hpp"

namespace outflank {
const ClassicFactory& classic_12() {
  static const SizedClassicFactory<12> factory;
  return factory;
}
}  // namespace outflank
