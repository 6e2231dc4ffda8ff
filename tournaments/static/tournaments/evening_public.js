// A public page of an evening: that of a tournament, and the points at the tables while they are played.

import "./public.js";
import { refresh } from "../referee/parts.js";
import { isPlayed } from "./evening_timer.js";

const LOOK_MS = 10_000;

// What fails is looked at again.
setInterval(() => !document.hidden && isPlayed() && refresh().catch(() => null), LOOK_MS);
