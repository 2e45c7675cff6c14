// Who lied is told by the beat that the stage shows, in the server's own words, to whoever looks there.
// Law: of what comes after that beat nothing is on the page before somebody asks for it.

const A_GLANCE = 200; // milliseconds: who hurries past, or moves the scrubber, asks for nothing on the way

export class Lies {
  #part = null;
  #looking;
  #isLookedAt = false;
  #shown = null; // the beat of the stage: its number, and that of its last event
  #soon = 0;

  /** `lens` is the viewer's; of a game that is on not all who watch ask at once. */
  constructor(lens, isOpen = () => false) {
    Object.assign(this, { lens, isOpen });
    this.#looking = new IntersectionObserver((seen) => {
      this.#isLookedAt = seen.at(-1).isIntersecting;
      this.#look();
    });
    this.#find();
    document.addEventListener("fresh", () => {
      this.#find();
      this.#look();
    });
  }

  /** The stage shows a beat of this number, which ends with the event of that one. */
  at(number, upto) {
    this.#shown = { number, upto };
    this.#look();
  }

  #find() {
    const part = document.getElementById("claims");
    if (part === this.#part) return;
    this.#looking.disconnect();
    this.#isLookedAt = false;
    this.#part = part;
    if (part) this.#looking.observe(part);
  }

  get #isOld() {
    return this.#shown && this.#part && Number(this.#part.dataset.upto) !== this.#shown.upto;
  }

  #look() {
    clearTimeout(this.#soon);
    if (!this.#isLookedAt || !this.#isOld) return;
    this.#soon = setTimeout(() => this.#renew().catch(() => {}), A_GLANCE * (this.isOpen() ? 1 + 4 * Math.random() : 1));
  }

  /** What does not come leaves what stands; the next beat asks again. */
  async #renew() {
    const [part, { number, upto }] = [this.#part, this.#shown];
    const wasOpen = part.open;
    const opened = `${wasOpen ? "&open=claims" : ""}${part.hasAttribute("data-later") ? "&open=later" : ""}`;
    const answer = await fetch(`?lens=${this.lens}&part=claims&beat=${number}${opened}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("claims");
    if (part !== this.#part || upto !== this.#shown.upto) return; // another is asked for by now
    if (part.open !== wasOpen) {
      this.#look();
      return;
    }
    const [summary, ...rest] = document.adoptNode(told).children;
    const held = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
    part.querySelector("summary").textContent = summary.textContent;
    part.replaceChildren(part.querySelector("summary"), ...rest);
    part.dataset.upto = upto;
    if (held) (part.querySelector(`a[href=${JSON.stringify(held)}]`) ?? part.querySelector("summary")).focus({ preventScroll: true });
  }
}
