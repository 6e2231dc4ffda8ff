// Follows an evening where very many look: only what changes the page is asked for, and not by all at once.

import { follow } from "../referee/live.js";

/**
 * Call `hear(version, afterMs)` of what changes the page: one of the kinds in `news`, or what is not known
 * since events may be left out. Every page has its turn once in `spread` milliseconds, each at another moment.
 * It does not wait for that when it has just been opened, and where `isOwn(state)` says that its reader waits.
 * @param {{ tournament?: string, events?: string, news?: string, spread: number }} followed
 * @param {(version: number, afterMs: number) => void} hear
 * @param {(state: import("../referee/live.js").State) => boolean} isOwn
 */
export function followNews({ tournament, events = "", news = "", spread }, hear, isOwn = () => false) {
  const kinds = new Set(news.split(" "));
  const moment = Math.random() * spread;
  let heard = 0;

  const untilTurn = () => spread - ((Date.now() + moment) % spread || 0);

  follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), (state, kind) => {
    const isFirst = heard === 0;
    const isKnown = kind !== "state" && state.version === heard + 1;
    heard = state.version;
    if (isKnown && !kinds.has(kind)) return;
    hear(heard, isFirst || isOwn(state) ? 0 : untilTurn());
  });
}
