// The page of a player: brought up to date when something happens in the tournament.

import { hear, takeActions } from "../referee/actions.js";
import { follow } from "../referee/live.js";

const { tournament, events, spread } = document.querySelector(".me").dataset;
let timer = 0;
let isFirst = true;

takeActions();
follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), ({ version }) => {
  clearTimeout(timer);
  timer = setTimeout(() => hear(version), isFirst ? 0 : Math.random() * Number(spread)); // not all phones at once
  isFirst = false;
});
