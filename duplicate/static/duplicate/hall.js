// The screen in the hall: draws rack, board, clock, phase and the published move from what it hears of the game,
// and counts who has answered. Welcome, end and tables are as the server draws them; see referee/hall.js.

import { showClock } from "../referee/clock.js";
import { drawBoard, drawRack, fillSlots, showParts } from "../referee/drawing.js";
import { first } from "../referee/elements.js";
import { isFrozen, isOlder, openHall, scene } from "../referee/hall.js";
import { fetchNow } from "../referee/live.js";
import { newRefresher } from "../referee/refresher.js";
import { showAnnouncements } from "./announcing.js";
import { followGame } from "./following.js";
import { freshOf, gameFacts, hallFlags, hallScene, rackOf } from "./watch_view.js";

const COUNT_MS = 2000;
const SPREAD_MS = 500;
const ROUND_IS_ON = ["playing", "time_up"];
const LONG_WORD = 9;
const CLOCK_SIZES = ["long", "longer"]; // for minutes of two digits, and from an hour on

/** @typedef {import("../referee/live.js").State} State */

const { game, values = "{}" } = first(".hall-top").dataset;

/** @param {State} state */
function draw(state) {
  const name = hallScene(state);
  if (name) drawScene(name, state);
  showClock(state.round);
  showAnnouncements(state);
  const clock = first(".hall-clock");
  const { length } = clock.textContent ?? "";
  clock.classList.remove(...CLOCK_SIZES);
  if (length > "9:59".length) clock.classList.add(CLOCK_SIZES[length > "59:59".length ? 1 : 0]);
}

/**
 * @param {string} name
 * @param {State} state
 */
function drawScene(name, state) {
  const place = scene();
  const round = String(state.round.number);
  const answered = place.querySelector("[data-answered]");
  if (answered && place.dataset.round !== round) answered.textContent = "0";
  place.dataset.scene = name;
  place.dataset.round = round;
  const facts = gameFacts(state);
  showParts(place, hallFlags(state, !isBehind(state)));
  fillSlots(place, facts);
  first(".top-move .word", place).classList.toggle("long", (facts.word ?? "").length > LONG_WORD);
  drawBoard(first(".board", place), state.board, freshOf(state), JSON.parse(values));
  drawRack(first(".rack", place), rackOf(state), JSON.parse(values));
}

/**
 * Whether the tables that are there are older than those of this state.
 * @param {State} state
 */
const isBehind = ({ results = 0 }) => Number(first("[data-results]").dataset.results) < results;

/**
 * While a round is on, the page has nothing to add.
 * @param {State} state
 */
const isWanting = (state) => isOlder(state) && !ROUND_IS_ON.includes(hallScene(state) ?? "");

// How many have answered: no event tells it, and only the staff may know.
async function count() {
  const { round, scene: name = "" } = scene().dataset;
  if (!document.querySelector("[data-answered]") || !ROUND_IS_ON.includes(name) || document.hidden || isFrozen()) return;
  const response = await fetchNow(`/api/v1/duplicate/games/${game}/rounds/${round}/`).catch(() => null);
  if (!response?.ok) return;
  const { answered = null } = await response.json().catch(() => ({}));
  if (answered !== null && scene().dataset.round === round) first("[data-answered]").textContent = answered;
}

newRefresher({ load: count }).every(() => COUNT_MS, () => true);
openHall((onState) => followGame(game, onState), { draw, isWanting, spreadMs: SPREAD_MS });
