// The page of a player at an evening. A table where they sit is shown at once, all else a little later.

import { hear, takeActions } from "../referee/actions.js";
import { followNews } from "./evening_follow.js";

const { tournament, events, spread } = document.querySelector(".me").dataset;
const { news, number } = document.querySelector("script[data-news]").dataset;

const isShown = (table) => document.querySelector(`.e-to-table[href*="${table}"]`) !== null;
const isOwn = ({ evening }) => evening.running.some(({ table, entries }) => entries.includes(Number(number)) && !isShown(table));

takeActions();
followNews({ tournament, events, news, spread: Number(spread) }, hear, isOwn);
