// The passages of a transcript that the page left out: a gap is filled as a reader comes to it, a fold when it is opened,
// and whatever a link of this page leads to before it is gone to.
// Law: every line is the server's own (templates/league/game/passages.html), and each stands on the page once: a gap has
// the numbers of the events that it leaves out, and only those are fetched for it. To who has not watched the game no line
// comes unasked that is behind the beat which the stage has come to: a gap holds it back until then, or until its link is
// followed.

const LAST = 999_999; // the number of no event
const AHEAD = "400px 0px"; // how far from the screen a gap is filled
const MOVES = ["wheel", "touchmove", "keydown", "pointerdown", "scroll"];
const A_LINE = 20; // pixels
const A_MOMENT = 1_500; // milliseconds, in which a page that comes scrolls by itself
const AGAIN = 1_000; // milliseconds until it is asked once more for what did not come; twice as many each time
const MOST_AGAIN = 6; // times that they become more

export class Passages {
  #asked = new Map(); // by gap, or by fold, what is on its way
  #failed = 0; // times in a row that nothing came
  #hushed = 0;
  #looking;
  #scrolled = 0; // how far the page was
  #near = new Set(); // gaps that a reader is at
  #upto; // the event up to which lines come unasked
  #isUpward = false;
  #hasMoved = false;

