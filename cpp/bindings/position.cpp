// The class Position: the rules. Its text, arrays and masks have files of their own.
#include "position.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <array>

namespace outflank::bindings {

namespace {

constexpr const char* position_doc =
    R"(Discs and the side to move.

A position never changes: `play` returns a new one. It can be compared, hashed, pickled and used
as a dictionary key. A side without a legal square must pass, and a pass is a move like any other;
only when neither side can move is the game over.

>>> position = Position()
>>> [str(move) for move in position.legal_moves]
['d3', 'c4', 'f5', 'e6']
>>> position.play("d3").turn.name
'WHITE')";

// No game has more plies: at most 140 moves on 12x12, and a pass between each.
constexpr int most_plies = 300;
// So that a slip of the hand fills neither the memory nor the day.
constexpr std::int64_t most_games = 1'000'000'000;

nb::object color_on(const Position& position, int row, int column) {
  std::array<std::uint8_t, max_squares> cells{};
  rules(position).to_cells(position, cells.data());
  const int cell = cells[static_cast<std::size_t>(row * position.size + column)];
  return cell == 0 ? nb::none() : nb::cast(static_cast<Color>(cell));
}

[[noreturn]] void refuse_square(const Position& position, const std::string& name) {
  throw NotationError(name + " is not on a board of size " + std::to_string(position.size));
}

nb::object color_at_square(const Position& self, nb::handle square) {
  if (PyIndex_Check(square.ptr()))
    refuse_type("color_at takes a square such as d4, or row, column");
  const Move move = move_of(square);
  if (move.is_pass() || !move.fits(self.size)) refuse_square(self, move_name(move));
  return color_on(self, move.row(), move.column());
}

nb::object color_at(const Position& self, nb::handle at_row, nb::handle at_column) {
  const std::int64_t row = whole_number(at_row, "the row");
  const std::int64_t column = whole_number(at_column, "the column");
  if (row < 0 || row >= self.size || column < 0 || column >= self.size)
    refuse_square(self, "row " + shown(at_row) + ", column " + shown(at_column));
  return color_on(self, static_cast<int>(row), static_cast<int>(column));
}

void bind_rules(PositionClass& position) {
  position.def_prop_ro(
      "size", [](const Position& self) { return int{self.size}; }, "Squares along one side.");
  position.def_prop_ro(
      "turn", [](const Position& self) { return self.turn; },
      "The side to move (or, once the game is over, the side that would be).");
  position.def_prop_ro("legal_moves", &legal_moves,
                       nb::sig("def legal_moves(self) -> tuple[Move, ...]"),
                       "Every legal move, a1 first; a lone pass if there is no square; empty "
                       "once the game is over.");
  position.def_prop_ro(
      "empties", [](const Position& self) { return rules(self).empties(self); },
      "How many squares are empty.");

  position.def(
      "is_over", [](const Position& self) { return self.over; }, "True if neither side can move.");
  position.def(
      "must_pass", [](const Position& self) { return !self.can_move && !self.over; },
      "True if the side to move has no square to play on and the game goes on.");
  position.def(
      "is_legal",
      [](const Position& self, nb::handle move) {
        return rules(self).is_legal(self, move_of(move));
      },
      anything("move"), nb::sig("def is_legal(self, move: Move | str) -> bool"),
      "True if `move` may be played here.");
  position.def(
      "play",
      [](const Position& self, nb::handle move) { return rules(self).play(self, move_of(move)); },
      anything("move"), nb::sig("def play(self, move: Move | str) -> Position"),
      "The position after `move`; IllegalMoveError says why it cannot be played.");
}

void bind_discs(PositionClass& position) {
  position.def(
      "count",
      [](const Position& self, nb::handle color) {
        return rules(self).count(self, color_of(color));
      },
      anything("color"), nb::sig("def count(self, color: int) -> int"),
      "How many discs a side has.");
  position.def("color_at", &color_at_square, anything("square"),
               nb::sig("def color_at(self, square: Move | str) -> Color | None"),
               "Return whose disc lies on a square, such as d4, or None.");
  position.def("color_at", &color_at, anything("row"), anything("column"),
               nb::sig("def color_at(self, row: int, column: int) -> Color | None"),
               "The same by row and column, both from 0.");
  position.def(
      "score",
      [](const Position& self, nb::handle color) {
        const int black = rules(self).black_score(self);
        return color_of(color) == Color::black ? black : -black;
      },
      anything("color") = 1, nb::sig("def score(self, color: int = 1) -> int"),
      "Disc difference for `color` as it would be scored now: empty squares go to the winner.");
  position.def(
      "disc_difference",
      [](const Position& self, nb::handle color) {
        const int black = rules(self).black_difference(self);
        return color_of(color) == Color::black ? black : -black;
      },
      anything("color") = 1, nb::sig("def disc_difference(self, color: int = 1) -> int"),
      "Discs of `color` minus discs of the other side, as they lie.");
}

void bind_symmetries(PositionClass& position) {
  position.def(
      "transform",
      [](const Position& self, nb::handle symmetry) {
        return rules(self).transformed(self, symmetry_of(symmetry));
      },
      anything("symmetry"), nb::sig("def transform(self, symmetry: int) -> Position"),
      R"(The board turned or mirrored.

Symmetry 0 to 7: bit 2 swaps rows and columns (first), bit 1 mirrors top and bottom, bit 0 left
and right. 0, 3, 4 and 7 keep the start position.)");
  position.def(
      "symmetries",
      [](const Position& self) {
        nb::list all;
        for (int symmetry = 0; symmetry < 8; ++symmetry)
          all.append(rules(self).transformed(self, symmetry));
        return nb::tuple(all);
      },
      nb::sig("def symmetries(self) -> tuple[Position, ...]"),
      "All eight images of the position, in the order of `transform`.");
  position.def(
      "canonical",
      [](const Position& self) {
        return rules(self).transformed(self, rules(self).canonical_symmetry(self));
      },
      "The same position for all eight images: the one to store or look up.");
  position.def(
      "canonical_symmetry",
      [](const Position& self) { return rules(self).canonical_symmetry(self); },
      "The symmetry that leads to `canonical()`.");
}

void bind_games(PositionClass& position) {
  position.def(
      "perft",
      [](const Position& self, nb::handle plies) {
        const std::int64_t depth = whole_number(plies, "the depth");
        if (depth < 0) throw NotationError("depth " + shown(plies) + " is negative");
        if (depth > most_plies) {
          throw NotationError("depth " + shown(plies) +
                              " is beyond the end of every game; at most " +
                              std::to_string(most_plies) + " plies are counted");
        }
        nb::gil_scoped_release released;
        return rules(self).perft(self, static_cast<int>(depth));
      },
      anything("depth"), nb::sig("def perft(self, depth: int) -> int"),
      "How many leaves the game tree has after `depth` plies. A pass is a ply; a finished game "
      "is one leaf.");
  position.def(
      "playouts",
      [](const Position& self, nb::handle how_many, nb::handle any_seed) {
        const std::int64_t games = whole_number(how_many, "the number of games");
        if (games < 0 || games > most_games) {
          throw NotationError(shown(how_many) + " games cannot be played; choose 0 to " +
                              std::to_string(most_games));
        }
        const std::uint64_t seed = seed_of(any_seed);
        auto made = new_array<std::int16_t>(static_cast<std::size_t>(games));
        nb::gil_scoped_release released;
        rules(self).playouts(self, static_cast<std::uint64_t>(games), seed, made.data);
        return made.array;
      },
      anything("games"), anything("seed") = 0,
      nb::sig("def playouts(self, games: int, seed: int = 0) -> numpy.typing.NDArray[numpy.int16]"),
      "Plays random games to the end and returns black's final score of each. Game i depends on "
      "the seed and i alone.");
}

void bind_identity(PositionClass& position) {
  position.def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
  position.def("__hash__",
               [](const Position& self) { return static_cast<Py_hash_t>(rules(self).hash(self)); });
  const auto same = [](nb::handle self) { return nb::borrow(self); };
  position.def("__copy__", same, nb::sig("def __copy__(self) -> Position"));
  position.def(
      "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, nb::arg("memo"),
      nb::sig("def __deepcopy__(self, memo: object) -> Position"));
}

}  // namespace

void bind_position(nb::module_& module) {
  bind_legal_moves();
  PositionClass position(module, "Position", nb::is_final(), position_doc);
  position.def(
      "__init__",
      [](Position* self, nb::handle size) {
        new (self) Position(Rules::of(size_of(size)).start());
      },
      anything("size") = 8, nb::sig("def __init__(self, size: int = 8) -> None"),
      "The start position on a board of 4, 6, 8, 10 or 12 squares a side.");
  bind_text(position);
  bind_arrays(position);
  bind_rules(position);
  bind_discs(position);
  bind_masks(position);
  bind_symmetries(position);
  bind_games(position);
  bind_identity(position);
}

}  // namespace outflank::bindings
