#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "boards.hpp"
#include "engine_samples.hpp"
#include "eval/patterns.hpp"

namespace outflank::test {
namespace {

constexpr int symmetries = 8;

int image_of(int square, int size, int symmetry) {
  Mailbox board{size};
  board.cell[square] = Mailbox::own;
  const auto& cells = board.transformed(symmetry).cell;
  return static_cast<int>(std::find(cells.begin(), cells.end(), Mailbox::own) - cells.begin());
}

std::vector<int> image_of(const std::vector<int>& squares, int size, int symmetry) {
  std::vector<int> image;
  for (const int square : squares) image.push_back(image_of(square, size, symmetry));
  return image;
}

std::vector<int> sorted(std::vector<int> squares) {
  std::sort(squares.begin(), squares.end());
  return squares;
}

// The instances of a shape, in the order of the symmetries, none twice.
std::vector<std::vector<int>> instances_of(const std::vector<int>& shape, int size) {
  std::vector<std::vector<int>> instances;
  std::set<std::vector<int>> seen;
  for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
    const std::vector<int> image = image_of(shape, size, symmetry);
    if (seen.insert(sorted(image)).second) instances.push_back(image);
  }
  return instances;
}

// What a shape shows on a board, the same for contents that are mirrors of each other: the least
// of the texts of all images of the board under which the instance's squares stay its squares.
std::string content_of(const Mailbox& board, const std::vector<int>& instance) {
  std::string least;
  for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
    const std::vector<int> image = image_of(instance, board.size, symmetry);
    if (sorted(image) != sorted(instance)) continue;
    std::string text;
    for (const int square : image) text += "-XO"[board.cell[square]];
    if (least.empty() || text < least) least = text;
  }
  return least;
}

TEST_CASE("contents share an id if they are mirrors of each other, and only then") {
  for (const int size : every_size) {
    const auto shapes = sample_shapes(size);
    const auto layout = Layout::make(size, shapes);
    std::vector<std::pair<std::size_t, std::vector<int>>> instances;
    for (std::size_t shape = 0; shape < shapes.size(); ++shape)
      for (const std::vector<int>& squares : instances_of(shapes[shape], size))
        instances.push_back({shape, squares});
    CHECK(layout->size() == size);
    REQUIRE(layout->width() == static_cast<int>(instances.size()) + 3);

    std::map<std::string, std::int32_t> id_of;
    std::map<std::int32_t, std::string> shown_by;
    const auto check = [&](const std::string& shown, std::int32_t id) {
      CAPTURE(shown);
      REQUIRE(id >= 0);
      REQUIRE(id < layout->columns());
      REQUIRE(id_of.try_emplace(shown, id).first->second == id);
      REQUIRE(shown_by.try_emplace(id, shown).first->second == shown);
    };
    std::vector<std::int32_t> row(static_cast<std::size_t>(layout->width()));
    for (const Sample& sample : samples(size, 31, rounds(800))) {
      const Mailbox& board = sample.board;
      layout->describe(position_of(board, sample.turn), row.data());
      auto id = row.begin();
      for (const auto& [shape, squares] : instances)
        check(std::to_string(shape) + content_of(board, squares), *id++);
      check("own moves " + std::to_string(board.legal_moves().size()), *id++);
      check("other moves " + std::to_string(board.passed().legal_moves().size()), *id++);
      check("empties " + std::to_string(board.count(Mailbox::empty)), *id);
    }
  }
}

TEST_CASE("a value is the sum of the weights of its ids, the same under every symmetry") {
  for (const int size : every_size) {
    const auto layout = Layout::make(size, sample_shapes(size));
    for (const int phases : {1, 7, size * size - 4}) {
      const auto columns = static_cast<std::size_t>(layout->columns());
      const auto numbers =
          random_numbers(columns * static_cast<std::size_t>(phases), 2000, 32 + size);
      const auto weights = Weights::make(*layout, phases, numbers, sample_probcut);
      CHECK(weights->size() == size);
      CHECK(weights->phases() == phases);
      std::vector<std::int32_t> row(static_cast<std::size_t>(layout->width()));
      for (const Sample& sample : samples(size, 33, rounds(150))) {
        const Position position = position_of(sample.board, sample.turn);
        const int discs = size * size - sample.board.count(Mailbox::empty);
        const int phase = weights->phase(discs);
        INFO(sample.board.drawn());
        REQUIRE(phase >= 0);
        REQUIRE(phase < phases);
        layout->describe(position, row.data());
        int units = 0;
        for (const std::int32_t id : row)
          units +=
              numbers[static_cast<std::size_t>(phase) * columns + static_cast<std::size_t>(id)];
        const double value = weights->value(position);
        REQUIRE(value * units_per_disc == units);
        for (int symmetry = 0; symmetry < symmetries; ++symmetry)
          REQUIRE(weights->value(rules(position).transformed(position, symmetry)) == value);
      }
    }
  }
}

