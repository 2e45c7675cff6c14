// The page of a game that is over: the rail keeps step with the reader, and who has come to the end has watched it.

import { watchedWhenSeen } from "./endings.js";
import { Rail } from "./rail.js";

const transcript = document.getElementById("transcript");
new Rail(document.getElementById("rail"), transcript);
watchedWhenSeen(transcript.dataset.game, document.getElementById("end"));
