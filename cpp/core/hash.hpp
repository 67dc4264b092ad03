// A 64-bit hash of a board, equal on every machine. Two seeds give a 128-bit key.
#pragma once

#include "board.hpp"

namespace outflank {

// The finaliser of MurmurHash3 (Appleby): every input bit changes every output bit about half
// the time, and it is a bijection.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
  return x ^ (x >> 33);
}

template <int N>
constexpr std::uint64_t hash(const Board<N>& board, std::uint64_t seed = 0) {
  std::uint64_t h = seed + N;
  for (const std::uint64_t limb : board.own.limb) h = mix(h ^ limb) + 0x9e3779b97f4a7c15u;
  for (const std::uint64_t limb : board.opp.limb) h = mix(h ^ limb) + 0x9e3779b97f4a7c15u;
  return mix(h);
}

}  // namespace outflank
