// Shows the time left at every table in a list, by the server's clock: data-due says when it is over.

import { all } from "../referee/elements.js";
import { serverNow } from "../referee/live.js";

const TICK_MS = 250;

/** @param {number} ms */
function tell(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(() => {
  for (const clock of all("[data-due]")) {
    const left = tell(Date.parse(clock.dataset.due ?? "") - serverNow());
    if (clock.textContent !== left) clock.textContent = left;
  }
}, TICK_MS);

/** Whether somebody plays, so that points change without a new version of the evening. */
export const isPlayed = () => document.querySelector("[data-running]") !== null;
