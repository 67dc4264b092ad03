// The legal moves of a position: a tuple in which a move can be looked up by its name too.
//
// Comparing moves with names instead would tie the hash of a move to that of a str, which differs
// from run to run: sets of moves would have another order each time.
#include <array>

#include "position.hpp"

namespace outflank::bindings {

namespace {

// Room for moves that is not filled beforehand.
union MoveBuffer {
  MoveBuffer() {}
  std::array<Move, max_squares> moves;
};

// Made ready by bind_legal_moves.
PyTypeObject type = [] {
  PyTypeObject made{};
  made.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  return made;
}();
PySequenceMethods sequence{};

// Tuples that are not used any more, by their length: as quick as Python's own for its tuples. The
// first item of each points to the next.
constexpr std::size_t max_reused = 24;
std::array<PyObject*, max_reused> unused{};
std::array<int, max_reused> unused_count{};
constexpr int max_unused = 16;

PyObject* new_moves(Py_ssize_t length) {
#ifndef Py_GIL_DISABLED
  const auto index = static_cast<std::size_t>(length);
  if (index < max_reused && unused[index] != nullptr) {
    PyObject* moves = unused[index];
    unused[index] = PyTuple_GET_ITEM(moves, 0);
    --unused_count[index];
    return reinterpret_cast<PyObject*>(
        PyObject_InitVar(reinterpret_cast<PyVarObject*>(moves), &type, length));
  }
#endif
  PyObject* moves = type.tp_alloc(&type, length);
  if (moves == nullptr) throw nb::python_error();
  // Moves hold no objects, so that the garbage collector has nothing to look for.
  PyObject_GC_UnTrack(moves);
  return moves;
}

void delete_moves(PyObject* moves) {
  PyObject_GC_UnTrack(moves);
  const Py_ssize_t length = PyTuple_GET_SIZE(moves);
  for (Py_ssize_t i = 0; i < length; ++i) Py_XDECREF(PyTuple_GET_ITEM(moves, i));
#ifndef Py_GIL_DISABLED
  const auto index = static_cast<std::size_t>(length);
  if (0 < index && index < max_reused && unused_count[index] < max_unused &&
      Py_IS_TYPE(moves, &type)) {
    PyTuple_SET_ITEM(moves, 0, unused[index]);
    unused[index] = moves;
    ++unused_count[index];
    return;
  }
#endif
  Py_TYPE(moves)->tp_free(moves);
}

// For `move in position.legal_moves`. A move is one object everywhere, so its address will do.
int contains(PyObject* self, PyObject* value) {
  try {
    const nb::handle move = interned(move_of(value));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i)
      if (PyTuple_GET_ITEM(self, i) == move.ptr()) return 1;
  } catch (const NotationError&) {  // a text that names no move
  } catch (const ArgumentError&) {
  }
  return 0;
}

// Pickled and copied as a tuple of moves.
PyObject* reduce(PyObject* self, PyObject*) {
  return Py_BuildValue("O(N)", &PyTuple_Type, PySequence_List(self));
}

PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

}  // namespace

void bind_legal_moves() {
  sequence.sq_contains = contains;
  type.tp_name = "outflank.LegalMoves";
  type.tp_doc = "A tuple of moves; `in` takes names too.";
  type.tp_base = &PyTuple_Type;
  type.tp_flags = Py_TPFLAGS_DEFAULT;
  type.tp_as_sequence = &sequence;
  type.tp_methods = methods;
  type.tp_dealloc = delete_moves;
  if (PyType_Ready(&type) < 0) throw nb::python_error();
}

nb::object legal_moves(const Position& position) {
  MoveBuffer buffer;
  int count = rules(position).legal_moves(position, buffer.moves);
  if (count == 0 && !position.over) buffer.moves[static_cast<std::size_t>(count++)] = Move{};
  nb::object moves = nb::steal(new_moves(count));
  for (int i = 0; i < count; ++i) {
    const nb::handle move = interned(buffer.moves[static_cast<std::size_t>(i)]);
    PyTuple_SET_ITEM(moves.ptr(), i, move.inc_ref().ptr());
  }
  return moves;
}

}  // namespace outflank::bindings
