// The page of somebody who plays. The server draws it once, for every phase; from then on this script shows
// what it hears of: the public state of the game, one's own message, and the receipts of what was handed in.
// It never asks for the page again.

import { beginKeepingAwake, keepAwake } from "../referee/awake.js";
import { onClock, secondsLeft, showClock } from "../referee/clock.js";
import { drawBoard, drawRack, fill, fillSlots, showParts } from "../referee/drawing.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { offerInstalling } from "../referee/installing.js";
import { beginSignals, signal } from "../referee/signals.js";
import { announce } from "../referee/voice.js";
import { showAnnouncements } from "./announcing.js";
import { boardWith, movesOf } from "./best_moves.js";
import { remember } from "./draw_memory.js";
import { clearBoard, clearEntry, closeEntry, keepEntry, restore, showDrawnEntry, showEntry } from "./entry.js";
import { followGame } from "./following.js";
import { beginHandingIn, isMissing, isSending, showReceipt } from "./handing_in.js";
import { kept, onKeptElsewhere } from "./keeping.js";
import { hasEntry, live, rules, seat, time } from "./seat.js";
import { factsOf, flagsOf, isPlayed, phaseOf, unsentOf } from "./seat_view.js";

const LONGEST_AWAKE_SECONDS = 3600; // a round that lasts for days keeps no screen on
const board = first(".board", live);
let given = ""; // the last signal
let chosen = ""; // the best move that is shown on the board instead of the one that was laid
let wantedResults = 0; // a message older than that tells of another round than the published one

/** @type {import("../referee/live.js").OnState} */
function onState(newest) {
  seat.state = newest;
  const published = String(newest.published?.number ?? 0);
  if (live.dataset.published !== published) [wantedResults, chosen] = [newest.results ?? 0, ""];
  live.dataset.published = published;
  hearOfDraws(newest);
  showClock(newest.round);
  draw();
}

/**
 * Keep what the page of the proof compares: the fingerprint only while nobody can know a rack.
 * @param {import("../referee/live.js").State} newest
 */
function hearOfDraws({ state, hall_part: hallPart }) {
  const { game = "", commitment } = live.dataset;
  remember(game, { commitment: state === "setup" ? commitment : undefined, hallPart: hallPart ?? undefined });
}

/** @param {import("../referee/live.js").Own} newest */
function onOwn(newest) {
  seat.own = newest;
  draw();
}

/**
 * @param {import("../referee/live.js").State} state
 * @returns {import("./seat_view.js").Known}
 */
function knownNow(state) {
  const { own, counts, late, void: gone, isUnsure } = seat;
  const [coordinates, word] = kept().draft ?? [];
  const draft = word ? { coordinates, word } : null;
  return { state, own, counts, late, void: gone, draft, isUnsure: isUnsure || isSending(), isAwaiting: own.results < wantedResults };
}

/** Show what is known. */
function draw() {
  const { state } = seat;
  if (!state) return;
  const { round } = state;
  const phase = phaseOf(state);
  const before = live.dataset.phase;
  const isNext = Number(live.dataset.round) !== (round?.number ?? 0) || Number(live.dataset.attempt) !== (round?.attempt ?? 0);
  if (isNext) {
    clearEntry();
    const hasGoneBack = state.gone_back?.number === Number(live.dataset.round) && state.gone_back.attempt === Number(live.dataset.attempt);
    const gone = hasGoneBack ? seat.counts : state.gone_back && seat.void;
    Object.assign(seat, { counts: null, late: null, void: gone, isUnsure: false });
  }
  Object.assign(live.dataset, { phase, round: round?.number ?? 0, attempt: round?.attempt ?? 0 });
  rules.cells = state.board.join("");
  clearBoard();
  drawPosition();
  const known = knownNow(state);
  const facts = factsOf(known, { time, percent });
  showParts(document, flagsOf(known));
  fillSlots(document, facts);
  showAnnouncements(state);
  if (hasEntry()) {
    board.removeAttribute("aria-readonly");
    showEntry(round.rack);
  } else {
    board.setAttribute("aria-readonly", "true");
    closeEntry();
    if (isPlayed(state)) drawRack(byId("last-rack"), round.rack, rules.values);
  }
  // A round that went back into the bag leaves the one before, which is no news.
  const news = state.gone_back && phase === "published" ? "" : (byId("voice").dataset[phase] ?? "");
  if (phase !== before || isNext) announce(byId("voice"), fill(news, facts));
  if (phase !== before && phase === "open") give("start");
  if (["closing", "over"].includes(phase) && before === "open") {
    give("end");
    sayOver();
  }
  keepAwake(phase === "open" && (secondsLeft() ?? 0) <= LONGEST_AWAKE_SECONDS);
}

/** Where the director closes a round the clock does not run out, and has said nothing. */
function sayOver() {
  for (const voice of all("[data-clock-voice]")) {
    const { over = "" } = voice.dataset;
    if (voice.textContent !== over) announce(voice, over);
  }
}

/**
 * Give a signal of this round once, however often there is a reason to.
 * @param {string} name
 */
function give(name) {
  const { number, attempt, closes_at: deadline } = seat.state?.round ?? {};
  const one = [name, number, attempt, deadline].join(" ");
  if (one !== given) signal(name);
  given = one;
}

onClock((phase) => {
  seat.isCalled = phase === "call" && hasEntry();
  showReceipt();
  if (isMissing()) announce(byId("voice"), byId("voice").dataset.missing ?? "");
  if (phase === "call") give("call");
  if (phase === "over") give("end");
});

/**
 * @param {import("./seat_view.js").Receipt | null} one
 * @param {import("./seat_view.js").Receipt | null | undefined} other
 */
const later = (one, other) => (!other || (one && one.received_at > other.received_at) ? one : other);

onKeptElsewhere(({ counts, late }) => {
  Object.assign(seat, { counts: later(seat.counts, counts), late: later(seat.late, late) });
  if (hasEntry()) restore();
  draw();
});

/** Draw the board: that of the round, or with one of the best moves of the last one on it. */
function drawPosition() {
  const { state, own } = seat;
  if (!state) return;
  const moves = state.published && !isPlayed(state) ? movesOf(state, own) : {};
  const unsent = isPlayed(state) ? unsentOf(knownNow(state)) : null;
  const { rows, fresh } = boardWith(isPlayed(state) ? { ...state, published: null } : state, unsent ?? moves[chosen] ?? null);
  drawBoard(board, rows, fresh, rules.values);
  board.toggleAttribute("data-unsent", unsent !== null); // it lies there and does not count
  const { coordinates, word } = moves[chosen] ?? state.published?.reference ?? {};
  for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-move]", live))) {
    const move = moves[button.dataset.move ?? ""];
    button.disabled = !move;
    button.setAttribute("aria-pressed", String(move?.word === word && move?.coordinates === coordinates));
  }
}

live.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-move]"));
  if (!button) return;
  chosen = button.dataset.move ?? "";
  drawPosition();
  board.scrollIntoView({ block: "nearest" });
});

/** @param {number} share */
const percent = (share) => share.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

document.documentElement.classList.add("scripted");
offerInstalling(byId("install"), byId("install-how"));
beginSignals(/** @type {HTMLInputElement} */ (byId("signals")));
beginKeepingAwake();
beginHandingIn({ draw, onSettled: keepEntry });
if (hasEntry()) showDrawnEntry();
// Who is unknown has given the seat up elsewhere: the server leads on.
await followGame(live.dataset.game, onState, { results: seat.own.results, onOwn, onUnknown: () => location.reload() });
