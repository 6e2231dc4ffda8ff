// Checks a game's draws and log by nothing but the published numbers. The rules are those of docs/draws.md
// (engine/draws.py, engine/proofs.py) and referee/chain.py, told a second time. Nothing here touches the page.

import { bytesOf, hexOf, hmac, sha256 } from "../referee/sha256.js";

const ORDER = "?AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ";
const VOWELS = "AEIOUÄÖÜ";
const encoder = new TextEncoder();

/**
 * @typedef {{
 *   round: number, label: string, leave: string, drawn: string, rack: string, bag: string,
 *   rejected: string[], board: string[], went_back: boolean,
 * }} Draw
 * @typedef {{ rack: string, bag: string }} Rest
 * @typedef {{
 *   tiles: string, rack_size: number, joker: boolean, y_is_either: boolean, leave_returned: boolean,
 *   strict_rounds: number, strict_minimum: number, later_minimum: number,
 * }} Rules
 * @typedef {{
 *   version?: number, seed: string | null, commitment: string, hall_part?: string | null, digest?: string,
 *   rules: Rules, draws: Draw[],
 * }} Proof
 * @typedef {{
 *   sequence: number, at: string, kind: string, by: string, data: any, data_digest: string, hash: string,
 *   amended: any, amended_digest: string,
 * }} Entry
 * @typedef {"right" | "typed" | "tiles" | "wrong"} Found
 */

// Tiles

/** @param {string} tiles */
const sorted = (tiles) => [...tiles].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).join("");
/**
 * @param {string} tiles
 * @param {string} wanted
 */
const count = (tiles, wanted) => [...tiles].filter((tile) => wanted.includes(tile)).length;

/**
 * What of `wanted` is not among `tiles`.
 * @param {string} tiles
 * @param {string} wanted
 */
function missing(tiles, wanted) {
  const left = [...tiles];
  return [...wanted].filter((tile) => {
    const place = left.indexOf(tile);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  }).join("");
}
/**
 * @param {string} tiles
 * @param {string} taken
 */
const without = (tiles, taken) => sorted(missing(taken, tiles));
/** @param {Rest} draw */
const tilesLeft = (draw) => sorted(draw.bag + draw.rack);
/** @param {string[]} rows */
const onBoard = (rows) => [...rows.join("")].filter((cell) => cell !== ".").map((cell) => (cell === cell.toUpperCase() ? cell : "?")).join("");

// Random numbers

/** @param {string} text */
const digestOf = (text) => hexOf(sha256(encoder.encode(text)));

/**
 * The key of all draws: the seed, or what the hall called out mixed with it.
 * @param {Proof} proof
 */
function drawKey({ seed, hall_part: part }) {
  const key = bytesOf(seed ?? "");
  return part ? hmac(key, encoder.encode(`hall part ${part}`)) : key;
}

/**
 * Numbers below those asked for, one after the other.
 * @param {Uint8Array} key
 * @param {string} label
 */
function numbersOf(key, label) {
  let counter = 0;
  let bytes = /** @type {number[]} */ ([]);
  return (/** @type {number} */ n) => {
    for (;;) {
      if (!bytes.length) bytes = [...hmac(key, encoder.encode(`${label}:${counter++}`))];
      const byte = bytes.shift() ?? 0;
      if (byte < 256 - (256 % n)) return byte % n;
    }
  };
}

// Draws

/**
 * @param {string} tiles
 * @param {number} minimum
 * @param {Rules} rules
 */
function isEnough(tiles, minimum, rules) {
  const either = count(tiles, rules.y_is_either ? "?Y" : "?");
  const vowels = count(tiles, VOWELS);
  const consonants = tiles.length - vowels - either;
  return Math.max(0, minimum - vowels) + Math.max(0, minimum - consonants) <= either;
}

/**
 * @param {string} tiles
 * @param {Rules} rules
 */
const jokerAndOthers = (tiles, rules) =>
  rules.joker ? [tiles.includes("?") ? "?" : "", sorted(tiles.replaceAll("?", ""))] : ["", sorted(tiles)];

