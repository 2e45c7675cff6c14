// Renders parts of the page anew: fetches this very page again and swaps what is marked data-fresh. So the server's
// HTML is the only source of these parts.
// Law: whoever types is not disturbed, and nobody else stops the page. A part with a field in use waits until it is
// left; in any other, focus, scrolled tables and what was opened are as they were. A page that is gone says so once, and asks no more.

import { gettext } from "./words.js";

const FIELDS = "input, select, textarea";

let running = null;
let again = false;
let held = false;
let gone = false;

/** Swaps every data-fresh part whose content changed; calls while one is under way are one more afterwards. */
export function freshen() {
  if (gone) return Promise.resolve(null);
  if (running) {
    again = true;
    return running;
  }
  running = swap().finally(() => {
    running = null;
    if (again) {
      again = false;
      freshen();
    }
  });
  return running;
}

async function swap() {
  let page;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.status === 404 || answer.status === 410) leave();
    if (!answer.ok) return null;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null; // the line is down: what stands stays, the next call tries again
  }
  held = false;
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh) part.remove();
    else if (fresh.innerHTML === part.innerHTML) continue;
    else if (isInUse(part)) held = true;
    else replace(part, fresh);
  }
  document.title = page.title;
  document.dispatchEvent(new CustomEvent("fresh", { detail: page }));
  return page;
}

/** What was told here was withdrawn or deleted: what stands is how it was, and nobody asks for it again. */
function leave() {
  gone = true;
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  notice.textContent = gettext("This is not shown any more: it was withdrawn or deleted. What stands below is how it was.");
  (document.querySelector("main") ?? document.body).prepend(notice);
}

function isInUse(part) {
  const fields = [...part.querySelectorAll(FIELDS)];
  return fields.some((field) => field === document.activeElement || ("defaultValue" in field && field.value !== field.defaultValue));
}

function replace(part, fresh) {
  const focused = part.contains(document.activeElement) && trace(part, document.activeElement);
  const scrolled = [...part.querySelectorAll(".scroller")]
    .filter((frame) => frame.scrollLeft)
    .map((frame) => ({ place: trace(part, frame), left: frame.scrollLeft }));
  const opened = [...part.querySelectorAll("details[open]")].map((fold) => trace(part, fold));
  part.replaceChildren(...document.adoptNode(fresh).childNodes);
  for (const { place, left } of scrolled) {
    const frame = found(part, place);
    if (frame) frame.scrollLeft = left;
  }
  for (const place of opened) {
    const fold = found(part, place);
    if (fold) fold.open = true;
  }
  if (focused) found(part, focused)?.focus({ preventScroll: true });
}

/** By what an element is found again after a swap: its id, where it leads, or its name; several have a number. */
function trace(part, element) {
  const names = element.id ? ["id"] : ["href", "aria-label", "name"].filter((name) => element.hasAttribute(name));
  const selector = element.localName + names.map((name) => `[${name}="${CSS.escape(element.getAttribute(name))}"]`).join("");
  return { selector, number: [...part.querySelectorAll(selector)].indexOf(element) };
}

function found(part, { selector, number }) {
  return part.querySelectorAll(selector)[number];
}

document.addEventListener("focusout", () => {
  if (held) setTimeout(freshen); // afterwards, when the next field has the focus
});
