#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <vector>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

using BoardMask = NewArray<bool, 2>::Type;

nb::object legal_moves(const Position& position) {
  std::array<Move, max_squares> found;
  const int count = rules(position).legal_moves(position, found);
  const bool pass = count == 0 && !position.over;
  nb::object moves = nb::steal(PyTuple_New(pass ? 1 : count));
  if (pass) PyTuple_SET_ITEM(moves.ptr(), 0, interned(Move{}).inc_ref().ptr());
  for (int i = 0; i < count; ++i) {
    const nb::handle move = interned(found[static_cast<std::size_t>(i)]);
    PyTuple_SET_ITEM(moves.ptr(), i, move.inc_ref().ptr());
  }
  return moves;
}

// Plays a list of moves, and a forced pass wherever it was left out; `visit` hears of each move and
// the position it leads to.
template <class Visit>
Position play_each(const Position& start, nb::handle given, Visit&& visit) {
  const nb::object list = nb::steal(PySequence_Fast(given.ptr(), "moves are a list of Move"));
  if (!list.is_valid()) throw nb::python_error();
  const Rules& board = rules(start);
  Position position = start;
  const auto step = [&](Move move) {
    position = board.play(position, move);
    visit(move, position);
  };
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list.ptr()); ++i) {
    const Move move = move_of(PySequence_Fast_GET_ITEM(list.ptr(), i));
    if (!move.is_pass() && !position.can_move && !position.over) step(Move{});
    if (!board.is_legal(position, move))
      throw IllegalMove("move " + std::to_string(i + 1) + ": " + why_illegal(position, move));
    step(move);
  }
  return position;
}

// All moves, and where they lead.
nb::tuple play_line(const Position& start, nb::handle given) {
  std::vector<Move> played;
  const Position last =
      play_each(start, given, [&](Move move, const Position&) { played.push_back(move); });
  nb::object moves = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(played.size())));
  for (std::size_t i = 0; i < played.size(); ++i)
    PyTuple_SET_ITEM(moves.ptr(), static_cast<Py_ssize_t>(i), interned(played[i]).inc_ref().ptr());
  return nb::make_tuple(moves, last);
}

// The keys of the start and of every position after it, eight bytes each, the lowest first.
nb::bytes line_keys(const Position& start, nb::handle given) {
  std::string keys;
  const auto add = [&](const Position& position) {
    const std::uint64_t key = rules(position).key(position);
    for (int shift = 0; shift < 64; shift += 8) keys += static_cast<char>(key >> shift & 0xff);
  };
  add(start);
  play_each(start, given, [&](Move, const Position& position) { add(position); });
  return nb::bytes(keys.data(), keys.size());
}

// No game has more plies: at most 140 moves on 12x12, and a pass between each.
constexpr int most_plies = 300;
// So that a slip of the hand fills neither the memory nor the day.
constexpr std::int64_t most_games = 1'000'000'000;

template <class Write>
BoardMask new_mask(const Position& position, Write&& write) {
  auto made = new_array<bool>(position.size, position.size);
  static_assert(sizeof(bool) == 1);
  write(reinterpret_cast<std::uint8_t*>(made.data));
  return made.array;
}

BoardMask mask(const Position& position, Mask kind, nb::handle color) {
  const Color side = color_of(color);
  return new_mask(position, [&](std::uint8_t* squares) {
    rules(position).mask(position, kind, side, squares);
  });
}

constexpr const char* array_holds =
    "a board array holds integers, or floats that are whole numbers";

// Copies the values of a two-dimensional array of T, whatever its strides, into board cells.
template <class T, class Array>
void copy_cells(const Array& array, std::vector<std::uint8_t>& cells) {
  const auto* data = static_cast<const T*>(array.data());
  const auto size = static_cast<std::int64_t>(array.shape(0));
  for (std::int64_t row = 0; row < size; ++row) {
    for (std::int64_t column = 0; column < size; ++column) {
      const T value = data[row * array.stride(0) + column * array.stride(1)];
      if (!(value == T(0) || value == T(1) || value == T(2))) {
        std::string shown = std::to_string(value);
        throw NotationError("array row " + std::to_string(row) + ", column " +
                            std::to_string(column) + " holds " + shown +
                            "; only 0 (empty), 1 (black) and 2 (white) are allowed");
      }
      cells[static_cast<std::size_t>(row * size + column)] = static_cast<std::uint8_t>(value);
    }
  }
}

