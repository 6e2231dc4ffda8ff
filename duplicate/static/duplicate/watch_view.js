// What the pages of those who watch show of a game: its public page (duplicate/pages/public.py) and the screen
// in the hall (duplicate/pages/hall.py), which the server draws the first time. Nothing here touches the page.

/** @typedef {import("../referee/live.js").State} State */

/** @param {Record<string, unknown>} shown */
const up = (shown) => new Set(Object.keys(shown).filter((flag) => shown[flag]));

/**
 * The round that is on, from its draw to its publication.
 * @param {State} state
 */
const roundOn = ({ round }) => (round && round.state !== "published" ? round : null);

/** @param {State} state */
const laidPoints = ({ published }) => published?.reference.points;

/**
 * The rack that is on the table.
 * @param {State} state
 * @returns {string}
 */
export const rackOf = ({ round }) => round?.rack ?? "";

/**
 * The squares whose tiles are new: none while a round is on.
 * @param {State} state
 * @returns {string[]}
 */
export const freshOf = (state) => (roundOn(state) ? [] : (state.published?.laid ?? []));

/**
 * The parts of the public page that are shown where it follows the game.
 * @param {State} state
 */
export function gameFlags(state) {
  const round = roundOn(state);
  const isAfter = !round && state.published;
  return up({
    [state.state]: true,
    "hall-part": state.hall_part,
    "one-person": state.participants === 1,
    "many-people": state.participants !== 1,
    [round && (["drawn", "open", "paused"].includes(round.state) ? round.state : "over")]: round,
    "on": round,
    "after": isAfter,
    "empty": !round && !isAfter,
    "rack": rackOf(state),
    "replayable": state.published,
    "laid-one-point": isAfter && laidPoints(state) === 1,
    "laid-many-points": !isAfter || laidPoints(state) !== 1,
  });
}

/** @param {State} state */
export function gameFacts(state) {
  const { published } = state;
  const round = roundOn(state);
  const last = published?.number ?? 0;
  return {
    people: state.participants,
    hall_part: state.hall_part,
    number: round?.number ?? published?.number,
    word: published?.reference.word,
    coordinates: published?.reference.coordinates,
    laid_points: laidPoints(state),
    top_points: published?.top_points,
    place: last,
    last,
    previous: round ? last : Math.max(0, last - 1),
  };
}

/**
 * The scene in the hall that is drawn from the state; none where only the server draws it: welcome and end.
 * @param {State} state
 */
export function hallScene({ state, round }) {
  if (state === "finished" || !round) return null;
  if (round.state === "drawn") return round.number === 1 ? null : "waiting";
  if (round.state === "published") return "result";
  return ["open", "paused"].includes(round.state) ? "playing" : "time_up";
}

/**
 * The parts of such a scene that are shown, with its tables if they are there.
 * @param {State} state
 * @param {boolean} hasTables
 */
export function hallFlags(state, hasTables) {
  const scene = hallScene(state) ?? "";
  return up({
    [scene]: true,
    "paused": state.round?.state === "paused",
    "laid-one-point": laidPoints(state) === 1,
    "laid-many-points": laidPoints(state) !== 1,
    "more-possible": laidPoints(state) < state.published?.top_points,
    "tables": hasTables && ["result", "waiting"].includes(scene),
  });
}
