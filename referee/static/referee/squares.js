// The squares of the board: their names, their neighbours, and coordinates as people write them.
// Nothing here touches the page. What a square multiplies stands in the rules, see moves.js.

/**
 * A square by row and column, both counted from 0; perhaps off the board.
 * @typedef {[row: number, column: number]} Square
 *
 * Where a word begins and runs, and its length if an end was written.
 * @typedef {{ row: number, column: number, down: boolean, length: number | null }} Place
 */

export const SIZE = 15;

/**
 * By how many rows and columns the arrow keys lead on.
 * @type {Record<string, [down: number, right: number]>}
 */
export const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Any of the dashes that keyboards and phones offer, as engine/notation.py reads them. */
const DASH = "[-\u2010-\u2015\u2212]";
const ACROSS = new RegExp(`^([A-Z])([0-9]{1,3})(?:${DASH}?([A-Z])([0-9]{1,3}))?$`, "i");
const DOWN = new RegExp(`^([0-9]{1,3})([A-Z])(?:${DASH}?([0-9]{1,3})([A-Z]))?$`, "i");

/**
 * The name of a square, such as H8.
 * @param {number} row
 * @param {number} column
 */
export const nameOf = (row, column) => String.fromCharCode(65 + row) + (column + 1);

/**
 * The square of that name, in any case.
 * @param {string} name
 * @returns {Square}
 */
export const squareOf = (name) => [name.toUpperCase().charCodeAt(0) - 65, Number(name.slice(1)) - 1];

/** @param {Square} square */
export const isOnBoard = ([row, column]) => row >= 0 && row < SIZE && column >= 0 && column < SIZE;

/**
 * Its place where the rows are written one behind the other.
 * @param {Square} square
 */
export const cellOf = ([row, column]) => row * SIZE + column;

/**
 * @param {Square} one
 * @param {Square} other
 */
export const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];

/**
 * The square so many steps further down or across.
 * @param {Square} square
 * @param {boolean} down
 * @returns {Square}
 */
export const step = ([row, column], down, count = 1) => (down ? [row + count, column] : [row, column + count]);

/**
 * The square as coordinates write it: H4 in a word across, 4H in one down.
 * @param {Square} square
 * @param {boolean} down
 */
export function writeSquare([row, column], down) {
  const letter = nameOf(row, 0)[0];
  return down ? `${column + 1}${letter}` : `${letter}${column + 1}`;
}

/**
 * Read H4, H4-H9, 4H or 4H-9H, in any case and with any dash; null for anything else, and for a place
 * off the board or on no line.
 * @param {string} text
 * @returns {Place | null}
 */
export function readCoordinates(text) {
  const packed = text.replace(/\s/g, "");
  const across = ACROSS.exec(packed);
  const found = across ?? DOWN.exec(packed);
  if (!found) return null;
  const down = !across;
  const [, one, two, endOne, endTwo] = found;
  const [row, column] = squareOf(down ? two + one : one + two);
  const end = endOne === undefined ? null : squareOf(down ? endTwo + endOne : endOne + endTwo);
  const [lastRow, lastColumn] = end ?? [row, column];
  const aside = down ? lastColumn - column : lastRow - row;
  if (!isOnBoard([row, column]) || !isOnBoard([lastRow, lastColumn]) || aside) return null;
  return { row, column, down, length: end && (down ? lastRow - row : lastColumn - column) + 1 };
}

/**
 * Coordinates whose letter is the row as those whose letter is the column, and the other way round: D8-I8
 * across, 5E-11E down there, where here it is H4-H9 and 5E-5K. What is none stays as it is.
 * @param {string} text
 */
export function swapNotation(text) {
  return text.toUpperCase().replace(/([A-O])\s*([0-9]{1,2})|([0-9]{1,2})\s*([A-O])/g, (all, letter, number, first, last) => {
    const index = Number(number ?? first);
    if (index < 1 || index > SIZE) return all;
    const turned = nameOf(index - 1, 0)[0];
    return letter ? `${turned}${letter.charCodeAt(0) - 64}` : `${last.charCodeAt(0) - 64}${turned}`;
  });
}