/**
 * How many vowels and consonants are needed; null if no rack can have enough.
 * @param {string} left
 * @param {number} round
 * @param {Rules} rules
 */
function minimumFor(left, round, rules) {
  const tiles = jokerAndOthers(left, rules).join("");
  if (round <= rules.strict_rounds && isEnough(tiles, rules.strict_minimum, rules)) return rules.strict_minimum;
  return tiles && isEnough(tiles, rules.later_minimum, rules) ? rules.later_minimum : null;
}

/**
 * Whether a draw comes out the same when it is made again.
 * @param {Draw} draw
 * @param {Uint8Array} key
 * @param {Rules} rules
 */
function comesAgain(draw, key, rules) {
  const left = tilesLeft(draw);
  const [always, others] = jokerAndOthers(left, rules);
  const minimum = minimumFor(left, draw.round, rules);
  if (minimum === null) return false;
  const below = numbersOf(key, draw.label);
  const rejected = /** @type {string[]} */ ([]);
  for (let kept = draw.leave; ; kept = "") {
    const joker = missing(kept, always);
    const row = [...sorted(missing(kept, others))];
    const size = Math.min(rules.rack_size - kept.length - joker.length, row.length);
    let drawn = joker;
    for (let taken = 0; taken < size; taken++) drawn += row.splice(below(row.length), 1)[0];
    const rack = sorted(kept + drawn);
    if (isEnough(rack, minimum, rules)) {
      const again = [rack, drawn, without(left, rack), ...rejected];
      return again.join() === [draw.rack, draw.drawn, draw.bag, ...draw.rejected].join();
    }
    rejected.push(rack);
  }
}

/**
 * Whether a rack that was typed follows the rules: the right number, the leave kept, enough of both kinds.
 * @param {Draw} draw
 * @param {boolean} mayGoBack
 * @param {Rules} rules
 */
function isAllowed(draw, mayGoBack, rules) {
  const left = tilesLeft(draw);
  const minimum = minimumFor(left, draw.round, rules);
  if (minimum === null || draw.rejected.length) return false;
  const [joker, others] = jokerAndOthers(left, rules);
  const isProper = draw.rack === sorted(draw.rack)
    && draw.rack.length === Math.min(rules.rack_size, joker.length + others.length)
    && !missing(draw.rack, draw.leave)
    && (!rules.joker || count(draw.rack, "?") === joker.length);
  return isProper && (mayGoBack || isEnough(draw.rack, minimum, rules));
}

/**
 * Whether a draw starts from what the round before can have left, and from all of it.
 * @param {Draw} draw
 * @param {Rest} played
 * @param {boolean} isRepeat
 * @param {Rules} rules
 */
function follows(draw, played, isRepeat, rules) {
  const left = tilesLeft(draw);
  if (missing(played.rack, draw.leave) || missing(left, draw.leave)) return false;
  const before = without(left, draw.leave);
  const gone = missing(before, played.bag);
  // In a joker game one tile may have left the bag to set the joker free.
  const isFreed = rules.joker && gone.length === 1 && played.rack.includes("?") && count(left, "?") === count(tilesLeft(played), "?");
  if (gone && !isFreed) return false;
  if (isRepeat || rules.leave_returned) return !draw.leave && !missing(tilesLeft(played), before);
  return before === without(played.bag, gone);
}

/**
 * What is found of each draw. What was typed can only be held to the rules.
 * @param {Proof} proof
 * @returns {Found[]}
 */
export function checkDraws(proof) {
  const { rules, draws } = proof;
  const key = drawKey(proof);
  const last = new Map([[0, /** @type {Rest} */ ({ rack: "", bag: sorted(rules.tiles) })]]);
  const attempts = /** @type {Map<number, number>} */ (new Map());
  return draws.map((draw, place) => {
    const attempt = (attempts.get(draw.round) ?? 0) + 1;
    const played = last.get(draw.round - 1);
    const following = draws[place + 1];
    attempts.set(draw.round, attempt);
    last.set(draw.round, draw);
    if (sorted(onBoard(draw.board) + tilesLeft(draw)) !== sorted(rules.tiles)) return "tiles";
    const isNext = draw.round <= (draws[place - 1]?.round ?? 0) + 1;
    if (!played || !isNext || !follows(draw, played, attempt > 1, rules)) return "wrong";
    if (!draw.label) {
      const mayGoBack = following ? following.round <= draw.round : draw.went_back;
      return isAllowed(draw, mayGoBack, rules) ? "typed" : "wrong";
    }
    const isRight = draw.label === `round ${draw.round} draw ${attempt}` && comesAgain(draw, key, rules);
    return isRight ? "right" : "wrong";
  });
}

