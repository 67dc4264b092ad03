// The facade over one position: plain types in, plain types out, errors as sentences.
#include <doctest/doctest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "facade.hpp"
#include "facade_positions.hpp"
#include "hash.hpp"
#include "perft.hpp"
#include "regions.hpp"
#include "stability.hpp"
#include "symmetry.hpp"

namespace outflank::test {
namespace {

constexpr std::array both_colors = {Color::black, Color::white};

template <int N>
std::vector<std::uint8_t> squares_of(const Bits<N>& set) {
  std::vector<std::uint8_t> squares(N * N);
  for (int square = 0; square < N * N; ++square)
    squares[square] = set.test(Geometry<N>::bit_of_square(square));
  return squares;
}

std::vector<std::uint8_t> mask_of(const Position& position, Mask kind, Color color) {
  // Filled with a wrong value: the facade must write every square.
  std::vector<std::uint8_t> squares(position.size * position.size, 9);
  rules(position).mask(position, kind, color, squares.data());
  return squares;
}

std::vector<Move> legal_moves_of(const Position& position) {
  std::array<Move, max_squares> moves;
  const int count = rules(position).legal_moves(position, moves);
  return {moves.begin(), moves.begin() + count};
}

TEST_CASE("sizes without rules are refused") {
  for (const int size : {-8, 0, 1, 2, 3, 5, 7, 9, 11, 13, 14, 16, 64}) {
    const std::string message =
        "board size " + std::to_string(size) + " is not supported; choose 4, 6, 8, 10 or 12";
    CHECK_THROWS_WITH_AS(Rules::of(size), message.c_str(), NotationError);
  }
}

TEST_CASE_TEMPLATE("the start position", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  const Position start = rules.start();
  CHECK(start.size == N);
  CHECK(start.turn == Color::black);
  CHECK(start.can_move);
  CHECK_FALSE(start.over);
  CHECK(rules.count(start, Color::black) == 2);
  CHECK(rules.count(start, Color::white) == 2);
  CHECK(rules.empties(start) == N * N - 4);
  CHECK(rules.black_score(start) == 0);
  CHECK(legal_moves_of(start).size() == 4);
  CHECK(cells_of(start) == cells_of<N>(Board<N>::start(), Color::black));
}

TEST_CASE_TEMPLATE("a position says what its board says", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  int over = 0, passing = 0;
  for (const Sample<N>& sample : samples<N>(1)) {
    const auto& [board, turn] = sample;
    const Position position = position_of<N>(board, turn);
    const bool black = turn == Color::black;
    INFO(drawn<N>(board));
    REQUIRE(position.size == N);
    REQUIRE(position.turn == turn);
    REQUIRE(cells_of(position) == cells_of<N>(board, turn));
    REQUIRE(position.can_move == board.legal_moves().any());
    REQUIRE(position.over == board.is_over());
    over += position.over;
    passing += !position.can_move && !position.over;
    REQUIRE(rules.count(position, turn) == board.own.count());
    REQUIRE(rules.count(position, opponent_of(turn)) == board.opp.count());
    REQUIRE(rules.empties(position) == board.empties());
    REQUIRE(rules.black_score(position) == (black ? board.score() : board.passed().score()));
    REQUIRE(rules.black_difference(position) == (black ? board : board.passed()).disc_difference());
    REQUIRE(rules.perft(position, 2) == perft<N>(board, 2));
    REQUIRE(rules.hash(position) == hash<N>(board, static_cast<std::uint64_t>(turn)));
  }
  CHECK(over > 0);
  CHECK(passing > 0);
}

TEST_CASE_TEMPLATE("masks", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const Sample<N>& sample : samples<N>(2)) {
    const Board<N>& board = sample.board;
    const Position position = position_of<N>(board, sample.turn);
    for (const Color color : both_colors) {
      const auto& [discs, others] = color == sample.turn ? board : board.passed();
      REQUIRE(mask_of(position, Mask::legal, color) == squares_of<N>(board.legal_moves()));
      REQUIRE(mask_of(position, Mask::discs, color) == squares_of<N>(discs));
      REQUIRE(mask_of(position, Mask::stable, color) ==
              squares_of<N>(stable_discs<N>(discs, board.empty())));
      REQUIRE(mask_of(position, Mask::frontier, color) ==
              squares_of<N>(frontier<N>(discs, board.empty())));
      REQUIRE(mask_of(position, Mask::potential, color) ==
              squares_of<N>(potential_moves<N>(others, board.empty())));
    }
  }
}

TEST_CASE_TEMPLATE("moves: which are legal, what they flip, where they lead", S, EVERY_SIZE) {
  constexpr int N = S::value;
  using G = Geometry<N>;
  const Rules& rules = Rules::of(N);
  for (const Sample<N>& sample : samples<N>(3)) {
    const auto& [board, turn] = sample;
    const Position position = position_of<N>(board, turn);
    const std::vector<Move> listed = legal_moves_of(position);
    std::vector<Move> legal;
    for (int code = 0; code < Move::codes; ++code) {
      const Move move{static_cast<std::uint8_t>(code)};
      INFO(drawn<N>(board));
      CAPTURE(move_name(move));
      const bool expected =
          move.is_pass()
              ? board.legal_moves().none() && !board.is_over()
              : move.fits(N) && board.legal_moves().test(G::bit(move.row(), move.column()));
      REQUIRE(rules.is_legal(position, move) == expected);
      std::vector<std::uint8_t> flips(N * N, 9);
      if (!expected) {
        REQUIRE_THROWS_AS(rules.play(position, move), IllegalMove);
        REQUIRE_THROWS_AS(rules.flip_mask(position, move, flips.data()), IllegalMove);
        continue;
      }
      const Position next = rules.play(position, move);
      rules.flip_mask(position, move, flips.data());
      if (move.is_pass()) {
        REQUIRE(next == position_of<N>(board.passed(), opponent_of(turn)));
        REQUIRE(flips == squares_of<N>(Bits<N>{}));
      } else {
        legal.push_back(move);
        const int bit = G::bit(move.row(), move.column());
        REQUIRE(next == position_of<N>(board.after(bit), opponent_of(turn)));
        REQUIRE(flips == squares_of<N>(board.flips(bit)));
      }
      REQUIRE(next.can_move == (legal_moves_of(next).size() > 0));
    }
    // Codes run row by row on every size, so the loop met the moves in the order promised.
    REQUIRE(listed == legal);
  }
}

TEST_CASE("two positions are equal if board, side to move and size are") {
  const Position start = Rules::of(8).start();
  CHECK(start == Rules::of(8).start());
  CHECK_FALSE(start == Rules::of(6).start());
  CHECK_FALSE(start == Rules::of(8).play(start, parse_move("d3")));
  const std::vector<std::uint8_t> cells = cells_of(start);
  CHECK(start == Rules::of(8).from_cells(cells.data(), Color::black));
  CHECK_FALSE(start == Rules::of(8).from_cells(cells.data(), Color::white));
}

TEST_CASE_TEMPLATE("the side to move changes the hash even of the same own and opponent discs", S,
                   EVERY_SIZE) {
  constexpr int N = S::value;
  std::set<std::uint64_t> hashes;
  const Board<N> start = Board<N>::start();
  for (const Board<N>& board : {start, start.passed()})
    for (const Color turn : both_colors)
      hashes.insert(Rules::of(N).hash(position_of<N>(board, turn)));
  CHECK(hashes.size() == 4);
}

TEST_CASE_TEMPLATE("symmetries of positions and moves", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  for (const Sample<N>& sample : samples<N>(4)) {
    const Position position = position_of<N>(sample.board, sample.turn);
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      const Position image = rules.transformed(position, symmetry);
      REQUIRE(image == position_of<N>(transform<N>(sample.board, symmetry), sample.turn));
      REQUIRE(rules.transformed(image, inverse_symmetry(symmetry)) == position);
      REQUIRE(image.can_move == position.can_move);
      REQUIRE(image.over == position.over);
      for (const Move move : legal_moves_of(position)) {
        const Move moved = transformed(move, N, symmetry);
        REQUIRE(transformed(moved, N, inverse_symmetry(symmetry)) == move);
        REQUIRE(rules.is_legal(image, moved));
      }
      REQUIRE(rules.transformed(image, rules.canonical_symmetry(image)) ==
              rules.transformed(position, rules.canonical_symmetry(position)));
    }
  }
}

