// The games of a run: a list to choose from, and a board to step through one of them. Names and
// reasons come from strangers: they only ever become the text of an element.

import { count, opponent } from "../../web/static/rules.js";
import { COLORS, drawBoard, make } from "./board.js";
import { replay } from "./transcript.js";

const { players, games } = JSON.parse(document.getElementById("replay-games").textContent);
const ANY = -1;
const part = (name) => document.getElementById(`replay-${name}`);
const view = { line: null, game: null, ply: 0, opener: null };

/** One of many buttons: the tab key stops at one of them alone, or it would stop at thousands. */
const rowButton = (label, ...children) =>
  make("button", { type: "button", tabindex: -1, "aria-label": label }, ...children);

/** Makes a button the one of its table at which the tab key stops. */
function stopAt(button) {
  const before = button.closest("tbody").querySelector('[tabindex="0"]');
  if (before) before.tabIndex = -1;
  button.tabIndex = 0;
}

// What a game was

const playerOf = (game, side) => (side === "X" ? game.black : game.white);
const lostBy = (game) => game.faults.find((fault) => fault.lost);

/** The score as a player sees it, or as black does. */
const scoreOf = (game, player) => (player === game.white ? -game.score : game.score);

function resultOf(game, player) {
  const score = scoreOf(game, player);
  return score > 0 ? "won" : score < 0 ? "lost" : "drawn";
}

const signed = (score) => (score > 0 ? `+${score}` : String(score));

function shortResult(game, player) {
  const score = scoreOf(game, player);
  if (player !== ANY) return `${resultOf(game, player)} ${signed(score)}`;
  if (score === 0) return "drawn";
  return `${score > 0 ? "black" : "white"} +${Math.abs(score)}`;
}

function resultInWords(game) {
  const [black, white] = game.discs;
  const discs = `${black} black and ${white} white discs`;
  const fault = lostBy(game);
  if (fault) {
    const name = players[playerOf(game, fault.side)];
    const who = `${name} (${COLORS[fault.side]})`;
    return `${who} lost by a fault (${fault.kind}), with ${discs} on the board.`;
  }
  if (game.score === 0) return `Drawn, with ${discs}.`;
  const side = game.score > 0 ? "X" : "O";
  const empty = game.size ** 2 - black - white;
  const rest = empty ? `; the ${empty} empty squares count for the winner` : "";
  const name = players[playerOf(game, side)];
  return `${name} (${COLORS[side]}) won by ${Math.abs(game.score)}, with ${discs}${rest}.`;
}

function faultInWords(game, fault) {
  const name = players[playerOf(game, fault.side)];
  const cost = fault.lost ? "cost the game" : "cost a random move";
  return `${name} (${COLORS[fault.side]}), ${fault.kind}, ${cost}: ${fault.reason}`;
}

// The list

function matches(game, player, result) {
  if (player !== ANY && player !== game.black && player !== game.white) return false;
  if (result === "fault") return game.faults.length > 0;
  return result === "any" || resultOf(game, player) === result;
}

/** Faults come first, then what the player lost; otherwise the order of the run. */
function rank(game, player) {
  if (game.faults.length) return 0;
  return player !== ANY && resultOf(game, player) === "lost" ? 1 : 2;
}

function listGames() {
  const player = Number(part("player").value);
  const results = part("result");
  for (const option of results.options) {
    option.disabled = player === ANY && (option.value === "won" || option.value === "lost");
  }
  if (results.selectedOptions[0].disabled) results.value = "any";
  const matching = games.filter((game) => matches(game, player, results.value));
  if (player !== ANY) matching.sort((a, b) => rank(a, player) - rank(b, player));
  part("list").replaceChildren(...matching.map((game) => row(game, player)));
  if (matching.length) part("list").querySelector("button").tabIndex = 0;
  part("count").textContent = `${matching.length} of ${games.length} games`;
}

function row(game, player) {
  const black = players[game.black];
  const white = players[game.white];
  const result = shortResult(game, player);
  const label = `Replay game ${game.number}: ${black} against ${white}, ${result}`;
  const button = rowButton(label, String(game.number));
  const kinds = game.faults.map((fault) => `${fault.kind} (${COLORS[fault.side]})`);
  const cells = [`${game.size}x${game.size}`, black, white, result, [...new Set(kinds)].join(", ")];
  const line = make("tr", {}, make("th", { scope: "row" }, button));
  line.append(...cells.map((text) => make("td", {}, text)));
  line.addEventListener("click", () => openGame(game, button));
  return line;
}

