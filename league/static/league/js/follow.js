// Following the newest line: on until the reader scrolls away or says so, on again at a press.

const AWAY = new Set(["ArrowUp", "PageUp", "Home"]);
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Follow {
  #missed = 0;

  /** `bar` holds a button and a [data-line] text; `newest` returns the element to keep in sight. */
  constructor(bar, newest) {
    this.bar = bar;
    this.newest = newest;
    this.button = bar.querySelector("button");
    this.line = bar.querySelector("[data-line]");
    this.on = !location.hash;
    this.button.addEventListener("click", () => this.set(!this.on));
    addEventListener("wheel", (wheel) => wheel.deltaY < 0 && this.on && this.set(false), { passive: true });
    addEventListener("keydown", (key) => AWAY.has(key.key) && this.on && !isTyping(key.target) && this.set(false));
    let lowest = 0;
    addEventListener("touchstart", (touch) => (lowest = touch.touches[0].clientY), { passive: true });
    addEventListener(
      "touchmove",
      (touch) => touch.touches[0].clientY > lowest + 24 && this.on && this.set(false),
      { passive: true },
    );
    this.#show();
    if (this.on) this.#scroll("instant");
  }

  set(on) {
    this.on = on;
    this.#missed = 0;
    this.#show();
    if (on) this.#scroll(still.matches ? "instant" : "smooth");
  }

  /** Something new stands at the end. */
  arrived() {
    if (this.on) this.#scroll(still.matches || document.hidden ? "instant" : "smooth");
    else {
      this.#missed += 1;
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
    this.button.classList.toggle("is-calling", !this.on && this.#missed > 0);
    if (this.on) this.button.textContent = "Stop following";
    else this.button.textContent = this.#missed ? `${this.#missed} new, show` : "Follow the newest";
  }

  #scroll(behavior) {
    this.newest()?.scrollIntoView({ block: "end", behavior });
  }
}

function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
