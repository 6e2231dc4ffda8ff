// The start page can be put on the phone's start screen.

import { allowInstalling } from "./installing.js";

allowInstalling();
