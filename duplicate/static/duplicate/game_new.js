// A new game: its options say what they are by the preset and the time chosen. The server works that out.

import { all, first } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { newRefresher } from "../referee/refresher.js";

const form = /** @type {HTMLFormElement} */ (first("form[data-once]"));
const CHOSEN = ["preset", "time", "limit_seconds"];
const refresher = newRefresher({ load });

document.documentElement.classList.add("scripted");
form.addEventListener("change", (event) => {
  if (CHOSEN.includes(/** @type {HTMLInputElement} */ (event.target).name)) refresher.now();
});

async function load() {
  const data = new FormData(form);
  data.set("show", "1");
  const response = await fetchNow(location.href, { method: "POST", body: data });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const shown of all(".desk-grid input[id], .desk-grid select[id]", fresh)) {
    const now = document.getElementById(shown.id);
    if (now instanceof HTMLSelectElement) now.options[0].textContent = shown.querySelector("option")?.textContent ?? "";
    else if (now instanceof HTMLInputElement) now.placeholder = shown.getAttribute("placeholder") ?? "";
  }
}
