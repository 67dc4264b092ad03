// What the bindings of all searches share.
#pragma once

#include <string>
#include <vector>

#include "bindings.hpp"

namespace outflank::bindings {

// Runs search(interrupted) without the interpreter's lock, and raises what a signal handler raised
// meanwhile, such as KeyboardInterrupt.
template <class Search>
auto interruptible(Search&& search) {
  bool raised = false;
  const auto interrupted = [&raised] {
    nb::gil_scoped_acquire acquired;
    raised = PyErr_CheckSignals() != 0;
    return raised;
  };
  auto result = [&] {
    nb::gil_scoped_release released;
    return search(interrupted);
  }();
  if (raised) throw nb::python_error();
  return result;
}

inline nb::tuple moves_tuple(const std::vector<Move>& moves) {
  nb::list list;
  for (const Move move : moves) list.append(interned(move));
  return nb::tuple(list);
}

inline std::size_t megabytes(int count) {
  if (count < 0) throw NotationError("a table of " + std::to_string(count) + " MB cannot be made");
  return static_cast<std::size_t>(count) << 20;
}

}  // namespace outflank::bindings
