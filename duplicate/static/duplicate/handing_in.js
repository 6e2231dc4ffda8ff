// Handing in: what the fields say is sent until it is acknowledged, and the receipt is shown.

import { deliver, newDelivery } from "../referee/delivery.js";
import { byId } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { newRefresher } from "../referee/refresher.js";
import { signal } from "../referee/signals.js";
import { answerNow, fields, form, say } from "./fields.js";
import { keep } from "./keeping.js";
import { hasEntry, isOpen, live, received, seat, time } from "./seat.js";

const RETRY_MS = 1000;

/**
 * @typedef {import("./fields.js").Answer} Answer
 * @typedef {import("../referee/delivery.js").Delivery} Delivery
 */

let waiting = /** @type {Delivery | null} */ (null); // the answer that is sent and not yet acknowledged
let draw = () => {};
let onSettled = () => {};

/**
 * Have the page drawn by `page.draw` when something has become of an answer; `page.onSettled` is called
 * once the fields say what has arrived.
 * @param {{ draw: () => void, onSettled: () => void }} page
 */
export function beginHandingIn(page) {
  ({ draw, onSettled } = page);
  setInterval(showButton, 500); // time runs out without an event
}

export const isSending = () => waiting !== null;

/**
 * @param {Answer} one
 * @param {Answer | null | undefined} other
 */
const isSame = (one, other) => other && /** @type {const} */ (["coordinates", "word", "points"]).every((name) => one[name] === other[name]);

/**
 * Whether this is what has arrived in time.
 * @param {Answer} answer
 */
const isStanding = (answer) => !received()?.is_late && isSame(answer, received());

/** Send what the fields say, unless it has arrived or is on its way. */
export function handIn() {
  const answer = answerNow();
  if (isStanding(answer) || isSame(answer, waiting?.answer) || !isOpen()) return;
  waiting?.stop(); // an older answer must not arrive behind this one
  waiting = newDelivery(answer, live.dataset.round ?? "");
  send(waiting);
}

/**
 * Send until there is an answer, as long as the round is open.
 * @param {Delivery} mine
 */
async function send(mine) {
  showReceipt();
  const reply = await deliver(mine, {
    address: answerAddress(mine.round),
    token: live.dataset.token ?? "",
    isWanted: () => waiting === mine && isOpen(),
    onSilence: () => waiting === mine && hasEntry() && say(form.dataset.retry),
  });
  if (waiting !== mine) return;
  waiting = null;
  if (reply) return settle(mine, reply);
  seat.isUnsure = live.dataset.round === mine.round;
  showReceipt();
  sayUnsure();
  if (seat.isUnsure) learner.after(RETRY_MS);
}

/** @param {string | undefined} round */
const answerAddress = (round) => `/api/v1/duplicate/games/${live.dataset.game}/rounds/${round}/answer/`;

/**
 * @param {Delivery} mine
 * @param {{ isTaken: boolean, told: any }} reply
 */
function settle(mine, { isTaken, told }) {
  if (!isTaken && told.code === "token_unknown") return location.reload(); // the server tells where the seat is
  if (live.dataset.round !== mine.round) return draw();
  if (!isTaken) {
    if (told.code === "participant_withdrawn") seat.own.withdrawn = true;
    draw();
    return say(told.detail);
  }
  const unchanged = isSame(answerNow(), mine.answer);
  seat.isUnsure = false;
  if (told.is_late) seat.late = told;
  else seat.counts = told;
  keep({ counts: seat.counts, late: seat.late });
  if (!told.is_late) signal("receipt");
  if (unchanged && hasEntry()) {
    fields.coordinates.value = told.coordinates;
    fields.word.value = told.word;
    onSettled();
  }
  say("");
  draw();
}

/** Learns what counts where a move was sent and never acknowledged. */
const learner = newRefresher({
  load: learn,
  isBehind: () => seat.isUnsure,
  retryMs: RETRY_MS,
  longestMs: RETRY_MS,
});

async function learn() {
  if (!seat.isUnsure) return;
  const { round, token } = live.dataset;
  const response = await fetchNow(answerAddress(round), { headers: { Authorization: `Bearer ${token}` } });
  if (response.status >= 500) throw new Error(`answer: ${response.status}`);
  const told = response.ok ? await response.json() : seat.counts;
  if (!seat.isUnsure || round !== live.dataset.round) return;
  seat.counts = told;
  keep({ counts: told });
  seat.isUnsure = live.dataset.phase === "closing"; // the last answers are still being written down
  draw();
  sayUnsure();
}

/** Say where it is not known what has arrived; what else was said is no longer so. */
export const sayUnsure = () => say(seat.isUnsure ? form.dataset.unknown : "");

// What arrived, and what the button does

export function showReceipt() {
  const receipt = received();
  const { tooLate = "", received: inTime = "", nothing = "", one = "", many = "" } = form.dataset;
  const head = document.createElement("strong");
  let rest = nothing;
  if (receipt) {
    head.textContent = (receipt.is_late ? tooLate : inTime).replace("{time}", time(receipt.received_at));
    const points = receipt.points === 1 ? one : many.replace("{points}", String(receipt.points));
    rest = ` ${receipt.coordinates} ${receipt.word}${receipt.points === null ? "" : `, ${points}`}`;
  }
  const text = `${head.textContent}${rest}`;
  if (byId("receipt").textContent !== text) byId("receipt").replaceChildren(...(receipt ? [head] : []), rest);
  showButton();
}

/** Whether the call has come and nothing is handed in. */
export const isMissing = () => seat.isCalled && !received() && !waiting && !seat.own.withdrawn;

function showButton() {
  if (!hasEntry()) return;
  const receipt = received();
  const answer = answerNow();
  const button = /** @type {HTMLButtonElement} */ (byId("hand-in"));
  const isEmpty = !answer.word;
  const isDone = isStanding(answer);
  const texts = form.dataset;
  const isPaused = (seat.state?.round?.state ?? live.dataset.phase) === "paused";
  const canSend = isOpen();
  button.disabled = !canSend || isEmpty || seat.own.withdrawn;
  button.classList.toggle("done", Boolean(canSend && isDone)); // else the button says why not
  const text = isPaused ? texts.paused : !canSend ? texts.over : waiting ? texts.sending : isDone ? texts.handedIn : receipt ? texts.change : texts.handIn;
  button.textContent = text ?? "";
  byId("receipt").classList.toggle("good", receipt !== null && !receipt.is_late);
  byId("receipt").classList.toggle("bad", Boolean(receipt?.is_late));
  const isUnsent = receipt && !isDone && !isEmpty && !waiting;
  const missing = isUnsent ? texts.unsent : isMissing() ? texts.atCall : "";
  byId("unsent").hidden = !missing;
  byId("unsent").textContent = missing ?? "";
  byId("unsent").classList.toggle("call", seat.isCalled);
}
