#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <array>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

// Borrowed: the module's _moves tuple owns them.
std::array<PyObject*, Move::codes> moves{};

void check_symmetry(int symmetry) {
  if (symmetry < 0 || symmetry > 7)
    throw NotationError("symmetry " + std::to_string(symmetry) + " does not exist; use 0 to 7");
}

}  // namespace

nb::handle interned(Move move) { return moves[move.code]; }

void bind_move(nb::module_& module) {
  auto color = nb::enum_<Color>(module, "Color", nb::is_arithmetic(),
                                "The two sides. Black (1) moves first, white is 2.")
                   .value("BLACK", Color::black)
                   .value("WHITE", Color::white);
  color.def_prop_ro("opponent", [](Color self) { return opponent_of(self); }, "The other side.");

  nb::class_<Move> move(module, "Move", nb::is_final(), R"(A square to play on, or a pass.

Moves belong to no board size: d3 is d3 everywhere. There is one object for each, so moves may
be compared with ``is`` and used as dictionary keys.

>>> Move("d3").row, Move("d3").column
(2, 3)
>>> Move("pass") is Move.PASS
True)");

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

  move.def(
      nb::new_([](const nb::str& name) { return nb::borrow(interned(parse_move(text_of(name)))); }),
      nb::arg("name"), "The move called `name`: d3, D3 or pass (also pa, ps, --, @@).");
  move.def_static(
      "at",
      [](int row, int column) {
        if (row < 0 || row >= max_size || column < 0 || column >= max_size) {
          throw NotationError("row " + std::to_string(row) + ", column " + std::to_string(column) +
                              " is on no board; both go from 0 to 11");
        }
        return nb::borrow(interned(Move::at(row, column)));
      },
      nb::arg("row"), nb::arg("column"), nb::sig("def at(row: int, column: int) -> Move"),
      "The move on a row and column, both counted from 0.");
  // A property, not an attribute: a type that held its own instance could never be freed.
  move.def_prop_ro_static(
      "PASS", [](nb::handle) { return nb::borrow(interned(Move{})); },
      nb::sig("def PASS(arg: object, /) -> Move"), "The pass.");

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
      [](Move self, int symmetry, int size) {
        check_symmetry(symmetry);
        Rules::of(size);
        return nb::borrow(interned(transformed(self, size, symmetry)));
      },
      nb::arg("symmetry"), nb::arg("size"),
      nb::sig("def transform(self, symmetry: int, size: int) -> Move"),
      "The same move on a board turned by `symmetry` (see Position.transform).");

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

}  // namespace outflank::bindings
