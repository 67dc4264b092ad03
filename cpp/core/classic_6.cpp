#include "facade_classic_sized.hpp"

namespace outflank {
const ClassicFactory& classic_6() {
  static const SizedClassicFactory<6> factory;
  return factory;
}
}  // namespace outflank
