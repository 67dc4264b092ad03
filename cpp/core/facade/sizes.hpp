// Picks what was compiled for one board size; throws NotationError for a size there is none for.
#pragma once

#include <string>

#include "facade.hpp"

namespace outflank {

template <class Kind>
const Kind& of_size(int size, const Kind& (&four)(), const Kind& (&six)(), const Kind& (&eight)(),
                    const Kind& (&ten)(), const Kind& (&twelve)()) {
  switch (size) {
    case 4: return four();
    case 6: return six();
    case 8: return eight();
    case 10: return ten();
    case 12: return twelve();
    default: refuse_size(std::to_string(size));
  }
}

}  // namespace outflank