/**
 * Whether the seed is the promised one.
 * @param {Proof} proof
 */
export const isPromised = ({ seed, commitment }) => hexOf(sha256(bytesOf(seed ?? ""))) === commitment;

/**
 * Whether not a byte of the proof was changed since somebody wrote it. The first version could not tell.
 * @param {Proof} proof
 */
export function isIntact(proof) {
  if ((proof.version ?? 1) < 2) return !("digest" in proof);
  const { digest, ...others } = proof;
  const told = Object.entries(others).filter(([, value]) => value !== null);
  return digestOf(written(Object.fromEntries(told))) === digest;
}

// The log

/**
 * @param {any} value
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${written(value[key])}`).join(",")}}`;
}

/**
 * The number of the first entry that does not fit the chain; null if all do.
 * @param {Entry[]} entries
 */
export function firstBroken(entries) {
  let previous = "";
  // Entries of which something was erased, until a later one vouches for them (docs/rounds.md).
  const unvouched = /** @type {Map<string, string>} */ (new Map());
  const firstUnvouched = () => Math.min(...[...unvouched.keys()].map(Number));
  for (const [place, entry] of entries.entries()) {
    const number = place + 1;
    const [data, digest, before] = entry.amended_digest
      ? [entry.amended, entry.amended_digest, previous + entry.hash]
      : [entry.data, entry.data_digest, previous];
    const sealed = digestOf([before, number, entry.at, entry.kind, entry.by, digest].join("\n"));
    const isRight = entry.sequence === number
      && (data === null || digestOf(written(data)) === digest)
      && (entry.amended_digest || sealed === entry.hash);
    if (!isRight) return Math.min(number, firstUnvouched());
    if (entry.amended_digest) unvouched.set(`${number}`, sealed);
    for (const [one, seal] of Object.entries(entry.kind === "erased" ? entry.data?.seals ?? {} : {})) {
      if (unvouched.get(one) === seal) unvouched.delete(one);
    }
    previous = entry.hash;
  }
  return unvouched.size ? firstUnvouched() : null;
}

/**
 * The first draw of which the log tells something else.
 * @param {Entry[]} entries
 * @param {Draw[]} draws
 */
export function firstDiffering(entries, draws) {
  const told = entries.filter((entry) => entry.kind === "drawn" && entry.data);
  return draws.find((draw, place) => {
    const attempt = draws.slice(0, place + 1).filter((other) => other.round === draw.round).length;
    const entry = told.findLast(({ data }) => data.round === draw.round && data.attempt === attempt);
    return entry && /** @type {const} */ (["label", "leave", "drawn", "rack", "bag"]).some((name) => entry.data[name] !== draw[name]);
  });
}

/**
 * Whether the log tells the same fingerprint and part of the hall, the part after the fingerprint and
 * before the start. What older versions did not tell is not asked for.
 * @param {Entry[]} entries
 * @param {Proof} proof
 */
export function isToldInOrder(entries, { commitment, hall_part: part = null }) {
  const toldBy = (/** @type {Entry | undefined} */ entry) => entry?.data ?? entry?.amended;
  const place = (/** @type {string} */ kind) => entries.findLastIndex((entry) => entry.kind === kind && toldBy(entry));
  const started = toldBy(entries[place("started")]);
  if (started && started.commitment !== commitment) return false;
  if (started && (started.hall_part || null) !== part) return false;
  if (!part) return true;
  const given = place("hall_part");
  const promised = entries.findIndex((entry) => toldBy(entry)?.commitment === commitment);
  return toldBy(entries[given])?.hall_part === part && promised >= 0 && promised < given && (!started || given < place("started"));
}
