// Steps through the games of a review: the board, and where the graph and the list are. Everything
// else is on the page already.

import { COLORS, draw, drawBoard } from "./board.js";

const reviewed = JSON.parse(document.getElementById("review-games").textContent);
const signed = (value) => (value < 0 ? String(value) : `+${value}`);

function numberOn(picture, size, square, text, kind) {
  const edge = 0.6;
  const x = edge + (square % size) + 0.5;
  const y = edge + Math.floor(square / size) + 0.5;
  if (kind === "on-felt") picture.append(draw("circle", { cx: x, cy: y, r: 0.4, class: "ring" }));
  picture.append(draw("text", { x, y: y + 0.11, class: `number ${kind}` }, text));
}

class Viewer {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.ply = 0;
    root.tabIndex = -1;
    const play = root.querySelector(".review-play");
    play.hidden = false;
    play.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      if (button) this.step(this.places()[button.dataset.go]);
    });
    root.addEventListener("click", (event) => {
      const target = event.target.closest("[data-ply]");
      if (target) this.step(Number(target.dataset.ply));
    });
    this.step(game.begin);
  }

  places() {
    const later = this.game.moves.findIndex((move, at) => at >= this.ply && move.mark);
    const first = this.game.moves.findIndex((move) => move.mark);
    const mistake = (later < 0 ? first : later) + 1;
    return {
      first: 0,
      back: this.ply - 1,
      next: this.ply + 1,
      last: this.game.moves.length,
      mistake: mistake || this.ply,
    };
  }

  step(ply) {
    const { game, root } = this;
    this.ply = Math.max(0, Math.min(ply, game.moves.length));
    const move = game.moves[this.ply - 1];
    const cells = game.boards[this.ply];
    const discs = ["X", "O"].map((side) => cells.split(side).length - 1);
    const counted = `Discs: black ${discs[0]}, white ${discs[1]}.`;
    const name = move ? move.label : "The start";
    const picture = root.querySelector(".board");
    drawBoard(picture, cells, game.size, null, `${name}. ${counted}`);
    if (move) {
      const color = COLORS[cells[move.square]];
      numberOn(picture, game.size, move.square, signed(move.played), `on-${color}`);
      if (move.best !== move.square) {
        numberOn(picture, game.size, move.best, signed(move.value), "on-felt");
      }
    }
    let words = ".";
    if (move) words = move.mark ? ` ${move.words}` : `: ${signed(move.played)} (${move.kind}).`;
    const line = move && move.mark ? ` Best line: ${move.line}.` : "";
    root.querySelector(".review-status").textContent = `${name}${words}${line} ${counted}`;
    for (const marked of root.querySelectorAll("[aria-current]")) {
      marked.removeAttribute("aria-current");
    }
    for (const here of root.querySelectorAll(`:is(tr, .bar)[data-ply="${this.ply}"]`)) {
      here.setAttribute("aria-current", "step");
    }
    // Only the list scrolls: the page stays where the reader has it.
    const row = root.querySelector("tr[aria-current]");
    const box = row && row.closest(".box");
    if (box) box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
  }

  onKey(event) {
    const places = this.places();
    const ply = {
      ArrowLeft: places.back,
      ArrowRight: places.next,
      Home: places.first,
      End: places.last,
      m: places.mistake,
    }[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.step(ply);
  }
}

const viewers = [...document.querySelectorAll(".review")].map(
  (root) => new Viewer(root, reviewed[Number(root.dataset.game)]),
);
document.body.classList.add("live");
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  // One game on the page: the keys work everywhere. Several: in the one that has the focus.
  const at = viewers.find((viewer) => viewer.root.contains(document.activeElement));
  const viewer = at || (viewers.length === 1 ? viewers[0] : null);
  if (viewer) viewer.onKey(event);
});
