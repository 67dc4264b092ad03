#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "boards.hpp"

namespace outflank::test {
namespace {

template <int L>
struct Count {
  static constexpr int value = L;
};
#define EVERY_COUNT Count<1>, Count<2>, Count<4>

// The same set as a vector of bools, for the plain loops the limbs are compared with.
using Bools = std::vector<bool>;

template <int L>
Bools bools_of(const Limbs<L>& set) {
  Bools bools(L * 64);
  for (int bit = 0; bit < L * 64; ++bit) bools[bit] = set.limb[bit / 64] >> (bit % 64) & 1;
  return bools;
}

Bools moved(const Bools& set, int distance) {
  Bools result(set.size());
  for (int bit = 0; bit < static_cast<int>(set.size()); ++bit) {
    const int target = bit + distance;
    if (set[bit] && target >= 0 && target < static_cast<int>(set.size())) result[target] = true;
  }
  return result;
}

// From sparse to dense: each limb is the AND or the OR of up to three random words.
template <int L>
Limbs<L> random_limbs(Random& random) {
  Limbs<L> set;
  for (std::uint64_t& limb : set.limb) {
    limb = random.next();
    for (int more = random.below(3); more > 0; --more)
      limb = random.below(2) ? limb & random.next() : limb | random.next();
  }
  return set;
}

void check_geometry(int size, int square, int bit, int square_again, int row, int column) {
  CAPTURE(size);
  CHECK(square_again == square);
  CHECK(row == square / size);
  CHECK(column == square % size);
  CHECK(bit >= 0);
}

TEST_CASE_TEMPLATE("squares and bits name each other", S, EVERY_SIZE) {
  using G = Geometry<S::value>;
  constexpr int N = S::value;
  std::set<int> bits;
  for (int square = 0; square < G::squares; ++square) {
    const int bit = G::bit_of_square(square);
    check_geometry(N, square, bit, G::square_of_bit(bit), G::row_of_bit(bit),
                   G::column_of_bit(bit));
    bits.insert(bit);
  }
  CHECK(bits.size() == N * N);
  CHECK(*bits.begin() == 0);
  CHECK(*bits.rbegin() < G::bits);
  CHECK(G::bit(1, 2) == G::bit_of_square(N + 2));
}

TEST_CASE("only five sizes are board sizes") {
  std::vector<int> sizes;
  for (int size = -20; size <= 20; ++size)
    if (is_board_size(size)) sizes.push_back(size);
  CHECK(sizes == std::vector<int>(every_size.begin(), every_size.end()));
}

TEST_CASE_TEMPLATE("sets answer like a vector of bools", C, EVERY_COUNT) {
  constexpr int L = C::value;
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Limbs<L> a = random_limbs<L>(random), b = random_limbs<L>(random);
    const Bools as = bools_of<L>(a), bs = bools_of<L>(b);
    std::vector<int> members, visited, nth;
    Bools both(L * 64), either(L * 64), one(L * 64), not_a(L * 64), tested(L * 64);
    for (int bit = 0; bit < L * 64; ++bit) {
      if (as[bit]) members.push_back(bit);
      tested[bit] = a.test(bit);
      both[bit] = as[bit] && bs[bit];
      either[bit] = as[bit] || bs[bit];
      one[bit] = as[bit] != bs[bit];
      not_a[bit] = !as[bit];
    }
    REQUIRE(tested == as);
    REQUIRE(bools_of<L>(a & b) == both);
    REQUIRE(bools_of<L>(a | b) == either);
    REQUIRE(bools_of<L>(a ^ b) == one);
    REQUIRE(bools_of<L>(~a) == not_a);
    Limbs<L> changed = a;
    REQUIRE(bools_of<L>(changed &= b) == both);
    changed = a;
    REQUIRE(bools_of<L>(changed |= b) == either);
    changed = a;
    REQUIRE(bools_of<L>(changed ^= b) == one);

    REQUIRE(a.count() == static_cast<int>(members.size()));
    REQUIRE(a.any() == !members.empty());
    REQUIRE(a.none() == members.empty());
    a.each([&](int bit) { visited.push_back(bit); });
    REQUIRE(visited == members);
    if (members.empty()) continue;
    REQUIRE(a.first() == members.front());
    for (int n = 0; n < static_cast<int>(members.size()); ++n) nth.push_back(a.nth(n));
    REQUIRE(nth == members);
  }
}

TEST_CASE_TEMPLATE("every single bit", C, EVERY_COUNT) {
  constexpr int L = C::value;
  CHECK(Limbs<L>{}.none());
  CHECK(Limbs<L>{}.count() == 0);
  for (int bit = 0; bit < L * 64; ++bit) {
    Bools bools(L * 64);
    bools[bit] = true;
    const Limbs<L> single = Limbs<L>::single(bit);
    REQUIRE(bools_of<L>(single) == bools);
    REQUIRE(single.any());
    REQUIRE(single.count() == 1);
    REQUIRE(single.first() == bit);
    REQUIRE(single.nth(0) == bit);
    Limbs<L> set;
    set.set(bit);
    set.set(bit);
    REQUIRE(set == single);
  }
}

TEST_CASE_TEMPLATE("sets are ordered like big numbers", C, EVERY_COUNT) {
  constexpr int L = C::value;
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Limbs<L> a = random_limbs<L>(random);
    // Often equal in all but two bits, so that each limb gets to decide.
    Limbs<L> b = a ^ Limbs<L>::single(random.below(L * 64)) ^ Limbs<L>::single(i % (L * 64));
    if (i % 4 == 0) b = random_limbs<L>(random);
    const Bools as = bools_of<L>(a), bs = bools_of<L>(b);
    int highest = L * 64 - 1;
    while (highest >= 0 && as[highest] == bs[highest]) --highest;
    REQUIRE((a == b) == (highest < 0));
    REQUIRE((a < b) == (highest >= 0 && bs[highest]));
    REQUIRE((a > b) == (highest >= 0 && as[highest]));
  }
  CHECK(Limbs<L>{} == Limbs<L>{});
}

TEST_CASE_TEMPLATE("shifts move every bit and lose those pushed off", C, EVERY_COUNT) {
  constexpr int L = C::value;
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const Limbs<L> set = i == 0 ? ~Limbs<L>{} : random_limbs<L>(random);
    const Bools before = bools_of<L>(set);
    [&]<int... Distance>(std::integer_sequence<int, Distance...>) {
      const std::vector<std::pair<int, Bools>> shifts = {
          {Distance, bools_of<L>(set.template shifted<Distance>())}...,
          {-Distance, bools_of<L>(set.template shifted<-Distance>())}...};
      for (const auto& shift : shifts) {
        CAPTURE(shift.first);
        REQUIRE(shift.second == moved(before, shift.first));
      }
    }(std::integer_sequence<int, 0, 1, 7, 8, 11, 16, 17, 34, 63, 64, 65, 128, 150, 192, 255,
                            256>{});
  }
}

}  // namespace
}  // namespace outflank::test
