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

/** Between two squares: any dash, a slash or "bis", as engine/notation.py reads them. */
const TO = "(?:[-\u2010-\u2015\u2212/]|bis)";
const [LETTER, NUMBER] = ["([A-Z])", "([0-9]{1,3})"];
const ACROSS = new RegExp(`^${LETTER}${NUMBER}(?:${TO}?${LETTER}${NUMBER}|${TO}${NUMBER})?$`, "i");
const DOWN = new RegExp(`^${NUMBER}${LETTER}(?:${TO}?${NUMBER}${LETTER}|${TO}${LETTER})?$`, "i");

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
 * Read H4, H4-H9, H4-9, H9-H4, 4H or 4H-9H, 4H-J, in any case and with anything that may stand between; null
 * for anything else, and for a place off the board or on no line. The first square says the direction.
 * @param {string} text
 * @returns {Place | null}
 */
export function readCoordinates(text) {
  const packed = text.replace(/\s/g, "");
  const across = ACROSS.exec(packed);
  const found = across ?? DOWN.exec(packed);
  if (!found) return null;
  const down = !across;
  const [, one, two, endOne = one, endTwo = found[5] ?? two] = found;
  const hasEnd = found[3] !== undefined || found[5] !== undefined;
  const ends = [squareOf(down ? two + one : one + two), squareOf(down ? endTwo + endOne : endOne + endTwo)];
  const [[row, column], [lastRow, lastColumn]] = ends.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const aside = down ? lastColumn - column : lastRow - row;
  if (!ends.every(isOnBoard) || aside) return null;
  return { row, column, down, length: hasEnd ? (down ? lastRow - row : lastColumn - column) + 1 : null };
}

/**
 * Coordinates whose letter is the row as those whose letter is the column, and the other way round: D8-I8
 * across, 5E-11E down there, where here it is H4-H9 and 5E-5K; D8-I there is H4-9. What is none is none after.
 * @param {string} text
 */
export function swapNotation(text) {
  const squares = /([A-O])\s*([0-9]{1,2})|([0-9]{1,2})\s*([A-O])|([A-O])|([0-9]{1,2})/g;
  const upper = text.toUpperCase().replace("BIS", "-");
  return upper.replace(squares, (all, letter, number, first, last, column, row) => {
    const index = Number(number ?? first ?? row ?? 1);
    if (index < 1 || index > SIZE) return all;
    const turned = nameOf(index - 1, 0)[0];
    /** @param {string} name */
    const turnedBack = (name) => name.charCodeAt(0) - 64;
    if (letter) return `${turned}${turnedBack(letter)}`;
    if (last) return `${turnedBack(last)}${turned}`;
    return column ? String(turnedBack(column)) : turned;
  });
}
