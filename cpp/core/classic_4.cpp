#include "facade_classic.hpp"

namespace outflank {
const ClassicFactory& classic_4() {
  static const SizedFactory<4> factory;
  return factory;
}
}  // namespace outflank
