// The page of a season: rendered anew whenever the league changes.

import { follow } from "./league.js";

follow();
