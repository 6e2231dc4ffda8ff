// Laying a move tile by tile: where tiles lie that are not handed in, where the next one comes to lie, and
// which move that is. Nothing moves a tile that lies but who takes it. Nothing here touches the page.

import { isBlank, layOut, tileAt } from "./moves.js";
import { isOnBoard, isSame, step } from "./squares.js";

/**
 * @typedef {import("./squares.js").Square} Square
 * @typedef {import("./moves.js").LaidTile} LaidTile
 * @typedef {import("./moves.js").Move} Move
 *
 * The next tile comes to lie on the square, or on the next free one behind it.
 * @typedef {{ square: Square, down: boolean }} Cursor
 *
 * The tiles laid, in the order in which they were, and where it goes on.
 * @typedef {{ laid: LaidTile[], cursor: Cursor | null }} Laying
 */

/** @type {Laying} */
export const NOTHING = { laid: [], cursor: null };

/**
 * The tile that was laid on a square, if one was.
 * @param {LaidTile[]} laid
 * @param {Square} square
 */
export const laidAt = (laid, square) => laid.find((tile) => isSame(tile.square, square));

/**
 * @param {string} cells
 * @param {LaidTile[]} laid
 * @param {Square} square
 */
const isFree = (cells, laid, square) => isOnBoard(square) && !tileAt(cells, square) && !laidAt(laid, square);

/**
 * Whether the tiles run down or across; null if that is open, or they don't lie in one line.
 * @param {LaidTile[]} laid
 */
function runsDown(laid) {
  const [first, ...rest] = laid.map(({ square }) => square);
  if (!rest.length) return null;
  if (rest.every(([row]) => row === first[0])) return false;
  return rest.every(([, column]) => column === first[1]) ? true : null;
}

/** @param {Laying} laying */
const direction = ({ laid, cursor }) => runsDown(laid) ?? cursor?.down ?? false;

/**
 * Where the next tile comes to lie; null where that is nowhere.
 * @param {string} cells
 * @param {Laying} laying
 * @returns {Square | null}
 */
export function nextFree(cells, { laid, cursor }) {
  if (!cursor) return null;
  let { square } = cursor;
  while (isOnBoard(square) && !isFree(cells, laid, square)) square = step(square, cursor.down);
  return isOnBoard(square) ? square : null;
}

/**
 * A tile laid on a free square; null if it is none.
 * @param {string} cells
 * @param {Laying} laying
 * @param {string} tile
 * @param {Square | null} square
 * @returns {Laying | null}
 */
export function lay(cells, laying, tile, square = nextFree(cells, laying)) {
  if (!square || !isFree(cells, laying.laid, square)) return null;
  const laid = [...laying.laid, { square, tile }];
  return { laid, cursor: { square, down: direction({ ...laying, laid }) } };
}

/**
 * Without the tile on that square, where it goes on.
 * @param {Laying} laying
 * @param {Square} square
 * @returns {Laying}
 */
export function takeOff(laying, square) {
  const laid = laying.laid.filter((tile) => !isSame(tile.square, square));
  return { laid, cursor: { square, down: direction(laying) } };
}

/**
 * Without the tile that was laid last; where none lies, without a beginning.
 * @param {Laying} laying
 */
export function takeBack(laying) {
  const last = laying.laid.at(-1);
  return last ? takeOff(laying, last.square) : NOTHING;
}

/**
 * With no tile laid, where the word began.
 * @param {Laying} laying
 * @returns {Laying}
 */
export function takeAllBack(laying) {
  const squares = laying.laid.map(({ square }) => square).sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return squares.length ? { laid: [], cursor: { square: squares[0], down: direction(laying) } } : NOTHING;
}

/**
 * The tile on one square moved to another; null if that is not free.
 * @param {string} cells
 * @param {Laying} laying
 * @param {Square} from
 * @param {Square} to
 */
export function moveTile(cells, laying, from, to) {
  const moved = laidAt(laying.laid, from);
  return moved ? lay(cells, takeOff(laying, from), moved.tile, to) : null;
}

/**
 * Going on the other way; null while tiles say which way the word runs, or nothing has begun.
 * @param {Laying} laying
 * @returns {Laying | null}
 */
export function turn({ laid, cursor }) {
  if (!cursor || laid.length > 1) return null;
  const square = laid.length ? laid[0].square : cursor.square;
  return { laid, cursor: { square, down: !cursor.down } };
}

/**
 * What a tap on a square does: a tile that was laid is taken back. It goes on at another square where the
 * word may run there, the other way where it would go on there already. Null where the tap means nothing.
 * @param {string} cells
 * @param {Laying} laying
 * @param {Square} square
 * @returns {Laying | null}
 */
export function pick(cells, laying, square) {
  const { laid, cursor } = laying;
  if (laidAt(laid, square)) return takeOff(laying, square);
  const next = nextFree(cells, laying);
  if (cursor && (isSame(cursor.square, square) || (next && isSame(next, square)))) return turn(laying) ?? laying;
  if (!laid.length) return { laid, cursor: { square, down: cursor?.down ?? false } };
  const down = runsDown([...laid, { square, tile: "" }]);
  return down === null || tileAt(cells, square) ? null : { laid, cursor: { square, down } };
}

/**
 * The move that lies there; null if tiles lie apart.
 * @param {string} cells
 * @param {Laying} laying
 * @returns {Move | null}
 */
export function moveOf(cells, laying) {
  const { laid, cursor } = laying;
  if (!laid.length) return cursor && { row: cursor.square[0], column: cursor.square[1], down: cursor.down, tiles: [] };
  const down = direction(laying);
  const along = down ? 0 : 1;
  const inLine = [...laid].sort((one, other) => one.square[along] - other.square[along]);
  const [row, column] = inLine[0].square;
  const move = { row, column, down, tiles: inLine.map(({ tile }) => tile) };
  const fits = layOut(cells, move)?.every(({ square }, index) => isSame(square, inLine[index].square));
  return fits ? move : null;
}

/**
 * A move as laid tile by tile.
 * @param {string} cells
 * @param {Move | null} move
 * @returns {Laying}
 */
export function layingOf(cells, move) {
  if (!move) return NOTHING;
  const laid = layOut(cells, move) ?? [];
  return { laid, cursor: { square: laid.at(-1)?.square ?? [move.row, move.column], down: move.down } };
}

// The rack

const BLANK = "?";

/**
 * Which places of a rack are empty while these tiles lie on the board. One that was empty before stays so,
 * where it can.
 * @param {string[]} rack
 * @param {string[]} tiles
 * @param {boolean[]} before
 */
export function emptyPlaces(rack, tiles, before) {
  const empty = rack.map(() => false);
  /** @param {string} tile */
  const placeOf = (tile) => {
    const places = [...rack.keys()].filter((place) => rack[place] === tile && !empty[place]);
    return places.find((place) => before[place]) ?? places.at(-1);
  };
  for (const tile of tiles) {
    const place = (isBlank(tile) ? undefined : placeOf(tile)) ?? placeOf(BLANK);
    if (place !== undefined) empty[place] = true;
  }
  return empty;
}

/**
 * The tiles in the order of the alphabet, blanks last.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} tileOf
 */
export function sorted(items, tileOf) {
  /** @param {T} item */
  const key = (item) => (tileOf(item) === BLANK ? "\uffff" : tileOf(item));
  return [...items].sort((one, other) => key(one).localeCompare(key(other), "de"));
}
