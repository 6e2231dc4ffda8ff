// The screen in the hall: the clock of the round, and how many have answered; see referee/hall.js.

import { followGame } from "./following.js";
import { showClock } from "../referee/clock.js";
import { isFrozen, openHall, scene } from "../referee/hall.js";
import { first } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { newRefresher } from "../referee/refresher.js";

const COUNT_MS = 2000;

const { game } = first(".hall-top").dataset;

// How many have answered: no event tells it, and only the staff may know.
async function count() {
  const place = document.querySelector("[data-answered]");
  const round = scene().dataset.round;
  if (!place || document.hidden || isFrozen()) return;
  const response = await fetchNow(`/api/v1/duplicate/games/${game}/rounds/${round}/`).catch(() => null);
  if (!response?.ok) return;
  const { answered = null } = await response.json().catch(() => ({}));
  if (answered !== null && scene().dataset.round === round) place.textContent = answered;
}

newRefresher({ load: count }).every(() => COUNT_MS, () => true);
openHall((onState) => followGame(game, onState), ({ round }) => showClock(round));
