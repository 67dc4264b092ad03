#include "facade_classic.hpp"

namespace outflank {
const ClassicFactory& classic_10() {
  static const SizedFactory<10> factory;
  return factory;
}
}  // namespace outflank
