// The page of somebody who plays. The server draws it once, for every phase; from then on this script shows
// what it hears of: the public state of the game, one's own message, and the receipts of what was handed in.
// It never asks for the page again. The entry: tiles are tapped or typed onto the board, handed in until it
// is acknowledged, and kept over a reload.

import { enter, showCursor, takeSquares } from "../referee/board.js";
import { secondsLeft, showClock } from "../referee/clock.js";
import { deliver, newDelivery } from "../referee/delivery.js";
import { drawBoard, drawRack, fill, fillSlots, makeTile, showParts } from "../referee/drawing.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { followGame } from "./following.js";
import { fetchNow } from "../referee/live.js";
import { layOut, nextSquare, readOnSlip, readRules, take, worth, write } from "../referee/moves.js";
import { showPending } from "../referee/pending.js";
import { newRefresher } from "../referee/refresher.js";
import { factsOf, flagsOf, isPlayed, phaseOf } from "./seat_view.js";
import { shuffled } from "../referee/shuffle.js";
import { isSame as isSameSquare, nameOf, squareOf } from "../referee/squares.js";

const RETRY_MS = 1000;

/**
 * @typedef {import("../referee/moves.js").Move} Move
 * @typedef {import("../referee/live.js").State} State
 * @typedef {import("../referee/live.js").Own} Own
 * @typedef {import("./seat_view.js").Receipt} Receipt
 * @typedef {{ coordinates: string, word: string, points: number | string | null }} Answer
 * @typedef {{ coordinates: HTMLInputElement, word: HTMLInputElement, points: HTMLInputElement, round: HTMLInputElement }} Fields
 */

const live = byId("live");
const board = first(".board", live);
const squareTexts = JSON.parse(board.dataset.texts ?? "{}");
const rules = readRules(live.dataset);
let rack = /** @type {string[]} */ ([]); // the tiles on it, '?' for a blank
let move = /** @type {Move | null} */ (null); // what is laid on the board
let state = /** @type {State | null} */ (null); // the newest public state of the game
let own = /** @type {Own} */ (JSON.parse(live.dataset.own ?? ""));
let wantedResults = 0; // a message older than that tells of another round than the published one
let { counts, late } = /** @type {{ counts: Receipt | null, late: Receipt | null }} */ (JSON.parse(live.dataset.receipts ?? "{}"));
let waiting = /** @type {import("../referee/delivery.js").Delivery | null} */ (null); // the answer that is sent and not yet acknowledged
let isUnsure = false; // whether the last answer arrived: it never was acknowledged

// The game goes on

/** @type {import("../referee/live.js").OnState} */
function onState(newest) {
  state = newest;
  const published = String(newest.published?.number ?? 0);
  if (live.dataset.published !== published) wantedResults = newest.results ?? 0;
  live.dataset.published = published;
  showClock(newest.round);
  draw();
}

/** @param {Own} newest */
function onOwn(newest) {
  own = newest;
  draw();
}

/** Show what is known. */
function draw() {
  if (!state) return;
  const { round, published } = state;
  const phase = phaseOf(state);
  const before = live.dataset.phase;
  const isNext = Number(live.dataset.round) !== (round?.number ?? 0) || Number(live.dataset.attempt) !== (round?.attempt ?? 0);
  if (isNext) [rack, counts, late, isUnsure] = [[], null, null, false];
  Object.assign(live.dataset, { phase, round: round?.number ?? 0, attempt: round?.attempt ?? 0 });
  rules.cells = state.board.join("");
  showPending(live, [], rules.values, squareTexts);
  drawBoard(board, state.board, isPlayed(state) ? [] : (published?.laid ?? []), rules.values);
  const known = { state, own, counts, late, isUnsure: isUnsure || waiting !== null, isAwaiting: own.results < wantedResults };
  const facts = factsOf(known, { time, percent });
  showParts(document, flagsOf(known));
  fillSlots(document, facts);
  if (hasEntry()) {
    board.removeAttribute("aria-readonly");
    if (rack.length) showMove();
    else begin(round.rack);
  } else {
    board.setAttribute("aria-readonly", "true");
    showCursor(live, null);
    dialog.close();
    if (isPlayed(state)) drawRack(byId("last-rack"), round.rack, rules.values);
  }
  if (phase !== before || isNext) byId("voice").textContent = fill(byId("voice").dataset[phase] ?? "", facts);
}

/** @param {string} moment */
const time = (moment) => new Date(moment).toLocaleTimeString("de-DE", { timeZone: live.dataset.timezone });

/** @param {number} share */
const percent = (share) => share.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// The entry: what is in its fields counts, the board shows it

const entry = /** @type {HTMLFormElement} */ (byId("entry"));
const fields = /** @type {Fields} */ (/** @type {unknown} */ (entry.elements));
const dialog = /** @type {HTMLDialogElement} */ (byId("blank"));
const hasEntry = () => ["open", "paused"].includes(live.dataset.phase ?? "");
const tilesOfRack = () => /** @type {HTMLButtonElement[]} */ ([...byId("rack").children]);

