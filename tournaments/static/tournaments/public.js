// A public page of a tournament follows it: the server draws everything, and without this script the
// page shows how things stood when it was opened.

import { first } from "../referee/elements.js";
import { follow } from "../referee/live.js";
import { isBehind, refresh } from "../referee/parts.js";
import { newRefresher } from "../referee/refresher.js";

// All who watch hear of a change at the same moment: they ask for the page one after the other.
const SPREAD_MS = 1500;

const { tournament, events = "" } = first("[data-tournament]").dataset;
const refresher = newRefresher({ load: refresh, isBehind: () => isBehind(heard) });
let heard = 0;

follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), ({ version }) => {
  heard = version;
  if (isBehind(heard)) refresher.after(Math.random() * SPREAD_MS);
});
