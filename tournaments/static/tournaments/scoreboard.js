// The screen in the hall of a tournament; see referee/hall.js.

import { openHall } from "../referee/hall.js";
import { first } from "../referee/elements.js";
import { follow } from "../referee/live.js";

const { tournament, events = "" } = first(".hall-top").dataset;

openHall((onState) => follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), onState));
