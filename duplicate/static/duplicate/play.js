// The page of somebody who plays. The server draws it: when the game goes on, this script fetches it
// anew and puts #live in place of the old one. What the script itself does is the entry: tiles are
// tapped or typed onto the board, handed in until it is acknowledged, and kept over a reload.

import { enter, showCursor, takeSquares } from "../referee/board.js";
import { secondsLeft, showClock } from "../referee/clock.js";
import { deliver, newDelivery } from "../referee/delivery.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { followGame } from "./following.js";
import { fetchNow } from "../referee/live.js";
import { layOut, nextSquare, readOnSlip, readRules, take, worth, write } from "../referee/moves.js";
import { showPending } from "../referee/pending.js";
import { newRefresher } from "../referee/refresher.js";
import { shuffled } from "../referee/shuffle.js";
import { isSame as isSameSquare, nameOf, squareOf } from "../referee/squares.js";

const RETRY_MS = 1000;
const SPREAD_MS = 2; // a participant: not all phones may ask at the same moment
const ASIDE = ["joined", "participant_changed", "hall_frozen", "hall_released"]; // change nothing on this page

/**
 * @typedef {import("../referee/moves.js").Move} Move
 * @typedef {import("../referee/live.js").State} State
 * @typedef {{ coordinates: string, word: string, points: number | string | null }} Answer
 * @typedef {{ coordinates: HTMLInputElement, word: HTMLInputElement, points: HTMLInputElement }} Fields
 */

let live = byId("live"); // the element that the server draws anew
let rules = readRules(live.dataset);
let rack = /** @type {string[]} */ ([]); // the tiles on it, '?' for a blank
let move = /** @type {Move | null} */ (null); // what is laid on the board
let state = /** @type {State | null} */ (null); // the newest public state of the game
let waiting = /** @type {import("../referee/delivery.js").Delivery | null} */ (null); // the answer that is sent and not yet acknowledged

// The game goes on

/** @param {State} state */
function phaseOf({ state: gameState, round }) {
  if (gameState === "finished") return "finished";
  if (!round) return "waiting";
  return ["closed", "judged"].includes(round.state) ? "over" : round.state;
}

/** @type {import("../referee/live.js").OnState} */
function onState(newest, kind) {
  state = newest;
  const isNext = Number(live.dataset.version) === newest.version - 1;
  if (isNext && ASIDE.includes(kind)) live.dataset.version = String(newest.version);
  showClock(newest.round);
  for (const count of all("[data-participants]")) count.textContent = newest.participants;
  if (isOutdated()) refresher.after(Math.random() * SPREAD_MS * newest.participants);
  showButton();
}

function isOutdated() {
  if (!state) return false;
  const { phase, round, attempt, version } = live.dataset;
  const now = phaseOf(state);
  if (now === "closing") return false; // the last answers are being written down: nothing to see yet
  const isSame = now === phase && (state.round?.number ?? 0) === Number(round) && (state.round?.attempt ?? 0) === Number(attempt);
  return !isSame || (["published", "finished"].includes(now) && state.version > Number(version));
}

const refresher = newRefresher({
  load: refresh,
  isBehind: isOutdated,
  retryMs: RETRY_MS,
  longestMs: RETRY_MS,
});

async function refresh() {
  const response = await fetchNow(location.href);
  if (response.status >= 500) throw new Error(`page: ${response.status}`);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = fresh.getElementById("live");
  if (!next) return location.reload(); // the seat is gone: the server leads on
  const focused = document.activeElement?.id;
  byId("title").textContent = first("#title", fresh).textContent;
  live.replaceWith(next);
  begin();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  byId("voice").textContent = live.dataset.say ?? "";
}

// The entry: what is in its fields counts, the board shows it

const hasEntry = () => document.getElementById("entry") !== null;
const entry = () => /** @type {HTMLFormElement} */ (byId("entry"));
const fields = () => /** @type {Fields} */ (/** @type {unknown} */ (entry().elements));
const tilesOfRack = () => /** @type {HTMLButtonElement[]} */ ([...byId("rack").children]);

function begin() {
  live = byId("live");
  rules = readRules(live.dataset);
  move = null;
  if (!hasEntry()) return;
  rack = tilesOfRack().map((tile) => tile.dataset.tile ?? "");
  for (const part of all("[data-script]", entry())) part.hidden = false;
  entry().noValidate = true;
  entry().addEventListener("submit", handIn);
  entry().addEventListener("input", onInput);
  entry().addEventListener("change", (event) => event.target !== fields().points && move?.tiles.length && writeFields());
  restore();
}

const readFields = () => readOnSlip(rules, rack, fields().coordinates.value, fields().word.value);

/** @param {Event} event */
function onInput(event) {
  const { points } = fields();
  if (event.target === points) points.dataset.own = points.value.trim();
  else move = readFields();
  showEntry();
  keep();
}

