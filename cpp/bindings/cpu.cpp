// A tiny module, built for the oldest CPUs, that tells which instruction sets this one runs.
#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#define OUTFLANK_X86 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace nb = nanobind;

namespace {

#if defined(OUTFLANK_X86)

struct Registers {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(std::uint32_t leaf) {
  Registers r;
#if defined(_MSC_VER)
  std::array<int, 4> values{};
  __cpuidex(values.data(), static_cast<int>(leaf), 0);
  r = {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
       static_cast<std::uint32_t>(values[2]), static_cast<std::uint32_t>(values[3])};
#else
  if (!__get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx)) r = {};
#endif
  return r;
}

// Which register sets the operating system saves; only valid where CPUID reports OSXSAVE.
std::uint64_t saved_state() {
#if defined(_MSC_VER)
  return _xgetbv(0);
#else
  std::uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
#endif
}

constexpr bool all(std::uint32_t value, std::initializer_list<int> bits) {
  for (const int bit : bits)
    if (!(value >> bit & 1)) return false;
  return true;
}

// Bit numbers from the Intel and AMD manuals, levels from the x86-64 psABI.
nb::list instruction_sets() {
  const Registers one = cpuid(1), seven = cpuid(7), extended = cpuid(0x80000001);
  nb::list found;
  // SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF.
  if (!all(one.ecx, {0, 9, 13, 19, 20, 23}) || !all(extended.ecx, {0})) return found;
  found.append("x86-64-v2");
  // FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT; the system saves XMM and YMM.
  const bool v3 = all(one.ecx, {12, 22, 27, 28, 29}) && all(seven.ebx, {3, 5, 8}) &&
                  all(extended.ecx, {5}) && (saved_state() & 6) == 6;
  if (v3) found.append("x86-64-v3");
  return found;
}

#else

nb::list instruction_sets() {
  nb::list found;
  found.append("baseline");
  return found;
}

#endif

}  // namespace

NB_MODULE(_cpu, module) {
  module.doc() = "Which instruction sets this CPU runs.";
  module.def("instruction_sets", &instruction_sets, nb::sig("def instruction_sets() -> list[str]"),
             "From the oldest to the newest.");
}
