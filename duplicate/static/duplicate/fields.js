// The fields of the entry: what is in them is handed in.

import { byId } from "../referee/elements.js";

/**
 * @typedef {{ coordinates: string, word: string, points: number | string | null }} Answer
 * @typedef {{ coordinates: HTMLInputElement, word: HTMLInputElement, points: HTMLInputElement, round: HTMLInputElement }} Fields
 */

export const form = /** @type {HTMLFormElement} */ (byId("entry"));
export const fields = /** @type {Fields} */ (/** @type {unknown} */ (form.elements));

/** @returns {Answer} */
export function answerNow() {
  const { coordinates, word, points } = fields;
  const number = points.value.trim();
  return { coordinates: coordinates.value.trim(), word: word.value.trim(), points: /^[0-9]+$/.test(number) ? Number(number) : number || null };
}

/** @param {string | undefined} text */
export function say(text = "") {
  const problem = byId("problem");
  problem.textContent = text;
  problem.hidden = !text;
}