TEST_CASE("a pass stays a pass under every symmetry, a move off the board is refused") {
  for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
    CHECK(transformed(Move{}, 8, symmetry).is_pass());
  CHECK(transformed(parse_move("b1"), 8, 1) == parse_move("g1"));
  CHECK(transformed(parse_move("b1"), 8, 2) == parse_move("b8"));
  CHECK(transformed(parse_move("b1"), 8, 4) == parse_move("a2"));
  CHECK_THROWS_WITH_AS(transformed(parse_move("i1"), 8, 0), "i1 is not on a 8x8 board",
                       NotationError);
}

TEST_CASE_TEMPLATE("playout scores are black's, whoever moves first", S, EVERY_SIZE) {
  constexpr int N = S::value;
  const Rules& rules = Rules::of(N);
  constexpr int games = 20;
  for (const Sample<N>& sample : samples<N>(5, 40)) {
    std::array<std::int16_t, games> scores;
    scores.fill(1000);
    rules.playouts(position_of<N>(sample.board, sample.turn), games, 11, scores.data());
    std::array<std::int16_t, games> expected;
    const int sign = sample.turn == Color::black ? 1 : -1;
    playouts<N>(sample.board, games, 11, [&](std::uint64_t game, int score) {
      expected[game] = static_cast<std::int16_t>(sign * score);
    });
    REQUIRE(scores == expected);
  }
}

