// One sentence that says what to do next, or what lies on the board.

import { fill } from "../referee/drawing.js";
import { byId } from "../referee/elements.js";
import { fields } from "./fields.js";
import { tileOn } from "./rack.js";

/**
 * @param {{ hasBegun: boolean, hasLaid: boolean, fits: boolean, chosen: HTMLButtonElement | null }} entry
 * whether it is known where the word begins, whether tiles lie there, in one line, and the tile chosen
 */
export function showGuide({ hasBegun, hasLaid, fits, chosen }) {
  const guide = byId("guide");
  const { start, tiles, square, apart, lies } = guide.dataset;
  const text = chosen ? square : !hasBegun ? start : !hasLaid ? tiles : fits ? lies : apart;
  const { coordinates, word, points } = fields;
  const facts = { tile: chosen && tileOn(chosen), coordinates: coordinates.value, word: word.value, points: points.value };
  guide.textContent = fill(text ?? "", facts);
  guide.classList.toggle("apart", hasLaid && !fits);
}
