// Sets of squares of a position, as arrays of bool.
#include "position.hpp"

namespace outflank::bindings {

namespace {

using BoardMask = NewArray<bool, 2>::Type;

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

}  // namespace

void bind_masks(PositionClass& position) {
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
}

}  // namespace outflank::bindings
