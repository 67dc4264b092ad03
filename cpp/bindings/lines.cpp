// Moves played one after another, with the forced passes that records leave out.
#include <string>
#include <vector>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

// Plays a list of moves, and a forced pass wherever it was left out; `visit` hears of each move and
// the position it leads to.
template <class Visit>
Position play_each(const Position& start, nb::handle moves, Visit&& visit) {
  const nb::object list = nb::steal(PySequence_Fast(moves.ptr(), ""));
  if (!list.is_valid()) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    refuse_type("the moves", "a list of Move", moves);
  }
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
nb::tuple play_line(const Position& start, nb::handle moves) {
  std::vector<Move> played;
  const Position last =
      play_each(start, moves, [&](Move move, const Position&) { played.push_back(move); });
  nb::object all = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(played.size())));
  for (std::size_t i = 0; i < played.size(); ++i)
    PyTuple_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), interned(played[i]).inc_ref().ptr());
  return nb::make_tuple(all, last);
}

// The keys of the start and of every position after it, eight bytes each, the lowest first.
nb::bytes line_keys(const Position& start, nb::handle moves) {
  std::string keys;
  const auto add = [&](const Position& position) {
    const std::uint64_t key = rules(position).key(position);
    for (int shift = 0; shift < 64; shift += 8) keys += static_cast<char>(key >> shift & 0xff);
  };
  add(start);
  play_each(start, moves, [&](Move, const Position& position) { add(position); });
  return nb::bytes(keys.data(), keys.size());
}

}  // namespace

void bind_lines(nb::module_& module) {
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
