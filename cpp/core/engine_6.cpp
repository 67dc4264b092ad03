#include "facade_engine_sized.hpp"

namespace outflank {
const EngineFactory& engine_6() {
  static const SizedEngineFactory<6> factory;
  return factory;
}
}  // namespace outflank
