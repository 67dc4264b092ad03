// What can be wrong with input. Each message is one sentence for a person.
#pragma once

#include <stdexcept>

namespace outflank {

// Text, a size or an array that does not describe a board or a move.
struct NotationError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A well-formed move the rules forbid here.
struct IllegalMove : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A search or an engine that cannot do its part.
struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace outflank
