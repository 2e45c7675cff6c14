// A game beat by beat: one that is over, or one that is on, whose beats come while one watches.
// Law: what is shown at a beat follows from the beats up to it alone, as the server has it (league/queries/stage/beats.py): a
// beat says what becomes known with it, and nothing is remembered but its number. All markup that is not text stands in
// the page from the server.

import { asked } from "./asking.js";
import { isOurs, lead, openBy } from "./keys.js";
import { Lies } from "./lies.js";
import { lookOnward } from "./onward.js";
import { filledIn, gettext, ngettext } from "./words.js";

const [A_LINE, SHORT, LONG] = [45, 300, 520]; // characters on a card, as league/views/stage/replay.py has them
const MOST_MARKS = 6; // as the same has it
const A_VOTE = 0.7; // seconds, as games/engine/score.py has it
const LONGEST_LIVE = 16; // seconds of a speech, as the same has it
const A_LOOK_LIVE = 6; // of votes, ticks and deeds with what was thought
const A_WORD = 0.2; // seconds to read a word of the narrator's, as the same has it of a thought
const WHILE_VOTING = ["deed", "chose"]; // beats at which one votes after the other
const STRETCH = 12; // beats whose answers come at once, as league/views/stage/beneath.py has it
const A_GLANCE = 150; // milliseconds
const A_BREATH = 400; // milliseconds in which what happens at once has come
const BREATHS = 4; // as many as what comes without a pause is waited for
const A_LAG = 15; // seconds of what came at once: more is not skipped
const SIDES = ["hidden-team", "open-team"];
const AT_ONCE = 4; // parts of a table that a browser lays out in one frame
const FACES_AT_ONCE = 2; // of parts with a face, which is drawn anew for each place where it stands
const GLOBAL = [" ", "ArrowLeft", "ArrowRight", "l", "L"]; // where nothing has the focus
const FOR_THEMSELVES = "a, button, input, select, label, summary, dialog, .in-meeting [data-aboard], .ring > li"; // what is tapped for its own sake
const TOLD = ["alarm", "bar", "tasks", "deeds", "where", "claims"]; // of a ship, in words beside it
const WIDE = matchMedia("(width >= 48rem)"); // where seats stand round the card
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const [LEAST_OVER, A_LINE_OF_TEXT] = [6, 24]; // pixels
const [READ_FROM, READ_TO] = [0.3, 0.85]; // shares of the time that a beat is shown, in which its words go on
const TAKES_IN_HAND = ["wheel", "touchstart", "pointerdown", "keydown"];
const LENSES = "#lenses a[data-lens], #replay a[data-lens]";
const PLAYS = "replay-plays"; // what a tab keeps for its next page
const HAS_POPOVERS = "popover" in HTMLElement.prototype; // not in Safari 16, nor in Firefox 115
const LONGEST_WAIT = 60_000; // milliseconds: a page that slept does not hurry through what it missed

/** What is in the place of something that had the focus when its part of the page came anew. */
function counterpart(held, part) {
  const same = held.matches("[data-onward]") ? "[data-onward]" : `a[href=${JSON.stringify(held.getAttribute("href") ?? "")}]`;
  return part.querySelector(same) ?? part.querySelector(".is-next");
}

export class Replay {
  #beats = null;
  #loading = null;
  #timer = 0;
  #isPlaying = false;
  #arrived = []; // beats that came and are not among the others yet
  #beneath = new Map(); // by beat what is beneath the line, and up to which event
  #sinking = 0;
  late = new WeakMap(); // since when a part is waiting to appear
  dealt = new Map(); // by voter how many votes come before theirs, of a beat whose votes come one after the other
  narrated = new Map(); // the narrator's words, by the event that they follow
  reading = []; // what has words go on
  wishes = []; // where a reader wants to go, once the beats are there
  asked = 0; // how often for all beats anew, and not answered yet
  #end = null; // how it ended, as the server tells it, once that has come

