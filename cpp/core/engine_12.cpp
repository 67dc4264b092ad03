#include "facade_engine_sized.hpp"

namespace outflank {
const EngineFactory& engine_12() {
  static const SizedEngineFactory<12> factory;
  return factory;
}
}  // namespace outflank
