#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "facade/classic.hpp"
#include "facade_positions.hpp"

namespace outflank::test {
namespace {

// Every feature at once, each with a weight of its own, so that a slip in one shows in the value.
std::shared_ptr<const Evaluation> every_feature(int size) {
  std::vector<TermSpec> terms;
  const auto squares = static_cast<std::size_t>(size * size);
  for (const std::string& feature : Evaluation::features()) {
    const auto number = static_cast<double>(terms.size() + 1);
    TermSpec term{feature, feature, terms.size() % 2 ? "ratio" : "difference", {}, {}};
    for (std::size_t discs = 0; discs <= squares; ++discs)
      term.weights.push_back(number + static_cast<double>(discs) / 64);
    if (feature == "table")
      for (std::size_t square = 0; square < squares; ++square)
        term.table.push_back(static_cast<double>(square % 7) - 3);
    terms.push_back(term);
  }
  return Evaluation::make(size, terms);
}

std::vector<Position> searchable(int size, int wanted, std::uint64_t seed) {
  std::vector<Position> found;
  for (const Sample& sample : samples(size, seed, wanted)) {
    const Position position = position_of(sample.board, sample.turn);
    if (position.can_move) found.push_back(position);
  }
  return found;
}

TEST_CASE("a value is the sum of what explains it, for either player") {
  for (const int size : every_size) {
    const auto evaluation = every_feature(size);
    for (const Sample& sample : samples(size, 5, 60)) {
      const Position position = position_of(sample.board, sample.turn);
      for (const Color color : {Color::black, Color::white}) {
        double sum = 0;
        for (const Contribution& part : evaluation->explain(position, color)) {
          sum += part.weight * part.scaled;
          const std::vector<double> none;
          if (part.name == "table") continue;
          const auto [own, other] = Evaluation::measure(part.name, position, color, none);
          CHECK(own == part.own);
          CHECK(other == part.other);
        }
        CHECK(evaluation->value(position, color) == doctest::Approx(sum));
      }
    }
  }
}

TEST_CASE("alpha-beta finds minimax's value with any ordering and any table") {
  for (const int size : every_size) {
    const auto evaluation = every_feature(size);
    ClassicOptions plain;
    plain.algorithm = Algorithm::minimax;
    const auto reference = Search::classic(evaluation, plain);
    for (const Position& position : searchable(size, 6, 11)) {
      const Limits limits{size < 10 ? 3 : 2, 0, 0};
      const double expected = reference->search(position, limits, nullptr).score;
      for (const Ordering ordering :
           {Ordering::none, Ordering::kandlikar_parry, Ordering::matrix, Ordering::killer})
        // None, a single bucket where all positions collide, and plenty.
        for (const std::size_t bytes : {0u, 48u, 1u << 20}) {
          ClassicOptions options;
          options.ordering = ordering;
          options.table_bytes = bytes;
          options.aspiration = bytes != 0;
          const SearchResult found =
              Search::classic(evaluation, options)->search(position, limits, nullptr);
          CHECK(found.score == doctest::Approx(expected).epsilon(1e-12));
          CHECK(rules(position).is_legal(position, found.move));
        }
    }
  }
}

TEST_CASE("limits end a search") {
  const auto search = Search::classic(every_feature(12), {});
  const Position start = Rules::of(12).start();
  CHECK(search->search(start, {0, 1000, 0}, nullptr).nodes == 1000);
  CHECK(search->search(start, {2, 0, 0}, nullptr).depth == 2);
  CHECK(search->search(start, {0, 0, 0.05}, nullptr).seconds < 5);
  int asked = 0;
  const SearchResult interrupted = search->search(start, {0, 0, 60}, [&] { return ++asked == 2; });
  CHECK(asked == 2);
  CHECK(interrupted.seconds < 30);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    search->stop();
  });
  CHECK(search->search(start, {0, 0, 60}, nullptr).seconds < 30);
  other.join();
}

TEST_CASE("Monte-Carlo search repeats itself and keeps to its memory") {
  for (const int size : every_size) {
    const Position start = Rules::of(size).start();
    for (const auto& evaluation : {std::shared_ptr<const Evaluation>{}, every_feature(size)}) {
      const auto run = [&](std::size_t bytes) {
        return Search::monte_carlo(size, evaluation, 1.4, bytes, 7)
            ->search(start, {0, 400, 0}, nullptr);
      };
      const SearchResult roomy = run(1 << 20), again = run(1 << 20), cramped = run(0);
      CHECK(roomy.nodes == 400);
      CHECK(roomy.score == again.score);
      CHECK(roomy.line == again.line);
      CHECK(cramped.depth == 1);
      CHECK(rules(start).is_legal(start, cramped.move));
    }
  }
}

TEST_CASE("bad evaluations name the term") {
  const std::vector<double> weights(65, 1.0);
  const auto made = [&](const TermSpec& term) { return Evaluation::make(8, {term}); };
  CHECK_THROWS_WITH_AS(made({"a", "luck", "ratio", weights, {}}),
                       doctest::Contains("feature 'luck' does not exist"), NotationError);
  CHECK_THROWS_WITH_AS(made({"a", "discs", "log", weights, {}}),
                       doctest::Contains("scale 'log' does not exist"), NotationError);
  CHECK_THROWS_WITH_AS(made({"a", "discs", "ratio", {1.0}, {}}),
                       "the weights of term 'a': 1 numbers, expected 65", NotationError);
  CHECK_THROWS_WITH_AS(made({"a", "table", "difference", weights, {1.0}}),
                       "the table of term 'a': 1 numbers, expected 64", NotationError);
  CHECK_THROWS_WITH_AS(made({"a", "discs", "ratio", std::vector<double>(65, NAN), {}}),
                       doctest::Contains("not finite"), NotationError);
  CHECK_THROWS_AS(Evaluation::make(7, {}), NotationError);
}

}  // namespace
}  // namespace outflank::test
