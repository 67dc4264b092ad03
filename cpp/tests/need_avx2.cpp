// Ends a test program built for x86-64-v3 at once on a CPU that cannot run it.
//
// Before main, not in it: test cases register themselves in static constructors, and those are
// compiled for x86-64-v3 too. Priority 101, the first a program may use, comes before them all.
#include <cstdio>
#include <cstdlib>

#if defined(__GNUC__) && defined(__x86_64__)

namespace {

[[gnu::constructor(101)]] void skip_without_avx2() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return;
  std::puts("skipped: this CPU lacks AVX2");
  std::fflush(stdout);
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace

#endif
