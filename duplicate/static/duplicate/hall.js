// The screen in the hall: asks for the page anew whenever the game changes and shows its scene.
// The keys: F freezes and releases, D changes between dark and light.

import { showClock } from "./clock.js";
import { fetchNow, follow } from "./live.js";

const TURN_MS = 8000;
const COUNT_MS = 2000;

const top = document.querySelector(".hall-top");
const form = document.getElementById("freeze");
let shown = 0;
let state = null;

const scene = () => document.getElementById("scene");

// Scenes

async function refresh() {
  const response = await fetchNow(location.href);
  if (!response.ok) throw new Error(`hall: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.getElementById("scene");
  // Frozen in the meantime: what is on the screen stays.
  if (next.dataset.scene === "frozen" || Number(next.dataset.version) < Number(scene().dataset.version)) return;
  const before = scene();
  const isSame = ["scene", "round"].every((key) => next.dataset[key] === before.dataset[key]);
  before.replaceWith(document.adoptNode(next));
  turnTo(isSame ? shown : 0);
  if (!isSame) startTurning();
  showClock(state.round);
}

function turnTo(place) {
  const pages = [...document.querySelectorAll("[data-page]")];
  shown = pages.length ? place % pages.length : 0;
  pages.forEach((page, number) => { page.hidden = number !== shown; });
}

let turning = 0;

function startTurning() {
  clearInterval(turning);
  turning = setInterval(() => top.hasAttribute("data-frozen") || turnTo(shown + 1), TURN_MS);
}

async function onState(next) {
  const first = state === null;
  state = next;
  top.toggleAttribute("data-frozen", state.hall_frozen);
  if (state.hall_frozen) return;
  if (first && Number(scene().dataset.version) === state.version) return showClock(state.round);
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      return await refresh();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (state !== next) return; // a later call does it
    }
  }
}

// How many have answered: no event tells it, and only the staff may know.
async function count() {
  const place = document.querySelector("[data-answered]");
  const round = scene().dataset.round;
  if (!place || document.hidden || top.hasAttribute("data-frozen")) return;
  const response = await fetchNow(`/api/v1/duplicate/games/${top.dataset.game}/rounds/${round}/`).catch(() => null);
  if (!response?.ok) return;
  const { answered = null } = await response.json().catch(() => ({}));
  if (answered !== null && scene().dataset.round === round) place.textContent = answered;
}

// Dark and light: the style sheet has both, and the media rule of the dark one is turned on or off.

const darkRules = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme: dark"));

function choose(theme) {
  if (!theme) return;
  top.dataset.theme = theme;
  for (const rule of darkRules) rule.media.mediaText = theme === "dark" ? "all" : "not all";
  const address = new URL(location.href);
  address.searchParams.set("theme", theme);
  history.replaceState(null, "", address);
}

function switchTheme() {
  const now = top.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  choose(now === "dark" ? "light" : "dark");
}

// Sent without leaving the page, which would lose what it is to keep.
async function freeze(frozen) {
  const body = new FormData(form);
  body.set("frozen", frozen ? "1" : "0");
  await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null); // the link says so
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  freeze(event.submitter.value === "1");
});
top.querySelector("[data-theme-switch]").addEventListener("click", switchTheme);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key === "d" || event.key === "D") switchTheme();
  if (form && (event.key === "f" || event.key === "F")) freeze(!top.hasAttribute("data-frozen"));
});

choose(top.dataset.theme);
turnTo(0);
startTurning();
setInterval(count, COUNT_MS);
follow(top.dataset.game, onState);
