// What everybody is told besides the round that is on: a notice, a break, when the next round comes, a round
// that went back into the bag, time given back. duplicate/pages/announcements.py says the same for the server,
// which draws it the first time. Nothing here touches the page.

/** @typedef {import("../referee/live.js").State} State */

const BETWEEN = [undefined, "drawn", "published"];

/**
 * Which parts are shown.
 * @param {State} state
 * @returns {Set<string>}
 */
export function announcementFlags({ state, round, notice, gone_back: goneBack, ...rest }) {
  const isBetween = state === "running" && BETWEEN.includes(round?.state);
  const isShutOut = Boolean(round?.shut_out_seconds);
  /** @type {Record<string, unknown>} */
  const flags = {
    "told": notice,
    "break": isBetween && rest.break_until,
    "held": isBetween && rest.is_held && !rest.break_until,
    "counting": isBetween && rest.next_round_at,
    "given-back": isShutOut && round.state === "open",
    "shut-out": isShutOut && round.state === "paused",
    "gone-back": goneBack,
    [goneBack?.was_opened ? "gone-back-played" : "gone-back-unplayed"]: goneBack,
    [`gone-back-${goneBack?.reason}`]: goneBack,
  };
  return new Set(Object.keys(flags).filter((flag) => flags[flag]));
}

/**
 * What is filled in; times as `clock` writes them.
 * @param {State} state
 * @param {(moment: string) => string} clock
 */
export function announcementFacts({ round, notice, gone_back: goneBack, ...rest }, clock) {
  const seconds = round?.shut_out_seconds ?? 0;
  return {
    "notice": notice?.text,
    "break_until": rest.break_until && clock(rest.break_until),
    "next_at": rest.next_round_at && clock(rest.next_round_at),
    "shut_out": `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
    "back_number": goneBack?.number,
    "back_text": goneBack?.text,
  };
}
