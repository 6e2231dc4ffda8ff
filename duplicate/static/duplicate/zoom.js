// On a phone the squares are as small as a fingertip is wide, so the board is shown larger as soon as a
// finger has touched it, and follows the word. Nothing moves under the finger: where it was touched it grows.

import { byId } from "../referee/elements.js";
import { SIZE } from "../referee/squares.js";

const SMALL = 34; // pixels of a square that a finger finds
const AROUND = 1.2; // squares that are seen around the next one

const frame = byId("board-frame");
const button = byId("zoom");
let isByFinger = false;
let isWanted = true;

const isSmall = () => frame.clientWidth / SIZE < SMALL;
const isZoomed = () => "zoomed" in frame.dataset;

/**
 * Show the board as it suits a word that goes on at this square; null where none is laid.
 * @param {HTMLElement | null} square
 */
export function followWord(square) {
  const isSuited = isByFinger && square !== null && isSmall();
  button.hidden = !isSuited;
  button.textContent = (isWanted ? button.dataset.whole : button.dataset.near) ?? "";
  zoom(isSuited && isWanted, square);
}

/**
 * @param {boolean} isNear
 * @param {HTMLElement | null} square
 */
function zoom(isNear, square) {
  if (isNear === isZoomed()) return isNear && square && bringIn(square);
  const before = square && placeIn(square);
  frame.toggleAttribute("data-zoomed", isNear);
  if (!isNear || !square || !before) return;
  const after = placeIn(square);
  frame.scrollTo({ left: after.x - before.x, top: after.y - before.y, behavior: "instant" });
  bringIn(square);
}

/**
 * The middle of the square, as seen in the frame.
 * @param {HTMLElement} square
 */
function placeIn(square) {
  const [inner, outer] = [square.getBoundingClientRect(), frame.getBoundingClientRect()];
  return { x: inner.x + inner.width / 2 - outer.x, y: inner.y + inner.height / 2 - outer.y };
}

/** @param {HTMLElement} square */
function bringIn(square) {
  const { x, y } = placeIn(square);
  const around = AROUND * square.offsetWidth;
  frame.scrollBy(beyond(x, around, frame.clientWidth), beyond(y, around, frame.clientHeight));
}

/**
 * By how much a place lies nearer to an edge than wanted.
 * @param {number} at
 * @param {number} around
 * @param {number} size
 */
const beyond = (at, around, size) => Math.min(0, at - around) + Math.max(0, at + around - size);

/** @param {() => void} onToggle */
export function takeZoom(onToggle) {
  document.addEventListener("pointerdown", ({ pointerType }) => (isByFinger = pointerType !== "mouse"), true);
  button.addEventListener("click", () => {
    isWanted = !isWanted;
    onToggle();
  });
}
