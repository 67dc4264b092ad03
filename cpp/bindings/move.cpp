#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <array>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

// Borrowed: the module's _moves tuple owns them.
std::array<PyObject*, Move::codes> moves{};
// Borrowed too: the module owns it.
PyObject* move_type = nullptr;

}  // namespace

nb::handle interned(Move move) { return moves[move.code]; }

Move move_of(nb::handle move) {
  // Move is final, so there are no subtypes to ask for.
  if (reinterpret_cast<PyObject*>(Py_TYPE(move.ptr())) == move_type && nb::inst_ready(move))
    return *nb::inst_ptr<Move>(move);
  if (!PyUnicode_Check(move.ptr())) refuse_type("a move", "a Move or its name", move);
  return parse_move(text_of(nb::borrow<nb::str>(move)));
}

namespace {

constexpr const char* move_doc =
    R"(A square to play on, or a pass.

Moves belong to no board size: d3 is d3 everywhere. There is one object for each, so moves may
be compared with ``is`` and used as dictionary keys.

>>> Move("d3").row, Move("d3").column
(2, 3)
>>> Move("pass") is Move.PASS
True)";

void bind_color(nb::module_& module) {
  auto color = nb::enum_<Color>(module, "Color", nb::is_arithmetic(),
                                "The two sides. Black (1) moves first, white is 2.")
                   .value("BLACK", Color::black)
                   .value("WHITE", Color::white);
  color.def_prop_ro("opponent", [](Color self) { return opponent_of(self); }, "The other side.");
}

void intern_moves(nb::module_& module, nb::class_<Move>& move) {
  // Made by hand: the constructor below hands out these, and no others.
  nb::list all;
  for (int code = 0; code < Move::codes; ++code) {
    nb::object made = nb::inst_alloc(move);
    new (nb::inst_ptr<Move>(made)) Move{static_cast<std::uint8_t>(code)};
    nb::inst_mark_ready(made);
    moves[static_cast<std::size_t>(code)] = made.ptr();
    all.append(made);
  }
  module.attr("_moves") = nb::tuple(all);
}

void bind_constructors(nb::class_<Move>& move) {
  // Not nb::new_, which cannot be told that a name is never None.
  move.def_static(
      "__new__",
      [](nb::handle, nb::handle name) {
        return nb::borrow(interned(parse_move(text_of(name, "the name of a move"))));
      },
      nb::arg("cls"), anything("name"), nb::sig("def __new__(cls, name: str) -> Move"));
  move.def(
      "__init__", [](nb::handle, nb::handle) {}, anything("name"),
      nb::sig("def __init__(self, name: str) -> None"),
      "The move called `name`: d3, D3 or pass (also pa, ps, --, @@).");
  move.def_static(
      "at",
      [](nb::handle at_row, nb::handle at_column) {
        const std::int64_t row = whole_number(at_row, "the row");
        const std::int64_t column = whole_number(at_column, "the column");
        if (row < 0 || row >= max_size || column < 0 || column >= max_size) {
          throw NotationError("row " + shown(at_row) + ", column " + shown(at_column) +
                              " is on no board; both go from 0 to 11");
        }
        return nb::borrow(interned(Move::at(static_cast<int>(row), static_cast<int>(column))));
      },
      anything("row"), anything("column"), nb::sig("def at(row: int, column: int) -> Move"),
      "The move on a row and column, both counted from 0.");
  // A property, not an attribute: a type that held its own instance could never be freed.
  move.def_prop_ro_static(
      "PASS", [](nb::handle) { return nb::borrow(interned(Move{})); },
      nb::sig("def PASS(arg: object, /) -> Move"), "The pass.");
}

void bind_square(nb::class_<Move>& move) {
  move.def_prop_ro("name", &move_name, "Column letter and row number, or 'pass'.");
  move.def_prop_ro("is_pass", &Move::is_pass, "True for a pass.");
  move.def_prop_ro(
      "row", [](Move self) { return self.is_pass() ? -1 : self.row(); },
      "The row from 0 at the top; -1 for a pass.");
  move.def_prop_ro(
      "column", [](Move self) { return self.is_pass() ? -1 : self.column(); },
      "The column from 0 at the left; -1 for a pass.");
  move.def(
      "transform",
      [](Move self, nb::handle symmetry, nb::handle size) {
        const int image = symmetry_of(symmetry);
        return nb::borrow(interned(transformed(self, size_of(size), image)));
      },
      anything("symmetry"), anything("size"),
      nb::sig("def transform(self, symmetry: int, size: int) -> Move"),
      "The same move on a board turned by `symmetry` (see Position.transform).");
}

void bind_identity(nb::class_<Move>& move) {
  move.def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
  move.def(nb::self < nb::self);
  move.def("__hash__", [](Move self) { return static_cast<Py_hash_t>(self.code); });
  move.def("__str__", &move_name);
  move.def("__repr__", [](Move self) { return "Move('" + move_name(self) + "')"; });
  move.def(
      "__reduce__",
      [](nb::handle self) { return nb::make_tuple(self.type(), nb::make_tuple(nb::str(self))); },
      nb::sig("def __reduce__(self) -> tuple[type[Move], tuple[str]]"));
}

}  // namespace

void bind_move(nb::module_& module) {
  bind_color(module);
  nb::class_<Move> move(module, "Move", nb::is_final(), move_doc);
  move_type = move.ptr();
  intern_moves(module, move);
  bind_constructors(move);
  bind_square(move);
  bind_identity(move);
}

}  // namespace outflank::bindings
