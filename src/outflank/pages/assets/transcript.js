// A game of the arena, move by move.

import { flips, play, startPosition } from "../../web/static/rules.js";

/**
 * The positions of a transcript, the start first, and its moves. Black's moves are in capitals, and
 * forced passes are left out. A move that the rules forbid ends the replay: `broken` is its name.
 */
export function replay(size, transcript) {
  const positions = [startPosition(size)];
  const moves = [];
  for (const text of transcript.match(/[a-z]\d+/gi) || []) {
    const position = positions[moves.length];
    const name = text.toLowerCase();
    const side = text === name ? "O" : "X";
    const square = (Number(name.slice(1)) - 1) * size + name.charCodeAt(0) - 97;
    if (side !== position.turn || flips(position, square).length === 0) {
      return { positions, moves, broken: name };
    }
    const passed = moves.length > 0 && moves[moves.length - 1].side === side;
    positions.push(play(position, square));
    moves.push({ name, side, square, passed });
  }
  return { positions, moves, broken: null };
}
