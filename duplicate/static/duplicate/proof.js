// Checks a game's draws and log in the reader's browser, by nothing but the published numbers.
// The rules are those of docs/draws.md and referee/chain.py, told a second time.

import { byId } from "../referee/elements.js";

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
 * @typedef {{ seed: string, commitment: string, rules: Rules, draws: Draw[] }} Proof
 * @typedef {{
 *   sequence: number, at: string, kind: string, by: string, data: any, data_digest: string, hash: string,
 * }} Entry
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

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const bytesOf = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));

class Stream {
  /**
   * @param {CryptoKey} key
   * @param {string} label
   */
  constructor(key, label) {
    this.key = key;
    this.label = label;
    this.counter = 0;
    this.bytes = /** @type {number[]} */ ([]);
  }

  async byte() {
    if (!this.bytes.length) {
      const text = encoder.encode(`${this.label}:${this.counter++}`);
      this.bytes = [...new Uint8Array(await crypto.subtle.sign("HMAC", this.key, text))];
    }
    return this.bytes.shift() ?? 0;
  }

  /** @param {number} n */
  async below(n) {
    for (;;) {
      const byte = await this.byte();
      if (byte < 256 - (256 % n)) return byte % n;
    }
  }
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
 * @param {CryptoKey} key
 * @param {string} label
 * @param {string} left
 * @param {string} leave
 * @param {number} round
 * @param {Rules} rules
 */
async function drawAgain(key, label, left, leave, round, rules) {
  const [always, others] = jokerAndOthers(left, rules);
  const minimum = minimumFor(left, round, rules);
  if (minimum === null) return null;
  const stream = new Stream(key, label);
  const rejected = /** @type {string[]} */ ([]);
  for (let kept = leave; ; kept = "") {
    const joker = missing(kept, always);
    const row = [...sorted(missing(kept, others))];
    const size = Math.min(rules.rack_size - kept.length - joker.length, row.length);
    let drawn = joker;
    for (let taken = 0; taken < size; taken++) drawn += row.splice(await stream.below(row.length), 1)[0];
    const rack = sorted(kept + drawn);
    if (isEnough(rack, minimum, rules)) return { rejected, drawn, rack, bag: without(left, rack) };
    rejected.push(rack);
  }
}

/**
 * Whether a draw by hand follows the rules: the right number, the leave kept, enough of both kinds.
 * @param {Draw} draw
 * @param {string} left
 * @param {Rules} rules
 */
function isFairHand(draw, left, rules) {
  const minimum = minimumFor(left, draw.round, rules);
  if (minimum === null || draw.rejected.length) return false;
  const [joker, others] = jokerAndOthers(left, rules);
  const isProper = draw.rack === sorted(draw.rack)
    && draw.rack.length === Math.min(rules.rack_size, joker.length + others.length)
    && !missing(draw.rack, draw.leave)
    && (!rules.joker || count(draw.rack, "?") === joker.length);
  return isProper && (isEnough(draw.rack, minimum, rules) || draw.went_back);
}

/**
 * Whether a draw starts from what the last rack that was played left, and from all of it.
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
 * What is found of each draw: "right", "by-hand", "tiles" or "wrong".
 * @param {Proof} proof
 */
async function checkDraws(proof) {
  const { rules, draws } = proof;
  const key = await crypto.subtle.importKey("raw", bytesOf(proof.seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let previous = /** @type {Rest} */ ({ rack: "", bag: sorted(rules.tiles) });
  let played = previous;
  let round = 0;
  let attempt = 0;
  const found = [];
  for (const draw of draws) {
    const isRepeat = draw.round === round && round > 0;
    if (!isRepeat) played = previous;
    [round, attempt] = isRepeat ? [round, attempt + 1] : [round + 1, 1];
    const left = tilesLeft(draw);
    if (sorted(onBoard(draw.board) + left) !== sorted(rules.tiles)) {
      found.push("tiles");
    } else if (draw.round !== round || !follows(draw, played, isRepeat, rules)) {
      found.push("wrong");
    } else if (draw.label) {
      const again = draw.label === `round ${round} draw ${attempt}` && (await drawAgain(key, draw.label, left, draw.leave, round, rules));
      const isSame = again && /** @type {const} */ (["rack", "drawn", "bag"]).every((name) => again[name] === draw[name]) && again.rejected.join() === draw.rejected.join();
      found.push(isSame ? "right" : "wrong");
    } else {
      found.push(isFairHand(draw, left, rules) ? "by-hand" : "wrong");
    }
    previous = draw;
    round = draw.round;
  }
  return found;
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
async function firstBroken(entries) {
  let previous = "";
  // Entries of which something was erased, until a later one vouches for them (docs/rounds.md).
  /** @type {Map<string, string>} */
  const unvouched = new Map();
  for (const [place, entry] of entries.entries()) {
    const number = place + 1;
    const [data, digest, before] = entry.amended_digest
      ? [entry.amended, entry.amended_digest, previous + entry.hash]
      : [entry.data, entry.data_digest, previous];
    const lines = [before, number, entry.at, entry.kind, entry.by, digest];
    const sealed = await sha256(encoder.encode(lines.join("\n")));
    const isRight = entry.sequence === number
      && (data === null || (await sha256(encoder.encode(written(data)))) === digest)
      && (entry.amended_digest || sealed === entry.hash);
    if (!isRight) return Math.min(number, ...[...unvouched.keys()].map(Number));
    if (entry.amended_digest) unvouched.set(`${number}`, sealed);
    for (const [one, seal] of Object.entries(entry.kind === "erased" ? entry.data?.seals ?? {} : {})) {
      if (unvouched.get(one) === seal) unvouched.delete(one);
    }
    previous = entry.hash;
  }
  return unvouched.size ? Math.min(...[...unvouched.keys()].map(Number)) : null;
}

/**
 * The first draw of which the log tells something else.
 * @param {Entry[]} entries
 * @param {Draw[]} draws
 */
function firstDiffering(entries, draws) {
  const told = entries.filter((entry) => entry.kind === "drawn" && entry.data);
  return draws.find((draw, place) => {
    const attempt = draws.slice(0, place + 1).filter((other) => other.round === draw.round).length;
    const entry = told.findLast(({ data }) => data.round === draw.round && data.attempt === attempt);
    return entry && /** @type {const} */ (["label", "leave", "drawn", "rack", "bag"]).some((name) => entry.data[name] !== draw[name]);
  });
}

/**
 * @param {string} address
 * @returns {Promise<Entry[]>}
 */
async function fetchLog(address) {
  const entries = [];
  let next = `${address}log/?limit=500`;
  while (next) {
    const page = await fetchJson(next);
    entries.push(...page.results);
    next = page.next && new URL(page.next).pathname + new URL(page.next).search;
  }
  return entries;
}

/** @param {string} address */
async function fetchJson(address) {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

// The page

const button = /** @type {HTMLButtonElement} */ (byId("check"));
const findings = byId("findings");

/**
 * @param {string} kind
 * @param {string} text
 * @param {Record<string, any>} values
 */
function say(kind, text, values = {}) {
  const item = document.createElement("li");
  item.className = kind;
  item.textContent = (findings.dataset[text] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name]);
  findings.append(item);
}

/**
 * @param {string[]} found
 * @param {Draw[]} draws
 */
function tellDraws(found, draws) {
  const text = /** @type {Record<string, string>} */ ({ right: "drawRight", "by-hand": "drawByHand", wrong: "drawWrong", tiles: "drawWrong" });
  for (const [place, finding] of found.entries()) {
    const cell = document.querySelector(`[data-draw="${place}"] [data-finding]`);
    if (cell) cell.textContent = `${finding in { right: 1, "by-hand": 1 } ? "✓" : "✗"} ${findings.dataset[text[finding]]}`;
  }
  const wrong = found.findIndex((finding) => finding === "wrong" || finding === "tiles");
  if (wrong < 0) say("right", "drawsRight", { count: draws.length });
  else say("wrong", found[wrong] === "tiles" ? "tilesWrong" : "drawsWrong", { round: draws[wrong].round });
}

async function check() {
  const address = `/api/v1/duplicate/games/${button.dataset.game}/`;
  findings.replaceChildren();
  const [proof, entries] = await Promise.all([fetchJson(`${address}proof/`), fetchLog(address)]);
  if (!proof.seed) {
    say("open", "seedHidden");
  } else if ((await sha256(bytesOf(proof.seed))) !== proof.commitment) {
    say("wrong", "seedWrong");
  } else {
    say("right", "seedRight");
    tellDraws(await checkDraws(proof), proof.draws);
  }
  const broken = await firstBroken(entries);
  const differing = firstDiffering(entries, proof.draws);
  const started = entries.find((entry) => entry.kind === "started");
  if (broken !== null) say("wrong", "logWrong", { entry: broken });
  else if (started?.data && started.data.commitment !== proof.commitment) say("wrong", "promiseDiffers");
  else if (differing) say("wrong", "logDiffers", { round: differing.round });
  else say("right", "logRight", { count: entries.length });
}

if (crypto.subtle) {
  button.disabled = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await check().catch(() => say("open", "failed"));
    button.disabled = false;
  });
} else {
  byId("no-crypto").hidden = false;
}