using AnyArray = nb::ndarray<nb::numpy, nb::ro>;

Position from_numpy(nb::handle given, nb::handle turn) {
  const Color side = color_of(turn);
  AnyArray array;
  if (!nb::try_cast(given, array)) {
    if (nb::hasattr(given, "dtype")) throw nb::type_error(array_holds);
    refuse_type("a board", "a numpy array", given);
  }
  if (array.ndim() != 2 || array.shape(0) != array.shape(1)) {
    std::string shape;
    for (std::size_t i = 0; i < array.ndim(); ++i)
      shape += (i ? ", " : "") + std::to_string(array.shape(i));
    throw NotationError("the array has shape (" + shape + "); a board is square, such as (8, 8)");
  }
  const Rules& rules = Rules::of(static_cast<int>(std::min<std::size_t>(array.shape(0), 1000)));
  std::vector<std::uint8_t> cells(array.shape(0) * array.shape(0));
  const auto type = array.dtype();
  if (type == nb::dtype<bool>() || type == nb::dtype<std::uint8_t>()) {
    copy_cells<std::uint8_t>(array, cells);
  } else if (type == nb::dtype<std::int8_t>()) {
    copy_cells<std::int8_t>(array, cells);
  } else if (type == nb::dtype<std::int16_t>()) {
    copy_cells<std::int16_t>(array, cells);
  } else if (type == nb::dtype<std::uint16_t>()) {
    copy_cells<std::uint16_t>(array, cells);
  } else if (type == nb::dtype<std::int32_t>()) {
    copy_cells<std::int32_t>(array, cells);
  } else if (type == nb::dtype<std::uint32_t>()) {
    copy_cells<std::uint32_t>(array, cells);
  } else if (type == nb::dtype<std::int64_t>()) {
    copy_cells<std::int64_t>(array, cells);
  } else if (type == nb::dtype<std::uint64_t>()) {
    copy_cells<std::uint64_t>(array, cells);
  } else if (type == nb::dtype<float>()) {
    copy_cells<float>(array, cells);
  } else if (type == nb::dtype<double>()) {
    copy_cells<double>(array, cells);
  } else {
    throw nb::type_error(array_holds);
  }
  return rules.from_cells(cells.data(), side);
}

// The bits of an int that fit on the board, one byte per eight squares.
nb::bytes bits_of(nb::handle value, const char* name, int size) {
  if (!PyIndex_Check(value.ptr())) refuse_type(name, "an int", value);
  const nb::object bits = nb::steal(PyNumber_Index(value.ptr()));
  if (!bits.is_valid()) throw nb::python_error();
  const int squares = size * size;
  const std::string board = std::to_string(size) + "x" + std::to_string(size) + " board";
  if (bits < nb::int_(0)) throw NotationError(std::string(name) + " is negative");
  if (nb::cast<std::int64_t>(bits.attr("bit_length")()) > squares) {
    throw NotationError(std::string(name) + " has bits beyond the " + std::to_string(squares) +
                        " squares of a " + board);
  }
  return nb::bytes(bits.attr("to_bytes")((squares + 7) / 8, "little"));
}

Position from_bitboards(nb::handle black, nb::handle white, nb::handle turn, nb::handle board) {
  const int size = size_of(board);
  const Color side = color_of(turn);
  const nb::bytes discs[] = {bits_of(black, "black's bitboard", size),
                             bits_of(white, "white's bitboard", size)};
  std::array<std::uint8_t, max_squares> cells{};
  for (int square = 0; square < size * size; ++square) {
    for (const int color : {1, 2}) {
      if (!(discs[color - 1].c_str()[square / 8] >> square % 8 & 1)) continue;
      std::uint8_t& cell = cells[static_cast<std::size_t>(square)];
      if (cell != 0) {
        throw NotationError(move_name(Move::at(square / size, square % size)) +
                            " is in black's bitboard and in white's");
      }
      cell = static_cast<std::uint8_t>(color);
    }
  }
  return Rules::of(size).from_cells(cells.data(), side);
}

