// The rail: where the game stands at the place that is read, and who speaks there, always in view. What it shows is read off the transcript
// above the foot of the screen, and so tells nothing that the reader has not come to.
// Law: it makes no markup. All seats stand in it from the server (templates/league/game/rail.html); here they are shown
// and hidden.

const FOOT = 0.85; // of the screen: what begins above it is being read

export class Rail {
  #rows = []; // scenes and their rows, in order
  #voices = []; // by row, the seat that speaks in it
  #dead = []; // by row, how many of #fallen are dead
  #fallen = [];
  #asked = 0;
  #replayed = null; // up to which event a replay is shown, while one is in view, and who speaks there
  #isOld = true;

  /** `rail` is the bar, `root` the transcript. */
  constructor(rail, root) {
    Object.assign(this, { rail, root });
    this.title = rail.querySelector("[data-phase]");
    this.living = rail.querySelector("[data-living]");
    this.seats = [...rail.querySelectorAll("[data-lives]")];
    this.spoken = [...rail.querySelectorAll("[data-voice]")];
    const look = () => this.look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    const measure = () => document.documentElement.style.setProperty("--rail", `${Math.ceil(rail.getBoundingClientRect().height)}px`);
    measure(); // at once: what is scrolled to when the page opens stands below it
    new ResizeObserver(measure).observe(rail);
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

  /** A replay shows the game up to an event, at which this seat speaks, or nobody ("" then), and is in view; null: it is
   * not. */
  follow(seq, voice = "") {
    this.#replayed = seq === null ? null : { seq, voice };
    this.look();
  }

  look() {
    this.#asked ||= requestAnimationFrame(() => {
      this.#asked = 0;
      if (this.#isOld) this.#read();
      const place = this.#replayed === null ? this.#place() : this.#placeOf(this.#replayed.seq);
      this.#show(place, this.#replayed === null ? (this.#voices[place] ?? "") : this.#replayed.voice);
    });
  }

  /** Goes once through the transcript: who has spoken, and who is dead, by its rows. */
  #read() {
    this.#isOld = false;
    this.#rows = [...this.root.querySelectorAll(".scene, .scene > .lines > li")];
    [this.#voices, this.#dead, this.#fallen] = [[], [], []];
    for (const row of this.#rows) {
      let voice = "";
      if (row.matches("li")) {
        for (const line of [row, ...row.querySelectorAll("[data-by]")]) {
          if (line.matches(".said[data-by]")) voice = line.dataset.by;
          if (line.matches(".died[data-by]")) this.#fallen.push(line.dataset.by);
        }
      }
      this.#voices.push(voice);
      this.#dead.push(this.#fallen.length);
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

  /** The last row that is of an event up to this one; -1 for none. */
  #placeOf(seq) {
    let place = -1;
    for (const [index, row] of this.#rows.entries()) {
      const of = row.dataset.seq ?? row.querySelector("[data-seq]")?.dataset.seq;
      if (of !== undefined && Number(of) <= seq) place = index;
    }
    return place;
  }

  #close() {
    const eyes = this.rail.querySelector(".eyes[open]");
    if (!eyes) return;
    if (eyes.contains(document.activeElement)) eyes.querySelector("summary").focus();
    eyes.open = false;
  }

  #show(place, voice) {
    const scene = (this.#rows[place] ?? this.#rows[0])?.closest(".scene");
    const title = scene?.querySelector("h2")?.textContent;
    if (title && this.title.textContent !== title) this.title.textContent = title;
    for (const each of this.spoken) each.hidden = each.dataset.voice !== voice;
    const dead = new Set(this.#fallen.slice(0, this.#dead[place] ?? 0));
    for (const each of this.seats) {
      const isDead = dead.has(each.dataset.lives);
      each.classList.toggle("is-dead", isDead);
      each.querySelector("[data-dead]").hidden = !isDead;
    }
    this.living.textContent = String(this.seats.length - dead.size);
  }
}
