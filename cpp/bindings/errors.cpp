// C++ exceptions become the exceptions of outflank.errors.
#include <new>

#include "bindings.hpp"

namespace outflank::bindings {

void bind_errors() {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void*) {
        const auto raise = [](const char* type, const char* message) {
          const nb::object errors = nb::module_::import_("outflank.errors");
          PyErr_SetString(nb::object(errors.attr(type)).ptr(), message);
        };
        try {
          std::rethrow_exception(thrown);
        } catch (const NotationError& error) {
          raise("NotationError", error.what());
        } catch (const ArgumentError& error) {
          raise("ArgumentTypeError", error.what());
        } catch (const IllegalMove& error) {
          raise("IllegalMoveError", error.what());
        } catch (const EngineError& error) {
          raise("EngineError", error.what());
        } catch (const std::bad_alloc&) {
          PyErr_SetString(PyExc_MemoryError, "there is not enough memory for this");
        }
      },
      nullptr);
}

std::string_view text_of(const nb::str& text) {
  Py_ssize_t length = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
  if (bytes == nullptr) {
    PyErr_Clear();
    throw NotationError("the text holds characters that are not valid Unicode");
  }
  return {bytes, static_cast<std::size_t>(length)};
}

Color color_of(int value) {
  if (value == 1) return Color::black;
  if (value == 2) return Color::white;
  refuse_color(std::to_string(value));
}

void refuse_color(const std::string& shown) {
  throw NotationError("colour " + shown +
                      " does not exist; use Color.BLACK (1) or Color.WHITE (2)");
}

}  // namespace outflank::bindings
