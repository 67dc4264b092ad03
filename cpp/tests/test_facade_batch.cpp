// Many boards in one call: the same answers as one at a time, and errors that name the board.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "facade.hpp"
#include "facade_positions.hpp"

namespace outflank::test {
namespace {

// The arrays of a batch, and the same positions one by one.
template <int N>
struct Batch {
  std::vector<std::uint8_t> boards, turns;
  std::vector<Position> positions;

  explicit Batch(const std::vector<Sample<N>>& samples) {
    for (const auto& [board, turn] : samples) {
      const std::vector<std::uint8_t> cells = cells_of<N>(board, turn);
      boards.insert(boards.end(), cells.begin(), cells.end());
      turns.push_back(static_cast<std::uint8_t>(turn));
      positions.push_back(position_of<N>(board, turn));
    }
  }

  std::size_t count() const { return positions.size(); }
  std::vector<std::uint8_t> cells(std::size_t i) const {
    return {boards.begin() + i * N * N, boards.begin() + (i + 1) * N * N};
  }
};

// Three start positions, for errors in the middle one.
template <int N>
Batch<N> three_starts() {
  return Batch<N>(std::vector<Sample<N>>(3, {Board<N>::start(), Color::black}));
}

template <int N>
std::int64_t some_legal_square(const Position& position, Random& random) {
  std::array<Move, max_squares> moves;
  const int count = Rules::of(N).legal_moves(position, moves);
  if (count == 0) return -1;
  const Move move = moves[random.below(count)];
  return move.row() * N + move.column();
}

TEST_CASE_TEMPLATE("legal squares of a batch", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  const Batch<N> batch(samples<N>(1));
  std::vector<std::uint8_t> squares(batch.boards.size(), 9);
  rules.batch_legal(batch.boards.data(), batch.turns.data(), batch.count(), squares.data());
  for (std::size_t i = 0; i < batch.count(); ++i) {
    std::vector<std::uint8_t> expected(N * N, 9);
    rules.mask(batch.positions[i], Mask::legal, Color::black, expected.data());
    CAPTURE(i);
    REQUIRE(std::equal(expected.begin(), expected.end(), squares.begin() + i * N * N));
  }
}

TEST_CASE_TEMPLATE("moves of a batch", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  Random random(2);
  std::vector<Sample<N>> unfinished;
  for (const Sample<N>& sample : samples<N>(2))
    if (!sample.board.is_over()) unfinished.push_back(sample);
  Batch<N> batch(unfinished);
  std::vector<std::int64_t> moves;
  std::vector<Position> expected;
  int passes = 0;
  for (const Position& position : batch.positions) {
    const std::int64_t square = some_legal_square<N>(position, random);
    passes += square == -1;
    moves.push_back(square);
    expected.push_back(rules.play(position, square == -1 ? Move{}
                                                         : Move::at(static_cast<int>(square / N),
                                                                    static_cast<int>(square % N))));
  }
  rules.batch_play(batch.boards.data(), batch.turns.data(), moves.data(), batch.count());
  for (std::size_t i = 0; i < batch.count(); ++i) {
    CAPTURE(i);
    REQUIRE(batch.cells(i) == cells_of(expected[i]));
    REQUIRE(batch.turns[i] == static_cast<std::uint8_t>(expected[i].turn));
  }
  CHECK(passes > 0);
}

TEST_CASE_TEMPLATE("outcomes of a batch", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  const Batch<N> batch(samples<N>(3));
  std::vector<std::uint8_t> over(batch.count(), 9);
  std::vector<std::int16_t> scores(batch.count(), 999);
  rules.batch_outcome(batch.boards.data(), batch.count(), over.data(), scores.data());
  int finished = 0;
  for (std::size_t i = 0; i < batch.count(); ++i) {
    CAPTURE(i);
    REQUIRE(over[i] == (batch.positions[i].over ? 1 : 0));
    REQUIRE(scores[i] == rules.black_score(batch.positions[i]));
    finished += over[i];
  }
  CHECK(finished > 0);
  CHECK(finished < static_cast<int>(batch.count()));
}

TEST_CASE_TEMPLATE("an empty batch touches nothing", S, EVERY_SIZE) {
  const Rules& rules = Rules::of(S::value);
  CHECK_NOTHROW(rules.batch_legal(nullptr, nullptr, 0, nullptr));
  CHECK_NOTHROW(rules.batch_play(nullptr, nullptr, nullptr, 0));
  CHECK_NOTHROW(rules.batch_outcome(nullptr, 0, nullptr, nullptr));
}

TEST_CASE_TEMPLATE("a bad cell is named with its board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  Batch<N> batch = three_starts<N>();
  batch.boards[N * N + 2 * N + 3] = 7;
  const char* message =
      "board 1: row 2, column 3 holds 7; only 0 (empty), 1 (black) and 2 (white) are allowed";
  std::vector<std::uint8_t> squares(3 * N * N), over(3);
  std::vector<std::int16_t> scores(3);
  std::vector<std::int64_t> moves;
  Random random(1);
  for (const Position& position : batch.positions)
    moves.push_back(some_legal_square<N>(position, random));
  CHECK_THROWS_WITH_AS(
      rules.batch_legal(batch.boards.data(), batch.turns.data(), 3, squares.data()), message,
      NotationError);
  CHECK_THROWS_WITH_AS(rules.batch_outcome(batch.boards.data(), 3, over.data(), scores.data()),
                       message, NotationError);
  CHECK_THROWS_WITH_AS(rules.batch_play(batch.boards.data(), batch.turns.data(), moves.data(), 3),
                       message, NotationError);
}

TEST_CASE_TEMPLATE("a bad turn is named with its board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  for (const int turn : {0, 3, 255}) {
    Batch<N> batch = three_starts<N>();
    batch.turns[2] = static_cast<std::uint8_t>(turn);
    const std::string message = "board 2: the turn is " + std::to_string(turn) +
                                "; only 1 (black) and 2 (white) are allowed";
    std::vector<std::uint8_t> squares(3 * N * N);
    Random random(1);
    const std::vector<std::int64_t> moves(3, some_legal_square<N>(batch.positions[0], random));
    CHECK_THROWS_WITH_AS(
        rules.batch_legal(batch.boards.data(), batch.turns.data(), 3, squares.data()),
        message.c_str(), NotationError);
    CHECK_THROWS_WITH_AS(rules.batch_play(batch.boards.data(), batch.turns.data(), moves.data(), 3),
                         message.c_str(), NotationError);
  }
}

TEST_CASE_TEMPLATE("a bad move is named with its board", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  const std::string size = std::to_string(N);
  const auto message_for = [&](std::int64_t bad) {
    Batch<N> batch = three_starts<N>();
    Random random(1);
    std::vector<std::int64_t> moves(3, some_legal_square<N>(batch.positions[0], random));
    moves[1] = bad;
    try {
      rules.batch_play(batch.boards.data(), batch.turns.data(), moves.data(), 3);
    } catch (const IllegalMove& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (const std::int64_t off :
       {std::int64_t{-2}, std::int64_t{N * N}, std::int64_t{1} << 32, std::int64_t{1} << 62}) {
    CHECK(message_for(off) == "board 1: move " + std::to_string(off) + " is not on a " + size +
                                  "x" + size + " board (use row * " + size +
                                  " + column, or -1 to pass)");
  }
  CHECK(message_for(0) == "board 1: a1 flips nothing for black");
  CHECK(message_for(-1) == "board 1: black cannot pass: there is a legal move");
  const int centre = N / 2 * N + N / 2;
  const std::string name =
      std::string(1, static_cast<char>('a' + N / 2)) + std::to_string(N / 2 + 1);
  CHECK(message_for(centre) == "board 1: " + name + " is occupied");
}

}  // namespace
}  // namespace outflank::test
