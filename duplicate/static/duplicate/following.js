// Follows a game by its public state.

import { follow } from "../referee/live.js";

const EVENTS = [
  "changed", "joined", "participant_changed", "withdrawn", "readmitted", "merged", "started", "drawn",
  "cancelled", "opened", "paused", "resumed", "extended", "closing", "closed", "reopened", "judged",
  "reference_chosen", "ruled", "ruling_revoked", "published", "retracted", "revised", "finished",
  "hall_frozen", "hall_released", "interrupted", "held", "released", "break_begun", "break_ended",
  "notice_written", "notice_taken_back",
];

/**
 * Call `onState` with the state of the game now and after every change, and with what made it; a `person`
 * who plays hears of their own message.
 * @param {string | undefined} game
 * @param {import("../referee/live.js").OnState} onState
 * @param {import("../referee/live.js").Person | null} person
 */
export const followGame = (game, onState, person = null) => follow(`/api/v1/duplicate/games/${game}/`, EVENTS, onState, person);