nb::tuple to_bitboards(const Position& self) {
  const int squares = self.size * self.size;
  std::array<std::uint8_t, max_squares> cells{};
  rules(self).to_cells(self, cells.data());
  const auto discs = [&](int color) {
    std::array<char, max_squares / 8> bytes{};
    for (int square = 0; square < squares; ++square)
      if (cells[static_cast<std::size_t>(square)] == color)
        bytes[static_cast<std::size_t>(square / 8)] |= static_cast<char>(1 << square % 8);
    return nb::handle(&PyLong_Type)
        .attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little");
  };
  return nb::make_tuple(discs(1), discs(2));
}

std::string drawing(const Position& position) {
  const std::string text = board_text(position);
  const std::size_t size = position.size;
  std::string result = "  ";
  for (std::size_t column = 0; column < size; ++column) {
    result += ' ';
    result += static_cast<char>('a' + column);
  }
  for (std::size_t row = 0; row < size; ++row) {
    const std::string label = std::to_string(row + 1);
    result += '\n' + std::string(2 - label.size(), ' ') + label;
    for (std::size_t column = 0; column < size; ++column) {
      const char disc = text[row * size + column];
      result += ' ';
      result += disc == '-' ? '.' : disc;
    }
  }
  const char* next = position.over                   ? "game over"
                     : position.turn == Color::black ? "black to move"
                                                     : "white to move";
  return result + "\n" + next;
}

}  // namespace

