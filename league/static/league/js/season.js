// The page of a season: rendered anew whenever the league changes, and while something is under way that the league's
// socket does not tell, such as the writing of personas.

import { freshen } from "./fresh.js";
import { follow } from "./league.js";
import "./local.js";

const LOOK = 2_000;

follow();
setInterval(() => {
  if (document.querySelector("[data-under-way]")) freshen();
}, LOOK);
