// The page of the proof: fetches draws and log, checks them (proof_check.js), and says what holds for this game.

import { byId } from "../referee/elements.js";
import { recall } from "./draw_memory.js";
import { checkDraws, firstBroken, firstDiffering, isIntact, isPromised, isToldInOrder } from "./proof_check.js";

/**
 * @typedef {import("./proof_check.js").Entry} Entry
 * @typedef {import("./proof_check.js").Proof} Proof
 */

const button = /** @type {HTMLButtonElement} */ (byId("check"));
const findings = byId("findings");
const { game = "" } = button.dataset;
const DRAW_TEXTS = { right: "drawRight", typed: "drawTyped", wrong: "drawWrong", tiles: "drawWrong" };

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

/** @param {Proof} proof */
function tellDraws(proof) {
  const found = checkDraws(proof);
  for (const [place, finding] of found.entries()) {
    const cell = document.querySelector(`[data-draw="${place}"] [data-finding]`);
    const sign = { right: "✓", typed: "–", wrong: "✗", tiles: "✗" }[finding];
    if (cell) cell.textContent = `${sign} ${findings.dataset[DRAW_TEXTS[finding]]}`;
  }
  const wrong = found.findIndex((finding) => finding === "wrong" || finding === "tiles");
  if (wrong >= 0) {
    say("wrong", found[wrong] === "tiles" ? "tilesWrong" : "drawsWrong", { round: proof.draws[wrong].round });
    return;
  }
  const typed = proof.draws.filter((_, place) => found[place] === "typed").map(({ round }) => round);
  const drawn = found.length - typed.length;
  if (drawn) say("right", proof.hall_part ? "drawsShared" : "drawsRight", { count: drawn, part: proof.hall_part });
  if (drawn && !proof.hall_part) say("open", "serverAlone");
  if (typed.length) say("open", "drawsTyped", { rounds: [...new Set(typed)].join(", ") });
}

/** @param {Proof} proof */
function tellMemory({ commitment, hall_part: part }) {
  const heard = recall(game);
  if (!heard.commitment) return;
  const isSame = heard.commitment === commitment && (!heard.hallPart || heard.hallPart === part);
  say(isSame ? "right" : "wrong", isSame ? "heardSame" : "heardOther");
}

/**
 * @param {Entry[]} entries
 * @param {Proof} proof
 */
function tellLog(entries, proof) {
  const broken = firstBroken(entries);
  const differing = firstDiffering(entries, proof.draws);
  if (broken !== null) say("wrong", "logWrong", { entry: broken });
  else if (!isToldInOrder(entries, proof)) say("wrong", "promiseDiffers");
  else if (differing) say("wrong", "logDiffers", { round: differing.round });
  else say("right", "logRight", { count: entries.length });
}

async function check() {
  const address = `/api/v1/duplicate/games/${game}/`;
  findings.replaceChildren();
  const [proof, entries] = await Promise.all([fetchJson(`${address}proof/`), fetchLog(address)]);
  if (!isIntact(proof)) say("wrong", "changed");
  tellMemory(proof);
  if (!proof.seed) {
    say("open", "seedHidden");
  } else if (!isPromised(proof)) {
    say("wrong", "seedWrong");
  } else {
    say("right", "seedRight");
    tellDraws(proof);
  }
  tellLog(entries, proof);
}

button.disabled = false;
button.addEventListener("click", async () => {
  button.disabled = true;
  await check().catch(() => say("open", "failed"));
  button.disabled = false;
});