  /** `root` is the transcript, `lens` the viewer's; `changed` is called when there is more of it. */
  constructor(root, lens, changed = () => {}) {
    Object.assign(this, { root, lens, changed, aloud: root.getAttribute("aria-live") });
    this.#upto = "upto" in root.dataset ? Number(root.dataset.upto) : Infinity;
    this.#looking = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) this.#near[isIntersecting ? "add" : "delete"](target);
      this.#read();
    }, { rootMargin: AHEAD });
    // Who has only come, and watches the stage, needs none of it.
    const moved = ({ type, timeStamp }) => {
      if (type === "scroll" && timeStamp < A_MOMENT) return;
      for (const move of MOVES) removeEventListener(move, moved);
      this.#hasMoved = true;
      this.#look();
    };
    for (const move of MOVES) addEventListener(move, moved, { passive: true });
    addEventListener("scroll", () => {
      this.#isUpward = scrollY < this.#scrolled;
      this.#scrolled = scrollY;
      if (this.#near.size) this.#read();
    }, { passive: true });
    document.addEventListener("click", (click) => this.#clicked(click));
    document.addEventListener("toggle", ({ target }) => {
      if (target.open) target.dataset.part ? opened(target) : this.#opened(target);
    }, true);
    const there = location.hash.slice(1);
    if (there && !document.getElementById(there)) this.goTo(there, lineOf(there)).catch(() => {});
  }

  /** Fetches what a gap leaves out: a stretch from its beginning, from its end for whoever comes from below, or from a
   * line on; none behind the event of `upto`. */
  fill(gap, line = null, upto = Infinity) {
    if (!this.#asked.has(gap)) {
      this.#looking.unobserve(gap);
      this.#near.delete(gap);
      this.#asked.set(gap, this.#fetched(gap, line, upto).finally(() => this.#asked.delete(gap)));
    }
    return this.#asked.get(gap);
  }

  /** The stage has come to a beat that ends with this event. */
  reach(event) {
    if (event <= this.#upto) return;
    this.#upto = event;
    this.#read();
  }

  /** Goes to an element of the transcript, which is fetched where it is not here. Rejects where it does not come. */
  async goTo(id, line) {
    const holds = ({ dataset }) => Number(dataset.from) <= line && line <= Number(dataset.to);
    const holder = (kind) => [...this.root.querySelectorAll(kind)].find(holds);
    // A scene may be here without its beginning.
    for (let gap; line !== null && ((gap = holder(".gap")) || !document.getElementById(id)); ) {
      if (gap) await this.fill(gap, line);
      else if (!(await this.#opened(holder("details[data-from]")))) break;
    }
    const there = document.getElementById(id);
    if (!there) throw new Error(`nothing here is ${id}`);
    for (let fold = there.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (location.hash !== `#${id}`) location.hash = id;
    there.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** Fetches all after an event that may be the last one here. A row that has grown is there anew, as open as it was. */
  async fillUp(last) {
    const passages = await this.#passages({ from: last + 1, to: LAST });
    this.#hush();
    this.#forget(passages);
    for (const row of passages.filter((part) => !part.matches(".gap")).flatMap(rowsOf)) {
      const first = beginning(row);
      const old = first && this.root.querySelector(`[data-seq="${first}"], details[data-from="${first}"]`)?.closest(".scene > .lines > li");
      if (!old) continue;
      const fold = row.querySelector("details");
      if (fold && old.querySelector("details")?.open) fold.open = true;
      old.remove();
    }
    this.root.append(...passages);
    this.#join();
    this.#look();
  }

  /** What the narrator said comes again, behind its event. */
  #forget(passages) {
    for (const { id } of passages.flatMap((part) => [...part.querySelectorAll(".narration[id]")])) this.root.querySelector(`#${id}`)?.remove();
  }

  /** Fills what a reader comes to: what is before all that is here only for whoever goes up to it from below. It would
   * push away what others go down to, and take along who goes up to the stage. */
  #read() {
    for (const gap of this.#near) {
      if (this.#isHeld(gap)) continue;
      if (!this.#isFirst(gap) || (this.#isUpward && isAbove(gap))) this.fill(gap, null, this.#upto).catch(() => {});
    }
  }

  /** Before all that is here; where nothing is, what the stage has told comes to whoever goes down to it. */
  #isFirst(gap) {
    const isAlone = gap === this.root.lastElementChild && this.#upto < Infinity;
    return gap === this.root.firstElementChild && !isAlone;
  }

  /** Whether all that a gap leaves out is behind what the stage has come to, or what of it is not has come. */
  #isHeld({ dataset }) {
    return this.#upto < Number(dataset.from) || this.#upto <= Number(dataset.held ?? -1);
  }

  #look() {
    if (!this.#hasMoved) return;
    for (const gap of this.root.querySelectorAll(".gap")) this.#looking.observe(gap);
  }

  /** Whoever is below a gap comes to its end first. */
  async #fetched(gap, line, upto) {
    const { from, to } = gap.dataset;
    const how = line === null ? (isAbove(gap) ? { back: 1 } : {}) : { line };
    if (upto < Infinity) how.upto = upto;
    let passages;
    try {
      passages = await this.#passages({ from, to, ...how });
    } catch (error) {
      setTimeout(() => this.#look(), AGAIN * 2 ** Math.min(this.#failed++, MOST_AGAIN));
      throw error;
    }
    this.#failed = 0;
    this.#forget(passages);
    if ("upto" in how) for (const rest of gapsIn(passages)) rest.dataset.held = upto;
    const hold = holding(gap, "back" in how);
    const hadFocus = gap.contains(document.activeElement);
    const before = gap.previousElementSibling;
    this.#hush();
    const rows = gap.matches("li") ? passages.flatMap(rowsOf) : [];
    gap.replaceWith(...(gap.matches("li") ? rows : passages));
    this.#join();
    hold();
    if (hadFocus) {
      const next = rows[0] ?? before?.nextElementSibling ?? before ?? this.root.firstElementChild;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }
    this.#look();
    this.changed();
  }

  /** Who hears what comes new hears nothing of what was said long ago. */
  #hush() {
    this.root.setAttribute("aria-live", "off");
    cancelAnimationFrame(this.#hushed);
    this.#hushed = requestAnimationFrame(() => {
      if (this.aloud === null) this.root.removeAttribute("aria-live");
      else this.root.setAttribute("aria-live", this.aloud);
    });
  }

  /** A scene of which two parts are here is one, with what is still missing between them. */
  #join() {
    const begun = new Map();
    let between = [];
    for (const part of [...this.root.children]) {
      if (part.matches(".gap")) {
        between.push(part);
        continue;
      }
      const first = begun.get(part.id);
      if (first) {
        const rows = rowsOf(part);
        for (const row of rows) row.classList.remove("is-new"); // it came once
        first.querySelector(".lines").append(...between.map(asRow), ...rows);
        part.remove();
      } else begun.set(part.id, part);
      between = [];
    }
  }

  async #passages(asked) {
    const answer = await fetch(`?${new URLSearchParams({ lens: this.lens, part: "lines", ...asked })}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`the transcript: ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [...page.body.children].map((part) => document.adoptNode(part));
  }

  /** Marks the claims of the lines that are here, once who reads may know what came of them. */
  async mark() {
    const runs = [[]];
    for (const part of this.root.querySelectorAll(".gap, .line[id^=e]")) {
      if (part.matches(".gap")) runs.push([]);
      else runs.at(-1).push(Number(part.id.slice(1)));
    }
    for (const run of runs.filter(({ length }) => length)) {
      let from = Math.min(...run);
      const to = Math.max(...run);
      while (from <= to) {
        const told = await this.#passages({ from, to });
        for (const marks of told.flatMap((part) => [...part.querySelectorAll(".marks")])) {
          const body = document.getElementById(marks.closest(".line").id)?.querySelector(".body");
          if (body && !body.querySelector(".marks")) body.append(marks);
        }
        const left = gapsIn(told).at(-1);
        from = left ? Number(left.dataset.from) : Infinity;
      }
    }
  }

  /** Fetches what a fold holds; whether it is there then. */
  async #opened(fold) {
    if (!fold?.dataset.from) return false;
    if (!this.#asked.has(fold)) this.#asked.set(fold, this.#unfolded(fold).finally(() => this.#asked.delete(fold)));
    return this.#asked.get(fold);
  }

  async #unfolded(fold) {
    const { from, to } = fold.dataset;
    try {
      const passages = await this.#passages({ from, to, line: from });
      const lines = passages.map((part) => part.querySelector(`#e${from}`)?.closest(".lines")).find(Boolean);
      fold.querySelector("summary ~ p").replaceWith(lines);
    } catch {
      return false; // it has a link, and the next time asks again
    }
    delete fold.dataset.from;
    delete fold.dataset.to;
    this.changed();
    return true;
  }

  #clicked(click) {
    const link = click.target.closest?.("a[href*='line=']");
    if (!link || click.ctrlKey || click.metaKey || click.shiftKey || click.defaultPrevented) return;
    const to = new URL(link.href);
    const asked = to.searchParams;
    const line = Number(asked.get("line"));
    if (to.pathname !== location.pathname || asked.get("lens") !== this.lens || !Number.isInteger(line)) return;
    click.preventDefault();
    const gap = link.closest(".gap");
    const gone = gap ? this.fill(gap) : this.goTo(to.hash.slice(1), line);
    gone.catch(() => location.assign(to));
  }
}

