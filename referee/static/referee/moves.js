// Where the tiles of a move come to lie, how it is written, and what it is worth by geometry alone.
// Nothing here knows words. A tile is a letter, in lower case if it is a blank; so are the 225 cells
// of a board, '.' where none lies. A move is { row, column, down, tiles }: its start, counted from 0,
// and the tiles laid from there on, past those that lie already.

import { SIZE, nameOf } from "./board.js";

const EMPTY = ".";
const COORDINATES = /^([A-O])([0-9]{1,2})(?:-([A-O])([0-9]{1,2}))?$|^([0-9]{1,2})([A-O])(?:-([0-9]{1,2})([A-O]))?$/;

/** The board and rules as a page tells them in the data of an element. */
export function readRules({ cells, letterFactors, wordFactors, values, bonuses }) {
  return { cells, letterFactors, wordFactors, values: JSON.parse(values), bonuses: JSON.parse(bonuses) };
}

const isOnBoard = ([row, column]) => row >= 0 && row < SIZE && column >= 0 && column < SIZE;
const cellOf = ([row, column]) => row * SIZE + column;
const step = ([row, column], down, count = 1) => (down ? [row + count, column] : [row, column + count]);

/** The tile on a square, or ''. */
export function tileAt(cells, square) {
  const tile = isOnBoard(square) ? cells[cellOf(square)] : EMPTY;
  return tile === EMPTY ? "" : tile;
}

/** The tiles of a move, each with its square; null if they don't all find one. */
export function layOut(cells, { row, column, down, tiles }) {
  const laid = [];
  let square = [row, column];
  for (const tile of tiles) {
    while (tileAt(cells, square)) square = step(square, down);
    if (!isOnBoard(square)) return null;
    laid.push({ square, tile });
    square = step(square, down);
  }
  return laid;
}

/** The square where the next tile would come to lie; null behind the last one. */
export function nextSquare(cells, move) {
  const laid = layOut(cells, { ...move, tiles: [...move.tiles, "A"] });
  return laid && laid.at(-1).square;
}

function withLaid(cells, laid) {
  const after = [...cells];
  for (const { square, tile } of laid) after[cellOf(square)] = tile;
  return after;
}

/** The squares of the unbroken line of tiles that `square` is part of. */
function lineThrough(cells, square, down) {
  let first = square;
  while (tileAt(cells, step(first, down, -1))) first = step(first, down, -1);
  const line = [first];
  while (tileAt(cells, step(line.at(-1), down))) line.push(step(line.at(-1), down));
  return line;
}

const written = ([row, column], down) => (down ? `${column + 1}${nameOf(row, 0)[0]}` : nameOf(row, column));

/** Coordinates and word of a move: the whole word, in the direction in which there is one. */
export function write(cells, move) {
  const laid = layOut(cells, move);
  if (!laid?.length) return { coordinates: written([move.row, move.column], move.down), word: "" };
  const after = withLaid(cells, laid);
  const lineOf = (down) => lineThrough(after, laid[0].square, down);
  const turns = laid.length === 1 && lineOf(move.down).length === 1 && lineOf(!move.down).length > 1;
  const down = move.down !== turns;
  const line = lineOf(down);
  const word = line.map((square) => after[cellOf(square)]).join("");
  return { coordinates: `${written(line[0], down)}-${written(line.at(-1), down)}`, word };
}

/** What a move brings if all its words are admissible, 0 if it lays nothing or does not fit. */
export function worth({ cells, letterFactors, wordFactors, values, bonuses }, move) {
  const laid = layOut(cells, move);
  if (!laid?.length) return 0;
  const after = withLaid(cells, laid);
  const fresh = new Set(laid.map(({ square }) => cellOf(square)));
  const lines = [lineThrough(after, laid[0].square, move.down)];
  for (const { square } of laid) lines.push(lineThrough(after, square, !move.down));
  let points = bonuses[laid.length] ?? 0;
  for (const line of lines.filter((line) => line.length > 1)) {
    let letters = 0;
    let factor = 1;
    for (const cell of line.map(cellOf)) {
      const value = values[after[cell]] ?? 0; // a blank has none
      letters += value * (fresh.has(cell) ? Number(letterFactors[cell]) : 1);
      factor *= fresh.has(cell) ? Number(wordFactors[cell]) : 1;
    }
    points += letters * factor;
  }
  return points;
}

