// The rail: where the game stands at the place that is read, and who speaks there, always in view. What it shows is read off the transcript
// above the foot of the screen, and so tells nothing that the reader has not come to.
// Law: it makes no markup. All that it shows comes from the server (templates/league/game/rail.html); who speaks is taken
// from a template there.

import { filledIn, gettext } from "./words.js";

const FOOT = 0.85; // of the screen: what begins above it is being read

export class Rail {
  #rows = []; // scenes and their rows, in order
  #voices = []; // by row, the seat that speaks in it
  #dead = []; // by row, how many of #fallen are dead
  #fallen = [];
  #asked = 0;
  #replayed = null; // what a replay shows while one is in view: the scene, who is dead, and who speaks
  #isOld = true;

  /** `rail` is the bar, `root` the transcript. */
  constructor(rail, root) {
    Object.assign(this, { rail, root });
    this.title = rail.querySelector("[data-phase]");
    this.living = rail.querySelector("[data-living]");
    this.seats = [...rail.querySelectorAll("[data-lives]")];
    this.spoken = rail.querySelector("[data-voices]");
    this.voices = rail.querySelector("[data-all-voices]").content;
    const look = () => this.look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    const measure = () => document.documentElement.style.setProperty("--rail", `${Math.ceil(rail.getBoundingClientRect().height)}px`);
    measure(); // at once: what is scrolled to when the page opens stands below it
    new ResizeObserver(measure).observe(rail);
    // What is read stays where it is; the stage above it may grow.
    const reads = (seen) => document.documentElement.classList.toggle("is-reading", seen.at(-1).isIntersecting);
    new IntersectionObserver(reads, { rootMargin: "-50% 0px" }).observe(root);
    // Eyes are chosen, or the choice is left.
    addEventListener("click", ({ target }) => target.closest?.(".eyes") || this.#close());
    rail.addEventListener("keydown", ({ key }) => key === "Escape" && this.#close());
    this.look();
  }

  /** The transcript is another than before. */
  renew() {
    this.#isOld = true;
    this.look();
  }

  /** A replay is in view, and shows a scene of this `title` with who is `dead` by their numbers, and the seat that speaks,
   * "" for nobody; null: none is. */
  follow(replayed) {
    this.#replayed = replayed;
    this.look();
  }

  look() {
    this.#asked ||= requestAnimationFrame(() => {
      this.#asked = 0;
      if (this.#isOld) this.#read();
      this.#show(this.#replayed ?? this.#readAt(this.#place()));
    });
  }

  /** Goes once through the transcript: who has spoken, and who is dead, by its rows. */
  #read() {
    this.#isOld = false;
    this.#rows = [...this.root.querySelectorAll(".scene, .scene > .lines > li, .gap")];
    [this.#voices, this.#dead, this.#fallen] = [[], [], []];
    for (const row of this.#rows) {
      let voice = "";
      const isGap = row.matches(".gap");
      if (!isGap && row.matches("li")) {
        for (const line of [row, ...row.querySelectorAll("[data-by]")]) {
          if (line.matches(".said[data-by]")) voice = line.dataset.by;
          if (line.matches(".died[data-by]")) this.#fallen.push(line.dataset.by);
        }
      }
      this.#voices.push(voice);
      this.#dead.push(this.#fallen.length);
      if (isGap) this.#fallen.push(...row.dataset.fallen.split(" ").filter(Boolean)); // behind it they are dead
    }
  }

  /** The last row that begins above the foot of the screen; -1 for none. */
  #place() {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle].getBoundingClientRect().top < innerHeight * FOOT) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** What the transcript tells at a row. */
  #readAt(place) {
    const row = this.#rows[place] ?? this.#rows[0];
    const title = row?.dataset.title ?? row?.closest(".scene")?.querySelector("h2")?.textContent;
    return { title, dead: this.#fallen.slice(0, this.#dead[place] ?? 0), voice: this.#voices[place] ?? "" };
  }

  #close() {
    const eyes = this.rail.querySelector(".eyes[open]");
    if (!eyes) return;
    if (eyes.contains(document.activeElement)) eyes.querySelector("summary").focus();
    eyes.open = false;
  }

  #show({ title, dead, voice }) {
    if (title && this.title.textContent !== title) this.title.textContent = title;
    if (this.spoken.firstElementChild?.dataset.voice !== voice) {
      this.spoken.replaceChildren(document.importNode(this.voices.querySelector(`[data-voice="${voice}"]`), true));
    }
    const fallen = new Set(dead);
    for (const each of this.seats) {
      const isDead = fallen.has(each.dataset.lives);
      each.classList.toggle("is-dead", isDead);
      const [told, said] = [each.querySelector(".away"), isDead ? filledIn(gettext("%(name)s, dead"), { name: each.title }) : each.title];
      if (told.textContent !== said) told.textContent = said;
    }
    this.living.textContent = String(this.seats.length - fallen.size);
    this.#haunt(fallen);
  }

  /** Through the ghosts of those who are dead by then one may look, and of no others, whatever comes of them. */
  #haunt(fallen) {
    const part = this.rail.querySelector("[data-ghosts]");
    const later = part?.querySelector("template");
    if (!later) return; // of a game that is on there are only those that it has
    const list = part.querySelector("ul");
    const isThere = (ghost) => fallen.has(ghost.dataset.ghost) || ghost.querySelector("[aria-current]");
    const ghosts = [...list.children, ...later.content.children];
    const there = ghosts.filter(isThere).sort((one, other) => one.dataset.ghost - other.dataset.ghost);
    if (there.length === list.children.length && there.every((ghost) => ghost.parentNode === list)) return;
    later.content.append(...ghosts.filter((ghost) => !isThere(ghost)));
    list.append(...there);
    part.hidden = !there.length;
  }
}
