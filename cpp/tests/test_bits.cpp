#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "boards.hpp"

namespace outflank::test {
namespace {

// The same set as a vector of bools, for the plain loops the limbs are compared with.
template <int L>
std::vector<bool> bools_of(const Limbs<L>& set) {
  std::vector<bool> bools(L * 64);
  for (int bit = 0; bit < L * 64; ++bit) bools[bit] = set.limb[bit / 64] >> (bit % 64) & 1;
  return bools;
}

template <int L>
Limbs<L> limbs_of(const std::vector<bool>& bools) {
  Limbs<L> set;
  for (int bit = 0; bit < L * 64; ++bit)
    if (bools[bit]) set.limb[bit / 64] |= std::uint64_t{1} << (bit % 64);
  return set;
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

template <int L, int Distance>
void check_shift(const Limbs<L>& set) {
  const std::vector<bool> before = bools_of<L>(set);
  std::vector<bool> after(L * 64);
  for (int bit = 0; bit < L * 64; ++bit)
    if (before[bit] && bit + Distance >= 0 && bit + Distance < L * 64) after[bit + Distance] = true;
  CAPTURE(Distance);
  REQUIRE(set.template shifted<Distance>() == limbs_of<L>(after));
}

template <int L, int... Distance>
void check_shifts(const Limbs<L>& set, std::integer_sequence<int, Distance...>) {
  (check_shift<L, Distance>(set), ...);
  (check_shift<L, -Distance>(set), ...);
}

template <int L>
struct Count {
  static constexpr int value = L;
};

TEST_CASE_TEMPLATE("squares and bits name each other", S, EVERY_SIZE) {
  using G = Geometry<S::value>;
  constexpr int N = S::value;
  std::set<int> bits;
  for (int square = 0; square < G::squares; ++square) {
    const int bit = G::bit_of_square(square);
    CHECK(bit >= 0);
    CHECK(bit < G::bits);
    CHECK(G::square_of_bit(bit) == square);
    CHECK(G::row_of_bit(bit) == square / N);
    CHECK(G::column_of_bit(bit) == square % N);
    CHECK(G::bit(square / N, square % N) == bit);
    bits.insert(bit);
  }
  CHECK(bits.size() == N * N);
  CHECK(G::bit(0, 0) == 0);
}

TEST_CASE("only five sizes are board sizes") {
  std::vector<int> sizes;
  for (int size = -20; size <= 20; ++size)
    if (is_board_size(size)) sizes.push_back(size);
  CHECK(sizes == std::vector<int>{4, 6, 8, 10, 12});
}

TEST_CASE_TEMPLATE("sets answer like a vector of bools", C, Count<1>, Count<2>, Count<4>) {
  constexpr int L = C::value;
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Limbs<L> a = random_limbs<L>(random), b = random_limbs<L>(random);
    const std::vector<bool> as = bools_of<L>(a), bs = bools_of<L>(b);
    std::vector<int> members;
    std::vector<bool> both(L * 64), either(L * 64), one(L * 64), not_a(L * 64);
    for (int bit = 0; bit < L * 64; ++bit) {
      if (as[bit]) members.push_back(bit);
      REQUIRE(a.test(bit) == as[bit]);
      both[bit] = as[bit] && bs[bit];
      either[bit] = as[bit] || bs[bit];
      one[bit] = as[bit] != bs[bit];
      not_a[bit] = !as[bit];
    }
    REQUIRE((a & b) == limbs_of<L>(both));
    REQUIRE((a | b) == limbs_of<L>(either));
    REQUIRE((a ^ b) == limbs_of<L>(one));
    REQUIRE(~a == limbs_of<L>(not_a));
    Limbs<L> changed = a;
    REQUIRE((changed &= b) == limbs_of<L>(both));
    changed = a;
    REQUIRE((changed |= b) == limbs_of<L>(either));
    changed = a;
    REQUIRE((changed ^= b) == limbs_of<L>(one));

    REQUIRE(a.count() == static_cast<int>(members.size()));
    REQUIRE(a.any() == !members.empty());
    REQUIRE(a.none() == members.empty());
    std::vector<int> visited;
    a.each([&](int bit) { visited.push_back(bit); });
    REQUIRE(visited == members);
    if (members.empty()) continue;
    REQUIRE(a.first() == members.front());
    for (int n = 0; n < static_cast<int>(members.size()); ++n) REQUIRE(a.nth(n) == members[n]);
  }
}

TEST_CASE_TEMPLATE("every single bit", C, Count<1>, Count<2>, Count<4>) {
  constexpr int L = C::value;
  CHECK(Limbs<L>{}.none());
  CHECK(Limbs<L>{}.count() == 0);
  for (int bit = 0; bit < L * 64; ++bit) {
    std::vector<bool> bools(L * 64);
    bools[bit] = true;
    const Limbs<L> single = Limbs<L>::single(bit);
    REQUIRE(single == limbs_of<L>(bools));
    REQUIRE(single.any());
    REQUIRE(single.count() == 1);
    REQUIRE(single.first() == bit);
    REQUIRE(single.nth(0) == bit);
    Limbs<L> set;
    set.set(bit);
    REQUIRE(set == single);
    set.set(bit);
    REQUIRE(set == single);
  }
}

TEST_CASE_TEMPLATE("sets are ordered like big numbers", C, Count<1>, Count<2>, Count<4>) {
  constexpr int L = C::value;
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const Limbs<L> a = random_limbs<L>(random);
    // Often equal in all but a few bits, so that each limb gets to decide.
    const Limbs<L> b = i % 4 == 0 ? random_limbs<L>(random)
                                  : a ^ Limbs<L>::single(random.below(L * 64)) ^
                                        Limbs<L>::single(random.below(L * 64));
    const std::vector<bool> as = bools_of<L>(a), bs = bools_of<L>(b);
    int highest = L * 64 - 1;
    while (highest >= 0 && as[highest] == bs[highest]) --highest;
    REQUIRE((a == b) == (highest < 0));
    REQUIRE((a < b) == (highest >= 0 && bs[highest]));
    REQUIRE((a > b) == (highest >= 0 && as[highest]));
  }
}

TEST_CASE_TEMPLATE("shifts move every bit and lose those pushed off", C, Count<1>, Count<2>,
                   Count<4>) {
  constexpr int L = C::value;
  using Distances =
      std::integer_sequence<int, 0, 1, 2, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 20, 22, 24, 30,
                            32, 34, 63, 64, 65, 100, 127, 128, 150, 191, 192, 255, 256, 300>;
  Random random(3);
  check_shifts<L>(~Limbs<L>{}, Distances{});
  for (int i = 0; i < 50; ++i) check_shifts<L>(random_limbs<L>(random), Distances{});
}

}  // namespace
}  // namespace outflank::test
