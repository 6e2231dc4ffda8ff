// The page of a player at an evening. A table where they sit is shown at once, all else a little later.

import { hear, takeActions, updateIfBehind } from "../referee/actions.js";
import { followNews } from "./evening_follow.js";

const LOOK_MS = 10_000;

const { tournament, events, spread } = document.querySelector(".me").dataset;
const { news, number } = document.querySelector("script[data-news]").dataset;

const isShown = (table) => document.querySelector(`.e-to-table[href*="${table}"]`) !== null;
const isOwn = ({ evening }) => evening.running.some(({ table, entries }) => entries.includes(Number(number)) && !isShown(table));

takeActions();
followNews({ tournament, events, news, spread: Number(spread) }, hear, isOwn);
// What could not be had when it was news.
setInterval(() => document.hidden || updateIfBehind(), Math.max(LOOK_MS, Number(spread)));
