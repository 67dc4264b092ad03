#include "facade_classic.hpp"

namespace outflank {
const ClassicFactory& classic_6() {
  static const SizedFactory<6> factory;
  return factory;
}
}  // namespace outflank
