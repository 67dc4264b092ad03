#include "facade_classic_sized.hpp"

namespace outflank {
const ClassicFactory& classic_4() {
  static const SizedClassicFactory<4> factory;
  return factory;
}
}  // namespace outflank
