// Many boards in one call: the same answers as one at a time, and errors that name the board.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "facade.hpp"
#include "facade_positions.hpp"

namespace outflank::test {
namespace {

// The arrays of a batch.
struct Batch {
  int size;
  Bytes boards, turns;

  void add(const Mailbox& board, Color turn) {
    const Bytes cells = cells_of(board, turn);
    boards.insert(boards.end(), cells.begin(), cells.end());
    turns.push_back(static_cast<std::uint8_t>(turn));
  }
  std::size_t count() const { return turns.size(); }
  // The bytes of board i in an array laid out like `boards`.
  Bytes part(const Bytes& all, std::size_t i) const {
    const std::size_t squares = size * size;
    return {all.begin() + i * squares, all.begin() + (i + 1) * squares};
  }
};

// Three start positions and a legal move for each, for errors in one of them.
struct ThreeStarts : Batch {
  explicit ThreeStarts(int n) : Batch{n, {}, {}} {
    for (int i = 0; i < 3; ++i) add(Mailbox::start(n), Color::black);
    moves.assign(3, Mailbox::start(n).legal_moves().front());
  }
  void play() { Rules::of(size).batch_play(boards.data(), turns.data(), moves.data(), 3); }
  void legal() {
    Bytes squares(boards.size());
    Rules::of(size).batch_legal(boards.data(), turns.data(), 3, squares.data());
  }
  void outcome() {
    Bytes over(3);
    std::vector<std::int16_t> scores(3);
    Rules::of(size).batch_outcome(boards.data(), 3, over.data(), scores.data());
  }

  std::vector<std::int64_t> moves;
};

TEST_CASE("legal squares of a batch") {
  for (const int n : every_size) {
    Batch batch{n, {}, {}};
    const std::vector<Sample> all = samples(n, 1);
    for (const auto& [board, turn] : all) batch.add(board, turn);
    Bytes squares(batch.boards.size(), unwritten);
    Rules::of(n).batch_legal(batch.boards.data(), batch.turns.data(), batch.count(),
                             squares.data());
    for (std::size_t i = 0; i < all.size(); ++i) {
      INFO(all[i].board.drawn());
      REQUIRE(batch.part(squares, i) == marked(n, all[i].board.legal_moves()));
    }
  }
}

TEST_CASE("moves of a batch") {
  for (const int n : every_size) {
    Random random(n);
    Batch batch{n, {}, {}};
    std::vector<std::int64_t> moves;
    std::vector<Sample> expected;
    int passes = 0;
    for (const auto& [board, turn] : samples(n, 2)) {
      if (board.is_over()) continue;
      batch.add(board, turn);
      const std::vector<int> legal = board.legal_moves();
      if (legal.empty()) {
        ++passes;
        moves.push_back(-1);
        expected.push_back({board.passed(), opponent_of(turn)});
      } else {
        const int square = legal[random.below(static_cast<int>(legal.size()))];
        moves.push_back(square);
        expected.push_back({board.after(square), opponent_of(turn)});
      }
    }
    Rules::of(n).batch_play(batch.boards.data(), batch.turns.data(), moves.data(), batch.count());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(expected[i].board.drawn());
      REQUIRE(batch.part(batch.boards, i) == cells_of(expected[i].board, expected[i].turn));
      REQUIRE(batch.turns[i] == static_cast<std::uint8_t>(expected[i].turn));
    }
    CHECK(passes > 0);
  }
}

TEST_CASE("outcomes of a batch") {
  for (const int n : every_size) {
    Batch batch{n, {}, {}};
    const std::vector<Sample> all = samples(n, 3);
    for (const auto& [board, turn] : all) batch.add(board, turn);
    Bytes over(batch.count(), unwritten);
    std::vector<std::int16_t> scores(batch.count(), 999);
    Rules::of(n).batch_outcome(batch.boards.data(), batch.count(), over.data(), scores.data());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Mailbox& board = all[i].board;
      const Mailbox by_black = all[i].turn == Color::black ? board : board.passed();
      INFO(board.drawn());
      REQUIRE(over[i] == (board.is_over() ? 1 : 0));
      REQUIRE(scores[i] == by_black.score());
    }
    CHECK(std::count(over.begin(), over.end(), 1) > 0);
    CHECK(std::count(over.begin(), over.end(), 0) > 0);
  }
}

TEST_CASE("an empty batch touches nothing") {
  for (const int n : every_size) {
    const Rules& rules = Rules::of(n);
    CHECK_NOTHROW(rules.batch_legal(nullptr, nullptr, 0, nullptr));
    CHECK_NOTHROW(rules.batch_play(nullptr, nullptr, nullptr, 0));
    CHECK_NOTHROW(rules.batch_outcome(nullptr, 0, nullptr, nullptr));
  }
}

TEST_CASE("a bad cell is named with its board") {
  const char* message =
      "board 1: row 2, column 3 holds 7; only 0 (empty), 1 (black) and 2 (white) are allowed";
  for (const int n : every_size) {
    ThreeStarts batch(n);
    batch.boards[n * n + 2 * n + 3] = 7;
    CHECK_THROWS_WITH_AS(batch.legal(), message, NotationError);
    CHECK_THROWS_WITH_AS(batch.outcome(), message, NotationError);
    CHECK_THROWS_WITH_AS(batch.play(), message, NotationError);
  }
}

TEST_CASE("a bad turn is named with its board") {
  for (const int n : every_size)
    for (const int turn : {0, 3, 255}) {
      ThreeStarts batch(n);
      batch.turns[2] = static_cast<std::uint8_t>(turn);
      const std::string message = "board 2: the turn is " + std::to_string(turn) +
                                  "; only 1 (black) and 2 (white) are allowed";
      CHECK_THROWS_WITH_AS(batch.legal(), message.c_str(), NotationError);
      CHECK_THROWS_WITH_AS(batch.play(), message.c_str(), NotationError);
    }
}

TEST_CASE("a bad move is named with its board") {
  for (const int n : every_size) {
    const auto check = [&](std::int64_t move, const std::string& message) {
      ThreeStarts batch(n);
      batch.moves[1] = move;
      CHECK_THROWS_WITH_AS(batch.play(), ("board 1: " + message).c_str(), IllegalMove);
    };
    const std::string size = std::to_string(n);
    // 2^32 is a1 to a program that keeps only 32 bits.
    for (const std::int64_t off :
         {std::int64_t{-2}, std::int64_t{n * n}, std::int64_t{1} << 32, std::int64_t{1} << 62})
      check(off, "move " + std::to_string(off) + " is not on a " + size + "x" + size +
                     " board (use row * " + size + " + column, or -1 to pass)");
    check(0, "a1 flips nothing for black");
    check(-1, "black cannot pass: there is a legal move");
    check(n / 2 * n + n / 2, move_name(Move::at(n / 2, n / 2)) + " is occupied");
  }
}

}  // namespace
}  // namespace outflank::test
