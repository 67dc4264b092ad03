// The facade over one position: plain types in, plain types out, errors as sentences.
#include <doctest/doctest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "facade/facade.hpp"
#include "facade_positions.hpp"

namespace outflank::test {
namespace {

constexpr std::array both_colors = {Color::black, Color::white};
constexpr int symmetries = 8;

Bytes mask_of(const Position& position, Mask kind, Color color) {
  Bytes squares(position.size * position.size, unwritten);
  rules(position).mask(position, kind, color, squares.data());
  return squares;
}

std::vector<Move> legal_moves_of(const Position& position) {
  std::array<Move, max_squares> moves;
  const int count = rules(position).legal_moves(position, moves);
  return {moves.begin(), moves.begin() + count};
}

Move move_to(int square, int size) { return Move::at(square / size, square % size); }

TEST_CASE("sizes without rules are refused") {
  for (const int size : {-8, 0, 1, 2, 3, 5, 7, 9, 11, 13, 14, 16, 64}) {
    const std::string message =
        "board size " + std::to_string(size) + " is not supported; choose 4, 6, 8, 10 or 12";
    CHECK_THROWS_WITH_AS(Rules::of(size), message.c_str(), NotationError);
  }
}

TEST_CASE("the start position") {
  for (const int n : every_size) {
    const Position start = Rules::of(n).start();
    CHECK(start.size == n);
    CHECK(start.turn == Color::black);
    CHECK(start.can_move);
    CHECK_FALSE(start.over);
    CHECK(cells_of(start) == cells_of(Mailbox::start(n), Color::black));
  }
}

TEST_CASE("a position says what the oracle says") {
  for (const int n : every_size) {
    const Rules& rules = Rules::of(n);
    int over = 0, passing = 0;
    for (const Sample& sample : samples(n, 1)) {
      const Mailbox& board = sample.board;
      const Color turn = sample.turn;
      const Position position = position_of(board, turn);
      const Mailbox by_black = turn == Color::black ? board : board.passed();
      const int black = by_black.count(Mailbox::own), white = by_black.count(Mailbox::opp);
      INFO(board.drawn());
      REQUIRE(position.size == n);
      REQUIRE(position.turn == turn);
      REQUIRE(cells_of(position) == cells_of(board, turn));
      REQUIRE(position.can_move == !board.legal_moves().empty());
      REQUIRE(position.over == board.is_over());
      over += position.over;
      passing += !position.can_move && !position.over;
      REQUIRE(rules.count(position, Color::black) == black);
      REQUIRE(rules.count(position, Color::white) == white);
      REQUIRE(rules.empties(position) == n * n - black - white);
      REQUIRE(rules.black_score(position) == by_black.score());
      REQUIRE(rules.black_difference(position) == black - white);
      REQUIRE(rules.perft(position, 2) == board.leaves(2));
    }
    CHECK(over > 0);
    CHECK(passing > 0);
  }
}

TEST_CASE("masks") {
  for (const int n : every_size)
    for (const Sample& sample : samples(n, 2)) {
      const Mailbox& board = sample.board;
      const Color turn = sample.turn;
      const Position position = position_of(board, turn);
      INFO(board.drawn());
      for (const Color color : both_colors) {
        const Mailbox seen = color == turn ? board : board.passed();
        std::vector<int> discs;
        for (int square = 0; square < n * n; ++square)
          if (seen.cell[square] == Mailbox::own) discs.push_back(square);
        // The legal squares are those of the side to move, whichever colour is asked for.
        REQUIRE(mask_of(position, Mask::legal, color) == marked(n, board.legal_moves()));
        REQUIRE(mask_of(position, Mask::discs, color) == marked(n, discs));
        REQUIRE(mask_of(position, Mask::stable, color) == marked(n, seen.stable(Mailbox::own)));
        REQUIRE(mask_of(position, Mask::frontier, color) == marked(n, seen.frontier(Mailbox::own)));
        REQUIRE(mask_of(position, Mask::potential, color) ==
                marked(n, seen.empties_beside(Mailbox::opp)));
      }
    }
}

TEST_CASE("legal moves: listed row by row, what they flip, where they lead") {
  for (const int n : every_size)
    for (const Sample& sample : samples(n, 3)) {
      const Mailbox& board = sample.board;
      const Color turn = sample.turn;
      const Rules& rules = Rules::of(n);
      const Position position = position_of(board, turn);
      INFO(board.drawn());
      std::vector<Move> expected;
      for (const int square : board.legal_moves()) {
        const Move move = move_to(square, n);
        CAPTURE(square);
        expected.push_back(move);
        const Position next = rules.play(position, move);
        const Position known = position_of(board.after(square), opponent_of(turn));
        REQUIRE(next == known);
        REQUIRE(next.legal == known.legal);
        REQUIRE(next.can_move == known.can_move);
        REQUIRE(next.over == known.over);
        Bytes flips(n * n, unwritten);
        rules.flip_mask(position, move, flips.data());
        REQUIRE(flips == marked(n, board.flips(square)));
      }
      REQUIRE(legal_moves_of(position) == expected);
    }
}

TEST_CASE("every other move is refused, and a pass allowed only when forced") {
  for (const int n : every_size)
    for (const Sample& sample : samples(n, 4, 20)) {
      const Mailbox& board = sample.board;
      const Color turn = sample.turn;
      const Rules& rules = Rules::of(n);
      const Position position = position_of(board, turn);
      std::set<int> legal;
      for (const int square : board.legal_moves()) legal.insert(move_to(square, n).code);
      if (legal.empty() && !board.is_over()) legal.insert(Move::pass_code);
      Bytes flips(n * n, unwritten);
      for (int code = 0; code < Move::codes; ++code) {
        const Move move{static_cast<std::uint8_t>(code)};
        INFO(board.drawn());
        CAPTURE(move_name(move));
        REQUIRE(rules.is_legal(position, move) == (legal.count(code) == 1));
        if (legal.count(code) == 1) continue;
        REQUIRE_THROWS_AS(rules.play(position, move), IllegalMove);
        REQUIRE_THROWS_AS(rules.flip_mask(position, move, flips.data()), IllegalMove);
      }
      if (legal.count(Move::pass_code) == 0) continue;
      REQUIRE(rules.play(position, Move{}) == position_of(board.passed(), opponent_of(turn)));
      rules.flip_mask(position, Move{}, flips.data());
      REQUIRE(flips == marked(n, {}));
    }
}

TEST_CASE("two positions are equal if board, side to move and size are") {
  const Position start = Rules::of(8).start();
  CHECK(start == Rules::of(8).start());
  CHECK_FALSE(start == Rules::of(6).start());
  CHECK_FALSE(start == Rules::of(8).play(start, parse_move("d3")));
  CHECK(start == position_of(Mailbox::start(8), Color::black));
  // The same discs with the other side to move, and the same view of the other side.
  CHECK_FALSE(start == position_of(Mailbox::start(8).passed(), Color::white));
  CHECK_FALSE(start == position_of(Mailbox::start(8), Color::white));
}

TEST_CASE("the side to move changes the hash, even where own and opponent discs agree") {
  std::set<std::uint64_t> hashes;
  for (const int n : every_size)
    for (const Mailbox& board : {Mailbox::start(n), Mailbox::start(n).passed()})
      for (const Color turn : both_colors) {
        const std::uint64_t hash = Rules::of(n).hash(position_of(board, turn));
        CHECK(Rules::of(n).hash(position_of(board, turn)) == hash);
        hashes.insert(hash);
      }
  CHECK(hashes.size() == every_size.size() * 4);
}

TEST_CASE("symmetries of positions and moves") {
  for (const int n : every_size)
    for (const Sample& sample : samples(n, 5, 100)) {
      const Mailbox& board = sample.board;
      const Color turn = sample.turn;
      const Rules& rules = Rules::of(n);
      const Position position = position_of(board, turn);
      const Position canonical = rules.transformed(position, rules.canonical_symmetry(position));
      INFO(board.drawn());
      for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        const Position image = rules.transformed(position, symmetry);
        CAPTURE(symmetry);
        REQUIRE(image == position_of(board.transformed(symmetry), turn));
        REQUIRE(image.can_move == position.can_move);
        REQUIRE(image.over == position.over);
        REQUIRE(rules.transformed(image, inverse_symmetry(symmetry)) == position);
        REQUIRE(rules.transformed(image, rules.canonical_symmetry(image)) == canonical);
        REQUIRE(rules.key(image) == rules.hash(canonical));
        for (const Move move : legal_moves_of(position)) {
          const Move moved = transformed(move, n, symmetry);
          REQUIRE(rules.play(image, moved) ==
                  rules.transformed(rules.play(position, move), symmetry));
          REQUIRE(transformed(moved, n, inverse_symmetry(symmetry)) == move);
        }
      }
    }
}

TEST_CASE("a pass stays a pass under every symmetry, a move off the board is refused") {
  for (int symmetry = 0; symmetry < symmetries; ++symmetry)
    CHECK(transformed(Move{}, 8, symmetry).is_pass());
  CHECK(transformed(parse_move("b1"), 8, 1) == parse_move("g1"));
  CHECK(transformed(parse_move("b1"), 8, 2) == parse_move("b8"));
  CHECK(transformed(parse_move("b1"), 8, 4) == parse_move("a2"));
  CHECK_THROWS_WITH_AS(transformed(parse_move("i1"), 8, 0), "i1 is not on a 8x8 board",
                       NotationError);
}

TEST_CASE("playout scores are black's, whoever moves first") {
  constexpr int games = 3;
  for (const int n : every_size)
    for (const Sample& sample : samples(n, 6, 30)) {
      const Mailbox& board = sample.board;
      const Color turn = sample.turn;
      std::vector<std::int16_t> scores(games, 1000), expected;
      Rules::of(n).playouts(position_of(board, turn), games, 11, scores.data());
      for (int game = 0; game < games; ++game) {
        const RandomGame slow(board, Random(11 ^ Random(game).next()).next());
        expected.push_back(
            static_cast<std::int16_t>(turn == Color::black ? slow.score() : -slow.score()));
      }
      INFO(board.drawn());
      REQUIRE(scores == expected);
    }
}

TEST_CASE("a cell that is no disc is named by row and column") {
  for (const int n : every_size)
    for (const int value : {3, 255}) {
      Bytes cells = cells_of(Rules::of(n).start());
      cells[1 * n + n - 1] = static_cast<std::uint8_t>(value);
      const std::string message = "row 1, column " + std::to_string(n - 1) + " holds " +
                                  std::to_string(value) +
                                  "; only 0 (empty), 1 (black) and 2 (white) are allowed";
      CHECK_THROWS_WITH_AS(Rules::of(n).from_cells(cells.data(), Color::black), message.c_str(),
                           NotationError);
    }
}

TEST_CASE("why a move is illegal") {
  const Rules& rules = Rules::of(8);
  const Position start = rules.start();
  const auto reason = [&](const Position& position, const char* move) {
    const std::string text = why_illegal(position, parse_move(move));
    CHECK_THROWS_WITH_AS(rules.play(position, parse_move(move)), text.c_str(), IllegalMove);
    return text;
  };
  CHECK(reason(start, "a1") == "a1 flips nothing for black");
  CHECK(reason(start, "d4") == "d4 is occupied");
  CHECK(reason(start, "e4") == "e4 is occupied");
  CHECK(reason(start, "i1") == "i1 is not on a 8x8 board");
  CHECK(reason(start, "a9") == "a9 is not on a 8x8 board");
  CHECK(reason(start, "pass") == "black cannot pass: there is a legal move");
  const Position white = rules.play(start, parse_move("d3"));
  CHECK(reason(white, "a1") == "a1 flips nothing for white");
  CHECK(reason(white, "pass") == "white cannot pass: there is a legal move");

  const std::string blank(61, '-');
  const Position must_pass = parse_board("XO-" + blank + "O", 8);
  CHECK(reason(must_pass, "c1") == "white must pass: no square flips a disc");
  CHECK(reason(must_pass, "a1") == "a1 is occupied");
  CHECK(rules.play(must_pass, Move{}).turn == Color::black);

  const Position over = parse_board("XXX" + blank + "O", 8);
  CHECK(reason(over, "c4") == "c4 cannot be played: the game is over");
  CHECK(reason(over, "pass") == "pass cannot be played: the game is over");
}

TEST_CASE("the build names its instruction set and compiler") {
  CHECK(instruction_set() == OUTFLANK_ISA);
#if defined(__clang__)
  CHECK(compiler().substr(0, 6) == "clang ");
#elif defined(__GNUC__)
  CHECK(compiler().substr(0, 4) == "gcc ");
#endif
}

}  // namespace
}  // namespace outflank::test