void bind_position(nb::module_& module) {
  nb::class_<Position> position(module, "Position", nb::is_final(), R"(Discs and the side to move.

A position never changes: `play` returns a new one. It can be compared, hashed, pickled and used
as a dictionary key. A side without a legal square must pass, and a pass is a move like any other;
only when neither side can move is the game over.

>>> position = Position()
>>> [str(move) for move in position.legal_moves]
['d3', 'c4', 'f5', 'e6']
>>> position.play("d3").turn.name
'WHITE')");

  position.def(
      "__init__",
      [](Position* self, nb::handle size) {
        new (self) Position(Rules::of(size_of(size)).start());
      },
      anything("size") = 8, nb::sig("def __init__(self, size: int = 8) -> None"),
      "The start position on a board of 4, 6, 8, 10 or 12 squares a side.");
  position.def_static(
      "from_text",
      [](nb::handle text, nb::handle size) {
        const std::string_view board = text_of(text, "a board");
        return parse_board(board, size.is_none() ? 0 : size_of(size));
      },
      anything("text"), anything("size") = nb::none(),
      nb::sig("def from_text(text: str, size: int | None = None) -> Position"),
      R"(Reads size * size squares, a1 first and row by row, then optionally the side to move.

Black is X x * B b 0 or a black circle, white O o W w 1 or a white circle, empty - . or _; white
space is ignored. Without a side, black is to move.)");
  position.def_static("from_numpy", &from_numpy, anything("array"), anything("turn") = 1,
                      nb::sig("def from_numpy(array: numpy.typing.NDArray[typing.Any], "
                              "turn: int = 1) -> Position"),
                      "Reads a square array with 0 for empty, 1 for black and 2 for white.");

  position.def_static(
      "from_bitboards", &from_bitboards, anything("black"), anything("white"), anything("turn") = 1,
      anything("size") = 8,
      nb::sig(
          "def from_bitboards(black: int, white: int, turn: int = 1, size: int = 8) -> Position"),
      "Reads the discs of each side from an int: bit row * size + column, so that bit 0 is a1.");

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

  position.def(
      "count",
      [](const Position& self, nb::handle color) {
        return rules(self).count(self, color_of(color));
      },
      anything("color"), nb::sig("def count(self, color: int) -> int"),
      "How many discs a side has.");
  position.def(
      "color_at",
      [](const Position& self, nb::handle at_row, nb::handle at_column) -> nb::object {
        const std::int64_t row = whole_number(at_row, "the row");
        const std::int64_t column = whole_number(at_column, "the column");
        if (row < 0 || row >= self.size || column < 0 || column >= self.size) {
          throw NotationError("row " + shown(at_row) + ", column " + shown(at_column) +
                              " is not on a board of size " + std::to_string(int{self.size}));
        }
        std::array<std::uint8_t, max_squares> cells{};
        rules(self).to_cells(self, cells.data());
        const int cell = cells[static_cast<std::size_t>(row * self.size + column)];
        return cell == 0 ? nb::none() : nb::cast(static_cast<Color>(cell));
      },
      anything("row"), anything("column"),
      nb::sig("def color_at(self, row: int, column: int) -> Color | None"),
      "Whose disc lies on a square (row and column from 0), or None.");
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

  position.def(
      "legal_mask",
      [](const Position& self) {
        return new_mask(self, [&](std::uint8_t* squares) {
          rules(self).mask(self, Mask::legal, self.turn, squares);
        });
      },
      "The legal squares, as an array of bool.");
  position.def(
      "disc_mask",
      [](const Position& self, nb::handle color) { return mask(self, Mask::discs, color); },
      anything("color"),
      nb::sig("def disc_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]"),
      "The discs of `color`, as an array of bool.");
  position.def(
      "stable_mask",
      [](const Position& self, nb::handle color) { return mask(self, Mask::stable, color); },
      anything("color"),
      nb::sig("def stable_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]"),
      "Discs of `color` that can never be flipped. A lower bound: found by full lines and by "
      "growth from the edges and from stable neighbours.");
  position.def(
      "frontier_mask",
      [](const Position& self, nb::handle color) { return mask(self, Mask::frontier, color); },
      anything("color"),
      nb::sig("def frontier_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]"),
      "Discs of `color` beside an empty square.");
  position.def(
      "potential_mask",
      [](const Position& self, nb::handle color) { return mask(self, Mask::potential, color); },
      anything("color"),
      nb::sig("def potential_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]"),
      "Empty squares beside a disc of the opponent of `color`.");
  position.def(
      "flip_mask",
      [](const Position& self, nb::handle name) {
        const Move move = move_of(name);
        return new_mask(self,
                        [&](std::uint8_t* squares) { rules(self).flip_mask(self, move, squares); });
      },
      anything("move"),
      nb::sig("def flip_mask(self, move: Move | str) -> numpy.typing.NDArray[numpy.bool_]"),
      "The discs `move` would flip, as an array of bool.");

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

  position.def("to_text", &board_text,
               "size * size characters (X black, O white, - empty), a space and the side to move.");
  position.def(
      "to_numpy",
      [](const Position& self) {
        auto made = new_array<std::uint8_t>(self.size, self.size);
        rules(self).to_cells(self, made.data);
        return made.array;
      },
      "The board as an array of uint8: 0 empty, 1 black, 2 white.");

  position.def("to_bitboards", &to_bitboards, nb::sig("def to_bitboards(self) -> tuple[int, int]"),
               "The discs of black and of white, each as an int: bit row * size + column.");

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

  position.def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
  position.def("__hash__",
               [](const Position& self) { return static_cast<Py_hash_t>(rules(self).hash(self)); });
  position.def("__str__", &drawing);
  position.def("__repr__", [](const Position& self) {
    return "Position.from_text('" + board_text(self) + "')";
  });
  position.def("__getstate__", &board_text);
  position.def(
      "__setstate__",
      [](Position& self, nb::handle state) {
        new (&self) Position(parse_board(text_of(state, "the state of a position"), 0));
      },
      anything("arg"), nb::sig("def __setstate__(self, arg: str, /) -> None"));
  const auto same = [](nb::handle self) { return nb::borrow(self); };
  position.def("__copy__", same, nb::sig("def __copy__(self) -> Position"));
  position.def(
      "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, nb::arg("memo"),
      nb::sig("def __deepcopy__(self, memo: object) -> Position"));

  module.def("play_line", &play_line, nb::arg("start"), anything("moves"),
             nb::sig("def play_line(start: Position, moves: Sequence[Move]) -> "
                     "tuple[tuple[Move, ...], Position]"),
             "Plays moves one after another, with the forced passes that were left out: all moves, "
             "and where they lead.");
  module.def(
      "line_keys", &line_keys, nb::arg("start"), anything("moves"),
      nb::sig("def line_keys(start: Position, moves: Sequence[Move]) -> bytes"),
      "The keys of the start and of the position after each move of `play_line`, as 64-bit "
      "numbers, the lowest byte first. All eight images of a position have one key, equal on "
      "every machine.");
}

}  // namespace outflank::bindings
