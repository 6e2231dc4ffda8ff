// Shows the time left, of a round or the like, by the server's clock, in every element with data-clock.
// data-call is set from the call on and data-over at the end; both are announced once to those who
// can't see it, in the element with data-clock-voice.

import { all } from "./elements.js";
import { serverNow } from "./live.js";
import { announce } from "./voice.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The round of a public state, as far as its clock goes.
 * @typedef {{ state: string, closes_at: string, remaining_seconds: number, call_seconds: number }} Round
 */

/** @type {Round | null} */
let round = null;
let announced = "";
/** @type {((phase: string) => void)[]} */
const listeners = [];

/**
 * Hear when the call comes ("call"), when time is up ("over"), and when neither is so any more ("").
 * @param {(phase: string) => void} listener
 */
export const onClock = (listener) => listeners.push(listener);

/**
 * Show the clock of this round, or none.
 * @param {Round | null} shown
 */
export function showClock(shown) {
  if (shown?.state !== round?.state || shown?.closes_at !== round?.closes_at) announced = "";
  round = shown;
  tick();
}

/** Seconds left, rounded up, so that 0 means that time is up; null where no clock runs or stands. */
export function secondsLeft() {
  if (round?.state === "paused") return Math.ceil(round.remaining_seconds);
  if (round?.state === "open") return Math.max(0, Math.ceil((Date.parse(round.closes_at) - serverNow()) / 1000));
  return null;
}

/** @param {number} seconds */
export function tell(seconds) {
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / MINUTE);
  if (seconds >= HOUR) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % MINUTE)}`;
  return `${minutes}:${two(seconds % MINUTE)}`;
}

function tick() {
  const seconds = secondsLeft();
  const phase = seconds === null ? "" : seconds === 0 ? "over" : seconds <= (round?.call_seconds ?? 0) ? "call" : "";
  for (const element of all("[data-clock]")) {
    element.textContent = seconds === null ? "" : tell(seconds);
    element.toggleAttribute("data-call", phase === "call");
    element.toggleAttribute("data-over", phase === "over");
    element.toggleAttribute("data-paused", round?.state === "paused");
  }
  if (phase === announced) return;
  announced = phase;
  for (const listener of listeners) listener(phase);
  for (const voice of all("[data-clock-voice]")) {
    const { call = "", over = "" } = voice.dataset;
    announce(voice, phase === "call" ? call.replace("{seconds}", String(seconds)) : phase === "over" ? over : "");
  }
}

setInterval(tick, 200);
