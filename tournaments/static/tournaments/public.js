// A public page of a tournament follows it: the server draws everything, and without this script the
// page shows how things stood when it was opened.

import { follow } from "../referee/live.js";
import { isBehind, refresh } from "../referee/parts.js";

// All who watch hear of a change at the same moment: they ask for the page one after the other.
const SPREAD_MS = 1500;
const RETRY_MS = 3000;
const LONGEST_MS = 60_000;

const { tournament, events } = document.querySelector("[data-tournament]").dataset;
let heard = 0;
let timer = 0;

/** Show how things stand; as long as the server can't tell, ask more and more rarely. */
function updateSoon(afterMs, retryMs = RETRY_MS) {
  timer ||= setTimeout(async () => {
    timer = 0;
    await refresh().catch(() => null);
    if (isBehind(heard)) updateSoon(retryMs, Math.min(2 * retryMs, LONGEST_MS));
  }, afterMs);
}

follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), ({ version }) => {
  heard = version;
  if (isBehind(heard)) updateSoon(Math.random() * SPREAD_MS);
});
