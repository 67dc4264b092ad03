#include "bindings.hpp"

// The module's name differs by instruction set and comes from the build.
#define OUTFLANK_DEFINE(name, variable) NB_MODULE(name, variable)

OUTFLANK_DEFINE(OUTFLANK_MODULE, module) {
  using namespace outflank;
  module.doc() = "The compiled core of Outflank; use it through the outflank package.";
  // A value still alive when Python exits is not worth a report to the user.
  nb::set_leak_warnings(false);
  bindings::bind_errors();
  bindings::bind_move(module);
  bindings::bind_position(module);
  bindings::bind_lines(module);
  bindings::bind_batch(module);
  bindings::bind_classic(module);
  bindings::bind_engine(module);
  bindings::check_arguments(module);
  // People find them in the package; so does pickle, whichever instruction set wrote the file.
  for (const char* type : {"Color", "Move", "Position"})
    module.attr(type).attr("__module__") = "outflank";
  const std::string_view isa = instruction_set(), by = compiler();
  module.attr("INSTRUCTION_SET") = nb::str(isa.data(), isa.size());
  module.attr("COMPILER") = nb::str(by.data(), by.size());
}