TEST_CASE_TEMPLATE("a cell that is no disc is named by row and column", S, EVERY_SIZE) {
  constexpr int N = S::value;
  for (const int value : {3, 255}) {
    std::vector<std::uint8_t> cells = cells_of(Rules::of(N).start());
    cells[1 * N + N - 1] = static_cast<std::uint8_t>(value);
    const std::string message = "row 1, column " + std::to_string(N - 1) + " holds " +
                                std::to_string(value) +
                                "; only 0 (empty), 1 (black) and 2 (white) are allowed";
    CHECK_THROWS_WITH_AS(Rules::of(N).from_cells(cells.data(), Color::black), message.c_str(),
                         NotationError);
  }
}

TEST_CASE("why a move is illegal") {
  const Rules& rules = Rules::of(8);
  const Position start = rules.start();
  const auto message = [&](const Position& position, const char* move) {
    const std::string reason = why_illegal(position, parse_move(move));
    CHECK_THROWS_WITH_AS(rules.play(position, parse_move(move)), reason.c_str(), IllegalMove);
    return reason;
  };
  CHECK(message(start, "a1") == "a1 flips nothing for black");
  CHECK(message(start, "d4") == "d4 is occupied");
  CHECK(message(start, "e4") == "e4 is occupied");
  CHECK(message(start, "i1") == "i1 is not on a 8x8 board");
  CHECK(message(start, "a9") == "a9 is not on a 8x8 board");
  CHECK(message(start, "pass") == "black cannot pass: there is a legal move");
  const Position white = rules.play(start, parse_move("d3"));
  CHECK(message(white, "a1") == "a1 flips nothing for white");
  CHECK(message(white, "pass") == "white cannot pass: there is a legal move");

  const std::string blank(61, '-');
  const Position must_pass = parse_board("XO-" + blank + "O", 8);
  CHECK(message(must_pass, "c1") == "white must pass: no square flips a disc");
  CHECK(message(must_pass, "a1") == "a1 is occupied");
  CHECK(rules.play(must_pass, Move{}).turn == Color::black);

  const Position over = parse_board("XXX" + blank + "O", 8);
  CHECK(message(over, "c4") == "c4 cannot be played: the game is over");
  CHECK(message(over, "pass") == "pass cannot be played: the game is over");
}

TEST_CASE("the build names its instruction set and compiler") {
  CHECK(instruction_set() == OUTFLANK_ISA);
  CHECK(compiler().size() > 4);
  CHECK(compiler() != "unknown compiler");
}

}  // namespace
}  // namespace outflank::test
