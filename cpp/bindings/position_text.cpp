// Positions as text: boards, FEN, drawings, and what pickle stores.
#include <nanobind/stl/string.h>

#include "position.hpp"

namespace outflank::bindings {

namespace {

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

void bind_text(PositionClass& position) {
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
  position.def_static(
      "from_fen", [](nb::handle text) { return parse_fen(text_of(text, "FEN")); }, anything("text"),
      nb::sig("def from_fen(text: str) -> Position"),
      R"(Read FEN: the rows, last first, and the side to move, b or w; what follows is ignored.

A black disc is p, a white one P, a number so many empty squares.)");
  position.def("to_text", &board_text,
               "size * size characters (X black, O white, - empty), a space and the side to move.");
  position.def("fen", &fen_text, "Return the position in FEN, as `from_fen` reads it.");
  position.def("__str__", &drawing);
  position.def("__repr__", [](const Position& self) {
    return "Position.from_text('" + board_text(self) + "')";
  });
  // Notebooks ask for a picture by this name.
  position.def(
      "_repr_svg_",
      [](nb::handle self) {
        return nb::module_::import_("outflank.game.svg").attr("board_svg")(self);
      },
      nb::sig("def _repr_svg_(self) -> str"));
  position.def("__getstate__", &board_text);
  position.def(
      "__setstate__",
      [](Position& self, nb::handle state) {
        new (&self) Position(parse_board(text_of(state, "the state of a position"), 0));
      },
      anything("arg"), nb::sig("def __setstate__(self, arg: str, /) -> None"));
}

}  // namespace outflank::bindings
