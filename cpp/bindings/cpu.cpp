// A tiny module, built for the oldest CPUs, that tells which instruction sets this one runs.
#include "cpu.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace {

nb::list instruction_sets() {
  nb::list names;
  for (const char* name : outflank::instruction_sets()) names.append(name);
  return names;
}

}  // namespace

NB_MODULE(_cpu, module) {
  module.doc() = "Which instruction sets this CPU runs.";
  module.def("instruction_sets", &instruction_sets, nb::sig("def instruction_sets() -> list[str]"),
             "From the oldest to the newest.");
}
