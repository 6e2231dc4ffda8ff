// What this device has heard of a game's draws while it could still be of use: the fingerprint before the game
// began, and what the hall called out when it did. The proof page compares. Nothing here touches the page.

import { keepText, recallJson } from "../referee/storage.js";

/** @typedef {{ commitment?: string, hallPart?: string }} Memory */

/** @param {string} game */
const keyOf = (game) => `draws ${game}`;

/**
 * What was heard; nothing where the browser keeps nothing.
 * @param {string} game
 * @returns {Memory}
 */
export function recall(game) {
  return recallJson(keyOf(game));
}

/**
 * Keep what was heard first: what comes later may not replace it.
 * @param {string} game
 * @param {Memory} heard
 */
export function remember(game, heard) {
  const known = recall(game);
  const both = { ...heard, ...known };
  if (JSON.stringify(both) !== JSON.stringify(known)) keepText(keyOf(game), JSON.stringify(both));
}
