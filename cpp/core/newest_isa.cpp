// Prints the newest instruction set this CPU runs; CMake asks it for OUTFLANK_ISAS=native.
#include <cstdio>

#include "cpu.hpp"

int main() {
  const auto names = outflank::instruction_sets();
  if (!names.empty()) std::fputs(names.back(), stdout);
}