/** Whether a reader is below a gap, as far as the screen tells: not where what is before it is in view, as where somebody
 * has gone to the beginning of a scene. */
function isAbove(gap) {
  const { top, bottom } = gap.getBoundingClientRect();
  const inView = Math.max(0, document.getElementById("rail")?.getBoundingClientRect().bottom ?? 0);
  return bottom < innerHeight / 2 && top < inView + A_LINE;
}

/** What keeps on the screen, where a gap becomes longer, the row after it or the one before, or what somebody has in hand in
 * the record below: the browser would hold on to the gap, which goes. Below the screen it may grow as it likes. */
function holding(gap, isFromBelow) {
  const page = document.documentElement;
  if (gap.getBoundingClientRect().top >= innerHeight) return () => {};
  const beside = isFromBelow || isAbove(gap) ? gap.nextElementSibling : (gap.previousElementSibling ?? gap.closest(".scene")?.firstElementChild);
  const inHand = document.activeElement?.closest("#record") ? document.activeElement : null;
  const row = inHand ?? (beside?.matches("section") ? beside.querySelector(".lines > li") : beside);
  if (!row) return () => {};
  const { top } = row.getBoundingClientRect();
  page.style.overflowAnchor = "none";
  return () => {
    scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
    requestAnimationFrame(() => requestAnimationFrame(() => page.style.removeProperty("overflow-anchor")));
  };
}

/** What a part of the page holds comes when it is opened; it has a link to the page with that. */
async function opened(part) {
  const link = part.querySelector(":scope > summary + p > a");
  if (!link) return;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const held = [...page.getElementById(part.id).children].slice(1);
    if (link.isConnected) link.parentElement.replaceWith(...held.map((each) => document.adoptNode(each)));
  } catch {
    // the link stays
  }
}

/** The event that an element's id names, or the scene in the contents. */
function lineOf(id) {
  const [, number] = /^[en](\d+)$/.exec(id) ?? [];
  if (number) return Number(number);
  const link = [...document.querySelectorAll("#contents a")].find((each) => each.hash === `#${id}`);
  return link ? Number(new URL(link.href).searchParams.get("line")) : null;
}

function gapsIn(passages) {
  return passages.flatMap((part) => (part.matches(".gap") ? [part] : [...part.querySelectorAll(".gap")]));
}

function rowsOf(part) {
  return part.matches(".gap") ? [asRow(part)] : [...part.querySelector(".lines").children];
}

/** The number of the first event of a row, also where its lines are not here; none of a narrator's words. */
function beginning(row) {
  const fold = row.querySelector("details[data-from]");
  return fold ? fold.dataset.from : (row.dataset.seq ?? row.querySelector("[data-seq]")?.dataset.seq);
}

/** A gap between scenes as one within a scene. */
function asRow(gap) {
  if (gap.matches("li")) return gap;
  const row = document.createElement("li");
  row.className = gap.className;
  Object.assign(row.dataset, gap.dataset);
  row.append(...gap.childNodes);
  gap.remove();
  return row;
}
