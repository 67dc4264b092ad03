#include "facade_engine_sized.hpp"

namespace outflank {
const EngineFactory& engine_4() {
  static const SizedEngineFactory<4> factory;
  return factory;
}
}  // namespace outflank