function writeFields() {
  const { coordinates, word } = move ? write(rules.cells, move) : { coordinates: "", word: "" };
  fields().coordinates.value = coordinates;
  fields().word.value = word;
  showEntry();
  keep();
}

/** Tiles of the rack that the move does not use. */
function tilesLeft() {
  const left = [...rack];
  for (const tile of move?.tiles ?? []) take(left, tile);
  return left;
}

function showEntry() {
  const laid = (move && layOut(rules.cells, move)) ?? [];
  showPending(live, laid, rules.values, entry().dataset);
  showCursor(live, move && nextSquare(rules.cells, move), move?.down);
  const left = tilesLeft();
  for (const tile of tilesOfRack().reverse()) {
    const place = left.indexOf(tile.dataset.tile ?? "");
    tile.disabled = place < 0;
    if (!tile.disabled) left.splice(place, 1);
  }
  const { points } = fields();
  if (!points.dataset.own) points.value = move && laid.length ? String(worth(rules, move)) : "";
  points.toggleAttribute("data-computed", !points.dataset.own);
  say("");
  showReceipt();
}

// Tapping and typing

const dialog = /** @type {HTMLDialogElement} */ (byId("blank"));

/** @param {string} name */
function onPick(name) {
  const picked = squareOf(name);
  const [row, column] = picked;
  const laid = (move && layOut(rules.cells, move)) ?? [];
  const pending = laid.findIndex(({ square }) => isSameSquare(square, picked));
  if (move && pending >= 0) {
    move.tiles = move.tiles.slice(0, pending);
  } else if (move && move.row === row && move.column === column) {
    move.down = !move.down;
  } else {
    move = { row, column, down: move?.down ?? false, tiles: move?.tiles ?? [] };
  }
  writeFields();
  if (!layOut(rules.cells, move)) say(entry().dataset.off);
}

/**
 * @param {string} name
 * @param {string} key
 */
function onType(name, key) {
  const typed = squareOf(name);
  if (key.length > 1) {
    takeBack();
  } else {
    const next = move && nextSquare(rules.cells, move);
    if (!next || !isSameSquare(next, typed)) move = { row: typed[0], column: typed[1], down: move?.down ?? false, tiles: [] };
    lay(key.toUpperCase());
  }
  const next = move && nextSquare(rules.cells, move);
  if (next) enter(first(".board", live), nameOf(...next));
}

takeSquares(onPick, onType);

/** @param {string} letter */
function lay(letter) {
  if (!move) return say(entry().dataset.noSquare);
  if (!nextSquare(rules.cells, move)) return say(entry().dataset.off);
  const tile = take(tilesLeft(), letter);
  if (!tile) return say((entry().dataset.missing ?? "").replace("{letter}", letter));
  move.tiles = [...move.tiles, tile];
  writeFields();
}

function takeBack() {
  if (!move) return;
  if (move.tiles.length) move.tiles = move.tiles.slice(0, -1);
  else move = null;
  writeFields();
}

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("#rack button, #back, #turn, #shuffle"));
  if (!button) return;
  if (button.id === "back") takeBack();
  else if (button.id === "shuffle") shuffle();
  else if (button.id === "turn") turn();
  else if (!move) say(entry().dataset.noSquare);
  else if (button.dataset.tile === "?") lay((await askLetter()).toLowerCase());
  else lay(button.dataset.tile ?? "");
});

function turn() {
  if (!move) return say(entry().dataset.noSquare);
  move.down = !move.down;
  writeFields();
  if (!layOut(rules.cells, move)) say(entry().dataset.off);
}

function shuffle() {
  byId("rack").append(...shuffled(tilesOfRack()));
}

