// Elements, and boards as pictures, for the pages that show games. Texts of strangers only ever become
// the text of an element.

export const COLORS = { X: "black", O: "white" };

/** An element with attributes, and texts or elements in it. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function draw(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** The cells are a text, X, O or - for each square; the last move has a dot on its disc. */
export function drawBoard(picture, cells, size, move, label) {
  const edge = 0.6;
  const parts = [draw("rect", { x: edge, y: edge, width: size, height: size, class: "felt" })];
  for (let index = 0; index < size; index += 1) {
    const middle = edge + index + 0.5;
    parts.push(draw("text", { x: middle, y: edge * 0.7 }, String.fromCharCode(97 + index)));
    parts.push(draw("text", { x: edge / 2, y: middle + 0.13 }, String(index + 1)));
    const along = edge + index;
    const d = `M${along} ${edge}v${size}M${edge} ${along}h${size}`;
    parts.push(draw("path", { d, class: "grid" }));
  }
  [...cells].forEach((side, square) => {
    if (side === "-") return;
    const cx = edge + (square % size) + 0.5;
    const cy = edge + Math.floor(square / size) + 0.5;
    parts.push(draw("circle", { cx, cy, r: 0.42, class: COLORS[side] }));
    if (move && move.square === square) {
      parts.push(draw("circle", { cx, cy, r: 0.12, class: "last" }));
    }
  });
  picture.setAttribute("viewBox", `0 0 ${size + edge + 0.1} ${size + edge + 0.1}`);
  picture.setAttribute("aria-label", label);
  picture.replaceChildren(...parts);
}
