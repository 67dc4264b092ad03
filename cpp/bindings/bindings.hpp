// What the binding files share.
#pragma once

#include <nanobind/ndarray.h>

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include "facade/facade.hpp"
#include "gil.hpp"

namespace outflank::bindings {

void bind_errors();
void bind_move(nb::module_&);
void bind_position(nb::module_&);
void bind_lines(nb::module_&);
void bind_batch(nb::module_&);
void bind_classic(nb::module_&);
void bind_engine(nb::module_&);
// Gives all functions and classes of the module errors of our own for wrong arguments.
void check_arguments(nb::module_&);

// An argument of the wrong type: outflank.errors.ArgumentTypeError.
struct ArgumentError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The one Python object of each move; alive as long as the module.
nb::handle interned(Move move);

// The UTF-8 of a Python string; NotationError where it has none (lone surrogates).
std::string_view text_of(const nb::str& text);

// 1 or 2 (or a Color); NotationError otherwise.
Color color_of(int value);

// An argument of which nanobind accepts anything; the signature says what is meant.
inline auto anything(const char* name) { return nb::arg(name).none(); }

// Arguments as Python gives them: ArgumentError if the type is wrong, NotationError if the value
// is. A whole number beyond 64 bits becomes the largest or smallest there is; `name` begins the
// sentence.
std::int64_t whole_number(nb::handle value, const char* name);
int size_of(nb::handle size);
Color color_of(nb::handle color);
int symmetry_of(nb::handle symmetry);
std::uint64_t seed_of(nb::handle seed);
std::string_view text_of(nb::handle text, const char* name);
// A Move, or its name.
Move move_of(nb::handle move);

// A number as a message shows it: cut if it is long.
std::string shown(nb::handle value);
[[noreturn]] void refuse_type(const char* name, const char* what, nb::handle value);
[[noreturn]] void refuse_type(const std::string& why);
[[noreturn]] void refuse_color(const std::string& shown);

// A new numpy array, and where its values are to be written.
template <class T, int Dimensions>
struct NewArray {
  using Type = nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>, nb::c_contig>;
  T* data;
  Type array;
};

template <class T, class... Lengths>
NewArray<T, sizeof...(Lengths)> new_array(Lengths... lengths) {
  std::size_t total = 1;
  for (const std::size_t length : {static_cast<std::size_t>(lengths)...}) total *= length;
  T* data = new T[total];
  nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  using Array = NewArray<T, sizeof...(Lengths)>;
  return {data, typename Array::Type(data, {static_cast<std::size_t>(lengths)...}, owner)};
}

}  // namespace outflank::bindings
