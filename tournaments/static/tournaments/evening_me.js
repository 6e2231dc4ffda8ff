// The page of a player at an evening. A table where they sit is shown at once, all else a little later.

import { hear, takeActions } from "../referee/actions.js";
import { first } from "../referee/elements.js";
import { followNews } from "./evening_follow.js";

const { tournament, events, spread } = first(".me").dataset;
const { news, number } = first("script[data-news]").dataset;

/** @param {string} table */
const isShown = (table) => document.querySelector(`.e-to-table[href*="${table}"]`) !== null;
/** @param {import("../referee/live.js").State} state */
function isOwn({ evening }) {
  const running = /** @type {{ table: string, entries: number[] }[]} */ (evening.running);
  return running.some(({ table, entries }) => entries.includes(Number(number)) && !isShown(table));
}

takeActions();
followNews({ tournament, events, news, spread: Number(spread) }, hear, isOwn);
