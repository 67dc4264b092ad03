// Positions to and from numpy arrays and pairs of bitboards.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "position.hpp"

namespace outflank::bindings {

namespace {

using AnyArray = nb::ndarray<nb::numpy, nb::ro>;

constexpr const char* array_holds =
    "a board array holds integers, or floats that are whole numbers";

// Copies the values of a two-dimensional array of T, whatever its strides, into board cells.
template <class T>
void copy_cells(const AnyArray& array, std::vector<std::uint8_t>& cells) {
  const auto* data = static_cast<const T*>(array.data());
  const auto size = static_cast<std::int64_t>(array.shape(0));
  for (std::int64_t row = 0; row < size; ++row) {
    for (std::int64_t column = 0; column < size; ++column) {
      const T value = data[row * array.stride(0) + column * array.stride(1)];
      if (!(value == T(0) || value == T(1) || value == T(2))) {
        throw NotationError("array row " + std::to_string(row) + ", column " +
                            std::to_string(column) + " holds " + std::to_string(value) +
                            "; only 0 (empty), 1 (black) and 2 (white) are allowed");
      }
      cells[static_cast<std::size_t>(row * size + column)] = static_cast<std::uint8_t>(value);
    }
  }
}

// Copies an array of any of these types; false if it is of none.
template <class... Types>
bool copy_any_cells(const AnyArray& array, std::vector<std::uint8_t>& cells) {
  const auto copy = [&]<class T>(T) {
    if (array.dtype() != nb::dtype<T>()) return false;
    // A byte of bool is 0 or 1, but may be read as a number only.
    copy_cells<std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>>(array, cells);
    return true;
  };
  return (copy(Types{}) || ...);
}

Position from_numpy(nb::handle board, nb::handle turn) {
  const Color side = color_of(turn);
  AnyArray array;
  if (!nb::try_cast(board, array)) {
    if (nb::hasattr(board, "dtype")) refuse_type(array_holds);
    refuse_type("a board", "a numpy array", board);
  }
  if (array.ndim() != 2 || array.shape(0) != array.shape(1)) {
    std::string shape;
    for (std::size_t i = 0; i < array.ndim(); ++i)
      shape += (i ? ", " : "") + std::to_string(array.shape(i));
    throw NotationError("the array has shape (" + shape + "); a board is square, such as (8, 8)");
  }
  const Rules& rules = Rules::of(static_cast<int>(std::min<std::size_t>(array.shape(0), 1000)));
  std::vector<std::uint8_t> cells(array.shape(0) * array.shape(0));
  if (!copy_any_cells<bool, std::uint8_t, std::int8_t, std::int16_t, std::uint16_t, std::int32_t,
                      std::uint32_t, std::int64_t, std::uint64_t, float, double>(array, cells))
    refuse_type(array_holds);
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

}  // namespace

void bind_arrays(PositionClass& position) {
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
}

}  // namespace outflank::bindings