/** @returns {Promise<string>} */
function askLetter() {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

// Typing a letter in the dialog chooses it.
dialog.addEventListener("keydown", (event) => {
  if (live.dataset.letters?.includes(event.key.toUpperCase()) && event.key.length === 1) {
    event.preventDefault();
    dialog.close(event.key.toUpperCase());
  }
});

// Keeping what is not handed in yet

const keptUnder = () => `draft ${live.dataset.game} ${live.dataset.round}.${live.dataset.attempt}`;

function keep() {
  const { coordinates, word, points } = fields();
  sessionStorage.setItem(keptUnder(), JSON.stringify([coordinates.value, word.value, points.dataset.own ?? ""]));
}

function restore() {
  const kept = sessionStorage.getItem(keptUnder());
  const { coordinates, word, points } = fields();
  if (kept) [coordinates.value, word.value, points.dataset.own] = JSON.parse(kept);
  if (points.dataset.own) points.value = points.dataset.own;
  move = coordinates.value ? readFields() : null;
  if (!kept && move && points.value !== String(worth(rules, move))) points.dataset.own = points.value;
  showEntry();
}

// Handing in

function isOpen() {
  if (!state) return live.dataset.phase === "open";
  return state.round?.state === "open" && String(state.round.number) === live.dataset.round && (secondsLeft() ?? 0) > 0;
}

/** @returns {Answer} */
function answerNow() {
  const { coordinates, word, points } = fields();
  const number = points.value.trim();
  return { coordinates: coordinates.value.trim(), word: word.value.trim(), points: /^[0-9]+$/.test(number) ? Number(number) : number || null };
}

function received() {
  const { at, coordinates = "", word = "", points = "", late = "" } = byId("receipt").dataset;
  return at ? { at, coordinates, word, points: points === "" ? null : Number(points), late } : null;
}

/**
 * @param {Answer} one
 * @param {Answer | null | undefined} other
 */
const isSame = (one, other) => other && /** @type {const} */ (["coordinates", "word", "points"]).every((name) => one[name] === other[name]);

/**
 * Whether this is what has arrived in time.
 * @param {Answer} answer
 */
const isStanding = (answer) => !received()?.late && isSame(answer, received());

/** @param {Event} event */
function handIn(event) {
  event.preventDefault();
  if (move?.tiles.length) writeFields();
  const answer = answerNow();
  if (isStanding(answer) || isSame(answer, waiting?.answer) || !isOpen()) return;
  waiting?.stop(); // an older answer must not arrive behind this one
  waiting = newDelivery(answer, live.dataset.round ?? "");
  send(waiting);
}

/**
 * Send until there is an answer, as long as the round is open.
 * @param {import("../referee/delivery.js").Delivery} mine
 */
async function send(mine) {
  showReceipt();
  const { game, token = "" } = live.dataset;
  const reply = await deliver(mine, {
    address: `/api/v1/duplicate/games/${game}/rounds/${mine.round}/answer/`,
    token,
    isWanted: () => waiting === mine && isOpen(),
    onSilence: () => waiting === mine && hasEntry() && say(entry().dataset.retry),
  });
  if (waiting !== mine) return;
  if (reply) return settle(mine, reply);
  waiting = null;
  if (!hasEntry()) return;
  say(entry().dataset.unknown);
  refresher.after(RETRY_MS);
}

/**
 * @param {import("../referee/delivery.js").Delivery} mine
 * @param {{ isTaken: boolean, told: any }} reply
 */
function settle(mine, { isTaken, told }) {
  waiting = null;
  if (!hasEntry() || live.dataset.round !== mine.round) return refresher.now();
  if (!isTaken) {
    showReceipt();
    return say(told.detail);
  }
  const unchanged = isSame(answerNow(), mine.answer);
  Object.assign(byId("receipt").dataset, {
    at: told.received_at,
    coordinates: told.coordinates,
    word: told.word,
    points: told.points ?? "",
    late: told.is_late ? "yes" : "",
  });
  if (unchanged) {
    fields().coordinates.value = told.coordinates;
    fields().word.value = told.word;
    keep();
  }
  say("");
  showReceipt();
}

/** @param {string | undefined} text */
function say(text = "") {
  const problem = byId("problem");
  problem.textContent = text;
  problem.hidden = !text;
}

function showReceipt() {
  const receipt = received();
  const { tooLate = "", received: inTime = "", one = "", many = "" } = entry().dataset;
  if (receipt) {
    const { timezone: timeZone } = live.dataset;
    const time = new Date(receipt.at).toLocaleTimeString("de-DE", { timeZone });
    const head = document.createElement("strong");
    head.textContent = (receipt.late ? tooLate : inTime).replace("{time}", time);
    const points = receipt.points === 1 ? one : many.replace("{points}", String(receipt.points));
    const rest = `${receipt.coordinates} ${receipt.word}${receipt.points === null ? "" : `, ${points}`}`;
    const text = `${head.textContent} ${rest}`;
    if (byId("receipt").textContent !== text) byId("receipt").replaceChildren(head, ` ${rest}`);
  }
  showButton();
}

function showButton() {
  if (!hasEntry()) return;
  const receipt = received();
  const answer = answerNow();
  const button = /** @type {HTMLButtonElement} */ (byId("hand-in"));
  const isEmpty = !answer.word;
  const isDone = isStanding(answer);
  const texts = entry().dataset;
  const isPaused = (state?.round?.state ?? live.dataset.phase) === "paused";
  const canSend = isOpen();
  button.disabled = !canSend || isEmpty || live.dataset.withdrawn === "yes";
  button.classList.toggle("done", Boolean(isDone));
  const text = isPaused ? texts.paused : !canSend ? texts.over : waiting ? texts.sending : isDone ? texts.handedIn : receipt ? texts.change : texts.handIn;
  button.textContent = text ?? "";
  byId("receipt").classList.toggle("good", receipt !== null && !receipt.late);
  byId("receipt").classList.toggle("bad", Boolean(receipt?.late));
  const isUnsent = receipt && !isDone && !isEmpty && !waiting;
  byId("unsent").hidden = !isUnsent;
  byId("unsent").textContent = (isUnsent && texts.unsent) || "";
}

setInterval(showButton, 500); // time runs out without an event

document.documentElement.classList.add("scripted");
begin();
await followGame(live.dataset.game, onState);
