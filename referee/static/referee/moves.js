// How a typed move is read, where its tiles come to lie, and what it is worth by geometry alone. Nothing
// here knows words, nor touches the page. How letters are read, engine/notation.py and
// engine/intended_move.py say; tests/e2e/test_script_moves.py feeds both the same moves.

import { cellOf, isOnBoard, readCoordinates, step, writeSquare } from "./squares.js";

/**
 * A tile is a letter, in lower case if it is a blank; so are the 225 cells of a board, '.' where none lies.
 * Factors are a digit of each cell, bonuses go by the number of tiles laid.
 * @typedef {{
 *   cells: string,
 *   letterFactors: string,
 *   wordFactors: string,
 *   values: Record<string, number>,
 *   bonuses: Record<string, number>,
 * }} Rules
 *
 * Where a move starts, counted from 0, and the tiles laid from there on, past those that lie already.
 * @typedef {{ row: number, column: number, down: boolean, tiles: string[] }} Move
 *
 * @typedef {import("./squares.js").Square} Square
 * @typedef {import("./squares.js").Place} Place
 * @typedef {{ square: Square, tile: string }} LaidTile
 */

const EMPTY = ".";
const BLANK = "?";
/** How many there are in every set. */
const BLANKS = 2;

/**
 * The board and rules as a page tells them in the data of an element.
 * @param {DOMStringMap} data
 * @returns {Rules}
 */
export function readRules({ cells = "", letterFactors = "", wordFactors = "", values = "{}", bonuses = "{}" }) {
  return { cells, letterFactors, wordFactors, values: JSON.parse(values), bonuses: JSON.parse(bonuses) };
}

// Tiles

/** @param {string} tile */
export const isBlank = (tile) => tile !== tile.toUpperCase();

/**
 * Take the tile for a letter from those left: itself, else a blank for it; null if there is none.
 * @param {string[]} left
 * @param {string} letter
 */
export function take(left, letter) {
  const index = isBlank(letter) || !left.includes(letter) ? left.indexOf(BLANK) : left.indexOf(letter);
  if (index < 0) return null;
  const [tile] = left.splice(index, 1);
  return tile === BLANK ? letter.toLowerCase() : letter;
}

/**
 * Tiles of the rack wherever it has them, blanks for the others; where there is neither, the tile itself.
 * @param {string[]} tiles
 * @param {readonly string[]} rack
 */
function withBlanks(tiles, rack) {
  const left = [...rack];
  return tiles.map((tile) => take(left, tile.toUpperCase()) ?? tile.toUpperCase());
}

/**
 * @param {readonly string[]} rack
 * @param {string[]} tiles
 */
function isOnRack(rack, tiles) {
  const left = [...rack];
  return tiles.every((tile) => take(left, tile) === tile);
}

// Where tiles lie

/**
 * The tile on a square, or ''.
 * @param {string | readonly string[]} cells
 * @param {Square} square
 */
export function tileAt(cells, square) {
  const tile = isOnBoard(square) ? cells[cellOf(square)] : EMPTY;
  return tile === EMPTY ? "" : tile;
}

/**
 * The tiles of a move, each with its square; null if they don't all find one.
 * @param {string} cells
 * @param {Move} move
 * @returns {LaidTile[] | null}
 */
export function layOut(cells, { row, column, down, tiles }) {
  /** @type {LaidTile[]} */
  const laid = [];
  /** @type {Square} */
  let square = [row, column];
  for (const tile of tiles) {
    while (tileAt(cells, square)) square = step(square, down);
    if (!isOnBoard(square)) return null;
    laid.push({ square, tile });
    square = step(square, down);
  }
  return laid;
}

/**
 * The square where the next tile would come to lie; null behind the last one.
 * @param {string} cells
 * @param {Move} move
 */
export function nextSquare(cells, move) {
  const laid = layOut(cells, { ...move, tiles: [...move.tiles, "A"] });
  return laid?.at(-1)?.square ?? null;
}

/**
 * @param {string} cells
 * @param {LaidTile[]} laid
 */
function withLaid(cells, laid) {
  const after = [...cells];
  for (const { square, tile } of laid) after[cellOf(square)] = tile;
  return after;
}

