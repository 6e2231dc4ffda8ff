// The best moves of the published round on the board: the one that was laid, or another that is chosen from
// the list. Nothing here touches the page.

import { readCoordinates, cellOf, isOnBoard, nameOf, step } from "../referee/squares.js";

const EMPTY = ".";

/**
 * A move as the server writes it: the whole word, blanks in lower case.
 * @typedef {{ coordinates: string, word: string }} Written
 *
 * A board's rows, and the names of the squares whose tiles are new.
 * @typedef {{ rows: string[], fresh: string[] }} Shown
 */

/**
 * The moves that can be chosen, by the names of their places in the list (play/best_moves.html).
 * @param {import("../referee/live.js").State} state
 * @param {import("../referee/live.js").Own} own
 * @returns {Record<string, Written | null>}
 */
export function movesOf({ published }, own) {
  const listed = Object.fromEntries(published.best.map((/** @type {Written} */ move, /** @type {number} */ index) => [`best-${index + 1}`, move]));
  return { ...listed, own: own.round?.play ?? null };
}

/**
 * The board with this move on it instead of the one that was laid; as it is without one, or where it can't lie.
 * @param {import("../referee/live.js").State} state
 * @param {Written | null} move
 * @returns {Shown}
 */
export function boardWith({ board, published }, move) {
  const laid = { rows: board, fresh: published?.laid ?? [] };
  const place = move && readCoordinates(move.coordinates);
  if (!place) return laid;
  const cells = [...board.join("")];
  const width = board.length;
  cells.forEach((_tile, cell) => {
    if (laid.fresh.includes(nameOf(Math.floor(cell / width), cell % width))) cells[cell] = EMPTY;
  });
  const fresh = [];
  for (const [index, tile] of [...move.word].entries()) {
    const square = step([place.row, place.column], place.down, index);
    if (!isOnBoard(square)) return laid;
    if (cells[cellOf(square)] !== EMPTY) continue;
    cells[cellOf(square)] = tile;
    fresh.push(nameOf(...square));
  }
  return { rows: board.map((_row, row) => cells.slice(row * width, (row + 1) * width).join("")), fresh };
}
