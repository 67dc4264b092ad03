// Arguments from Python, read by hand: what nanobind refuses it answers with a list of signatures,
// what is read here with one sentence.
#include <limits>
#include <string>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

constexpr std::size_t longest_shown = 24;

}  // namespace

void refuse_type(const std::string& why) { throw ArgumentError(why); }

void refuse_type(const char* name, const char* what, nb::handle value) {
  refuse_type(std::string(name) + " must be " + what + ", not " + Py_TYPE(value.ptr())->tp_name);
}

std::int64_t whole_number(nb::handle value, const char* name) {
  if (!PyIndex_Check(value.ptr())) refuse_type(name, "a whole number", value);
  const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow > 0) return std::numeric_limits<std::int64_t>::max();
  if (overflow < 0) return std::numeric_limits<std::int64_t>::min();
  return found;
}

std::string shown(nb::handle value) {
  const nb::object text = nb::steal(PyObject_Str(value.ptr()));
  if (!text.is_valid()) {
    // Python writes no number of more than some thousand digits.
    PyErr_Clear();
    return "(thousands of digits)";
  }
  const std::string_view all = text_of(nb::borrow<nb::str>(text));
  if (all.size() <= longest_shown) return std::string(all);
  return std::string(all.substr(0, longest_shown)) + "...";
}

int size_of(nb::handle size) {
  const std::int64_t number = whole_number(size, "the board size");
  if (number < 0 || number > max_size || !is_board_size(static_cast<int>(number)))
    refuse_size(shown(size));
  return static_cast<int>(number);
}

Color color_of(nb::handle color) {
  const std::int64_t number = whole_number(color, "a colour");
  if (number == 1) return Color::black;
  if (number == 2) return Color::white;
  refuse_color(shown(color));
}

int symmetry_of(nb::handle symmetry) {
  const std::int64_t number = whole_number(symmetry, "a symmetry");
  if (number < 0 || number > 7)
    throw NotationError("symmetry " + shown(symmetry) + " does not exist; use 0 to 7");
  return static_cast<int>(number);
}

std::uint64_t seed_of(nb::handle seed) {
  whole_number(seed, "a seed");
  const nb::object number = nb::steal(PyNumber_Index(seed.ptr()));
  const unsigned long long found = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    throw NotationError("seed " + shown(seed) + " is out of range; it goes from 0 to 2**64 - 1");
  }
  return found;
}

std::string_view text_of(nb::handle text, const char* name) {
  if (!PyUnicode_Check(text.ptr())) refuse_type(name, "a str", text);
  return text_of(nb::borrow<nb::str>(text));
}

}  // namespace outflank::bindings
