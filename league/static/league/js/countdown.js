// Times marked data-countdown count down to their datetime, in the words that the mark has, if any: "in %(left)s"; without
// this script they show the time itself.

import { freshen } from "./fresh.js";
import { filledIn, ngettext } from "./words.js";

const asked = new Map(); // by the moment that has come, how often was asked what is now, and when to ask next

function tick() {
  let isDue = false;
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const left = Math.ceil((Date.parse(time.dateTime) - Date.now()) / 1000);
    time.textContent = filledIn(time.dataset.countdown || "%(left)s", { left: clock(Math.max(left, 0)) });
    if (left <= 0 && !time.closest("[hidden]")) isDue = isToBeAsked(time.dateTime) || isDue;
  }
  if (isDue && !document.hidden) freshen();
}

/** Ever more rarely: what is due may be late, and a line may be down. */
function isToBeAsked(moment) {
  const now = Date.now();
  if (!asked.has(moment)) asked.set(moment, { times: 0, at: now + 1_200 + Math.random() * 1_500 }); // everybody's clock strikes at once
  const known = asked.get(moment);
  if (now < known.at) return false;
  known.times += 1;
  known.at = now + Math.min(45_000, 2_000 * 2 ** known.times) * (1 + Math.random() / 2);
  return true;
}

function clock(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  const days = Math.floor(h / 24);
  if (days >= 2) return filledIn(ngettext("%(days)s day %(hours)s h", "%(days)s days %(hours)s h", days), { days, hours: h % 24 });
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Starts the clocks of this page, those that come later included. */
export function countDown() {
  tick();
  setInterval(tick, 250);
}