  /** `root` is the section, `rail` the bar that keeps step with it; `ended` is called when the last beat that there is
   * is shown, `known` with what is known by then at each beat that is shown of a game that is on, and `reached` with the
   * number of the last event of each of one that is over. */
  constructor(root, rail, ended = () => {}, known = () => {}, reached = () => {}) {
    Object.assign(this, { root, rail, ended, known, reached, goesOn: false });
    this.given = JSON.parse(document.getElementById("replay-data").textContent);
    this.isOpen = this.given.is_open;
    this.number = Number(root.dataset.beat);
    const isAsked = (this.isAsked = root.hasAttribute("data-asked"));
    this.from = this.given.from && { ...this.given.from, number: this.number }; // the moment of another lens that this is
    this.parts = Object.fromEntries(
      ["round", "arcs", "card", "title", "name", "who", "as", "aside", "words", "spoken", "tray", "narrator", "marks", "under", "play", "scrubber", "clock", "speed", "told", "edge", "landmarks", "chapters", "depths"]
        .map((name) => [name, root.querySelector(`[data-${name}]`)]),
    );
    this.parts.resume = document.querySelector("[data-resume]"); // in the bar, which is in view
    this.ship = root.querySelector("[data-aboard]") ?? root.querySelector("[data-map]")?.content.querySelector("[data-aboard]") ?? null;
    const aboard = (selector) => [...(this.ship?.querySelectorAll(selector) ?? [])];
    this.chambers = aboard("[data-room]");
    for (const each of aboard(":is([data-ship], [data-told-when], [data-told-alarm], [data-told-bar], [data-told-tasks], [data-told-deeds], [data-told-where], [data-told-claims])")) {
      for (const name of Object.keys(each.dataset)) this.parts[name] = each;
    }
    this.finale = root.querySelector("[data-finale]");
    lookOnward(this.finale);
    // The next game begins, or is over by now.
    document.addEventListener("fresh", () => {
      this.#end = null;
      if (!this.finale.hidden) this.#tellEnd();
      if (this.#beats) this.#lead(); // to lenses that came anew
    });
    this.crew = aboard("[data-crew]");
    this.beside = this.ship?.querySelector(".ship-told");
    this.ring = root.querySelector(".ring") ?? root.querySelector("[data-ring]").content.querySelector(".ring");
    this.seats = [...this.ring.children];
    for (const seat of this.seats) {
      for (const part of seat.querySelectorAll(".face, .token, .alias")) part.addEventListener("click", () => this.#introduce(seat));
    }
    root.addEventListener("click", (click) => this.#clicked(click));
    root.addEventListener("keydown", (key) => this.#pressed(key));
    document.addEventListener("keydown", (key) => {
      if (this.isInView && key.target === document.body && GLOBAL.includes(key.key)) this.#pressed(key);
    });
    openBy(root.querySelector("[data-keys]"), root.querySelector("[data-sheet]"));
    lead(document.getElementById("lenses"), document.getElementById("transcript"));
    this.#listenToTaps();
    for (const kind of TAKES_IN_HAND) {
      this.parts.round.addEventListener(kind, ({ target }) => {
        if (target.closest?.(".spoken, .under")) this.#stopReading();
      }, { passive: true });
    }
    for (const part of [this.parts.spoken, this.parts.depths]) if (part) mind(part);
    this.parts.card.addEventListener("scroll", ({ target }) => fade(target), { capture: true, passive: true });
    addEventListener("resize", () => this.#fade());
    aFrame().then(() => this.#fade());
    this.parts.play.addEventListener("click", () => this.toggle());
    this.parts.edge?.addEventListener("click", () => this.#toEdge());
    this.parts.scrubber.addEventListener("input", () => this.#ask(Number(this.parts.scrubber.value)));
    // What stands in the bar comes anew with the end of a game.
    document.addEventListener("click", (click) => {
      if (click.target.closest?.(LENSES) && this.#isPlaying && !this.isOpen) keep(PLAYS, this.parts.speed.value);
      if (!click.target.closest?.("[data-from-the-start]") || click.ctrlKey || click.metaKey || click.shiftKey) return;
      click.preventDefault();
      root.scrollIntoView({ block: "start" });
      this.#fromTheStart();
    });
    this.#tellPlace(this.parts.title.textContent, Number(root.dataset.last) + 1);
    this.marks = Object.fromEntries(
      [...this.parts.landmarks.children].map((path) => [path.getAttribute("class"), { path, at: numbersIn(path.dataset.at) }]),
    );
    this.hidesAhead = this.given.keeps_end || this.isOpen; // what is ahead of whoever has not seen it
    this.kept = []; // chapters whose titles tell more than that they are there
    const seen = new IntersectionObserver((entries) => {
      this.isInView = entries.at(-1).intersectionRatio > 0.4;
      document.documentElement.classList.toggle("is-watching", this.isInView);
      this.#tellRail();
    }, { threshold: [0, 0.4, 0.6] });
    seen.observe(this.parts.round);
    if (this.parts.depths) {
      this.#lookBeneath();
      this.lies = new Lies(this.given.lens, () => this.isOpen);
    }
    // Who reads what stands above the transcript, or below it, is at the beat of the stage, however far that is.
    const read = (name, rootMargin) => new IntersectionObserver((entries) => {
      this[name] = entries.at(-1).isIntersecting;
      this.#tellRail();
    }, { rootMargin });
    read("isTranscriptRead", "-50% 0px").observe(document.getElementById("transcript"));
    read("isRecordRead", "0px").observe(document.getElementById("record"));
    document.addEventListener("visibilitychange", () => document.hidden && !this.isOpen && this.pause());
    // Who leads the game, or was just answered, has that in view instead.
    const hasOther = document.querySelector("#playbill .actions, .messages") !== null;
    if (isAsked || (this.isOpen && !location.hash && !hasOther)) root.scrollIntoView({ block: "start", behavior: "instant" });
    root.addEventListener("click", ({ target, ctrlKey, metaKey, shiftKey }) => {
      if (target.closest?.("[data-plays]") && !(ctrlKey || metaKey || shiftKey)) keep(PLAYS, this.parts.speed.value);
    });
    if (!this.isOpen) this.#offerToResume();
    else if (!isAsked) {
      this.#isPlaying = true; // whoever comes sees what goes on
      this.#look();
    } else {
      this.#tellClock();
      this.load().catch(() => {}); // how far behind that is
    }
    const plays = taken(PLAYS);
    if (plays && isAsked && !this.isOpen) {
      if ([...this.parts.speed.options].some(({ value }) => value === plays)) this.parts.speed.value = plays;
      this.play().catch(() => {});
    }
  }

  /** Loads the beats, once. */
  load() {
    const said = this.#listen();
    if (this.#loading) return this.#loading;
    const mine = asked(this.given.beats, (seconds) => this.#notice(filledIn(ngettext(
      "Many look on from here: it comes in %(count)s second.",
      "Many look on from here: it comes in %(count)s seconds.",
      seconds,
    ), { count: seconds })))
      .then((told) => Promise.resolve(said).then(() => told))
      .then(({ results }) => {
        if (this.#loading !== mine) return this.load(); // which was asked for anew meanwhile
        this.#notice("");
        const edge = this.#edge;
        this.#arrived.unshift(...(this.#beats ?? []).slice(Math.max(0, results.length - 1)));
        this.#beats = results;
        this.#merge(edge);
      })
      .catch((error) => {
        if (this.#loading !== mine) return this.load();
        this.#loading = null;
        this.#notice(gettext("The replay could not be loaded; try again."));
        throw error;
      });
    return (this.#loading = mine);
  }

  /** Says below what one leads with why nothing comes yet, to everybody; "" when it has come. */
  #notice(text) {
    if (!this.noticed && !text) return;
    if (!this.noticed) {
      this.noticed = element("p", "small", "");
      this.noticed.dataset.notice = "";
      this.parts.told.before(this.noticed);
    }
    say(this.noticed, text);
    put(this.parts.told, text);
  }

  /** What the narrator has said; without it the stage is whole but for that. */
  async #listen() {
    if (!this.given.narrations || this.hasAsked) return;
    this.hasAsked = true;
    let goOn;
    const isHeld = new Promise((resolve) => (goOn = resolve));
    const heard = asked(this.given.narrations, goOn)
      .then(({ results }) => {
        // What came by itself meanwhile is newer.
        for (const each of results) if (!this.narrated.has(each.after)) this.narrate(each);
      })
      .catch(() => (this.hasAsked = false)); // the next time asks again
    await Promise.race([heard, isHeld]); // who is told to come later goes on without it meanwhile
  }

  /** The narrator says something to an event, or says it in other words. */
  narrate({ after, text }) {
    this.narrated.set(after, text);
    this.saidTo = null;
    const beat = this.#beats?.[this.number];
    if (beat && beat.seq_to >= after) this.#tellNarrator(beat);
  }

  /** What the narrator says to a beat: to the events from its first to that of the next. */
  #narration({ n }) {
    if (!this.saidTo) {
      this.saidTo = new Map();
      let at = 0;
      for (const [after, text] of [...this.narrated].sort(([one], [other]) => one - other)) {
        while (at < this.#edge && this.#beats[at + 1].seq_from <= after) at += 1;
        this.saidTo.set(at, [this.saidTo.get(at), text].filter(Boolean).join(" "));
      }
    }
    return this.saidTo.get(n) ?? "";
  }

  #tellNarrator(beat) {
    const told = this.#narration(beat);
    this.parts.narrator = another(this.parts.narrator, told);
    this.parts.narrator.hidden = !told;
  }

  /** Seconds that a beat is shown; of a replay what the narrator says to it is read, too. */
  #hold(beat) {
    return beat.hold + (this.isOpen ? 0 : A_WORD * this.#narration(beat).split(" ").filter(Boolean).length);
  }

  /** Loads all beats anew: what came after a beat may have prolonged it. */
  async reload() {
    this.#loading = null;
    this.asked += 1;
    try {
      await this.load();
    } finally {
      this.asked -= 1;
    }
  }

  async play() {
    await this.load();
    if (!this.isOpen && this.number >= this.#edge) this.show(0);
    this.#isPlaying = true;
    this.#look();
    this.#readOn(this.#beats[this.number]);
    this.#next();
  }

  // --- a game that is on ----------------------------------------------------------------------------------------------

  /** A beat has come: a new one, the last one with more in it, or one that is to be shown longer. */
  arrive(beat) {
    this.#arrived.push(beat);
    if (!this.#beats) this.load().catch(() => {});
    else this.#takeIn();
  }

  /** What comes in its time is there at once. Of what comes with other beats, as at the end of a season whose lenses were
   * behind, or after a cut, the first is, and the others when no more comes; in a game without times nothing comes early. */
  #takeIn() {
    const isAlone = !(performance.now() - this.arrivedAt < A_BREATH);
    this.arrivedAt = performance.now();
    if (isAlone || !(this.given.pace > 0)) {
      this.#merge(this.#edge);
      return;
    }
    this.gathersSince ||= this.arrivedAt;
    clearTimeout(this.gathering);
    const wait = Math.min(A_BREATH / 2, this.gathersSince + BREATHS * A_BREATH - this.arrivedAt);
    this.gathering = setTimeout(() => this.#merge(this.#edge), Math.max(0, wait));
  }

  /** Whether the game goes on at this moment, as far as is known here; else its newest beat is not what happens now. */
  tell(goesOn) {
    this.goesOn = goesOn;
    if (this.isOpen) this.#tellClock();
  }

  /** The game is over: what was watched goes on as a replay. */
  close() {
    const wasAtEdge = this.#isAtEdge && this.#arrived.length === 0;
    this.isOpen = false;
    this.parts.edge.hidden = true;
    this.parts.clock.hidden = false;
    if (wasAtEdge) this.pause();
    const shown = () => {
      if (wasAtEdge) this.show(this.#edge); // its last words may have come with its end
      else this.#tellClock();
      if (this.#isPlaying) this.#next();
    };
    this.reload().then(shown, () => {});
  }

  /** The number of the last beat; -1 where there is none. */
  get #edge() {
    return (this.#beats?.length ?? 0) - 1;
  }

  /** Whether what is shown is the newest, and what comes next is shown as it comes. */
  get #isAtEdge() {
    return this.isOpen && this.#isPlaying && this.number >= this.#edge;
  }

  /** Whether there is more than is shown, of a game that is on: it stands still, or looks back. */
  get isBehind() {
    return this.isOpen && (this.asked > 0 || this.#arrived.length > 0 || ((this.#edge >= 0 || this.isAsked) && !this.#isAtEdge));
  }

  /** Whether so much came at once that whoever is shown the newest of it would have missed something. */
  get #isSwamped() {
    const skipped = this.#beats.slice(this.number + 1, this.#edge);
    return this.given.pace * skipped.reduce((sum, each) => sum + this.#hold(each), 0) > A_LAG;
  }

  #merge(edge) {
    clearTimeout(this.gathering);
    this.gathersSince = 0;
    const wasLive = this.isOpen && this.#isPlaying && this.number >= edge;
    for (const beat of this.#arrived.splice(0)) {
      if (beat.n > this.#beats.length) {
        this.reload().catch(() => {}); // something is missing
        return;
      }
      const { seq_to, hold } = this.#beats[beat.n] ?? { seq_to: -1, hold: 0 };
      if (seq_to < beat.seq_to || (seq_to === beat.seq_to && hold < beat.hold)) this.#beats[beat.n] = beat;
    }
    this.#mark();
    this.saidTo = null;
    if (!this.isOpen) return;
    if (wasLive && this.#edge >= 0 && !this.#isSwamped) this.show(this.#edge, this.#edge > this.number);
    else this.#tellClock();
    if (wasLive && this.#edge > this.number) this.#next(); // who is behind by that plays on from where they are
  }

  /** Marks on the page what has come: how far it goes, where scenes begin and somebody is lost. */
  #mark() {
    const last = String(Math.max(0, this.#edge));
    this.parts.scrubber.max = last;
    this.parts.landmarks.setAttribute("viewBox", `0 0 ${last} 1`);
    for (const { n, scene, sets } of this.#beats) {
      if (sets?.title !== undefined && this.#markAt(n, "begins")) {
        const isKept = scene === "end" && n > this.number;
        const link = element("a", "", isKept ? gettext("The end") : sets.title);
        link.href = `?lens=${this.given.lens}&beat=${n}#replay`;
        link.dataset.to = n;
        const row = element("li", "", "");
        row.append(link);
        row.hidden = isKept && this.isOpen;
        if (isKept) this.kept.push({ n, link, title: sets.title, row });
        this.parts.chapters.append(row);
      }
      if (Object.values(sets?.seats ?? {}).some(({ fate }) => fate)) this.#markAt(n, "loss");
    }
    for (const kind of ["begins", "loss"]) this.#draw(kind);
  }

  /** Whether it was not marked yet. A beat that stood here already may have grown by a loss. */
  #markAt(number, kind) {
    const { path, at } = this.marks[kind];
    if (at.includes(number)) return false;
    at.push(number);
    path.dataset.at = at.join(" ");
    return true;
  }

  /** Who has not seen the game is shown no loss ahead of where they have been. */
  #draw(kind) {
    const { path, at } = this.marks[kind];
    this.furthest = Math.max(this.furthest ?? 0, this.number);
    const shown = kind === "loss" && this.hidesAhead ? at.filter((number) => number <= this.furthest) : at;
    const drawn = shown.map((number) => `M${number} 0V1`).join("");
    if (path.getAttribute("d") !== drawn) path.setAttribute("d", drawn);
  }

  async #toEdge() {
    await this.#ask(() => this.#edge);
    if (!this.#isPlaying) await this.play().catch(() => {});
    this.#look();
    this.#tellClock();
    this.#remember();
  }

  pause() {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    clearTimeout(this.#timer);
    this.#stopReading();
    this.#look();
    this.#tellClock();
    this.#remember();
  }

  toggle() {
    return this.#isPlaying ? this.pause() : this.play().catch(() => {});
  }

  /** Shows a beat; where it comes in its time, its votes one after the other, as the score has them. */
  show(number, inItsTime = false) {
    const before = this.number;
    this.number = Math.max(0, Math.min(number, this.#edge));
    if (this.number !== before) this.#dismiss(); // what it tells is of that beat
    if (this.number !== this.from?.number) this.from = null;
    const beat = this.#beats[this.number];
    const state = stateAt(this.#beats, this.number);
    this.#deal(beat, inItsTime);
    this.#table(beat, state);
    this.#card(beat, state);
    this.#tellNarrator(beat);
    this.#tray(beat, state);
    clearTimeout(this.#sinking);
    this.around = this.#around(beat, state);
    this.left = this.around.length;
    if (!this.comes) this.#come();
    this.parts.scrubber.value = String(this.number);
    this.#tellPlace(state.title, this.#beats.length);
    if (this.hidesAhead) {
      this.#draw("loss");
      for (const { link, title, row } of this.kept.filter(({ n }) => n <= this.number)) {
        link.textContent = title;
        row.hidden = false;
      }
    }
    this.#tellClock();
    this.lies?.at(this.number, beat.seq_to);
    this.#sayAloud(beat.speaker === undefined ? beat.text : `${this.given.names[beat.speaker]}: ${beat.text}`);
    this.#lead();
    if (!this.isOpen && this.#isPlaying) this.#remember();
    if (this.number === this.#edge) this.ended();
    if (this.isOpen) this.known(state);
    this.#tellEnd();
    if (this.isOpen) return;
    this.reached(beat.seq_to);
    this.#keep();
    this.parts.resume.hidden = true;
  }

  /** Has what stands beside the stage tell its beat once more. */
  tellBeside() {
    if (this.isOpen && this.#edge >= 0) this.known(stateAt(this.#beats, this.number));
  }

  /** Says to who does not see what a beat says, once: one that grows at once is said when it is whole, and who hurries past
   * hears where they come to. */
  #sayAloud(told) {
    if (told === this.said) return;
    this.said = told;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => put(this.parts.told, told), A_BREATH);
  }

  #tellPlace(scene, all) {
    const told = filledIn(gettext("%(scene)s, beat %(number)s of %(all)s"), { scene, number: this.number + 1, all });
    set(this.parts.scrubber, "aria-valuetext", told);
  }

  /** Turns the cast over where the game is over and its last beat is shown. Nothing of that is on the page before. */
  async #tellEnd() {
    const isThere = () => !this.isOpen && this.number === this.#edge;
    if (!isThere()) {
      this.finale.hidden = true;
      return;
    }
    this.#end ??= pageOf(`?lens=${this.given.lens}&beat=${this.#edge}`).then((page) => page.querySelector("section[data-finale]"));
    try {
      const told = await this.#end;
      if (!told) return;
      const held = this.finale.contains(document.activeElement) ? document.activeElement : null;
      const wasShown = this.finale.matches("section") && !this.finale.hidden;
      if (!wasShown) comeInParts(told, told.querySelectorAll(".turned > li, .went"));
      told.classList.toggle("is-again", wasShown); // who has seen them turn does not see it again
      if (told !== this.finale) this.finale.replaceWith(document.adoptNode(told));
      this.finale = told;
      this.finale.hidden = !isThere();
      lookOnward(told);
      if (held && !held.isConnected) counterpart(held, told)?.focus({ preventScroll: true });
    } catch {
      this.#end = null; // the next time asks again
    }
  }

  /** Who stands still, or looks back, is not live. */
  #tellBehind() {
    document.documentElement.classList.toggle("is-behind", this.isBehind);
  }

  /** How far in it is, of how long; of a game that is on, how far behind. */
  #tellClock() {
    this.#tellBehind();
    if (this.isOpen && this.#isAtEdge) {
      this.#tellEdge(this.goesOn ? gettext("Live") : gettext("Newest"), this.goesOn);
      return;
    }
    if (!this.#beats) {
      if (this.isOpen) this.#tellEdge(this.goesOn ? gettext("To live") : gettext("To the newest")); // how far is not known yet
      return;
    }
    const seconds = (beats) => beats.reduce((sum, each) => sum + this.#hold(each), 0);
    if (!this.isOpen) {
      const all = seconds(this.#beats);
      const isOver = this.number === this.#edge && !this.#isPlaying;
      this.parts.clock.textContent = `${minutes(isOver ? all : seconds(this.#beats.slice(0, this.number)))} / ${minutes(all)}`;
      return;
    }
    if (this.number >= this.#edge) {
      this.#tellEdge(this.goesOn ? gettext("To live") : gettext("To the newest"));
      return;
    }
    const time = minutes(seconds(this.#beats.slice(this.number, this.#edge)));
    this.#tellEdge(filledIn(this.goesOn ? gettext("%(time)s behind, to live") : gettext("%(time)s behind, to the newest"), { time }));
  }

  #tellEdge(words, isLive = false) {
    const told = this.parts.edge.firstElementChild;
    if (told.textContent !== words) told.textContent = words;
    this.parts.edge.classList.toggle("is-live", isLive);
  }

  // --- where one left ---------------------------------------------------------------------------------------------------

  get #kept() {
    return `replay ${this.given.beats}`;
  }

  #offerToResume() {
    let left = 0;
    try {
      left = Number(localStorage.getItem(this.#kept));
    } catch {
      return; // a browser that keeps nothing
    }
    if (this.root.hasAttribute("data-asked") || !(left > 0 && left < Number(this.root.dataset.last))) return;
    this.parts.resume.hidden = false;
    this.parts.resume.querySelector("button").addEventListener("click", () => {
      this.root.scrollIntoView({ block: "start" });
      this.root.focus({ preventScroll: true }); // the button goes
      this.#ask(left).then(() => this.play()).catch(() => {});
    });
  }

  #keep() {
    try {
      localStorage.setItem(this.#kept, String(this.number));
    } catch {
      // as above
    }
  }

  // --- going ----------------------------------------------------------------------------------------------------------

  #next() {
    clearTimeout(this.#timer);
    const seconds = this.#hold(this.#beats[this.number]) / Number(this.parts.speed.value);
    this.#timer = setTimeout(() => {
      if (!this.#isPlaying) return;
      if (this.number >= this.#edge) return this.isOpen ? undefined : this.pause();
      this.show(this.number + 1, true);
      this.#next();
    }, Math.min(1_000 * seconds, LONGEST_WAIT));
  }

  /** Goes to a beat at a reader's wish, a number or steps from where they are, and on from there where it was playing.
   * Wishes that come while the beats are asked for are steps of one way, which is gone when they are there. */
  #ask(wish) {
    this.wishes.push(wish);
    this.going ??= this.#go().finally(() => (this.going = null));
    return this.going;
  }

  async #go() {
    try {
      await (this.#isAtEdge ? this.reload() : this.load());
    } catch {
      this.wishes = [];
      return;
    }
    const within = (number) => Math.max(0, Math.min(number, this.#edge));
    const step = (from, wish) => within(typeof wish === "function" ? wish(from) : wish);
    const to = this.wishes.splice(0).reduce(step, this.number);
    if (this.#edge < 0) return;
    this.show(to);
    if (this.#isPlaying) this.#next();
    else this.#remember();
  }

  async #fromTheStart() {
    await this.#ask(0);
    this.root.focus({ preventScroll: true });
    if (!this.#isPlaying) this.play().catch(() => {});
  }

  #to(where, from) {
    const starts = this.#beats.filter((beat) => beat.sets?.title).map((beat) => beat.n);
    return {
      first: Math.max(0, ...starts.filter((start) => start < from)),
      before: from - 1,
      after: from + 1,
      next: Math.min(this.#edge, ...starts.filter((start) => start > from)),
    }[where];
  }

  /** Who steps back from what goes on now looks at something: it stays until they go on. */
  #stepBack() {
    if (this.#isAtEdge) this.pause();
    this.#ask((from) => this.#to("before", from));
  }

  #clicked(click) {
    const link = click.target.closest?.("a[data-go], a[data-to], a[data-again]");
    if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    if ("again" in link.dataset) this.#fromTheStart();
    else if (link.dataset.go === "before") this.#stepBack();
    else this.#ask(link.dataset.go ? (from) => this.#to(link.dataset.go, from) : Number(link.dataset.to));
    if (link.closest("[data-finale]")) this.root.focus({ preventScroll: true }); // the link goes with the end
  }

  /** A click on a face, or a name, tells who that is, and leads to what its eyes see, where that is open. Who has no
   * mouse has the table and the list of eyes. */
  #introduce(seat) {
    const number = seat.dataset.seat;
    const row = document.querySelector(`#table [data-seat="${number}"]`);
    const link = document.querySelector(`#lenses a[data-lens="seat:${number}"]`);
    const card = (this.whois ??= this.#whois());
    card.setAttribute("role", "dialog");
    card.className = `whois ${this.#hue(Number(number))}`;
    const [alias, role, fate] = [".alias", "[data-role]", "[data-fate]"].map((part) => seat.querySelector(part).textContent);
    card.setAttribute("aria-label", alias);
    const told = [element("p", "", "")];
    told[0].append(element("b", "", alias));
    if (role || fate) told.push(element("p", "", [role, fate].filter(Boolean).join(", ")));
    const player = row?.querySelector(".played-by a");
    const by = player && element("a", "", player.textContent);
    if (by) by.href = player.href;
    const eyes = link && !link.hasAttribute("aria-current") && element("a", "", link.title);
    if (eyes) eyes.href = link.href;
    for (const each of [by, eyes].filter(Boolean)) told.push(element("p", "", ""), each);
    card.replaceChildren(...told);
    if (HAS_POPOVERS) card.showPopover();
    else card.hidden = false;
    (by || eyes)?.focus({ preventScroll: true });
    const face = seat.querySelector(".face, .token").getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    const within = (at, size, all) => `${Math.max(8, Math.min(at, all - size - 8))}px`;
    card.style.inset = "auto";
    card.style.left = within(face.left + (face.width - width) / 2, width, document.documentElement.clientWidth);
    card.style.top = within(face.top > height + 16 ? face.top - height - 8 : face.bottom + 8, height, innerHeight);
  }

  /** The card that tells it. What a browser without popovers lacks is done here: the card goes by a click beside it, and
   * by Escape. */
  #whois() {
    const card = this.root.appendChild(element("div", "whois", ""));
    card.popover = "auto";
    if (HAS_POPOVERS) return card;
    Object.assign(card.style, { position: "fixed", zIndex: 2 });
    document.addEventListener("click", ({ target }) => card.contains(target) || this.#dismiss(), true);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#dismiss());
    return card;
  }

  #dismiss() {
    if (HAS_POPOVERS) this.whois?.hidePopover();
    else if (this.whois) this.whois.hidden = true;
  }

  /** A tap on the left or the right third of the stage is a beat back or on; not on what does something itself, not at
   * the end of a scroll or while words are chosen, and never a mouse's click. */
  #listenToTaps() {
    let [isTouch, isLarge] = [false, false]; // the map of a meeting, which the next tap elsewhere makes small again
    const { round } = this.parts;
    round.addEventListener("pointerdown", ({ pointerType }) => (isTouch = pointerType === "touch"));
    round.addEventListener("click", (click) => {
      const wasLarge = isLarge;
      isLarge = isTouch && Boolean(click.target.closest(".in-meeting [data-aboard]"));
      if (!isTouch || wasLarge || click.defaultPrevented || click.target.closest(FOR_THEMSELVES) || String(getSelection())) return;
      const { left, width } = round.getBoundingClientRect();
      const third = Math.floor((3 * (click.clientX - left)) / width);
      if (third <= 0) this.#stepBack();
      else if (third >= 2) this.#ask((from) => this.#to("after", from));
    });
  }

  #pressed(event) {
    if (!isOurs(event) || isForItself(event)) return;
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowLeft" && !event.shiftKey) this.#stepBack();
    else if (event.key === "ArrowLeft") this.#ask((from) => this.#to("first", from));
    else if (event.key === "ArrowRight") this.#ask((from) => this.#to(event.shiftKey ? "next" : "after", from));
    else if (event.key.toLowerCase() === "l" && this.isOpen) this.#toEdge();
    else return;
    event.preventDefault();
  }

  /** The address says where one is, and so do those of the other lenses. */
  #remember() {
    const asked = new URLSearchParams(location.search);
    asked.set("lens", this.given.lens);
    asked.delete("of");
    if (this.#isAtEdge) asked.delete("beat");
    else asked.set("beat", String(this.from?.beat ?? this.number));
    if (!this.#isAtEdge && this.from) asked.set("of", this.from.of);
    clearTimeout(this.remembering); // browsers take no more than some a second
    const address = `?${String(asked).replaceAll("%3A", ":")}${this.#isAtEdge ? "" : "#replay"}`;
    this.remembering = setTimeout(() => history.replaceState(history.state, "", address), A_GLANCE);
    this.#lead();
  }

  /** Has what leads to other lenses lead to the same moment; until one has moved, to that of the lens one comes from, and so
   * back to where one was. */
  #lead() {
    const { beat, of } = this.from ?? { beat: this.number, of: this.given.lens };
    const there = this.#isAtEdge ? "" : `&beat=${beat}&of=${of}#replay`;
    const toCome = document.querySelector("[data-ghosts] template")?.content.querySelectorAll("a[data-lens]") ?? [];
    for (const link of [...document.querySelectorAll(LENSES), ...toCome]) set(link, "href", `?lens=${link.dataset.lens}${there}`);
  }

  // --- showing --------------------------------------------------------------------------------------------------------

  #table(beat, { icon }) {
    // All at once: what is measured in between would be of a table that never stands there.
    const [place] = /^(shift|meeting)(?=-)/.exec(beat.scene) ?? [""];
    const map = this.chambers.length ? { shift: " on-shift", meeting: " in-meeting" }[place] ?? "" : "";
    const isElsewhere = (/ on-shift| in-meeting/.exec(this.parts.round.className)?.[0] ?? "") !== map;
    this.isNight = icon === "moon";
    set(this.parts.round, "class", `round is-${icon || "indoors"} of-${this.seats.length}${map}`);
    if (this.ship) {
      [this.hasMap, this.hasRing] = [map !== "", map !== " on-shift"];
      // Where the card makes room for them they would push it away; else they come after.
      const isNow = !WIDE.matches || this.ship.contains(document.activeElement);
      this.#unroll(this.ship, "data-map", this.hasMap && (isNow || (!isElsewhere && this.parts.round.contains(this.ship))));
      this.#unroll(this.ring, "data-ring", this.hasRing && (isNow || this.parts.round.contains(this.ring)));
    }
  }

  #seat(beat, { seats }) {
    const against = (beat.votes ?? []).map(([, target]) => target);
    const voted = haveVoted(beat);
    this.#turn(seats).catch(() => {});
    for (const [number, seat] of this.seats.entries()) {
      const { fate = "" } = seats[number] ?? {};
      seat.classList.toggle("is-speaking", beat.speaker === number);
      seat.classList.toggle("is-dead", Boolean(fate));
      seat.classList.toggle("has-voted", voted.has(number));
      say(seat.querySelector("[data-fate]"), fate);
      const votes = against.filter((target) => target === number).length;
      const told = seat.querySelector("[data-against]");
      say(told, votes ? filledIn(ngettext("%(count)s vote", "%(count)s votes", votes), { count: votes }) : "");
      this.#late(told, against.lastIndexOf(number));
    }
  }

  /** Night falls on a few seats a frame, and leaves them: what is dark inherits other colours, down to each line of a
   * face. */
  #darken() {
    const others = this.seats.filter((seat) => seat.classList.contains("by-night") !== this.isNight);
    for (const seat of others.slice(0, AT_ONCE)) seat.classList.toggle("by-night", this.isNight);
    return others.length > AT_ONCE;
  }

  /** Has seats tell their roles, or no longer tell them: of more than a few, some in each frame from the next on, for a
   * browser that lays out a whole table at once does nothing else meanwhile. */
  async #turn(seats) {
    const mine = (this.turning = Symbol("turning")); // what is shown meanwhile tells its own
    const turned = this.seats.flatMap((seat, number) => {
      const { role = "", known = "", side = "" } = seats[number] ?? {};
      const [told, sign] = [seat.querySelector("[data-role]"), capital(role || known)];
      return told.textContent === sign && SIDES.every((each) => seat.classList.contains(each) === (each === side)) ? [] : [{ seat, told, sign, side }];
    });
    for (const [nth, { seat, told, sign, side }] of turned.entries()) {
      if (turned.length > AT_ONCE && nth % AT_ONCE === 0) await aFrame();
      if (this.turning !== mine) return;
      for (const each of SIDES) seat.classList.toggle(each, each === side);
      say(told, sign);
    }
  }

  /** The map, or the ring of seats, is a part of the page only where it is in view; else a template holds it. */
  #unroll(part, name, isShown) {
    const rolled = this.parts.round.querySelector(`:scope > template[${name}]`);
    if (isShown && rolled) rolled.replaceWith(part);
    else if (!isShown && !rolled) {
      const away = document.createElement("template");
      away.setAttribute(name, "");
      part.replaceWith(away);
      away.content.append(part);
    }
  }

  #card(beat, { title, seats }) {
    const { card, name, who, as, aside, words, marks, under } = this.parts;
    const { shown, more } = onStage(beat.marks);
    const [said, thought] = [beat.text.length + A_LINE * (shown.length + Boolean(more)), (beat.thoughts ?? []).reduce((sum, { text }) => sum + text.length, 0)];
    const told = said + thought;
    card.className = `card is-${beat.kind} is-${told <= SHORT ? "short" : told <= LONG ? "long" : "longer"}${thought > said ? " is-inward" : ""}${this.isNight ? " by-night" : ""}`;
    this.parts.title.textContent = title;
    const { role = "", known = "", side = "" } = seats[beat.speaker] ?? {};
    name.hidden = beat.speaker === undefined;
    name.className = `name ${this.#hue(beat.speaker)}`;
    who.textContent = this.given.names[beat.speaker] ?? "";
    as.className = `role ${side}`;
    say(as, capital(role || known));
    aside.textContent = beat.aside ?? "";
    this.parts.words = another(words, beat.text);
    this.#late(this.parts.words, this.dealt.size - 1);
    this.parts.marks = filled(marks, shown, ({ seat, text, verdict, earlier }) => {
      const claim = earlier ? gettext("%(name)s had claimed that %(said)s:") : gettext("claimed that %(said)s:");
      const row = element("li", `mark is-${verdict}`, `${filledIn(claim, { name: this.given.names[seat], said: text })} `);
      row.append(element("b", "", verdict));
      return this.#late(row, this.dealt.size - 1);
    });
    if (more) {
      const rest = filledIn(ngettext("and %(count)s more claim", "and %(count)s more claims", more), { count: more });
      this.parts.marks.append(this.#late(element("li", "more", rest), this.dealt.size - 1));
    }
    this.parts.under = filled(under, beat.thoughts, ({ seat, text }) => {
      const row = element("li", "thought", "");
      row.append(element("span", "thinker", filledIn(gettext("%(name)s thinks"), { name: this.given.names[seat] })), text);
      return this.#late(row, this.dealt.get(seat));
    });
    toTop(this.parts.spoken);
    this.#readOn(beat);
  }

  #stopReading() {
    for (const each of this.reading.splice(0)) clearTimeout(each);
  }

  /** What is longer than its place goes on by itself while it is shown, line by line, until somebody takes it in hand. */
  #readOn(beat) {
    this.#stopReading();
    const pace = this.#isAtEdge ? this.given.pace : 1 / Number(this.parts.speed.value);
    if (!this.#isPlaying || !beat || !(pace > 0)) return; // of a game without times nobody knows how long
    // Live a speech is shown no longer than the score has it, and what is not spoken until the next thing happens.
    const longest = this.#isAtEdge ? (beat.kind === "said" ? LONGEST_LIVE : A_LOOK_LIVE) : Infinity;
    const seconds = Math.min(this.#hold(beat), longest) * pace;
    const begin = async () => {
      await aFrame();
      for (const part of [this.parts.spoken, this.parts.under]) {
        const over = part.scrollHeight - part.clientHeight;
        if (over < LEAST_OVER || this.number !== beat.n) continue;
        const lines = Math.ceil(over / A_LINE_OF_TEXT);
        for (let line = 1; line <= lines; line += 1) {
          const top = (over * line) / lines;
          const at = seconds * (READ_FROM + ((READ_TO - READ_FROM) * line) / lines);
          this.reading.push(setTimeout(() => part.scrollTo({ top, behavior: CALM.matches ? "instant" : "smooth" }), 1_000 * at));
        }
      }
    };
    this.reading.push(setTimeout(() => begin().catch(() => {}), 0));
  }

  #hue(seat) {
    return [...(this.seats[seat]?.classList ?? [])].find((each) => each.startsWith("seat-")) ?? "";
  }

  /** Takes note of whose votes come one after the other, and since when: of what grows meanwhile none comes twice. */
  #deal(beat, inItsTime) {
    if (beat.n === this.dealing && this.dealt.size) return;
    const isBallot = inItsTime && beat.kind === "voted";
    this.dealing = beat.n;
    this.dealt = new Map(isBallot ? (beat.votes ?? []).map(([voter], nth) => [voter, nth]) : []);
    this.dealtAt = performance.now();
  }

  /** Has something appear when so many votes have been told before. */
  #late(part, votes = -1) {
    const isLate = this.dealt.size > 0 && votes >= 0;
    if (isLate && this.late.get(part) === this.dealtAt) return part;
    part.classList.toggle("is-dealt", isLate);
    if (!isLate) return part;
    this.late.set(part, this.dealtAt);
    const each = A_VOTE * (this.isOpen ? this.given.pace : 1 / Number(this.parts.speed.value));
    part.style.setProperty("--after", `${(each * votes - (performance.now() - this.dealtAt) / 1_000).toFixed(2)}s`);
    return part;
  }

  /** The vote as it stands: where one votes after the other the names as they came up, and who is still to vote; when all
   * have, the names as in the transcript. */
  #tray(beat, { seats }) {
    const behind = new Map();
    const isVote = beat.kind !== "said";
    for (const [voter, target] of isVote ? beat.votes ?? [] : []) behind.set(target, [...(behind.get(target) ?? []), voter]);
    const isOneByOne = WHILE_VOTING.includes(beat.kind);
    const rows = (isOneByOne ? [...behind] : byVotes(behind)).map(([target, voters]) => ({ label: target === null ? gettext("Nobody") : this.given.names[target], hue: this.#hue(target), voters, isCounted: true }));
    if (isVote && beat.voted?.length) rows.push({ label: gettext("Has voted"), hue: "", voters: beat.voted });
    const voted = haveVoted(beat);
    const still = [...this.seats.keys()].filter((number) => !seats[number]?.fate && !voted.has(number));
    if (rows.length && still.length && isOneByOne) rows.push({ label: gettext("Not yet"), hue: "", voters: still });
    this.parts.tray = filled(this.parts.tray, rows, (row) => {
      const tokens = element("span", "tokens", "");
      tokens.setAttribute("role", "img");
      tokens.setAttribute("aria-label", row.voters.map((voter) => this.given.names[voter]).join(", "));
      for (const voter of row.voters) {
        const token = element("span", `token ${this.#hue(voter)}`, this.given.letters[voter]);
        token.setAttribute("aria-hidden", "true");
        tokens.append(row.isCounted ? this.#late(token, this.dealt.get(voter)) : token);
      }
      const made = element("li", row.hue, "");
      made.append(this.#late(element("span", "for", row.label), this.dealt.get(row.voters[0])), tokens);
      if (row.isCounted) made.append(this.#late(element("b", "count", String(row.voters.length)), this.dealt.size - 1));
      return made;
    });
  }

  /** What is beneath the line comes when somebody looks there, and what they believed when that is opened. */
  #lookBeneath() {
    this.isDeep = false;
    this.believes = "believes" in this.parts.depths.dataset; // asked for with the page
    new IntersectionObserver((seen) => {
      const wasDeep = this.isDeep;
      this.isDeep = seen.at(-1).isIntersecting;
      if (this.isDeep && !wasDeep) this.load().then(() => this.#edge >= 0 && this.#sink()).catch(() => {});
    }).observe(this.parts.depths);
    this.parts.depths.addEventListener("toggle", ({ target }) => {
      if (!target.matches("[data-beliefs]") || target.open === this.believes) return;
      this.believes = target.open;
      if (!target.open || target.querySelector("table")) return;
      this.#beneath.clear();
      this.#sink();
    }, true);
  }

  #surface(parts) {
    const { depths } = this.parts;
    const wasOnBeliefs = depths.querySelector("[data-beliefs] > summary") === document.activeElement;
    depths.replaceChildren(...parts);
    const beliefs = depths.querySelector("[data-beliefs]");
    if (beliefs) beliefs.open = Boolean(this.believes);
    if (wasOnBeliefs) beliefs?.querySelector("summary").focus({ preventScroll: true });
    this.parts.depths.removeAttribute("aria-busy");
  }

  /** Shows what is beneath the line, through the glass: the server's own words, which come a stretch of beats at once. */
  #sink() {
    clearTimeout(this.#sinking);
    const number = this.number;
    const known = this.#beneath.get(number);
    if (known && known.upto >= this.#beats[number].seq_to) {
      this.#surface(known.parts);
      toTop(this.parts.depths);
      const next = number + STRETCH - (number % STRETCH);
      if (next - number <= STRETCH / 3 && next < this.#edge && !this.#beneath.has(next)) this.#fetchBeneath(next);
      return;
    }
    this.parts.depths.setAttribute("aria-busy", "true");
    // Who hurries past, or moves the scrubber, asks for nothing on the way.
    // Of a game that is on, not all who watch ask at once.
    const start = this.isOpen ? number : number - (number % STRETCH);
    this.#sinking = setTimeout(() => this.#fetchBeneath(start), A_GLANCE * (this.isOpen ? 1 + 4 * Math.random() : 1));
  }

  async #fetchBeneath(start) {
    const [edge, believes] = [this.#edge, this.believes];
    const upto = (number) => this.#beats[number]?.seq_to ?? 0;
    const told = Array.from({ length: STRETCH }, (_, place) => upto(start + place));
    let page;
    try {
      const answer = await fetch(`?lens=${this.given.lens}&part=beneath&beat=${start}${believes ? "&open=beliefs" : ""}`, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(String(answer.status));
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      const again = element("p", "small", gettext("What is beneath the line could not be loaded; go to another beat to try again."));
      const isAwaited = start <= this.number && this.number < start + STRETCH; // else it was asked for beforehand
      if (isAwaited && this.parts.depths.hasAttribute("aria-busy")) {
        this.parts.depths.replaceChildren(again);
        this.parts.depths.removeAttribute("aria-busy"); // nothing comes any more, and what stands there is to be read
      }
      return;
    }
    if (believes !== this.believes && this.believes) return; // more is asked for by now
    for (const part of page.querySelectorAll("[data-beneath]")) {
      const number = Number(part.dataset.beneath);
      // Of a game that is on, what is newest grows, and the beat before it may.
      if (this.isOpen && number > edge) continue;
      const isSettled = !this.isOpen || number < edge - 1;
      const parts = [...part.childNodes].map((node) => document.adoptNode(node));
      this.#beneath.set(number, { upto: isSettled ? Infinity : told[number - start], parts });
      if (number !== this.number) continue;
      this.#surface(parts);
    }
    if (this.isOpen) for (const [number, { upto: last }] of this.#beneath) if (last !== Infinity && number < edge) this.#beneath.delete(number);
  }

  #arcs(beat) {
    const pairs = (beat.votes ?? []).filter(([, target]) => target !== null).map(([one, other]) => ["voted", one, other, this.dealt.get(one)]);
    if (beat.speaker !== undefined) {
      for (const target of beat.targets ?? []) if (target !== beat.speaker) pairs.push(["to", beat.speaker, target]);
      for (const named of beat.names ?? []) pairs.push(["of", beat.speaker, named]);
    }
    this.parts.arcs.classList.toggle("by-night", this.isNight);
    this.parts.arcs.replaceChildren(
      ...pairs.map(([kind, one, other, votes]) => {
        const [[x1, y1], [x2, y2]] = [this.given.at[one], this.given.at[other]];
        return this.#late(drawn("line", { class: kind, x1, y1, x2, y2 }), votes);
      }),
    );
  }

  /** What is around the words comes in the frames after theirs, a part in each: all at once is too much for one. Who goes
   * on meanwhile, as one who drags the scrubber, sees the parts by turns, each as it is at the beat shown by then. A part
   * says whether something of it is left to the next frame. */
  async #come() {
    this.comes = true;
    await aFrame(); // in which the words are drawn
    try {
      for (let nth = 0; this.left > 0; ) {
        await aFrame();
        if (this.around[nth % this.around.length]()) continue;
        this.left -= 1;
        nth += 1;
      }
    } finally {
      this.comes = false;
    }
  }

  #around(beat, state) {
    const aboard = [
      () => this.#board(state.ship),
      () => this.#crew(state),
      () => this.#tellShip(state.ship),
      () => this.#gather(),
    ];
    return [
      () => this.#arcs(beat),
      () => this.#seat(beat, state),
      () => this.#darken(),
      () => this.#tellRail(),
      ...(this.ship ? aboard : []),
      () => {
        if (this.isDeep) this.#sink();
      },
      () => this.#fade(),
    ];
  }

  /** What of the card goes on below its place fades there. */
  #fade() {
    for (const part of [this.parts.spoken, this.parts.under]) fade(part);
  }

  /** Has the ring of seats come where it was away, a few seats a frame. */
  #gather() {
    if (this.hasRing && !this.parts.round.contains(this.ring)) {
      for (const seat of this.seats) seat.classList.add("is-later");
      this.#unroll(this.ring, "data-ring", true);
    }
    return hasMoreToCome(this.seats);
  }

  /** The ship and its rooms; where it was away they come a few a frame, and then who is aboard, with what is told beside
   * it. */
  #board({ sight, rooms = {}, captions = {} }) {
    if (this.hasMap && !this.parts.round.contains(this.ship)) {
      for (const part of [...this.chambers, ...this.crew, this.beside]) part.classList.add("is-later");
      this.#unroll(this.ship, "data-map", true);
      this.left = this.around.length; // who is aboard comes after it, whatever came before
    } else if (!this.hasMap) this.#unroll(this.ship, "data-map", false);
    set(this.parts.ship, "class", sight ? `ship is-${sight}` : "ship");
    const isLeft = hasMoreToCome(this.chambers, 2 * AT_ONCE);
    for (const chamber of this.chambers) {
      const isLater = chamber.classList.contains("is-later");
      set(chamber, "class", ["chamber", rooms[chamber.dataset.room], isLater && "is-later"].filter(Boolean).join(" "));
      if (isLater) continue;
      const at = (name) => chamber.querySelector("rect").getAttribute(name);
      const under = { x: Number(at("x")) + Number(at("width")) / 2, y: at("y"), dy: at("height") };
      mark(chamber, "caption", captions[chamber.dataset.room] ?? "", under);
    }
    return isLeft;
  }

  /** Who is drawn on the ship: where the lens was shown them last; the dead no longer, but for bodies. */
  #crew({ seats, places, ship: { signs = {}, done = {}, faded = [] } }) {
    const isLeft = hasMoreToCome(this.crew);
    const there = {};
    for (const [number, one] of this.crew.entries()) {
      const [room = "", isBody = false] = places[number] ?? [];
      const isShown = Boolean(room) && (isBody || !seats[number]?.fate);
      const nth = isShown ? (there[room] = (there[room] ?? -1) + 1) : 0;
      const [x, y] = isShown ? this.given.rooms[room][nth] : [0, 0];
      set(one, "transform", `translate(${x} ${y})`);
      one.classList.toggle("is-body", isBody);
      one.classList.toggle("is-faded", faded.includes(number));
      one.classList.toggle("is-pretending", signs[number] === "~");
      one.classList.toggle("is-venting", signs[number] === "↕");
      set(one.querySelector("[data-done]"), "stroke-dasharray", `${done[number] ?? 0} 100`);
      mark(one, "sign", signs[number] ?? "", { dy: -14 });
      if (isShown) one.removeAttribute("display");
      else set(one, "display", "none");
    }
    return isLeft;
  }

  #tellShip(ship) {
    this.beside.classList.remove("is-later");
    this.parts.toldWhen.textContent = ship.when ?? "";
    const named = (name) => `told${capital(name)}`;
    const told = JSON.stringify(TOLD.map((name) => ship[name] ?? ""));
    if (told === this.shipTold) return;
    this.shipTold = told;
    for (const name of TOLD) {
      const list = this.parts[named(name)].matches("ul");
      const items = list ? ship[name] : [ship[name]].filter(Boolean);
      this.parts[named(name)] = filled(this.parts[named(name)], items, (text) => (list ? element("li", "", text) : text));
    }
  }

  #look() {
    this.parts.play.setAttribute("aria-label", this.#isPlaying ? gettext("Pause") : gettext("Play"));
    this.root.classList.toggle("is-playing", this.#isPlaying);
    this.#tellBehind();
    const use = this.parts.play.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, this.#isPlaying ? "#pause" : "#play"));
  }

  /** The rail says where the stage is, once it has been gone to, but for whoever reads the transcript. */
  #tellRail() {
    const isElsewhere = this.isTranscriptRead && !this.isRecordRead && !this.isInView;
    if (isElsewhere || !(this.number || this.#isPlaying || this.isAsked)) {
      this.rail.follow(null);
      return;
    }
    const beat = this.#beats?.[this.number];
    const dead = this.seats.filter((seat) => seat.classList.contains("is-dead")).map((seat) => seat.dataset.seat);
    // Nobody speaks by night, between scenes, or where something is done without a word.
    const voice = beat ? (beat.kind === "said" ? String(beat.speaker) : "") : this.root.dataset.voice;
    this.rail.follow({ title: this.parts.title.textContent, dead, voice });
  }
}

/** Whether a key does something to what has the focus: presses it, or scrolls it. */
function isForItself({ key, target }) {
  if (key === " ") return target.closest("a, button, summary");
  return /^Arrow/.test(key) && target.closest(".scroller");
}

function haveVoted({ voted = [], votes = [] }) {
  return new Set([...voted, ...votes.map(([voter]) => voter)]);
}

/** Most votes first; among equals by seat, nobody last. */
function byVotes(behind) {
  const last = ([target]) => target ?? Infinity;
  return [...behind].sort((one, other) => other[1].length - one[1].length || (last(one) < last(other) ? -1 : 1));
}

/** The marks that the stage shows, and how many more there are: of what was claimed before, none of which nobody can tell;
 * where it has no room for all, what is claimed now and what is untrue before others. */
function onStage(marks = []) {
  const known = marks.filter(({ earlier, verdict }) => !earlier || verdict !== "unknowable");
  const rank = ({ earlier, verdict }) => 2 * Boolean(earlier) + (verdict !== "false");
  if (known.length <= MOST_MARKS) return { shown: known, more: 0 };
  return { shown: known.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_MARKS), more: known.length - MOST_MARKS };
}

/** What all beats up to this one have told. */
function stateAt(beats, number) {
  const state = { title: "", icon: "", seats: {}, places: {}, ship: {} };
  for (const { sets } of beats.slice(0, number + 1)) {
    if (!sets) continue;
    if (sets.title !== undefined) Object.assign(state, { title: sets.title, icon: sets.icon });
    Object.assign(state.seats, sets.seats);
    Object.assign(state.places, sets.places);
    state.ship = sets.ship ?? state.ship;
  }
  return state;
}

/** Keeps for the next page of this tab what was asked for. */
function keep(what, value) {
  try {
    sessionStorage.setItem(what, value);
  } catch {
    // a browser that keeps nothing
  }
}

/** What was kept of that, and is no longer; null where nothing was. */
function taken(what) {
  try {
    const kept = sessionStorage.getItem(what);
    sessionStorage.removeItem(what);
    return kept;
  } catch {
    return null;
  }
}

async function pageOf(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`the page: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function aFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Has the next few come of parts that are to come later; whether there are still others. */
function hasMoreToCome(parts, atOnce = AT_ONCE) {
  const later = parts.filter((part) => part.classList.contains("is-later"));
  for (const part of later.slice(0, atOnce)) part.classList.remove("is-later");
  return later.length > atOnce;
}

/** Has something large come with a few of its parts a frame, and in view when it is whole: a browser that draws all at
 * once does nothing else meanwhile. */
async function comeInParts(whole, parts) {
  whole.classList.add("is-coming", "is-new");
  for (const part of parts) part.classList.add("is-later");
  for (const [nth, part] of [...parts].entries()) {
    if (nth % FACES_AT_ONCE === 0) await aFrame();
    part.classList.remove("is-later");
  }
  await aFrame();
  whole.classList.remove("is-coming");
  await aFrame();
  whole.classList.remove("is-new"); // and what it covers goes
}

function numbersIn(text) {
  return text.split(" ").filter(Boolean).map(Number);
}

/** Says something where something else stands: what stays as it is costs the browser nothing. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function say(element, text) {
  put(element, text);
  if (element.hidden === Boolean(text)) element.hidden = !text;
}

function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const scrolled = new WeakSet();

/** Takes note of whether something is scrolled: to ask would have the browser lay out what is half done. */
function mind(element) {
  element.addEventListener("scroll", () => scrolled[element.scrollTop > 0 ? "add" : "delete"](element), { passive: true });
}

/** Marks what goes on below its place until its end is in view. A timeline of scrolling in its style would do the same,
 * and have the browser lay out each beat twice. */
function fade(element) {
  const { scrollHeight, clientHeight, scrollTop } = element;
  element.classList.toggle("goes-on", scrollHeight - clientHeight - scrollTop >= LEAST_OVER);
}

function toTop(element) {
  if (scrolled.has(element)) element.scrollTop = 0;
}

/** Another paragraph in the place of one, with other words. */
function another(paragraph, text) {
  const fresh = paragraph.cloneNode(false);
  fresh.textContent = text;
  paragraph.replaceWith(fresh);
  return fresh;
}

/** Another list, or paragraph, in the place of one: what is said of another beat is another thing, and none that has moved. */
function filled(list, items, made) {
  const fresh = list.cloneNode(false);
  fresh.hidden = !items?.length;
  fresh.append(...(items ?? []).map(made));
  list.replaceWith(fresh);
  return fresh;
}

/** A sign of a drawing, which has none where there is nothing to say. */
function mark(group, kind, text, place) {
  const there = group.querySelector(`.${kind}`);
  if (!text) there?.remove();
  else if (there) put(there, text);
  else group.insertBefore(drawn("text", { class: kind, ...place }, text), group.querySelector("title"));
}

function drawn(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

function element(name, kind, text) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function capital(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

function minutes(seconds) {
  const whole = Math.floor(Math.round(100 * seconds) / 100); // a last bit makes no second, as in league/views/stage/replay.py
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
