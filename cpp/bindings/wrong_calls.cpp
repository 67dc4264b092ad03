// Calls that fit no signature are answered with one sentence, not with nanobind's list of
// overloads.
//
// nanobind has no hook for this, so the pointer through which Python calls a function is replaced
// by one that looks at the error afterwards. A call that succeeds pays for one jump.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

// nanobind has six, by the number and kind of the arguments.
constexpr std::size_t max_dispatchers = 8;
std::array<vectorcallfunc, max_dispatchers> dispatchers{};

// play(move: Move | str) of "def play(self, move: Move | str) -> Position". A constructor has the
// name of its class.
std::string usage(std::string_view signature, const std::string& name) {
  signature.remove_prefix(signature.find('(', signature.rfind("def ")));
  std::string text = name + std::string(signature.substr(0, signature.rfind(" -> ")));
  for (const std::string_view self : {"(self, ", "(cls, ", "(self", "(cls"})
    if (const auto at = text.find(self); at != text.npos)
      return text.erase(at + 1, self.size() - 1);
  return text;
}

void raise_wrong_call(nb::handle function) {
  std::string name = nb::str(function.attr("__name__")).c_str();
  if (name.starts_with("__")) {
    name = nb::str(function.attr("__qualname__")).c_str();
    name.erase(name.rfind('.'));
  }
  std::string text = "wrong arguments; expected ";
  bool first = true;
  for (const nb::handle each : nb::tuple(function.attr("__nb_signature__"))) {
    const nb::str signature(nb::tuple(nb::borrow(each))[0]);
    text += (first ? "" : " or ") + usage(signature.c_str(), name);
    first = false;
  }
  const nb::object errors = nb::module_::import_("outflank.errors");
  PyErr_SetString(nb::object(errors.attr("ArgumentTypeError")).ptr(), text.c_str());
}

// Replaces the error that was raised, if it is nanobind's about the arguments.
void explain(PyObject* function) {
  if (!PyErr_ExceptionMatches(PyExc_TypeError)) return;
  nb::python_error error;
  try {
    const nb::str message(error.value());
    if (std::string_view(message.c_str()).find("incompatible function arguments") !=
        std::string_view::npos) {
      raise_wrong_call(function);
      return;
    }
  } catch (...) {
    PyErr_Clear();
  }
  error.restore();
}

template <std::size_t I>
PyObject* call(PyObject* function, PyObject* const* arguments, std::size_t count,
               PyObject* keywords) {
  PyObject* result = dispatchers[I](function, arguments, count, keywords);
  if (result == nullptr) [[unlikely]]
    explain(function);
  return result;
}

template <std::size_t... I>
constexpr std::array<vectorcallfunc, sizeof...(I)> make_calls(std::index_sequence<I...>) {
  return {&call<I>...};
}
constexpr auto calls = make_calls(std::make_index_sequence<max_dispatchers>());

void check_function(nb::handle function) {
  PyTypeObject* type = Py_TYPE(function.ptr());
  const std::string_view name = type->tp_name;
  if (!name.ends_with("nb_func") && !name.ends_with("nb_method")) return;
  auto& pointer = *reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function.ptr()) +
                                                     type->tp_vectorcall_offset);
  for (std::size_t i = 0; i < max_dispatchers; ++i) {
    if (dispatchers[i] == nullptr) dispatchers[i] = pointer;
    if (dispatchers[i] == pointer) {
      pointer = calls[i];
      return;
    }
  }
}

}  // namespace

void check_arguments(nb::module_& module) {
  for (const nb::handle member : module.attr("__dict__").attr("values")()) {
    check_function(member);
    if (!PyType_Check(member.ptr())) continue;
    for (const nb::handle method : member.attr("__dict__").attr("values")()) check_function(method);
  }
}

}  // namespace outflank::bindings
