// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <string_view>

#include "facade.hpp"

namespace nb = nanobind;

namespace outflank::bindings {

void bind_errors();
void bind_move(nb::module_&);
void bind_position(nb::module_&);
void bind_batch(nb::module_&);
void bind_search(nb::module_&);
void bind_engine(nb::module_&);

// The one Python object of each move; alive as long as the module.
nb::handle interned(Move move);

// The UTF-8 of a Python string; NotationError where it has none (lone surrogates).
std::string_view text_of(const nb::str& text);

// 1 or 2 (or a Color); NotationError otherwise.
Color color_of(int value);

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
