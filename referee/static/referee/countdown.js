// Counts down to moments by the server's clock, in every element with data-countdown and data-at: its text is
// data-in with the {time} that is left, or with data-count only the seconds; data-over once it is 0. With
// data-lead its text stays: data-near is set from so many seconds before the moment on.

import { tell } from "./clock.js";
import { all } from "./elements.js";
import { serverNow } from "./live.js";

const TICK_MS = 100;

/** Bring all of them up to date. */
export function tick() {
  for (const element of all("[data-countdown]")) {
    const { at, lead, count, in: text = "", over = "" } = element.dataset;
    if (!at) continue;
    const seconds = Math.max(0, Math.ceil((Date.parse(at) - serverNow()) / 1000));
    if (lead !== undefined) {
      element.toggleAttribute("data-near", seconds <= Number(lead));
      continue;
    }
    const told = count !== undefined ? String(seconds) : seconds ? text.replace("{time}", tell(seconds)) : over;
    if (element.textContent !== told) element.textContent = told;
  }
}

setInterval(tick, TICK_MS);
