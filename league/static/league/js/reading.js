// The page of a game that is over: the rail keeps step with the reader.

import { Rail } from "./rail.js";

new Rail(document.getElementById("rail"), document.getElementById("transcript"));
