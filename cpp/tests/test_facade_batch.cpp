// Many boards in one call: the same answers as one at a time, and errors that name the board.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "facade/batch.hpp"
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
  std::unique_ptr<Boards> packed() const {
    return Rules::of(size).boards(boards.data(), turns.data(), count());
  }
};

Bytes all_cells(const Boards& boards) {
  Bytes cells(boards.count() * boards.size() * boards.size(), unwritten);
  boards.cells(cells.data());
  return cells;
}

Bytes all_turns(const Boards& boards) {
  Bytes turns(boards.count(), unwritten);
  boards.turns(turns.data());
  return turns;
}

Batch batch_of(const std::vector<Sample>& all) {
  Batch batch{all.front().board.size, {}, {}};
  for (const auto& [board, turn] : all) batch.add(board, turn);
  return batch;
}

// Three start positions and a legal move for each, for errors in one of them.
struct ThreeStarts : Batch {
  explicit ThreeStarts(int n) : Batch{n, {}, {}} {
    for (int i = 0; i < 3; ++i) add(Mailbox::start(n), Color::black);
    moves.assign(3, Mailbox::start(n).legal_moves().front());
  }
  void play() { packed()->play(moves.data()); }

  std::vector<std::int64_t> moves;
};

Move first_move(const Rules& rules) {
  std::array<Move, max_squares> moves;
  REQUIRE(rules.legal_moves(rules.start(), moves) == 4);
  return moves[0];
}

TEST_CASE("packed boards give back what they were made of") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 4);
    const Batch batch = batch_of(all);
    const std::unique_ptr<Boards> boards = batch.packed();
    CHECK(boards->size() == n);
    CHECK(boards->count() == all.size());
    CHECK(all_cells(*boards) == batch.boards);
    CHECK(all_turns(*boards) == batch.turns);
    for (std::size_t i = 0; i < all.size(); ++i)
      REQUIRE(boards->position(i) == position_of(all[i].board, all[i].turn));
    CHECK(boards->equals(*batch.packed()));
    CHECK(!boards->equals(*boards->transformed(1)));
    CHECK(!boards->equals(*Rules::of(n).boards(Rules::of(n).start(), all.size())));
    const Rules& other = Rules::of(n == 8 ? 6 : 8);
    CHECK(!boards->equals(*other.boards(other.start(), all.size())));
  }
}

TEST_CASE("copies of one position") {
  for (const int n : every_size) {
    const Rules& rules = Rules::of(n);
    const Position second = rules.play(rules.start(), first_move(rules));
    const std::unique_ptr<Boards> boards = rules.boards(second, 5);
    CHECK(boards->count() == 5);
    for (std::size_t i = 0; i < 5; ++i) CHECK(boards->position(i) == second);
  }
}

TEST_CASE("legal squares of a batch") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 1);
    const Batch batch = batch_of(all);
    const std::unique_ptr<Boards> boards = batch.packed();
    Bytes squares(batch.boards.size(), unwritten);
    boards->legal_masks(squares.data());
    std::vector<std::int64_t> counts(all.size(), -1);
    std::vector<std::int32_t> moves(boards->legal_counts(counts.data()), -1);
    boards->legal_moves(moves.data(), moves.size());
    auto next = moves.begin();
    for (std::size_t i = 0; i < all.size(); ++i) {
      INFO(all[i].board.drawn());
      const std::vector<int> legal = all[i].board.legal_moves();
      REQUIRE(batch.part(squares, i) == marked(n, legal));
      REQUIRE(counts[i] == static_cast<std::int64_t>(legal.size()));
      for (const int square : legal) REQUIRE(*next++ == square);
    }
    CHECK(next == moves.end());
  }
}

TEST_CASE("planes of a batch") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 5);
    const std::size_t squares = n * n;
    std::vector<float> planes(all.size() * 3 * squares, unwritten);
    batch_of(all).packed()->planes(planes.data());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Bytes legal = marked(n, all[i].board.legal_moves());
      for (std::size_t square = 0; square < squares; ++square) {
        const float* plane = planes.data() + i * 3 * squares + square;
        const int cell = all[i].board.cell[square];
        REQUIRE(plane[0] == (cell == 1 ? 1.0f : 0.0f));
        REQUIRE(plane[squares] == (cell == 2 ? 1.0f : 0.0f));
        REQUIRE(plane[2 * squares] == static_cast<float>(legal[square]));
      }
    }
  }
}

TEST_CASE("moves of a batch") {
  for (const int n : every_size) {
    Random random(n);
    Batch batch{n, {}, {}};
    std::vector<std::int64_t> moves;
    std::vector<Sample> expected;
    int passes = 0, over = 0;
    for (const auto& [board, turn] : samples(n, 2)) {
      batch.add(board, turn);
      const std::vector<int> legal = board.legal_moves();
      if (!legal.empty()) {
        const int square = legal[random.below(static_cast<int>(legal.size()))];
        moves.push_back(square);
        expected.push_back({board.after(square), opponent_of(turn)});
        continue;
      }
      moves.push_back(Boards::pass);
      if (board.is_over()) {
        ++over;
        expected.push_back({board, turn});
      } else {
        ++passes;
        expected.push_back({board.passed(), opponent_of(turn)});
      }
    }
    const std::unique_ptr<Boards> boards = batch.packed(), after = boards->play(moves.data());
    const Bytes cells = all_cells(*after), turns = all_turns(*after);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(expected[i].board.drawn());
      REQUIRE(batch.part(cells, i) == cells_of(expected[i].board, expected[i].turn));
      REQUIRE(turns[i] == static_cast<std::uint8_t>(expected[i].turn));
    }
    CHECK(all_cells(*boards) == batch.boards);
    CHECK(passes > 0);
    CHECK(over > 0);
  }
}

