// The rules on thousands of boards per call.
#include <cstring>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

using Boards = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<3>, nb::c_contig>;
using Turns = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>, nb::c_contig>;
using Moves = nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>, nb::c_contig>;

const Rules& rules_for(const Boards& boards) {
  if (boards.shape(1) != boards.shape(2)) {
    throw NotationError("boards are " + std::to_string(boards.shape(1)) + " by " +
                        std::to_string(boards.shape(2)) + "; the last two axes must be equal");
  }
  return Rules::of(static_cast<int>(boards.shape(1)));
}

void check_length(const char* name, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw NotationError(std::to_string(expected) + " boards but " + std::to_string(found) + " " +
                        name);
  }
}

}  // namespace

void bind_batch(nb::module_& module) {
  module.def(
      "batch_legal_masks",
      [](const Boards& boards, const Turns& turns) {
        const Rules& rules = rules_for(boards);
        const std::size_t count = boards.shape(0);
        check_length("turns", turns.shape(0), count);
        auto made = new_array<bool>(count, boards.shape(1), boards.shape(2));
        nb::gil_scoped_release released;
        rules.batch_legal(boards.data(), turns.data(), count,
                          reinterpret_cast<std::uint8_t*>(made.data));
        return made.array;
      },
      nb::arg("boards"), nb::arg("turns"));
  module.def(
      "batch_play",
      [](const Boards& boards, const Turns& turns, const Moves& moves) {
        const Rules& rules = rules_for(boards);
        const std::size_t count = boards.shape(0);
        check_length("turns", turns.shape(0), count);
        check_length("moves", moves.shape(0), count);
        auto next = new_array<std::uint8_t>(count, boards.shape(1), boards.shape(2));
        auto next_turns = new_array<std::uint8_t>(count);
        {
          nb::gil_scoped_release released;
          std::memcpy(next.data, boards.data(), boards.nbytes());
          std::memcpy(next_turns.data, turns.data(), turns.nbytes());
          rules.batch_play(next.data, next_turns.data, moves.data(), count);
        }
        return nb::make_tuple(next.array, next_turns.array);
      },
      nb::arg("boards"), nb::arg("turns"), nb::arg("moves"),
      nb::sig("def batch_play(boards: numpy.typing.NDArray[numpy.uint8], "
              "turns: numpy.typing.NDArray[numpy.uint8], "
              "moves: numpy.typing.NDArray[numpy.int64]) -> "
              "tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]"));
  module.def(
      "batch_outcomes",
      [](const Boards& boards) {
        const Rules& rules = rules_for(boards);
        const std::size_t count = boards.shape(0);
        auto over = new_array<bool>(count);
        auto scores = new_array<std::int16_t>(count);
        {
          nb::gil_scoped_release released;
          rules.batch_outcome(boards.data(), count, reinterpret_cast<std::uint8_t*>(over.data),
                              scores.data);
        }
        return nb::make_tuple(over.array, scores.array);
      },
      nb::arg("boards"),
      nb::sig("def batch_outcomes(boards: numpy.typing.NDArray[numpy.uint8]) -> "
              "tuple[numpy.typing.NDArray[numpy.bool_], numpy.typing.NDArray[numpy.int16]]"));
}

}  // namespace outflank::bindings
