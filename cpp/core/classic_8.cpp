#include "facade_classic.hpp"

namespace outflank {
const ClassicFactory& classic_8() {
  static const SizedFactory<8> factory;
  return factory;
}
}  // namespace outflank