function onListKey(event) {
  const buttons = [...part("list").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const keys = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[keys[event.key]];
  if (at < 0 || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stopAt(next);
  next.focus();
}

// The board

function openGame(game, opener) {
  stopAt(opener);
  Object.assign(view, { game, line: replay(game.size, game.moves), ply: 0, opener });
  part("title").textContent =
    `Game ${game.number}: ${players[game.black]} (black) against ${players[game.white]} (white)`;
  const opening = game.name ? ` Opening: ${game.name}.` : "";
  part("outcome").textContent = resultInWords(game) + opening;
  const texts = game.faults.map((fault) => make("pre", {}, faultInWords(game, fault)));
  part("faults").replaceChildren(...texts);
  part("moves").replaceChildren(...view.line.positions.map((_, ply) => moveRow(game, ply)));
  part("broken").textContent = view.line.broken
    ? `The replay ends here: the next move in the log, ${view.line.broken}, is not legal.`
    : "";
  const viewer = part("viewer");
  viewer.hidden = false;
  step(0);
  viewer.focus({ preventScroll: true });
  viewer.scrollIntoView({ block: "start" });
}

const seconds = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });

function moveRow(game, ply) {
  const move = view.line.moves[ply - 1];
  const at = ply - 1 - game.opening;
  const number = (values) => (values && values[at] !== null ? values[at].toLocaleString("en") : "-");
  let name = ["start"];
  let cells = ["", "", ""];
  if (move) {
    name = [make("span", { class: `disc ${COLORS[move.side]}` }), ` ${move.name}`];
    cells =
      at >= 0
        ? [number(game.depths), number(game.nodes), seconds(game.seconds[at])]
        : ["", "given", ""];
  }
  const label = move ? `Move ${ply}: ${COLORS[move.side]} ${move.name}` : "Start of the game";
  const button = rowButton(label, ...name);
  const line = make("tr", {}, make("th", { scope: "row" }, move ? `${ply} ` : "", button));
  line.append(...cells.map((text) => make("td", {}, text)));
  line.addEventListener("click", () => step(ply));
  return line;
}

const places = () => ({
  first: 0,
  back: view.ply - 1,
  next: view.ply + 1,
  last: view.line.moves.length,
});

function step(ply) {
  const { positions, moves } = view.line;
  view.ply = Math.max(0, Math.min(ply, moves.length));
  const move = moves[view.ply - 1];
  const position = positions[view.ply];
  const discs = `black ${count(position, "X")}, white ${count(position, "O")}`;
  const passed = move && move.passed ? `${COLORS[opponent(move.side)]} had to pass, ` : "";
  const after = move
    ? `Move ${view.ply} of ${moves.length}: ${passed}${COLORS[move.side]} ${move.name}`
    : "The start position";
  part("status").textContent = `${after}. Discs: ${discs}.`;
  // A button that is disabled loses the focus, and the arrow keys with it.
  for (const button of part("steps").children) {
    const end = ["first", "back"].includes(button.dataset.go) ? 0 : moves.length;
    button.setAttribute("aria-disabled", view.ply === end);
  }
  drawBoard(part("board"), position.cells, position.size, move, `${after}. ${discs}`);
  const rows = part("moves").rows;
  for (const [index, line] of [...rows].entries()) {
    if (index === view.ply) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  const current = rows[view.ply].querySelector("button");
  stopAt(current);
  if (part("moves").contains(document.activeElement)) current.focus({ preventScroll: true });
  // Only the list scrolls: the page stays where the reader has it.
  const box = part("moves").closest(".box");
  const line = rows[view.ply];
  box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    // The list may have been filtered since, and its row be gone.
    (view.opener.isConnected ? view.opener : part("player")).focus();
    return;
  }
  const { back, next, first, last } = places();
  const ply = { ArrowLeft: back, ArrowRight: next, Home: first, End: last }[event.key];
  if (ply === undefined) return;
  event.preventDefault();
  step(ply);
}

function begin() {
  const choose = part("player");
  choose.append(make("option", { value: ANY }, "all players"));
  choose.append(...players.map((name, number) => make("option", { value: number }, name)));
  const isInAll = games.every((game) => game.black === 0 || game.white === 0);
  choose.value = String(isInAll ? 0 : ANY);
  choose.addEventListener("change", listGames);
  part("result").addEventListener("change", listGames);
  part("steps").addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) step(places()[button.dataset.go]);
  });
  part("list").addEventListener("keydown", onListKey);
  part("viewer").addEventListener("keydown", onKey);
  part("all").hidden = false;
  listGames();
}

begin();
