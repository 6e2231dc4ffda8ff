// What the page of somebody who plays knows, for all its parts: what was heard of the game, and what of
// one's own has arrived.

import { secondsLeft } from "../referee/clock.js";
import { byId } from "../referee/elements.js";
import { readRules } from "../referee/moves.js";

/**
 * @typedef {import("../referee/live.js").State} State
 * @typedef {import("../referee/live.js").Own} Own
 * @typedef {import("./seat_view.js").Receipt} Receipt
 */

export const live = byId("live");
/** Its cells are those of the board as it lies now. */
export const rules = readRules(live.dataset);

const { counts, late, void: gone } = /** @type {{ counts: Receipt | null, late: Receipt | null, void: Receipt | null }} */ (JSON.parse(live.dataset.receipts ?? "{}"));

export const seat = {
  /** The newest public state of the game. */
  state: /** @type {State | null} */ (null),
  own: /** @type {Own} */ (JSON.parse(live.dataset.own ?? "")),
  counts,
  late,
  /** What was to count in a round that went back. */
  void: gone,
  /** Whether the last answer arrived: it never was acknowledged. */
  isUnsure: false,
  /** Whether the call has come, and the time is not up yet. */
  isCalled: false,
};

export const hasEntry = () => ["open", "paused"].includes(live.dataset.phase ?? "");

export function isOpen() {
  const { state } = seat;
  if (!state) return live.dataset.phase === "open";
  return state.round?.state === "open" && String(state.round.number) === live.dataset.round && (secondsLeft() ?? 0) > 0;
}

/** What arrived last. */
export function received() {
  const { counts, late } = seat;
  return late && (!counts || late.received_at > counts.received_at) ? late : counts;
}

/** @param {string} moment */
export const time = (moment) => new Date(moment).toLocaleTimeString("de-DE", { timeZone: live.dataset.timezone });
