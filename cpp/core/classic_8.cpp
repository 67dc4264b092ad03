#include "facade_classic_sized.hpp"

namespace outflank {
const ClassicFactory& classic_8() {
  static const SizedClassicFactory<8> factory;
  return factory;
}
}  // namespace outflank