/** Start and direction of H4, H4-H9, 4H or 4H-9H, and the length if an end is given; else null. */
export function readCoordinates(text) {
  const found = COORDINATES.exec(text.toUpperCase().replace(/[–—]/g, "-").replace(/\s/g, ""));
  if (!found) return null;
  const [, row, column, lastRow, lastColumn, downColumn, downRow, downLastColumn, downLastRow] = found;
  const down = !row;
  const start = squareOf(row ?? downRow, column ?? downColumn);
  const hasEnd = (lastRow ?? downLastRow) !== undefined;
  const end = hasEnd ? squareOf(lastRow ?? downLastRow, lastColumn ?? downLastColumn) : start;
  const aside = down ? end[1] - start[1] : end[0] - start[0];
  if (!isOnBoard(start) || !isOnBoard(end) || aside) return null;
  const length = down ? end[0] - start[0] + 1 : end[1] - start[1] + 1;
  return { row: start[0], column: start[1], down, length: hasEnd ? length : null };
}

/**
 * Coordinates whose letter is the row as those whose letter is the column, and the other way round: D8-I8
 * across, 5E-11E down there, where here it is H4-H9 and 5E-5K. What is none stays as it is.
 */
export function swapNotation(text) {
  return text.toUpperCase().replace(/([A-O])\s*([0-9]{1,2})|([0-9]{1,2})\s*([A-O])/g, (all, letter, number, first, last) => {
    const index = Number(number ?? first);
    if (index < 1 || index > SIZE) return all;
    const turned = nameOf(index - 1, 0)[0];
    return letter ? `${turned}${letter.charCodeAt(0) - 64}` : `${last.charCodeAt(0) - 64}${turned}`;
  });
}

const squareOf = (row, column) => [row.charCodeAt(0) - 65, Number(column) - 1];

/** The letters of a word as written, blanks in lower case or in parentheses; null if it is none. */
function readWord(text, letters) {
  const word = text
    .normalize("NFC")
    .replace(/\s/g, "")
    .replaceAll("ß", "ss")
    .replace(/\((.)\)/gu, (_, letter) => letter.toLowerCase());
  return [...word].every((letter) => letters.includes(letter.toUpperCase())) ? [...word] : null;
}

/**
 * The move that coordinates and word on a slip mean; null if they are not (yet) one that fits. Who
 * ignores case did not mean blanks (see engine/intended_move.py): then a letter is a blank only where the
 * rack has no such tile.
 */
export function readMove(cells, rack, letters, coordinates, text) {
  const place = readCoordinates(coordinates);
  const word = readWord(text, letters);
  if (!place || !word || (word.length && place.length && place.length !== word.length)) return null;
  const tiles = [];
  for (const [index, letter] of word.entries()) {
    const square = step([place.row, place.column], place.down, index);
    const lying = tileAt(cells, square);
    if (!isOnBoard(square) || (lying && lying.toUpperCase() !== letter.toUpperCase())) return null;
    if (!lying) tiles.push(letter);
  }
  const { row, column, down } = place;
  return { row, column, down, tiles: settle(tiles, word.join(""), rack) };
}

const isSmall = (text) => text !== text.toUpperCase() && text === text.toLowerCase();

function settle(tiles, word, rack) {
  const small = tiles.filter(isSmall).length;
  const blanks = rack.filter((tile) => tile === "?").length;
  const isIgnored = isSmall(word) || isSmall(word.slice(1)) || small > blanks;
  if (small && !isIgnored) return tiles;
  const left = [...rack];
  return tiles.map((tile) => take(left, tile.toUpperCase()) ?? tile.toUpperCase());
}

/** Take the tile for a letter from those left: itself, else a blank for it; null if there is none. */
export function take(left, letter) {
  const blank = letter !== letter.toUpperCase();
  const index = blank || !left.includes(letter) ? left.indexOf("?") : left.indexOf(letter);
  if (index < 0) return null;
  const [tile] = left.splice(index, 1);
  return tile === "?" ? letter.toLowerCase() : letter;
}
