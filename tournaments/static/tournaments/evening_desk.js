// The desk of an evening: that of a tournament, and the points at the tables while they are played.

import "./desk.js";
import { refresher } from "../referee/actions.js";
import { isPlayed } from "./evening_timer.js";

const LOOK_MS = 5000;

refresher.every(() => LOOK_MS, () => !document.hidden && isPlayed());
