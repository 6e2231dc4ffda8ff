// Waits for a seat that the staff may hand over: few do at a time, so that each may ask for the page.

import { byId } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";

const LOOK_MS = 3000;

document.documentElement.classList.add("scripted");
const shown = byId("wait").dataset.state;

async function look() {
  const response = await fetchNow(location.href).catch(() => null);
  if (response?.redirected) {
    location.replace(response.url);
    return;
  }
  const html = await response?.text().catch(() => "");
  const fresh = new DOMParser().parseFromString(html ?? "", "text/html").getElementById("wait");
  if (fresh && fresh.dataset.state !== shown) location.reload();
  else setTimeout(look, LOOK_MS);
}

setTimeout(look, LOOK_MS);
