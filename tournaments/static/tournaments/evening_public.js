// A public page of an evening follows it; the points at the tables, which have no event, it looks at now and
// then, and asks for nothing but these.

import { fetchNow } from "../referee/live.js";
import { isBehind, refresh, show } from "../referee/parts.js";
import { followNews } from "./evening_follow.js";
import { isPlayed } from "./evening_timer.js";

const RETRY_MS = 3000;
const LONGEST_MS = 60_000;

const page = document.querySelector("[data-tournament]");
const { tournament, events } = page.dataset;
const { news, spread, look } = document.querySelector("script[data-news]").dataset;
let newest = 0;
let retry = 0;
let etag = "";

/** Show how things stand; as long as the server can't tell, ask more and more rarely. */
async function catchUp(retryMs = RETRY_MS) {
  clearTimeout(retry);
  if (!isBehind(newest)) return;
  await refresh().catch(() => null);
  if (isBehind(newest)) retry = setTimeout(() => catchUp(Math.min(2 * retryMs, LONGEST_MS)), retryMs);
}

function update(version) {
  newest = version;
  catchUp();
}

/** All else on the page stays as it is, and so does the version that it shows. */
async function lookAtTables() {
  const { version } = page.dataset;
  const response = await fetchNow(`${location.pathname}?part=running`, { headers: etag ? { "If-None-Match": etag } : {} });
  if (!response.ok) return; // 304: nothing was done at them
  const html = await response.text();
  if (page.dataset.version !== version) return; // a newer page was shown meanwhile
  etag = response.headers.get("ETag") ?? "";
  show(`<div data-version="${version}">${html}</div>`, true);
}

/** Every page in a time of its own: however many look, they don't do so together. */
function lookLater() {
  setTimeout(async () => {
    if (!document.hidden && isPlayed()) await lookAtTables().catch(() => null); // what fails is looked at again
    lookLater();
  }, Number(look) * (0.5 + Math.random()));
}

followNews({ tournament, events, news, spread: Number(spread) }, update);
lookLater();
