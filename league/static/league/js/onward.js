// At a game's end this browser goes on to the next one of its season when that begins, for whoever asked for it; it
// remembers that they did.
// Law: only who waited for it here is taken there, and only while the end is what they look at.

import { freshen } from "./fresh.js";

const KEPT = "onward";
const A_WHILE = 20_000; // milliseconds

let waited = false;
let timer = 0;

/** Looks at an end as it is told now. */
export function lookOnward(finale) {
  const choice = finale.querySelector("[data-onward]");
  if (choice) {
    waited = true;
    choice.checked = isAsked();
    choice.addEventListener("change", () => keep(choice.checked));
    choice.closest("label").hidden = false;
    askAgain(finale);
  } else if (waited && finale.dataset.begun && isAsked() && isLookedAt(finale)) {
    location.assign(finale.dataset.begun);
  }
}

/** What has no clock (a game that is held up, say) may go on at any time. */
function askAgain(finale) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isAsked() && isLookedAt(finale) && !document.hidden && !finale.querySelector("time")) freshen();
    if (finale.isConnected) askAgain(finale);
  }, A_WHILE * (1 + Math.random() / 2));
}

function isLookedAt(finale) {
  const { top, bottom } = finale.getBoundingClientRect();
  return !finale.hidden && bottom > 0 && top < innerHeight;
}

function isAsked() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return asked; // a browser that keeps nothing
  }
}

let asked = false;

function keep(isOn) {
  asked = isOn;
  try {
    if (isOn) localStorage.setItem(KEPT, "on");
    else localStorage.removeItem(KEPT);
  } catch {
    // it holds until this page is left
  }
}
