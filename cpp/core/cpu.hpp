// Which instruction sets this CPU runs. For code built for any CPU: nothing here needs a newer one.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#if defined(__x86_64__) || defined(_M_X64)
#define OUTFLANK_X86 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace outflank {

#if defined(OUTFLANK_X86)

namespace cpu {

struct Registers {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

inline Registers cpuid(std::uint32_t leaf) {
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
inline std::uint64_t saved_state() {
#if defined(_MSC_VER)
  return _xgetbv(0);
#else
  std::uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
#endif
}

constexpr bool all_set(std::uint32_t value, std::initializer_list<int> bits) {
  for (const int bit : bits)
    if (!(value >> bit & 1)) return false;
  return true;
}

}  // namespace cpu

// From the oldest to the newest. Bit numbers from the Intel and AMD manuals, levels from the x86-64
// psABI.
inline std::vector<const char*> instruction_sets() {
  using namespace cpu;
  const Registers one = cpuid(1), seven = cpuid(7), extended = cpuid(0x80000001);
  std::vector<const char*> names;
  // SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF.
  if (!all_set(one.ecx, {0, 9, 13, 19, 20, 23}) || !all_set(extended.ecx, {0})) return names;
  names.push_back("x86-64-v2");
  // FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT; the system saves XMM and YMM.
  const bool v3 = all_set(one.ecx, {12, 22, 27, 28, 29}) && all_set(seven.ebx, {3, 5, 8}) &&
                  all_set(extended.ecx, {5}) && (saved_state() & 6) == 6;
  if (v3) names.push_back("x86-64-v3");
  return names;
}

#else

// From the oldest to the newest.
inline std::vector<const char*> instruction_sets() { return {"baseline"}; }

#endif

}  // namespace outflank