/**
 * The squares of the unbroken line of tiles that `square` is part of.
 * @param {readonly string[]} cells
 * @param {Square} square
 * @param {boolean} down
 */
function lineThrough(cells, square, down) {
  let first = square;
  while (tileAt(cells, step(first, down, -1))) first = step(first, down, -1);
  const line = [first];
  for (let next = step(first, down); tileAt(cells, next); next = step(next, down)) line.push(next);
  return line;
}

// What a move is worth, and how it is written

/**
 * What a move brings if all its words are admissible, 0 if it lays nothing or does not fit.
 * @param {Rules} rules
 * @param {Move} move
 */
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

/**
 * Coordinates and word of a move: the whole word, in the direction in which there is one.
 * @param {string} cells
 * @param {Move} move
 */
export function write(cells, move) {
  const laid = layOut(cells, move);
  if (!laid?.length) return { coordinates: writeSquare([move.row, move.column], move.down), word: "" };
  const after = withLaid(cells, laid);
  /** @param {boolean} down */
  const lineOf = (down) => lineThrough(after, laid[0].square, down);
  const turns = laid.length === 1 && lineOf(move.down).length === 1 && lineOf(!move.down).length > 1;
  const down = move.down !== turns;
  const line = lineOf(down);
  const coordinates = `${writeSquare(line[0], down)}-${writeSquare(line[line.length - 1], down)}`;
  return { coordinates, word: line.map((square) => after[cellOf(square)]).join("") };
}

/**
 * The word so that it is read as it is when it is typed at a table, `write_at_table` in
 * engine/intended_move.py: with its blanks in parentheses where their case would not do.
 * @param {string} word
 */
export function writeAtTable(word) {
  const tiles = [...word];
  if (!ignoresCase(tiles, tiles, BLANKS)) return word;
  return tiles.map((tile) => (isBlank(tile) ? `(${tile.toUpperCase()})` : tile)).join("");
}

// Reading

const UMLAUTS = /** @type {Record<string, string>} */ ({ A: "Ä", O: "Ö", U: "Ü" });
const DIAERESIS = "\u0308";
/** Latin letters that Unicode does not take apart into a base letter and an accent. */
const UNDECOMPOSED = /** @type {Record<string, string>} */ ({ ẞ: "SS", Æ: "AE", Œ: "OE", Ø: "O", Ł: "L", Đ: "D" });

/**
 * Letters as tiles show them: ß as SS, umlauts kept, all else without accents.
 * @param {string} text
 */
function spell(text) {
  const letters = /** @type {string[]} */ ([]);
  const upper = text.normalize("NFC").toUpperCase().replace(/[ẞÆŒØŁĐ]/g, (letter) => UNDECOMPOSED[letter]);
  for (const char of upper.normalize("NFD")) {
    const umlaut = char === DIAERESIS && UMLAUTS[letters.at(-1) ?? ""];
    if (umlaut) letters[letters.length - 1] = umlaut;
    else if (!/\p{M}/u.test(char)) letters.push(char);
  }
  return letters;
}

/**
 * The tiles of a word as written, blanks in lower case or in parentheses; null if it can't be read.
 * @param {string} text
 * @param {Record<string, number>} values
 */
function readWord(text, values) {
  const packed = text.normalize("NFD").replace(/\s/g, "");
  if (!/^(?:[^()]|\([^()]*\))*$/u.test(packed)) return null;
  const tiles = [];
  for (const [part] of packed.matchAll(/\([^()]*\)|[^()]\p{M}*/gu)) {
    const isMarked = part[0] === "(";
    const letters = spell(isMarked ? part.slice(1, -1) : part);
    if (isMarked && letters.length !== 1) return null;
    const isSmall = letters.length === 1 && (isMarked || isBlank(part[0])); // no blank stands for two
    tiles.push(...(isSmall ? [letters[0].toLowerCase()] : letters));
  }
  return tiles.every((tile) => tile !== BLANK && tile.toUpperCase() in values) ? tiles : null;
}

/**
 * Whether who wrote this word did not mean its small letters as blanks: all are small, or more of those
 * to be laid than there are blanks.
 * @param {string[]} word
 * @param {string[]} laid
 * @param {number} blanks
 */
