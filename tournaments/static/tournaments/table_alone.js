// A game in which each plays on a phone of their own, hundreds at a time. What is told to all alike is put
// in here, the facts, what lies open and what that strikes, so that no phone asks for its page because a
// tile was called or somebody else has written a card. A phone asks when the pulse is another one, each
// within a while of its own, and at once when nothing is left of what is its own.

import { refresher as pageRefresher } from "../referee/actions.js";
import { all, first } from "../referee/elements.js";
import { isBehind } from "../referee/parts.js";
import { newRefresher } from "../referee/refresher.js";

const page = first(".match");
/** More tiles than these are shown once each, with how many there are. */
const MOST_SINGLE = Number(page.dataset.mostSingle);
const BLANK = "?";

const SPREAD_MS = Number(page.dataset.spread);
const refresher = newRefresher({ load: pageRefresher.now, isBehind: isMissing, retryMs: SPREAD_MS, longestMs: SPREAD_MS });

/** @typedef {import("./table_types.js").TableState} TableState */

/** @type {TableState | null} the state heard of last */
let latest = null;

/** Whether this page is one of many that are told alike. */
export const isAmongMany = () => page.dataset.facts !== undefined;

/**
 * Hear of a state: put in what it tells, and ask for what it does not.
 * @param {TableState} state
 */
export function hearAmongMany(state) {
  const isFirst = latest === null;
  latest = state;
  putIn();
  if (isMissing()) refresher.after(isFirst || isOwnMissing() ? 0 : Math.random() * SPREAD_MS);
}

/** Put what was told last into the page, unless that is newer. */
export function putIn() {
  if (!latest?.view || !isAmongMany() || Number(page.dataset.version) > latest.version) return;
  const { facts, trays } = latest.view;
  for (const { code, tiles } of trays) {
    for (const tray of all(`[data-tray="${code}"]`, page)) show(tray, tilesOf(tiles), tiles.length);
  }
  const pools = new Map(trays.map(({ code, tiles }) => [code, [...tiles]]));
  for (const tray of all("[data-struck-by]", page)) strike(tray, pools.get(tray.dataset.struckBy ?? "") ?? []);
  for (const { code, value } of facts) {
    for (const fact of all(`[data-fact="${code}"]`, page)) tell(fact, value);
  }
  for (const fact of all("[data-left-of]", page)) tell(fact, leftOf(fact));
}

// Asking for the page

/** Whether the page lacks what is not told to all. Without a pulse of its own it does with every version. */
function isMissing() {
  if (!latest) return false;
  const pulse = /** @type {HTMLInputElement | null} */ (document.getElementById("pulse"))?.value;
  const told = latest.view && "pulse" in latest.view ? latest.view.pulse : "";
  return isBehind(latest.version) && (!pulse || pulse !== told || isOwnMissing());
}

/** Whether nothing is left of what is one's own, and the server has not said what that means, or no more so. */
const isOwnMissing = () => [...all("[data-left-of]", page)].some((fact) => (leftOf(fact) === 0) !== (fact.dataset.value === "0"));

// What is put in

/** @param {HTMLElement} fact */
const leftOf = (fact) => page.querySelectorAll(`[data-tray="${fact.dataset.leftOf}"] .table-held`).length;

/**
 * @param {HTMLElement} tray
 * @param {HTMLElement[]} cards
 * @param {number} count
 */
function show(tray, cards, count) {
  tray.querySelector(".table-tiles")?.replaceChildren(...cards);
  first("h2 .hint", tray).textContent = String(count);
}

/**
 * Strike the letters of a word for which there are tiles in the pool, and take those.
 * @param {HTMLElement} tray
 * @param {string[]} pool
 */
function strike(tray, pool) {
  const cards = [...(tray.dataset.word ?? "")].map((letter) => {
    const at = pool.indexOf(letter);
    return at < 0 ? held(letter, 1) : struck(pool.splice(at, 1)[0]);
  });
  show(tray, cards, cards.filter((card) => card.matches(".table-held")).length);
}

/** @param {string} tiles */
function tilesOf(tiles) {
  if (tiles.length <= MOST_SINGLE) return [...tiles].map((letter) => held(letter, 1));
  const counts = new Map();
  for (const letter of tiles) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].map(([letter, count]) => held(letter, count));
}

/**
 * @param {string} name
 * @param {string} className
 * @param {(Node | string)[]} content
 */
function element(name, className, ...content) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
}

/** @param {string} letter */
const struck = (letter) => element("s", "table-struck", letter);

/**
 * @param {string} letter
 * @param {number} count
 */
function held(letter, count) {
  const tile = letter === BLANK ? element("span", "tile blank") : element("span", "tile", letter);
  if (letter !== BLANK) tile.dataset.value = JSON.parse(page.dataset.values ?? "{}")[letter];
  return element("span", "table-held", tile, ...(count > 1 ? [element("span", "hint", `× ${count}`)] : []));
}

/**
 * A fact in words, as tables/pages/known.py tells it.
 * @param {HTMLElement} fact
 * @param {string | number} value
 */
function tell(fact, value) {
  const texts = /** @type {Record<string, string>} */ (JSON.parse(page.dataset.facts ?? "{}"));
  const code = fact.dataset.fact ?? "";
  const label = texts[code] ?? code;
  const special = texts[`${code}.${value}`];
  if (special !== undefined && !special.includes("{value}") && label.includes("{value}")) {
    fact.textContent = special;
    return;
  }
  const isSentence = special?.includes("{value}") ?? false;
  const text = isSentence ? special : label.includes("{value}") ? label : `${label}: {value}`;
  const [before, after] = text.split("{value}");
  const strong = document.createElement("strong");
  strong.textContent = special === undefined || isSentence ? String(value) : special;
  fact.replaceChildren(before, strong, after);
}
