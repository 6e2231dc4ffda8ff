// What the page of somebody who plays shows, by what they may know; duplicate/pages/seat_view.py says the
// same for the server, which draws the page the first time. Nothing here touches the page.

/**
 * What came of a move: when it was received, what of it was written down, and whether that was too late.
 * @typedef {{ received_at: string, is_late: boolean, coordinates: string, word: string, points: number | null }} Receipt
 *
 * The public state, one's own message, what of one's own counts and what was late; what was to count in a
 * round that went back is `void`. `isUnsure` says that a move was sent of which nothing is known yet, `draft` is
 * what is laid on the board, `isAwaiting` that the message is not that of the published round.
 * @typedef {{
 *   state: import("../referee/live.js").State,
 *   own: import("../referee/live.js").Own,
 *   counts: Receipt | null,
 *   late: Receipt | null,
 *   void: Receipt | null,
 *   draft?: import("./best_moves.js").Written | null,
 *   isUnsure: boolean,
 *   isAwaiting: boolean,
 * }} Known
 */

const PLAYED = ["open", "paused", "closing", "over"];

/** @param {import("../referee/live.js").State} state */
export function phaseOf({ state, round }) {
  if (state === "finished") return "finished";
  if (!round) return "waiting";
  return round.state === "closed" ? "over" : round.state;
}

/**
 * Whether the round is on the board, and not what the last one brought.
 * @param {import("../referee/live.js").State} state
 */
export const isPlayed = (state) => PLAYED.includes(phaseOf(state));

/**
 * What was laid when the time was up, and had not been handed in so.
 * @param {Known} known
 */
export function unsentOf({ state, own, counts, draft, isUnsure, isAwaiting }) {
  const isOver = isPlayed(state) ? !["open", "paused"].includes(phaseOf(state)) : !isAwaiting;
  if (!isOver || isUnsure || !draft?.word) return null;
  const handedIn = [counts, isPlayed(state) ? null : own.round];
  return handedIn.some((move) => move?.coordinates === draft.coordinates && move?.word === draft.word) ? null : draft;
}

/** @param {Record<string, unknown>} shown */
const up = (shown) => Object.keys(shown).filter((flag) => shown[flag]);

/**
 * Which parts of the page are shown.
 * @param {Known} known
 */
export function flagsOf(known) {
  const { state, own, counts, late, isUnsure } = known;
  const phase = phaseOf(state);
  const isFinished = phase === "finished";
  const hasRound = state.round && !isFinished;
  const hasOutcome = state.published && !isPlayed(state);
  const flags = up({
    [phase]: true,
    "round": hasRound,
    "game": !hasRound,
    "going-on": !isFinished,
    "setup": state.state === "setup",
    "running": state.state === "running",
    "withdrawn": own.withdrawn && !isFinished,
    "outcome": hasOutcome,
    "no-outcome": !hasOutcome && !isPlayed(state),
    "welcome": phase === "waiting" && !state.gone_back,
    "hall-part": state.hall_part && !state.published,
    "counts": counts,
    "counts-nothing": !counts && !isUnsure,
    "late": late,
    "unsure": isUnsure,
    "unsent": unsentOf(known),
    "void": state.gone_back && known.void,
  });
  return new Set(hasOutcome ? [...flags, ...outcomeFlags(known)] : flags);
}

/** @param {Known} known */
function outcomeFlags({ state: { published }, own, isAwaiting }) {
  const { reference } = published;
  const laid = {
    "best-laid": reference.points === published.top_points,
    "other-laid": reference.points !== published.top_points,
    "laid-one-point": reference.points === 1,
    "laid-many-points": reference.points !== 1,
    ...bestFlags(published, isAwaiting ? null : own.round?.play),
  };
  if (isAwaiting) return up({ awaiting: true, ...laid });
  const result = own.round ?? {};
  const isValid = result.code === "valid";
  const points = result.points ?? 0;
  return up({
    "own": true,
    "one-point": points === 1,
    "many-points": points !== 1,
    "solo": result.is_solo,
    "top": result.is_top && !result.is_solo,
    "valid": isValid,
    "not-valid": result.code && !isValid,
    "credited": own.round && !result.code,
    "nothing": !own.round,
    "wrongly-declared": isValid && ![null, result.worth].includes(result.declared),
    "bonus": result.bonus,
    "deduction": result.deduction,
    "noted": result.notes?.length,
    "ranked": own.rank !== null,
    ...laid,
  });
}

/**
 * How many tops there are beside those listed.
 * @param {any} published
 */
const moreTops = ({ tops, best, top_points: top }) => Math.max(0, tops - best.filter((/** @type {any} */ move) => move.points >= top).length);

/**
 * The rows of the best moves: which there are, the tops, and one's own.
 * @param {any} published
 * @param {import("./best_moves.js").Written | null | undefined} own
 */
function bestFlags(published, own) {
  const shown = /** @type {Record<string, unknown>} */ ({ "own-move": own, "more-tops": moreTops(published) });
  for (const [index, { coordinates, word, points }] of published.best.entries()) {
    const isOwn = own?.coordinates === coordinates && own?.word === word;
    const row = `best-${index + 1}`;
    Object.assign(shown, { [row]: true, [`${row}-own`]: isOwn, [`${row}-top`]: points >= published.top_points });
    if (isOwn) delete shown["own-move"];
  }
  return shown;
}

/** @param {any} published */
function bestFacts(published) {
  const facts = /** @type {Record<string, unknown>} */ ({ more_tops: moreTops(published) });
  for (const [index, move] of published.best.entries()) {
    for (const name of Object.keys(move)) facts[`best_${index + 1}_${name}`] = move[name];
  }
  return facts;
}

/**
 * What is filled in; times and numbers as `told` writes them.
 * @param {Known} known
 * @param {{ time: (moment: string) => string, percent: (percent: number) => string }} told
 */
export function factsOf(known, { time, percent }) {
  const { state, own, counts, late, void: gone } = known;
  const { name, participants, round, published, hall_part: hallPart } = state;
  const { points = 0, verdict, declared, worth, bonus, deduction, notes = [] } = own.round ?? {};
  const { rank, players, total } = own;
  /**
   * @param {string} name
   * @param {Receipt | null} receipt
   */
  const ofReceipt = (name, receipt) => ({
    [`${name}_coordinates`]: receipt?.coordinates,
    [`${name}_word`]: receipt?.word,
    [`${name}_at`]: receipt && time(receipt.received_at),
  });
  return {
    name,
    participants,
    "hall_part": hallPart,
    "round": round?.number,
    "rack": round?.rack,
    ...ofReceipt("counts", counts),
    ...ofReceipt("late", late),
    ...ofReceipt("void", gone),
    "unsent_coordinates": unsentOf(known)?.coordinates,
    "unsent_word": unsentOf(known)?.word,
    "published": published?.number,
    points,
    verdict,
    declared,
    worth,
    bonus,
    deduction,
    "notes": notes.join(" "),
    "laid": published && `${published.reference.coordinates} ${published.reference.word}`,
    "laid_points": published?.reference.points,
    ...(published && bestFacts(published)),
    "own_coordinates": own.round?.play?.coordinates,
    "own_word": own.round?.play?.word,
    rank,
    players,
    total,
    "percent": percent(own.percent),
  };
}
