// A set of squares: one to four 64-bit limbs, bit 0 of limb 0 is a1.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "geometry.hpp"

namespace outflank {

template <int L>
struct Limbs {
  alignas(L == 4 ? 32 : L * 8) std::array<std::uint64_t, L> limb{};

  static constexpr Limbs single(int bit) {
    Limbs result;
    result.limb[bit / 64] = std::uint64_t{1} << (bit % 64);
    return result;
  }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < L; ++i) all |= limb[i];
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  constexpr bool test(int bit) const { return limb[bit / 64] >> (bit % 64) & 1; }
  constexpr void set(int bit) { limb[bit / 64] |= std::uint64_t{1} << (bit % 64); }

  constexpr int count() const {
    int total = 0;
    for (int i = 0; i < L; ++i) total += std::popcount(limb[i]);
    return total;
  }

  // The lowest bit of a non-empty set.
  constexpr int first() const {
    for (int i = 0; i < L - 1; ++i)
      if (limb[i]) return i * 64 + std::countr_zero(limb[i]);
    return (L - 1) * 64 + std::countr_zero(limb[L - 1]);
  }

  // The n-th lowest bit (from 0) of a set with more than n bits.
  int nth(int n) const {
    int i = 0;
    if constexpr (L > 1) {
      for (; i < L - 1; ++i) {
        const int here = std::popcount(limb[i]);
        if (n < here) break;
        n -= here;
      }
    }
    std::uint64_t rest = limb[i];
#if defined(__BMI2__)
    return i * 64 + std::countr_zero(_pdep_u64(std::uint64_t{1} << n, rest));
#else
    while (n-- > 0) rest &= rest - 1;
    return i * 64 + std::countr_zero(rest);
#endif
  }

  template <class Visit>
  constexpr void each(Visit&& visit) const {
    for (int i = 0; i < L; ++i)
      for (std::uint64_t rest = limb[i]; rest; rest &= rest - 1)
        visit(i * 64 + std::countr_zero(rest));
  }

  // Not defaulted: that calls memcmp, 1.5 % of solving.
  friend constexpr bool operator==(const Limbs& a, const Limbs& b) {
    std::uint64_t different = 0;
    for (int i = 0; i < L; ++i) different |= a.limb[i] ^ b.limb[i];
    return different == 0;
  }
  // As one big number: the order used to pick a canonical board.
  friend constexpr std::strong_ordering operator<=>(const Limbs& a, const Limbs& b) {
    for (int i = L - 1; i > 0; --i)
      if (a.limb[i] != b.limb[i]) return a.limb[i] <=> b.limb[i];
    return a.limb[0] <=> b.limb[0];
  }

  friend constexpr Limbs operator&(Limbs a, const Limbs& b) {
    for (int i = 0; i < L; ++i) a.limb[i] &= b.limb[i];
    return a;
  }
  friend constexpr Limbs operator|(Limbs a, const Limbs& b) {
    for (int i = 0; i < L; ++i) a.limb[i] |= b.limb[i];
    return a;
  }
  friend constexpr Limbs operator^(Limbs a, const Limbs& b) {
    for (int i = 0; i < L; ++i) a.limb[i] ^= b.limb[i];
    return a;
  }
  // Sets bits outside the board too: always followed by a mask.
  friend constexpr Limbs operator~(Limbs a) {
    for (int i = 0; i < L; ++i) a.limb[i] = ~a.limb[i];
    return a;
  }
  constexpr Limbs& operator&=(const Limbs& b) { return *this = *this & b; }
  constexpr Limbs& operator|=(const Limbs& b) { return *this = *this | b; }
  constexpr Limbs& operator^=(const Limbs& b) { return *this = *this ^ b; }

  // Moves every bit by Distance (negative: downwards). Bits pushed off either end are lost.
  template <int Distance>
  constexpr Limbs shifted() const {
    Limbs result;
    if constexpr (Distance >= 0) {
      constexpr int whole = Distance / 64, part = Distance % 64;
      for (int i = L - 1; i >= whole; --i) {
        result.limb[i] = limb[i - whole] << part;
        if constexpr (part != 0)
          if (i - whole > 0) result.limb[i] |= limb[i - whole - 1] >> (64 - part);
      }
    } else {
      constexpr int whole = -Distance / 64, part = -Distance % 64;
      for (int i = 0; i + whole < L; ++i) {
        result.limb[i] = limb[i + whole] >> part;
        if constexpr (part != 0)
          if (i + whole + 1 < L) result.limb[i] |= limb[i + whole + 1] << (64 - part);
      }
    }
    return result;
  }
};

template <int N>
using Bits = Limbs<Geometry<N>::limbs>;

}  // namespace outflank