/**
 * Begin a round with these tiles: with what was kept of it, or what counts, or nothing.
 * @param {string} tiles
 */
function begin(tiles) {
  rack = [...tiles];
  if (tilesOfRack().map((tile) => tile.dataset.tile).join("") !== tiles) drawButtons();
  fields.round.value = live.dataset.round ?? "";
  fields.coordinates.value = counts?.coordinates ?? "";
  fields.word.value = counts?.word ?? "";
  fields.points.value = String(counts?.points ?? "");
  fields.points.dataset.own = "";
  restore();
}

function drawButtons() {
  const { label, blank = "" } = byId("rack").dataset;
  const buttons = rack.map((tile) => {
    const button = makeTile(document.createElement("button"), tile, rules.values);
    button.type = "button";
    button.dataset.tile = tile;
    button.setAttribute("aria-label", button.textContent || blank);
    return button;
  });
  byId("rack").setAttribute("aria-label", `${label}: ${rack.join("")}`);
  byId("rack").replaceChildren(...buttons);
}

const readFields = () => readOnSlip(rules, rack, fields.coordinates.value, fields.word.value);

/** @param {Event} event */
function onInput(event) {
  const { points } = fields;
  if (event.target === points) points.dataset.own = points.value.trim();
  else move = readFields();
  showEntry();
  keep();
}

function writeFields() {
  const { coordinates, word } = move ? write(rules.cells, move) : { coordinates: "", word: "" };
  fields.coordinates.value = coordinates;
  fields.word.value = word;
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
  showMove();
  say(isUnsure ? entry.dataset.unknown : "");
}

function showMove() {
  const laid = (move && layOut(rules.cells, move)) ?? [];
  showPending(live, laid, rules.values, squareTexts);
  showCursor(live, move && nextSquare(rules.cells, move), move?.down);
  const left = tilesLeft();
  for (const tile of tilesOfRack().reverse()) {
    const place = left.indexOf(tile.dataset.tile ?? "");
    tile.disabled = place < 0;
    if (!tile.disabled) left.splice(place, 1);
  }
  const { points } = fields;
  if (!points.dataset.own) points.value = move && laid.length ? String(worth(rules, move)) : "";
  points.toggleAttribute("data-computed", !points.dataset.own);
  showReceipt();
}

// Tapping and typing

/** @param {string} name */
function onPick(name) {
  if (!hasEntry()) return;
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
  if (!layOut(rules.cells, move)) say(entry.dataset.off);
}

/**
 * @param {string} name
 * @param {string} key
 */
function onType(name, key) {
  if (!hasEntry()) return;
  const typed = squareOf(name);
  if (key.length > 1) {
    takeBack();
  } else {
    const next = move && nextSquare(rules.cells, move);
    if (!next || !isSameSquare(next, typed)) move = { row: typed[0], column: typed[1], down: move?.down ?? false, tiles: [] };
    lay(key.toUpperCase());
  }
  const next = move && nextSquare(rules.cells, move);
  if (next) enter(board, nameOf(...next));
}

takeSquares(onPick, onType);

/** @param {string} letter */
function lay(letter) {
  if (!move) return say(entry.dataset.noSquare);
  if (!nextSquare(rules.cells, move)) return say(entry.dataset.off);
  const tile = take(tilesLeft(), letter);
  if (!tile) return say((entry.dataset.missing ?? "").replace("{letter}", letter));
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
  else if (!move) say(entry.dataset.noSquare);
  else if (button.dataset.tile === "?") lay((await askLetter()).toLowerCase());
  else lay(button.dataset.tile ?? "");
});

function turn() {
  if (!move) return say(entry.dataset.noSquare);
  move.down = !move.down;
  writeFields();
  if (!layOut(rules.cells, move)) say(entry.dataset.off);
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
  const { coordinates, word, points } = fields;
  sessionStorage.setItem(keptUnder(), JSON.stringify([coordinates.value, word.value, points.dataset.own ?? ""]));
}

function restore() {
  const kept = sessionStorage.getItem(keptUnder());
  const { coordinates, word, points } = fields;
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
  const { coordinates, word, points } = fields;
  const number = points.value.trim();
  return { coordinates: coordinates.value.trim(), word: word.value.trim(), points: /^[0-9]+$/.test(number) ? Number(number) : number || null };
}

/** What arrived last. */
const received = () => (late && (!counts || late.received_at > counts.received_at) ? late : counts);

/**
 * @param {Answer} one
 * @param {Answer | null | undefined} other
 */
const isSame = (one, other) => other && /** @type {const} */ (["coordinates", "word", "points"]).every((name) => one[name] === other[name]);

/**
 * Whether this is what has arrived in time.
 * @param {Answer} answer
 */
