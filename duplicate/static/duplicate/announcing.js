// Draws on the page what everybody is told (announcements.js), and says what is new to those who do not see it.
// A notice that was read can be put away on this device until there is another.

import { tick } from "../referee/countdown.js";
import { fillSlots, showParts } from "../referee/drawing.js";
import { all, first, targetOf } from "../referee/elements.js";
import { keepText, recallText } from "../referee/storage.js";
import { announce } from "../referee/voice.js";
import { announcementFacts, announcementFlags } from "./announcements.js";

const READ = "notice read";
/** What is said when it changes; the others count down. */
const NEWS = ".told, .gone-back, .break, .held, .given-back, .shut-out";

let said = /** @type {string[] | null} */ (null);

/**
 * Show what this state tells, in the element with data-announcements.
 * @param {import("../referee/live.js").State} state
 */
export function showAnnouncements(state) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-announcements]"));
  if (!place) return;
  /** @param {string} moment */
  const clock = (moment) => new Date(moment).toLocaleTimeString("de-DE", { timeZone: place.dataset.timezone, hour: "2-digit", minute: "2-digit" });
  const flags = announcementFlags(state);
  if (state.notice && recallText(READ) === state.notice.at) flags.delete("told");
  fillSlots(place, announcementFacts(state, clock));
  showParts(place, flags);
  first(".told", place).dataset.notice = state.notice?.at ?? "";
  for (const element of all("[data-countdown]", place)) element.dataset.at = state[element.dataset.countdown ?? ""] ?? "";
  for (const button of all("[data-read]", place)) button.hidden = false;
  tick();
  sayNews(place);
}

/** @param {HTMLElement} place */
function sayNews(place) {
  const told = [...all(NEWS, place)].filter((part) => !part.hidden).map(textOf);
  const news = said === null ? [] : told.filter((text) => !said?.includes(text));
  said = told;
  if (news.length) announce(first("[data-news]", place), news.join(" "));
}

/**
 * What is to be read of a part, without what counts down.
 * @param {HTMLElement} part
 */
function textOf(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const hidden of all("[hidden], .countdown, button", copy)) hidden.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

document.addEventListener("click", (event) => {
  const part = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-read]")?.closest(".told"));
  if (!part) return;
  keepText(READ, part.dataset.notice ?? "");
  part.hidden = true;
});
