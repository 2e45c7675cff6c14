// The keys of a game's page: the sheet that tells them, and whether they are on, which this browser remembers.
// Law: a key does something only outside fields, and nothing where keys are off (WCAG 2.1.4), or while the sheet is open.

const KEPT = "keys";
const OFF = "off";
const OF_A_RANGE = /^(Arrow|Page)|^(Home|End)$/; // keys

/** Whether keys do anything here. */
export function areOn() {
  try {
    return localStorage.getItem(KEPT) !== OFF;
  } catch {
    return true; // a browser that keeps nothing
  }
}

/** Whether a key was pressed that may be one of ours: with none of the others held, outside of fields. A range is one
 * only for the keys that move it. */
export function isOurs(event) {
  const isFree = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
  const field = event.target.closest?.("input, select, textarea, [contenteditable], dialog");
  const isTaken = field && (!field.matches("input[type=range]") || OF_A_RANGE.test(event.key));
  return isFree && !isTaken && areOn() && !document.querySelector("dialog[open]");
}

/** The sheet, which lies in a template until then, opens by its button and by "?". The keyboard stays in it until it is
 * closed, and is then where it was. */
export function openBy(template, button) {
  let sheet = null;
  const open = () => {
    sheet ??= laidOut(template);
    if (sheet.open) return;
    sheet.showModal();
    sheet.querySelector("[data-keys-on]").checked = areOn();
  };
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || !isOurs(event)) return;
    event.preventDefault();
    open();
  });
}

function laidOut(template) {
  const sheet = document.importNode(template.content, true).querySelector("dialog");
  template.replaceWith(sheet);
  sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close()); // beside it
  sheet.addEventListener("keydown", (event) => event.key === "Tab" && goRound(event, sheet));
  sheet.querySelector("[data-keys-on]").addEventListener("change", ({ target }) => {
    try {
      if (target.checked) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, OFF);
    } catch {
      // as above
    }
  });
  return sheet;
}

function goRound(event, sheet) {
  const stops = [...sheet.querySelectorAll("input, button")];
  const [first, last] = [stops[0], stops.at(-1)];
  const isBefore = event.shiftKey && !stops.includes(document.activeElement); // at its heading
  if (!isBefore && document.activeElement !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

/** Through whose eyes: 1 the audience's, 2 somebody's, 3 the glass box; [ and ] the eyes before and after. T leads to the
 * transcript. */
export function lead(lenses, transcript) {
  document.addEventListener("keydown", (event) => {
    if (!isOurs(event) || event.shiftKey) return;
    const eyes = [...lenses.querySelectorAll('[data-lens^="seat:"]')];
    const now = eyes.findIndex((each) => each.hasAttribute("aria-current"));
    const ways = {
      1: () => lenses.querySelector('[data-lens="audience"]')?.click(),
      2: () => lenses.querySelector(".eyes > summary")?.click(),
      3: () => lenses.querySelector('[data-lens="glass"]')?.click(),
      "[": () => eyes.at(now < 0 ? -1 : now - 1)?.click(),
      "]": () => eyes[(now + 1) % eyes.length]?.click(),
      t: () => transcript.scrollIntoView({ block: "start" }),
    };
    if (!Object.hasOwn(ways, event.key)) return;
    event.preventDefault();
    ways[event.key]();
  });
}
