// The page of a player: brought up to date when something happens in the tournament.

import { hearInTurn, takeActions } from "../referee/actions.js";
import { first } from "../referee/elements.js";
import { follow } from "../referee/live.js";

const { tournament, events = "" } = first(".me").dataset;

takeActions();
follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), hearInTurn());
