// A screen in the hall: draws what it hears of, as far as it can, and asks for the page anew where that is
// not enough, to show its #scene (data-scene, data-version). Its pages turn by themselves: those with
// data-page, and with data-page="final" those only in that scene. What is on the screen stays while the
// state says hall_frozen. The keys: F freezes and releases, V fills the whole screen, D changes between dark
// and light.

import { all, byId, first } from "./elements.js";
import { fetchNow } from "./live.js";
import { newRefresher } from "./refresher.js";

const TURN_MS = 8000;
const ROW_MS = 3000;

/** @typedef {import("./live.js").State} State */

const top = first(".hall-top");
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("freeze"));
let shown = 0;
let turned = "";
/** @type {State | null} */
let state = null;

export const scene = () => byId("scene");
/** @param {State} state */
export const isOlder = ({ version }) => Number(scene().dataset.version) < version;

/**
 * How a state is drawn on the scene; whether the page is wanted for it all the same; and within how long
 * that is asked for, as all the screens hear of it at the same moment.
 * @typedef {{ draw: (state: State) => void, isWanting: (state: State) => boolean, spreadMs: number }} Drawing
 */
/** @type {Drawing} */
let drawing = { draw: () => {}, isWanting: isOlder, spreadMs: 0 };

export const isFrozen = () => top.hasAttribute("data-frozen");

// Scenes

const refresher = newRefresher({ load: refresh, retryMs: 500, longestMs: 8000 });

/**
 * Ask for the scene again and again where it is wanted: what it shows changes without a new version.
 * @param {number} everyMs
 * @param {() => boolean} isWanted
 */
export const look = (everyMs, isWanted) => refresher.every(() => everyMs, () => state !== null && isWanted());

async function refresh() {
  if (isFrozen()) return;
  const response = await fetchNow(location.href);
  if (!response.ok) throw new Error(`hall: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = first("#scene", page);
  // Frozen in the meantime: what is on the screen stays.
  if (next.dataset.scene === "frozen" || Number(next.dataset.version) < Number(scene().dataset.version)) return;
  scene().replaceWith(document.adoptNode(next));
  show();
}

// A page may know more than was heard until now: it stays as it is then.
function show() {
  if (state && Number(scene().dataset.version) <= state.version) drawing.draw(state);
  const { scene: name, round } = scene().dataset;
  if (turned === `${name} ${round}`) {
    turnTo(shown);
  } else {
    turned = `${name} ${round}`;
    turnTo(0);
    startTurning();
  }
}

/** @param {number} place */
function turnTo(place) {
  const pages = [...all("[data-page]")].filter(({ dataset }) => ["", scene().dataset.scene].includes(dataset.page));
  shown = pages.length ? place % pages.length : 0;
  for (const page of all("[data-page]")) page.hidden = page !== pages[shown];
}

/** Names that have no room flow by row by row; a new scene begins with the newest again. */
function flow() {
  const names = document.querySelector(".people .names");
  if (!names || isFrozen()) return;
  const { scrollTop, clientHeight, scrollHeight } = names;
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
  const row = /** @type {HTMLElement | null} */ (names.firstElementChild)?.offsetHeight ?? 0;
  const gap = parseFloat(getComputedStyle(names).rowGap);
  names.scrollTop = isAtEnd ? 0 : scrollTop + row + gap;
}

let turning = 0;

function startTurning() {
  clearInterval(turning);
  turning = setInterval(() => isFrozen() || turnTo(shown + 1), TURN_MS);
}

/** @param {State} next */
function onState(next) {
  state = next;
  top.toggleAttribute("data-frozen", state.hall_frozen === true);
  if (isFrozen()) return;
  show();
  if (drawing.isWanting(state)) refresher.after(Math.random() * drawing.spreadMs);
  else refresher.cancel();
}

// Dark and light: the style sheet has both, and the media rule of the dark one is turned on or off.

const darkRules = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule)
  .filter((rule) => rule.conditionText.includes("prefers-color-scheme: dark"));

/** @param {string | undefined} theme */
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

function switchFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {}); // the browser has said why
}

function offerFullScreen() {
  const button = first("[data-full-screen]", top);
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", switchFullScreen);
}

/**
 * Sent without leaving the page, which would lose what it is to keep.
 * @param {HTMLFormElement} form
 * @param {boolean} frozen
 */
async function freeze(form, frozen) {
  const body = new FormData(form);
  body.set("frozen", frozen ? "1" : "0");
  await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null); // the link says so
}

/**
 * Show what `follow(onState)` tells of; what nobody draws is asked for at every change.
 * @param {(onState: (state: State) => void) => void} follow
 * @param {Drawing} how
 */
export function openHall(follow, how = drawing) {
  drawing = how;
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    freeze(form, /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "1");
  });
  first("[data-theme-switch]", top).addEventListener("click", switchTheme);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === "d" || event.key === "D") switchTheme();
    if (event.key === "v" || event.key === "V") switchFullScreen();
    if (form && (event.key === "f" || event.key === "F")) freeze(form, !isFrozen());
  });
  offerFullScreen();
  setInterval(flow, ROW_MS);
  choose(top.dataset.theme);
  show();
  follow(onState);
}
