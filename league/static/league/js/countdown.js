// Times marked data-countdown count down to their datetime; without this script they show the time itself.

import { freshen } from "./fresh.js";

const due = new WeakSet();

function tick() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const left = Math.ceil((Date.parse(time.dateTime) - Date.now()) / 1000);
    time.textContent = clock(Math.max(left, 0));
    if (left > 0 || due.has(time)) continue;
    due.add(time);
    setTimeout(freshen, 1_200 + Math.random() * 1_500); // everybody's clock strikes at once
  }
}

function clock(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (h >= 48) return `${Math.floor(h / 24)} days ${h % 24} h`;
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Starts the clocks of this page, those that come later included. */
export function countDown() {
  tick();
  setInterval(tick, 250);
}
