// A public page of an evening follows it; the points at the tables, which have no event, it looks at now and
// then, and asks for nothing but these.

import { first } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { isBehind, refresh, show } from "../referee/parts.js";
import { newRefresher } from "../referee/refresher.js";
import { followNews } from "./evening_follow.js";
import { isPlayed } from "./evening_timer.js";

const RETRY_MS = 3000;

const page = first("[data-tournament]");
const { tournament, events } = page.dataset;
const { news, spread, look } = first("script[data-news]").dataset;
const refresher = newRefresher({ load: refresh, isBehind: () => isBehind(newest), retryMs: Math.max(RETRY_MS, Number(spread)) });
/** Of the tables alone. */
const looker = newRefresher({ load: lookAtTables, retryMs: Number(look) });
let newest = 0;
let etag = "";

/**
 * @param {number} version
 * @param {number} afterMs
 */
function hear(version, afterMs) {
  newest = version;
  if (isBehind(newest)) refresher.after(afterMs);
}

/** All else on the page stays as it is, and so does the version that it shows. */
async function lookAtTables() {
  const { version } = page.dataset;
  const headers = /** @type {HeadersInit} */ (etag ? { "If-None-Match": etag } : {});
  const response = await fetchNow(`${location.pathname}?part=running`, { headers });
  if (!response.ok) return; // 304: nothing was done at them
  const html = await response.text();
  if (page.dataset.version !== version) return; // a newer page was shown meanwhile
  etag = response.headers.get("ETag") ?? "";
  show(`<div data-version="${version}">${html}</div>`, true);
}

followNews({ tournament, events, news, spread: Number(spread) }, hear);
// Every page in a time of its own: however many look, they don't do so together.
looker.every(() => Number(look) * (0.5 + Math.random()), () => !document.hidden && isPlayed());