const isStanding = (answer) => !received()?.is_late && isSame(answer, received());

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
  const reply = await deliver(mine, {
    address: answerAddress(mine.round),
    token: live.dataset.token ?? "",
    isWanted: () => waiting === mine && isOpen(),
    onSilence: () => waiting === mine && hasEntry() && say(entry.dataset.retry),
  });
  if (waiting !== mine) return;
  waiting = null;
  if (reply) return settle(mine, reply);
  isUnsure = live.dataset.round === mine.round;
  if (hasEntry()) showEntry();
  if (isUnsure) learner.after(RETRY_MS);
}

/** @param {string | undefined} round */
const answerAddress = (round) => `/api/v1/duplicate/games/${live.dataset.game}/rounds/${round}/answer/`;

/**
 * @param {import("../referee/delivery.js").Delivery} mine
 * @param {{ isTaken: boolean, told: any }} reply
 */
function settle(mine, { isTaken, told }) {
  if (live.dataset.round !== mine.round) return draw();
  if (!isTaken) {
    if (told.code === "participant_withdrawn") own.withdrawn = true;
    draw();
    return say(told.detail);
  }
  const unchanged = isSame(answerNow(), mine.answer);
  isUnsure = false;
  if (told.is_late) late = told;
  else counts = told;
  if (unchanged && hasEntry()) {
    fields.coordinates.value = told.coordinates;
    fields.word.value = told.word;
    keep();
  }
  say("");
  draw();
}

/** Learns what counts where a move was sent and never acknowledged. */
const learner = newRefresher({
  load: learn,
  isBehind: () => isUnsure,
  retryMs: RETRY_MS,
  longestMs: RETRY_MS,
});

async function learn() {
  if (!isUnsure) return;
  const { round, token } = live.dataset;
  const response = await fetchNow(answerAddress(round), { headers: { Authorization: `Bearer ${token}` } });
  if (response.status >= 500) throw new Error(`answer: ${response.status}`);
  const told = response.ok ? await response.json() : counts;
  if (!isUnsure || round !== live.dataset.round) return;
  counts = told;
  isUnsure = live.dataset.phase === "closing"; // the last answers are still being written down
  draw();
  if (hasEntry()) showEntry();
}

/** @param {string | undefined} text */
function say(text = "") {
  const problem = byId("problem");
  problem.textContent = text;
  problem.hidden = !text;
}

function showReceipt() {
  const receipt = received();
  const { tooLate = "", received: inTime = "", nothing = "", one = "", many = "" } = entry.dataset;
  const head = document.createElement("strong");
  let rest = nothing;
  if (receipt) {
    head.textContent = (receipt.is_late ? tooLate : inTime).replace("{time}", time(receipt.received_at));
    const points = receipt.points === 1 ? one : many.replace("{points}", String(receipt.points));
    rest = ` ${receipt.coordinates} ${receipt.word}${receipt.points === null ? "" : `, ${points}`}`;
  }
  const text = `${head.textContent}${rest}`;
  if (byId("receipt").textContent !== text) byId("receipt").replaceChildren(...(receipt ? [head] : []), rest);
  showButton();
}

function showButton() {
  if (!hasEntry()) return;
  const receipt = received();
  const answer = answerNow();
  const button = /** @type {HTMLButtonElement} */ (byId("hand-in"));
  const isEmpty = !answer.word;
  const isDone = isStanding(answer);
  const texts = entry.dataset;
  const isPaused = (state?.round?.state ?? live.dataset.phase) === "paused";
  const canSend = isOpen();
  button.disabled = !canSend || isEmpty || own.withdrawn;
  button.classList.toggle("done", Boolean(isDone));
  const text = isPaused ? texts.paused : !canSend ? texts.over : waiting ? texts.sending : isDone ? texts.handedIn : receipt ? texts.change : texts.handIn;
  button.textContent = text ?? "";
  byId("receipt").classList.toggle("good", receipt !== null && !receipt.is_late);
  byId("receipt").classList.toggle("bad", Boolean(receipt?.is_late));
  const isUnsent = receipt && !isDone && !isEmpty && !waiting;
  byId("unsent").hidden = !isUnsent;
  byId("unsent").textContent = (isUnsent && texts.unsent) || "";
}

setInterval(showButton, 500); // time runs out without an event

document.documentElement.classList.add("scripted");
for (const part of all("[data-script]", entry)) part.hidden = false;
entry.noValidate = true;
entry.addEventListener("submit", handIn);
entry.addEventListener("input", onInput);
entry.addEventListener("change", (event) => event.target !== fields.points && move?.tiles.length && writeFields());
if (hasEntry()) begin(tilesOfRack().map((tile) => tile.dataset.tile).join(""));
// Who is unknown has given the seat up elsewhere: the server leads on.
await followGame(live.dataset.game, onState, { results: own.results, onOwn, onUnknown: () => location.reload() });
