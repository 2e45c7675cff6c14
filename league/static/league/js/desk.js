// The day's page: looks again by itself while somebody looks at it.

import { countDown } from "./countdown.js";
import { freshen } from "./fresh.js";
import "./local.js";

const LOOK = 10_000;

countDown();
setInterval(() => {
  if (!document.hidden) freshen();
}, LOOK);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) freshen();
});
