// What a seat keeps on this device of the round that is played: what is laid and not handed in, and what has
// arrived. All tabs of the seat share it, a reload finds it, and the next round takes its place.

import { keepText, recallJson } from "../referee/storage.js";
import { live, seat } from "./seat.js";

/**
 * @typedef {import("./seat_view.js").Receipt} Receipt
 * @typedef {{ round?: string, draft?: any[], counts?: Receipt | null, late?: Receipt | null }} Kept
 */

const place = () => `seat ${live.dataset.game} ${seat.own.number}`;
const round = () => `${live.dataset.round}.${live.dataset.attempt}`;

/**
 * What is kept of the present round.
 * @returns {Kept}
 */
export function kept() {
  const found = /** @type {Kept} */ (recallJson(place()));
  return found.round === round() ? found : {};
}

/** @param {Kept} what */
export function keep(what) {
  keepText(place(), JSON.stringify({ ...kept(), ...what, round: round() }));
}

/**
 * Call this when another tab has kept something of the present round.
 * @param {(kept: Kept) => void} listener
 */
export function onKeptElsewhere(listener) {
  addEventListener("storage", (event) => {
    if (event.key === place() && kept().round) listener(kept());
  });
}
