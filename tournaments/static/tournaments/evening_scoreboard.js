// The screen in the hall of an evening; see referee/hall.js. The points at the tables change without a
// new version of the evening: while somebody plays, the scene is asked for again and again.

import { look, openHall } from "../referee/hall.js";
import { first } from "../referee/elements.js";
import { follow } from "../referee/live.js";
import { isPlayed } from "./evening_timer.js";

const LOOK_MS = 5000;

const { tournament, events = "" } = first(".hall-top").dataset;

openHall((onState) => follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), onState));
look(LOOK_MS, isPlayed);
