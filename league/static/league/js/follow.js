// Following the newest line of the transcript: on at a press, until the reader goes elsewhere or says so; on again when a
// reader who went elsewhere comes back to the end. What has come is counted for who has followed once: others watch the
// stage.
// Law: what the page does tells who moved it, not which key, wheel or finger was used. A scroll is the reader's when what
// is on the screen moves with it and we did not ask for it: where something above changes its height the browser scrolls
// too, but what is on the screen stays where it is.

import { filledIn, gettext } from "./words.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LONGEST_RIDE = 1_500; // milliseconds, for browsers that do not say when a smooth scroll has ended

export class Follow {
  #missed = 0;
  #hasLeft = false; // by going elsewhere, not by the button
  #hasFollowed = false;
  #riding = 0; // until when the page is scrolled by us
  #ridesUp = false;
  #seen = { at: 0, line: null, edge: 0 }; // how far the page was scrolled, and where its newest line ended on the screen

  /** `bar` holds a button and a [data-line] text; `newest` returns the element to keep in sight. */
  constructor(bar, newest) {
    this.bar = bar;
    this.newest = newest;
    this.button = bar.querySelector("button");
    this.line = bar.querySelector("[data-line]");
    this.on = false;
    this.button.addEventListener("click", () => this.set(!this.on));
    addEventListener("click", (click) => click.target.closest?.('a[href^="#"], a[href*="line="]') && this.#leave());
    addEventListener("hashchange", () => this.#leave());
    addEventListener("scroll", () => this.#scrolled(), { passive: true });
    addEventListener("scrollend", () => (this.#riding = 0));
    this.#show();
    this.#look();
  }

  set(on) {
    this.on = on;
    this.#hasFollowed ||= on;
    this.#hasLeft = false;
    this.#missed = 0;
    this.#show();
    if (on) this.#scroll(still.matches ? "instant" : "smooth");
  }

  /** Something new stands at the end. */
  arrived() {
    if (this.on) this.#scroll(still.matches || document.hidden ? "instant" : "smooth");
    else if (this.#hasFollowed) {
      this.#missed = this.#isAtTheEnd() ? 0 : this.#missed + 1;
      this.#look();
      this.#show();
    }
  }

  /** How the line to the server is: waiting, open, lost, asking or closed. */
  tell(state, words) {
    this.line.dataset.line = state;
    if (this.line.textContent !== words) this.line.textContent = words;
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.on));
    document.documentElement.classList.toggle("is-followed", this.on);
    this.button.classList.toggle("is-calling", !this.on && this.#missed > 0);
    if (this.on) this.button.textContent = gettext("Stop following");
    else this.button.textContent = this.#missed ? filledIn(gettext("%(count)s new, show"), { count: this.#missed }) : gettext("Follow the transcript");
  }

  #leave() {
    if (!this.on) return;
    this.set(false);
    this.#hasLeft = true;
  }

  #scroll(behavior) {
    const line = this.newest();
    if (!line) return;
    const below = edgeOf(line) + parseFloat(getComputedStyle(line).scrollMarginBlockEnd) - innerHeight;
    this.#ridesUp = below < 0;
    if (behavior === "smooth") this.#riding = performance.now() + LONGEST_RIDE;
    line.scrollIntoView({ block: "end", behavior });
    this.#look();
  }

  #look() {
    const line = this.newest();
    this.#seen = { at: scrollY, line, edge: edgeOf(line) };
  }

  #scrolled() {
    const { at, line, edge } = this.#seen;
    const hasMoved = Math.abs(edgeOf(line) - edge) > 0.5;
    const wentUp = scrollY < at;
    this.#look();
    if (!hasMoved || scrollY === at) return;
    const isCut = scrollY + innerHeight >= document.documentElement.scrollHeight - 1; // the page became shorter
    const isOurs = performance.now() < this.#riding;
    if (this.on) {
      if (wentUp ? !isCut && !(isOurs && this.#ridesUp) : !isOurs && this.#isPast()) this.#leave();
    } else if (!wentUp && this.#isAtTheEnd()) {
      if (this.#hasLeft) this.set(true);
      this.#missed = 0;
      this.#show();
    }
  }

  #isAtTheEnd() {
    const edge = edgeOf(this.newest());
    return edge > 0 && edge <= innerHeight;
  }

  /** Whether the reader looks at what stands below the newest line. */
  #isPast() {
    return edgeOf(this.newest()) <= 0;
  }
}

function edgeOf(line) {
  return line?.isConnected ? line.getBoundingClientRect().bottom : 0;
}
