#include <doctest/doctest.h>

#include "search/pace.hpp"

namespace outflank::test {
namespace {

TEST_CASE("without a pace nothing is ever enough") {
  Pace pace(0);
  for (int i = 0; i < 20; ++i) CHECK_FALSE(pace.is_enough(7, 0, 1e9));
}

TEST_CASE("a usual move ends when its time is over") {
  Pace pace(1);
  CHECK_FALSE(pace.is_enough(7, 0, 0.9));
  CHECK(pace.is_enough(7, 0, 1));
}

TEST_CASE("a move that stays the same takes half of the time") {
  Pace pace(1);
  for (int i = 0; i < 5; ++i) CHECK_FALSE(pace.is_enough(7, 0, 0.6));
  CHECK(pace.is_enough(7, 0, 0.6));
}

TEST_CASE("a change of the move, or a worse score, takes twice the time") {
  Pace pace(1);
  for (int i = 0; i < 9; ++i) pace.is_enough(7, 4, 0.1);
  CHECK_FALSE(pace.is_enough(8, 4, 1.9));
  CHECK(pace.is_enough(9, 4, 2));
  CHECK_FALSE(pace.is_enough(9, 1, 1.9));
  CHECK(pace.is_enough(9, 0, 1.1));
}

}  // namespace
}  // namespace outflank::test