TEST_CASE("phases follow each other from the start to a full board") {
  for (const int size : every_size)
    for (const int phases : {1, 7, size * size - 4}) {
      const auto layout = Layout::make(size, {{0}});
      const auto count = static_cast<std::size_t>(phases * layout->columns());
      const auto weights =
          Weights::make(*layout, phases, random_numbers(count, 1, 1), sample_probcut);
      CHECK(weights->phase(0) == 0);
      CHECK(weights->phase(4) == 0);
      CHECK(weights->phase(size * size) == phases - 1);
      for (int discs = 1; discs <= size * size; ++discs) {
        const int step = weights->phase(discs) - weights->phase(discs - 1);
        CAPTURE(discs);
        REQUIRE(step >= 0);
        REQUIRE(step <= 1);
      }
    }
}

constexpr int phases_of_numbered = 3;

// With `replies` zeroed there are no weights for the moves of the side not to move.
template <int N>
std::vector<std::int16_t> numbers_for(const PatternLayout<N>& layout, int most, bool replies) {
  auto numbers =
      random_numbers(static_cast<std::size_t>(phases_of_numbered * layout.ids()), most, 34);
  if (!replies)
    for (int phase = 0; phase < phases_of_numbered; ++phase)
      for (int count = 0; count < mobility_classes; ++count)
        numbers[static_cast<std::size_t>(phase * layout.ids() + layout.other_mobility_id(count))] =
            0;
  return numbers;
}

TEST_CASE_TEMPLATE("what is updated move by move is what a new look finds", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const PatternLayout<N> layout(sample_shapes(N));
  const PatternWeights<N> weights(layout, phases_of_numbered, numbers_for<N>(layout, 2000, true));
  Random random(N);
  int passes = 0;
  const auto check = [&](const PatternState<N>& state, const Board<N>& board) {
    const int moves = board.legal_moves().count();
    const int units = state.units(weights, board, moves);
    REQUIRE(units == PatternState<N>(&weights, board).units(weights, board, moves));
    // In discs, half a disc away from zero.
    const int most = N * N - 1;
    const int discs = static_cast<int>(std::lround(static_cast<double>(units) / units_per_disc));
    REQUIRE(state.value(&weights, board, moves) == std::clamp(discs, -most, most));
  };
  for (int game = 0; game < rounds(40); ++game) {
    Board<N> board = board_of<N>(game % 2 == 0 ? Mailbox::start(N) : random_board(N, random));
    PatternState<N> state(&weights, board);
    while (!board.is_over()) {
      check(state, board);
      const Bits<N> legal = board.legal_moves();
      // Now and then a pass although there are moves: null moves are passes too.
      if (legal.none() || random.below(16) == 0) {
        state = state.passed();
        board = board.passed();
        ++passes;
        continue;
      }
      const int bit = legal.nth(random.below(legal.count()));
      const Bits<N> flipped = board.flips(bit);
      state = state.after(&weights, bit, flipped);
      board = board.after(bit, flipped);
    }
    check(state, board);
  }
  CHECK(passes > 0);
}

