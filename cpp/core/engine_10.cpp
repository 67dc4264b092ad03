#include "facade_engine_sized.hpp"

namespace outflank {
const EngineFactory& engine_10() {
  static const SizedEngineFactory<10> factory;
  return factory;
}
}  // namespace outflank
