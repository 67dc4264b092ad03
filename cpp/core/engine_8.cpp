#include "facade_engine_sized.hpp"

namespace outflank {
const EngineFactory& engine_8() {
  static const SizedEngineFactory<8> factory;
  return factory;
}
}  // namespace outflank