TEST_CASE("random moves of a batch are legal, and each is chosen as often as another") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 9, 20);
    std::vector<std::int64_t> moves(all.size(), 999), again(all.size(), 999);
    const std::unique_ptr<Boards> boards = batch_of(all).packed();
    boards->random_moves(1, moves.data());
    boards->random_moves(1, again.data());
    CHECK(moves == again);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::vector<int> legal = all[i].board.legal_moves();
      if (legal.empty()) {
        REQUIRE(moves[i] == Boards::pass);
      } else {
        REQUIRE(std::count(legal.begin(), legal.end(), moves[i]) == 1);
      }
    }
    const Rules& rules = Rules::of(n);
    moves.resize(4000);
    rules.boards(rules.start(), moves.size())->random_moves(2, moves.data());
    // 1000 expected, with a standard deviation of 27.
    for (const int square : Mailbox::start(n).legal_moves())
      CHECK(std::abs(std::count(moves.begin(), moves.end(), square) - 1000) < 150);
  }
}

TEST_CASE("legal moves of a batch by their numbers") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 10, 20);
    const std::unique_ptr<Boards> boards = batch_of(all).packed();
    for (const bool last : {false, true}) {
      std::vector<std::int64_t> numbers, expected, moves(all.size(), 999);
      for (const Sample& sample : all) {
        const std::vector<int> legal = sample.board.legal_moves();
        const std::size_t number = last && !legal.empty() ? legal.size() - 1 : 0;
        numbers.push_back(static_cast<std::int64_t>(number));
        expected.push_back(legal.empty() ? Boards::pass : legal[number]);
      }
      boards->nth_moves(numbers.data(), moves.data());
      CHECK(moves == expected);
      for (const std::int64_t wrong : {std::int64_t{-1}, numbers[1] + (last ? 1 : 999)}) {
        std::vector<std::int64_t> bad = numbers;
        bad[1] = wrong;
        CHECK_THROWS_AS(boards->nth_moves(bad.data(), moves.data()), IllegalMove);
      }
    }
  }
}

TEST_CASE("outcomes of a batch") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 3);
    Bytes over(all.size(), unwritten);
    std::vector<std::int16_t> scores(all.size(), 999);
    batch_of(all).packed()->outcomes(over.data(), scores.data());
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

TEST_CASE("game i of a batch is game i of one position") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 6, 20);
    std::vector<std::int16_t> scores(all.size(), 999), alone(all.size(), 999);
    batch_of(all).packed()->playouts(7, scores.data());
    for (std::size_t i = 0; i < all.size(); ++i) {
      Rules::of(n).playouts(position_of(all[i].board, all[i].turn), all.size(), 7, alone.data());
      REQUIRE(scores[i] == alone[i]);
    }
  }
}

TEST_CASE("images and parts of a batch") {
  for (const int n : every_size) {
    const std::vector<Sample> all = samples(n, 8, 20);
    const std::unique_ptr<Boards> boards = batch_of(all).packed();
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const std::unique_ptr<Boards> images = boards->transformed(symmetry);
      for (std::size_t i = 0; i < all.size(); ++i)
        REQUIRE(images->position(i) == Rules::of(n).transformed(boards->position(i), symmetry));
    }
    const std::vector<std::int64_t> wanted = {3, 0, 3};
    const std::unique_ptr<Boards> part = boards->selected(wanted.data(), wanted.size());
    CHECK(part->count() == 3);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(part->position(i) == boards->position(static_cast<std::size_t>(wanted[i])));
  }
}

TEST_CASE("an empty batch touches nothing") {
  for (const int n : every_size) {
    const std::unique_ptr<Boards> none = Rules::of(n).boards(nullptr, nullptr, 0);
    CHECK(none->count() == 0);
    CHECK_NOTHROW(none->cells(nullptr));
    CHECK_NOTHROW(none->legal_masks(nullptr));
    CHECK_NOTHROW(none->outcomes(nullptr, nullptr));
    CHECK_NOTHROW(none->playouts(1, nullptr));
    CHECK_NOTHROW(none->random_moves(1, nullptr));
    CHECK_NOTHROW(none->nth_moves(nullptr, nullptr));
    CHECK(none->legal_counts(nullptr) == 0);
    CHECK(none->play(nullptr)->count() == 0);
    CHECK(none->selected(nullptr, 0)->count() == 0);
  }
}

TEST_CASE("a bad cell is named with its board") {
  const char* message =
      "board 1: row 2, column 3 holds 7; only 0 (empty), 1 (black) and 2 (white) are allowed";
  for (const int n : every_size) {
    ThreeStarts batch(n);
    batch.boards[n * n + 2 * n + 3] = 7;
    CHECK_THROWS_WITH_AS(batch.packed(), message, NotationError);
  }
}

TEST_CASE("a bad turn is named with its board") {
  for (const int n : every_size)
    for (const int turn : {0, 3, 255}) {
      ThreeStarts batch(n);
      batch.turns[2] = static_cast<std::uint8_t>(turn);
      const std::string message = "board 2: the turn is " + std::to_string(turn) +
                                  "; only 1 (black) and 2 (white) are allowed";
      CHECK_THROWS_WITH_AS(batch.packed(), message.c_str(), NotationError);
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
