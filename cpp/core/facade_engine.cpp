#include "facade_engine_sized.hpp"

namespace outflank {

const EngineFactory& engine_4();
const EngineFactory& engine_6();
const EngineFactory& engine_8();
const EngineFactory& engine_10();
const EngineFactory& engine_12();

namespace {

const EngineFactory& factory_of(int size) {
  Rules::of(size);  // throws for a size there is no board for
  switch (size) {
    case 4: return engine_4();
    case 6: return engine_6();
    case 8: return engine_8();
    case 10: return engine_10();
    default: return engine_12();
  }
}

}  // namespace

std::shared_ptr<const Layout> Layout::make(int size, const std::vector<std::vector<int>>& shapes) {
  return factory_of(size).layout(shapes);
}

std::shared_ptr<const Weights> Weights::make(const Layout& layout, int phases,
                                             std::span<const std::int16_t> values) {
  if (phases < 1) throw NotationError("weights need at least one phase");
  const auto expected =
      static_cast<std::size_t>(phases) * static_cast<std::size_t>(layout.columns());
  if (values.size() != expected) {
    throw NotationError("there are " + std::to_string(values.size()) + " weights, expected " +
                        std::to_string(expected));
  }
  return factory_of(layout.size()).weights(layout, phases, values);
}

std::unique_ptr<EngineCore> EngineCore::make(int size, std::shared_ptr<const Weights> weights,
                                             int threads, std::size_t table_bytes) {
  constexpr int most_threads = 256;
  if (threads < 1 || threads > most_threads) {
    throw NotationError(std::to_string(threads) + " threads are not possible; use 1 to " +
                        std::to_string(most_threads));
  }
  if (weights && weights->size() != size) {
    throw NotationError("the weights are for boards of size " + std::to_string(weights->size()) +
                        ", not " + std::to_string(size));
  }
  return factory_of(size).engine(std::move(weights), threads, table_bytes);
}

}  // namespace outflank
