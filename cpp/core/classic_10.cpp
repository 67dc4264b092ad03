#include "facade_classic_sized.hpp"

namespace outflank {
const ClassicFactory& classic_10() {
  static const SizedClassicFactory<10> factory;
  return factory;
}
}  // namespace outflank
