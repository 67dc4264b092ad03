// A value per square, summed over a set eight squares at a time.
#pragma once

#include <span>
#include <vector>

#include "../bits.hpp"

namespace outflank {

template <int N>
class SquareTable {
  using G = Geometry<N>;
  static constexpr int bytes = (G::bit(N - 1, N - 1) + 8) / 8;

 public:
  // `values`: N * N numbers, row by row.
  explicit SquareTable(std::span<const double> values) : sums_(bytes * 256) {
    std::array<double, bytes * 8> by_bit{};
    for (int square = 0; square < G::squares; ++square)
      by_bit[static_cast<std::size_t>(G::bit_of_square(square))] =
          values[static_cast<std::size_t>(square)];
    for (int byte = 0; byte < bytes; ++byte)
      for (int content = 0; content < 256; ++content) {
        double sum = 0;
        for (int bit = 0; bit < 8; ++bit)
          if (content >> bit & 1) sum += by_bit[static_cast<std::size_t>(byte * 8 + bit)];
        sums_[static_cast<std::size_t>(byte * 256 + content)] = sum;
      }
  }

  double sum(const Bits<N>& set) const {
    double total = 0;
    for (int byte = 0; byte < bytes; ++byte) {
      const auto content = set.limb[byte / 8] >> (byte % 8 * 8) & 0xff;
      total += sums_[static_cast<std::size_t>(byte) * 256 + content];
    }
    return total;
  }

 private:
  std::vector<double> sums_;
};

}  // namespace outflank
