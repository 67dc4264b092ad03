// What the files that bind Position share.
#pragma once

#include "bindings.hpp"

namespace outflank::bindings {

using PositionClass = nb::class_<Position>;

void bind_text(PositionClass&);
void bind_arrays(PositionClass&);
void bind_masks(PositionClass&);

// Makes the type of what `legal_moves` returns.
void bind_legal_moves();
// The legal moves, a lone pass if there is no square, none once the game is over.
nb::object legal_moves(const Position& position);

}  // namespace outflank::bindings