const ignoresCase = (word, laid, blanks) => word.every(isBlank) || laid.filter(isBlank).length > blanks;

/**
 * Place and tiles of what is typed; null if it is not (yet) a move that fits.
 * @param {string} cells
 * @param {string} coordinates
 * @param {string[] | null} word
 * @returns {Move | null}
 */
function fit(cells, coordinates, word) {
  const place = readCoordinates(coordinates);
  if (!place || !word || (word.length && place.length !== null && place.length !== word.length)) return null;
  const tiles = [];
  for (const [index, letter] of word.entries()) {
    const square = step([place.row, place.column], place.down, index);
    const lying = tileAt(cells, square);
    if (!isOnBoard(square) || (lying && lying.toUpperCase() !== letter.toUpperCase())) return null;
    if (!lying) tiles.push(letter);
  }
  const { row, column, down } = place;
  return { row, column, down, tiles };
}

/**
 * The move that is typed at a table; null if it is not (yet) one that fits. `read_at_table` in
 * engine/intended_move.py says how.
 * @param {Rules} rules
 * @param {string} coordinates
 * @param {string} text
 */
export function readAtTable({ cells, values }, coordinates, text) {
  const word = readWord(text, values);
  const isSmall = isBlank(text) && text === text.toLowerCase();
  const isIgnored = word && !text.includes("(") && (isSmall || ignoresCase(word, word, BLANKS));
  return fit(cells, coordinates, isIgnored ? word.map((tile) => tile.toUpperCase()) : word);
}

/**
 * The move that coordinates and word on a slip of Simultan mean; null if they are not (yet) one that
 * fits. `judge_slip` in engine/intended_move.py says how.
 * @param {Rules} rules
 * @param {readonly string[]} rack
 * @param {string} coordinates
 * @param {string} text
 */
export function readOnSlip({ cells, values }, rack, coordinates, text) {
  const literal = readWord(text, values);
  if (!literal) return fit(cells, coordinates, literal);
  for (const word of [literal, ...withUmlauts(literal)]) {
    const move = fit(cells, coordinates, word);
    if (move && isOnRack(rack, withBlanks(move.tiles, rack))) return { ...move, tiles: settle(move.tiles, word, rack) };
  }
  const move = fit(cells, coordinates, literal);
  return move && { ...move, tiles: settle(move.tiles, literal, rack) };
}

/** In so many pairs of letters an umlaut is looked for; no word has more. */
const MOST_PAIRS = 5;

/**
 * The word with some of its AE, OE and UE as umlauts, those with most of them first: `spell_out` in
 * engine/intended_move.py.
 * @param {string[]} word
 */
function withUmlauts(word) {
  const isPair = (/** @type {string} */ letter, /** @type {number} */ index) => letter.toUpperCase() in UMLAUTS && word[index + 1]?.toUpperCase() === "E";
  const pairs = word.flatMap((letter, index) => (isPair(letter, index) ? [index] : [])).slice(0, MOST_PAIRS);
  const count = (/** @type {number} */ choice) => pairs.filter((_, bit) => choice & (1 << (pairs.length - 1 - bit))).length;
  const choices = [...Array(1 << pairs.length).keys()].slice(1).sort((one, other) => count(other) - count(one) || other - one);
  return choices.map((choice) => {
    const joined = pairs.filter((_, bit) => choice & (1 << (pairs.length - 1 - bit)));
    const umlaut = (/** @type {string} */ letter) => (isBlank(letter) ? UMLAUTS[letter.toUpperCase()].toLowerCase() : UMLAUTS[letter]);
    return word.map((letter, index) => (joined.includes(index) ? umlaut(letter) : letter)).filter((_, index) => !joined.includes(index - 1));
  });
}

/**
 * @param {string[]} tiles
 * @param {string[]} word
 * @param {readonly string[]} rack
 */
function settle(tiles, word, rack) {
  const blanks = rack.filter((tile) => tile === BLANK).length;
  const settled = tiles.some(isBlank) && ignoresCase(word, tiles, blanks) ? withBlanks(tiles, rack) : tiles;
  const guess = withBlanks(settled, rack);
  return isOnRack(rack, settled) || !isOnRack(rack, guess) ? settled : guess;
}