TEST_CASE_TEMPLATE("a board is worth the weights of its ids", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const PatternLayout<N> layout(sample_shapes(N));
  for (const bool replies : {true, false}) {
    const auto numbers = numbers_for<N>(layout, 2000, replies);
    const PatternWeights<N> weights(layout, phases_of_numbered, numbers);
    std::vector<std::int32_t> ids(static_cast<std::size_t>(layout.width()));
    for (const Mailbox& mailbox : sample_boards(N, 100, 36)) {
      const Board<N> board = board_of<N>(mailbox);
      layout.describe(board, ids.data());
      const int first = weights.phase(board.discs().count()) * layout.ids();
      int expected = 0;
      for (const std::int32_t id : ids) expected += numbers[static_cast<std::size_t>(first + id)];
      const int moves = board.legal_moves().count();
      REQUIRE(PatternState<N>(&weights, board).units(weights, board, moves) == expected);
      REQUIRE(PatternState<N>(&weights, board.passed()).passed().units(weights, board, moves) ==
              expected);
    }
  }
}

TEST_CASE_TEMPLATE("without weights a board is worth its mobility and corners", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Mailbox& mailbox : sample_boards(N, 100, 35)) {
    const Board<N> board = board_of<N>(mailbox);
    const int moves = board.legal_moves().count();
    const PatternState<N> state(nullptr, board);
    int corners = 0;
    for (const int square : {0, N - 1, N * (N - 1), N * N - 1})
      corners += (mailbox.cell[square] == Mailbox::own) - (mailbox.cell[square] == Mailbox::opp);
    REQUIRE(state.value(nullptr, board, moves) ==
            moves - static_cast<int>(mailbox.passed().legal_moves().size()) + 8 * corners);
  }
}

TEST_CASE("shapes that cannot be are named") {
  const auto made = [](int size, const std::vector<std::vector<int>>& shapes) {
    return Layout::make(size, shapes);
  };
  const std::vector<int> good = {0, 1, 2};
  for (const int size : every_size) {
    CHECK_THROWS_WITH_AS(made(size, {good, {}}), "shape 1 has 0 squares; it may have 1 to 10",
                         NotationError);
    CHECK_THROWS_WITH_AS(made(size, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}),
                         "shape 0 has 11 squares; it may have 1 to 10", NotationError);
    for (const int outside : {-1, size * size, 1'000'000})
      CHECK_THROWS_WITH_AS(made(size, {good, good, {0, outside}}),
                           "shape 2 has a square that is not on the board", NotationError);
    CHECK_THROWS_WITH_AS(made(size, {{3, 0, 3}}), "shape 0 names a square twice", NotationError);
  }
  // Eight instances each.
  const std::vector<std::vector<int>> many(17, std::vector<int>{0, 2});
  CHECK_THROWS_WITH_AS(made(8, {many.begin(), many.begin() + 9}),
                       "the shapes have 72 instances; at most 64 are possible", NotationError);
  CHECK_THROWS_AS(made(10, {many.begin(), many.begin() + 13}), NotationError);
  CHECK_THROWS_AS(made(12, many), NotationError);
  CHECK(made(8, {many.begin(), many.begin() + 8})->width() == 64 + 3);
  CHECK(made(10, {many.begin(), many.begin() + 12})->width() == 96 + 3);
  CHECK(made(12, {many.begin(), many.begin() + 16})->width() == 128 + 3);
  CHECK(made(8, {})->width() == 3);
  CHECK_THROWS_AS(made(7, {good}), NotationError);
}

TEST_CASE("weights that do not fit their layout are refused") {
  const auto layout = Layout::make(8, sample_shapes(8));
  const auto columns = static_cast<std::size_t>(layout->columns());
  const auto numbers = random_numbers(2 * columns, 1, 36);
  const std::string expected = "there are " + std::to_string(2 * columns) + " weights, expected " +
                               std::to_string(3 * columns);
  CHECK_THROWS_WITH_AS(Weights::make(*layout, 3, numbers, sample_probcut), expected.c_str(),
                       NotationError);
  CHECK_THROWS_WITH_AS(Weights::make(*layout, 0, {}, sample_probcut),
                       "weights need at least one phase", NotationError);
  const auto weights = Weights::make(*layout, 2, numbers, sample_probcut);
  CHECK_THROWS_WITH_AS(EngineCore::make(6, weights, 1, 0),
                       "the weights are for boards of size 8, not 6", NotationError);
  CHECK_THROWS_AS(EngineCore::make(8, weights, 0, 0), NotationError);
  CHECK_THROWS_AS(EngineCore::make(8, weights, 257, 0), NotationError);
}

}  // namespace
}  // namespace outflank::test
