// Builds the lines of a transcript from events, exactly as templates/league/game/line.html and scene.html do on the
// server (league/queries/stage/transcript.py says which shape an event has). A browser test compares the two, node by node.
// Law: what players wrote goes in as text nodes, never as markup.

import { filledIn, gettext } from "./words.js";

const FATES = { died: "killed", lynched: "lynched", killed: "killed", missed: "found dead", ejected: "ejected" };
const VERDICTS = new Set(["quiet_night", "not_lynched", "pressed", "not_ejected"]);
const ASIDES = { planned: "plans", defended: "in defence", last_words: "last words" };
const BALLOTS = { kill_voted: "The mafia's vote" };
const PROPOSED = new Set(["plotted"]);
const CHOSEN = new Set(["vote_cast"]);
const SHOWN = new Set(["vote_shown"]);
const DEALS = new Set(["dealt"]);
// What goes on in every tick of a ship, and how many do it, said of one and of more.
const ROUTINE = {
  tick: ["", ""],
  walked: ["walks", "walk"],
  worked: ["works", "work"],
  mended: ["repairs", "repair"],
  proved: ["proves it", "prove it"],
  task_done: ["is done with a task", "are done with a task"],
  refused: ["waits", "wait"],
  counted: ["counts heads", "count heads"],
  watched: ["watches", "watch"],
  seen: ["looks around", "look around"],
};
const PAST = /,.*\b(yesterday|before|earlier|previously|last|(day|round|meeting) [0-9])/i; // of a vote
const FOR = /^(not )?(for )?/i;
const NOT = /^not /i;
const SIGNS = { true: "✓", false: "✗", unknowable: "?" }; // of marks
const ICONS = { night: "moon", day: "sun" };
const SVG = "http://www.w3.org/2000/svg";

/** An element with classes, attributes and children; a string becomes a text node. */
export function element(name, { className = "", ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${document.body.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

function token(seat) {
  return element("span", { className: `token ${seat.hue}`, "aria-hidden": "true" }, seat.letters);
}

/** "a", "a and b", "a, b and c". */
function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const ROW_FIELDS = ["seq", "kind", "round", "phase", "at", "text", "heard_by", "thought", "thoughts", "disclosed", "marks"]; // of every event
const RECENT = 24; // thoughts, as on the server
const SUSPECTS = 3; // of whom it is told how far they are suspected, as on the server

export class Transcript {
  /** `seats` by number with alias, letters and hue; `root` is where the scenes stand, `fold` the events of the fold that
   * they end with, if they do. `falls` has the kinds of events that tell of who leaves the game, and their fields with
   * the seat of who does, `speaks` those in which somebody says something; `dealt` is what this lens knows to have been
   * dealt to whom, as seat, role and team, and `sides` gives a team's class; `recent` what was thought and disclosed last,
   * without blanks, where `root` has not all of it; `isApart` says that its lines stand under no scene's heading. */
  constructor(root, { seats, falls, speaks, dealt = [], sides = {}, lens, recent, isApart = false }, fold = []) {
    this.lens = lens;
    this.isApart = isApart;
    this.dealt = new Map(dealt.map(([seat, role, team]) => [seat, { role, team }]));
    this.sides = sides;
    this.root = root;
    this.falls = falls;
    this.speaks = speaks;
    this.fold = fold.length ? { events: [...fold], row: lastRow(root.lastElementChild.querySelector(".lines")) } : null;
    this.seats = seats;
    const told = (name) => [...root.querySelectorAll(name)].slice(-RECENT).map(plain);
    this.recent = recent?.thoughts ?? told(".thought");
    this.recentDisclosed = recent?.disclosed ?? told(".disclosed");
    this.byName = new Map(seats.map((seat) => [seat.alias, seat]));
    const names = seats.map((seat) => seat.alias).sort((a, b) => b.length - a.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.names = new RegExp(`(?<![\\p{L}\\p{N}_])(${escaped.join("|")})(?![\\p{L}\\p{N}_])`, "u");
  }

  /** Puts an event at the end, with the marks that it brings to what was said before, and returns what was made: a line,
   * or the scene that begins with it. */
  add(event) {
    const made = this.putAtEnd(event);
    for (const mark of event.marks ?? []) if (!tellsNothing(mark)) this.mark(mark);
    return made;
  }

  /** Says of a claim, below the words that it was made with, whether it was so. */
  mark({ event, kind, about, value, verdict, shown_by: shownBy }) {
    const body = document.getElementById(`e${event}`)?.querySelector(".body");
    if (!body) return;
    let marks = body.querySelector(".marks");
    if (!marks) {
      marks = element("ul", { className: "marks", "aria-label": gettext("Claims in these words") });
      body.append(marks);
    }
    marks.append(
      element(
        "li",
        { className: `mark is-${verdict}` },
        element("span", { className: "sign", "aria-hidden": "true" }, SIGNS[verdict] ?? ""),
        `${filledIn(gettext("claimed that %(said)s:"), { said: saidOf(kind, this.seats[about].alias, value) })} `,
        shownBy ? element("a", { href: `?lens=${this.lens}&line=${shownBy}#e${shownBy}`, title: gettext("What shows it") }, verdict) : element("b", {}, verdict),
      ),
    );
  }

  putAtEnd(event) {
    if (this.begins(event)) {
      const scene = this.scene(event);
      this.root.append(scene);
      this.fold = null;
      if (event.kind === "phase" || event.kind === "ended") return scene;
    }
    const line = this.line(event);
    const shape = foldOf(event);
    const lines = this.root.lastElementChild.querySelector(".lines");
    if (shape) this.put(event, line, shape, lines);
    else {
      if (this.fold?.events.every(({ kind }) => kind === "tick")) summarize(this.fold, "ticks", { isCutShort: true });
      this.fold = null;
      const last = lastRow(lines);
      const isEcho = line.matches(".deed") && "target" in event && last?.matches(".said") && last.dataset.by === line.dataset.by;
      if (isEcho && isChoice(event)) return this.putBeside(last, line, event);
      if (isEcho) line.className = line.className.replace("deed", "deed echo");
      lines.append(line);
    }
    return line;
  }

  /** Tells whom a speaker openly chose with these words beside their name; what was thought with it is beside the words. */
  putBeside(last, line, event) {
    const told = event.text.replace(/\.+$/, "");
    const who = `${this.seats[event.seat].alias} `;
    const deed = told.startsWith(who) ? told.slice(who.length) : told;
    last.querySelector(".name").append(element("span", { className: "aside", id: line.id, "data-seq": event.seq }, deed));
    const beside = line.querySelector(".thoughts");
    const before = last.querySelector(".thoughts");
    if (beside && !before) last.append(beside);
    else if (beside) {
      const disclosed = before.querySelector(".disclosed");
      for (const each of [...beside.children]) before.insertBefore(each, each.matches(".thought") ? disclosed : null);
    }
    return last;
  }

  /** Whether a scene begins with an event: with one that says so, or, where the rules have none that does, with the first
   * of another phase or round. */
  begins(event) {
    const last = [...this.root.querySelectorAll(".scene")].at(-1);
    if (!last || event.kind === "phase" || event.kind === "ended") return true;
    return (last.matches(".before") || last.matches(".other")) && idOf(event) !== last.id;
  }

  /** Puts a line into the fold that the scene ends with, or into a new one. */
  put(event, line, shape, lines) {
    if (!this.fold || lastRow(lines) !== this.fold.row || !takes(this.fold.events, event, shape)) {
      this.fold = { events: [], row: shape === "ballot" ? foldOfVotes() : foldOfTicks() };
      lines.append(this.fold.row);
    }
    const { events, row } = this.fold;
    events.push(event);
    row.querySelector(".lines").append(line);
    if (shape === "ballot") {
      row.querySelector("ul").replaceWith(this.tally(events));
      return;
    }
    summarize(this.fold, shape);
  }

  /** Puts the narrator's words behind the row of the event that they follow; null when that is not here or has them
   * already. What was said otherwise is said anew in its place: a model's words come later than the house's. */
  narrate({ after, text }) {
    const event = this.root.querySelector(`[data-seq="${after}"]`) ?? this.shutFold(after);
    const before = document.getElementById(`n${after}`);
    if (!event || before?.textContent === text) return null;
    before?.remove();
    const line = element(
      "li",
      { className: "line narration", id: `n${after}` },
      element("p", { className: "aside" }, ...this.parts(text)),
    );
    if (event.matches(".scene")) event.querySelector(".lines").prepend(line);
    else {
      let row = event.closest(".scene > .lines > li");
      while (row.nextElementSibling?.matches(".narration") && Number(row.nextElementSibling.id.slice(1)) < after) row = row.nextElementSibling;
      row.after(line);
    }
    return line;
  }

  /** The fold that an event is in, where its lines are not here. */
  shutFold(number) {
    const holds = ({ dataset }) => Number(dataset.from) <= number && number <= Number(dataset.to);
    return [...this.root.querySelectorAll("details[data-from]")].find(holds);
  }

  /** The title of the scene that the last event belongs to. */
  get title() {
    return [...this.root.querySelectorAll(".scene-head h2")].at(-1)?.textContent ?? "";
  }

  scene(event) {
    const lines = element("ol", { className: "lines" });
    if (event.kind === "ended") {
      return element(
        "section",
        { className: "scene curtain", id: "end", "data-seq": event.seq, "aria-labelledby": "end-title" },
        element("header", { className: "scene-head" }, element("h2", { id: "end-title" }, headline(event))),
        element("p", { className: "told" }, event.text),
        lines,
      );
    }
    const begins = event.kind === "phase";
    const isOther = !begins && event.phase !== "setup";
    const id = begins ? `${event.name}-${event.number}` : idOf(event);
    const name = begins ? event.name : isOther ? event.phase : "";
    const attributes = {
      className: `scene ${begins ? event.name : isOther ? "other" : "before"}`,
      id,
      ...(begins ? { "data-seq": event.seq } : {}),
      "aria-labelledby": `${id}-title`,
    };
    const title = element(
      "h2",
      { id: `${id}-title` },
      ICONS[name] ? icon(ICONS[name]) : null,
      headline(event),
    );
    return element("section", attributes, element("header", { className: "scene-head" }, title), lines);
  }

  line(event) {
    if (event.kind === "dealt") this.dealt.set(event.seat, event);
    const number = seatOf(event, this.seats, { ...this.speaks, ...this.falls });
    const seat = number === null ? null : this.seats[number];
    const shape = this.shapeOf(event, seat);
    const heardBy = this.heardBy(event.heard_by);
    const made = element("li", {
      className: ["line", shape, heardBy && "whispered", seat && seat.hue].filter(Boolean).join(" "),
      id: `e${event.seq}`,
      "data-seq": event.seq,
      ...(seat ? { "data-by": seat.number } : {}),
    });
    if (shape === "voted") made.append(this.ballot(event, heardBy));
    else if (shape === "revealed") made.append(this.reveal(event));
    else if (shape === "died") made.append(this.death(event, seat, heardBy));
    else made.append(...(seat ? [token(seat)] : []), this.body(event, shape, seat, heardBy));
    const thoughts = this.thoughts(event).filter((thought) => this.isNew(thought));
    const disclosed = this.disclosed(event).filter((each) => this.isNewDisclosed(each));
    if (thoughts.length + disclosed.length) made.append(element("div", { className: "thoughts" }, ...thoughts, ...disclosed));
    return made;
  }

  shapeOf(event, seat) {
    if (event.kind in this.falls) return "died";
    if (VERDICTS.has(event.kind)) return "verdict";
    if (CHOSEN.has(event.kind)) return "chose";
    if (this.isBallot(event.votes)) return "voted";
    if (event.kind === "revealed") return "revealed";
    if (event.heard_by === "nobody") return "note";
    if (seat === null) return "plain";
    return this.isSpeech(event) ? "said" : "deed";
  }

  isSeat(value) {
    return Number.isInteger(value) && value in this.seats;
  }

  /** Whether a field called `votes` is who voted for whom; another rule book may call something else so. */
  isBallot(votes) {
    if (!Array.isArray(votes)) return false;
    return votes.every((vote) => this.isSeat(vote?.seat) && (vote.target === null || this.isSeat(vote.target)));
  }

  /** Whether somebody's words are all that an event says, but for what can stand beside their name. */
  isSpeech(event) {
    if (typeof event.words !== "string") return false;
    const beside = new Set([...ROW_FIELDS, "words", "t", this.speaks[event.kind] ?? "seat"]);
    return Object.entries(event).every(
      ([name, value]) =>
        beside.has(name) ||
        (name === "clock" && Number.isInteger(value)) ||
        (name === "target" && (value === null || this.isSeat(value))),
    );
  }

  body(event, shape, seat, heardBy) {
    const body = element("div", { className: "body" });
    if (shape === "said") {
      const aside = this.aside(event);
      body.append(
        element("p", { className: "name" }, seat.alias, this.badge(seat), aside ? element("span", { className: "aside" }, aside) : null),
        element("p", { className: "words" }, ...this.parts(event.words)),
      );
    } else {
      body.append(element("p", { className: "told" }, ...this.parts(event.text)));
    }
    if (heardBy) body.append(this.hearers(heardBy));
    return body;
  }

  /** What a speaker was dealt, for whoever knows of all what they were: through the glass. */
  badge(seat) {
    const roles = [...this.dealt.values()].filter(({ role }) => role);
    if (roles.length < this.seats.length) return null;
    const { role, team } = this.dealt.get(seat.number);
    const className = ["role", this.sides[team]].filter(Boolean).join(" ");
    return element("b", { className }, role.charAt(0).toUpperCase() + role.slice(1));
  }

  hearers(heardBy) {
    return element("p", { className: "hearers" }, icon("ear"), heardBy);
  }

  death(event, seat, heardBy) {
    return element(
      "div",
      { className: "body" },
      element("span", { className: "token is-dead", "aria-hidden": "true" }, seat.letters),
      element("p", { className: "who" }, seat.alias),
      element("p", { className: "how" }, ...this.parts(event.text)),
      heardBy ? this.hearers(heardBy) : null,
    );
  }

  reveal(event) {
    const rows = this.seats.map((seat) =>
      element(
        "li",
        { className: seat.hue },
        token(seat),
        element("span", { className: "alias" }, seat.alias),
        element("span", { className: "as" }, event.roles[seat.number]),
      ),
    );
    return element("div", { className: "body" }, element("ul", { className: "reveal" }, ...rows));
  }

  /** Most votes first; among equals by seat, nobody last. */
  tally(votes) {
    const behind = new Map();
    for (const { seat, target } of votes) behind.set(target, [...(behind.get(target) ?? []), this.seats[seat]]);
    const order = [...behind.keys()].sort(
      (a, b) => behind.get(b).length - behind.get(a).length || (a === null) - (b === null) || a - b,
    );
    const rows = order.map((target) => {
      const voters = behind.get(target);
      const named = voters.map((voter) => voter.alias).join(", ");
      return element(
        "li",
        target === null ? {} : { className: this.seats[target].hue },
        element("span", { className: "count" }, String(voters.length)),
        element("span", { className: "for" }, target === null ? "Nobody" : this.seats[target].alias),
        element("span", { className: "tokens", role: "img", "aria-label": named }, ...voters.map(token)),
      );
    });
    return element("ul", {}, ...rows);
  }

  ballot(event, heardBy) {
    return element(
      "div",
      { className: "body ballot" },
      element(this.isApart ? "p" : "h3", this.isApart ? { className: "ballot-title" } : {}, BALLOTS[event.kind] ?? "The vote"),
      this.tally(event.votes),
      this.reasons(event.votes.filter((vote) => vote.reason)),
      heardBy ? this.hearers(heardBy) : null,
    );
  }

  reasons(votes) {
    if (!votes.length) return null;
    const rows = votes.map(({ seat, target, reason }) =>
      element(
        "li",
        { className: this.seats[seat].hue },
        token(this.seats[seat]),
        element(
          "p",
          {},
          element("span", { className: "alias" }, this.seats[seat].alias),
          element("span", { className: "aside" }, `for ${this.whom(target)}`),
          ...this.parts(reason),
        ),
      ),
    );
    return element("ul", { className: "reasons" }, ...rows);
  }

  /** Whether a thought was not told just now; an answer that several events came of was thought once. */
  isNew(thought) {
    const told = plain(thought);
    if (this.recent.includes(told)) return false;
    this.recent = [...this.recent, told].slice(-RECENT);
    return true;
  }

  isNewDisclosed(each) {
    const told = plain(each);
    if (this.recentDisclosed.includes(told)) return false;
    this.recentDisclosed = [...this.recentDisclosed, told].slice(-RECENT);
    return true;
  }

  /** What was disclosed with the answers behind an event: the claims of words that are said, and the beliefs. */
  disclosed(event) {
    const found = [];
    for (const [seat, { claims, beliefs }] of Object.entries(event.disclosed ?? {})) {
      const told = claims
        .filter((claim) => !isDoneNext(claim, Number(seat)))
        .map(({ kind, about, value }) => `${kind} of ${this.seats[about].alias}: ${value}`);
      if ("words" in event && told.length) found.push([seat, "claims", told.join("; ")]);
      const some = beliefs.filter(({ chance }) => chance);
      const likely = some.sort((a, b) => b.chance - a.chance || a.about - b.about).slice(0, SUSPECTS);
      const suspected = likely.map(({ about, chance }) => `${this.seats[about].alias} ${chance} %`);
      if (suspected.length) found.push([seat, "suspects", suspected.join(", ")]);
    }
    return found.map(([seat, verb, told]) =>
      element(
        "p",
        { className: "disclosed" },
        element("span", { className: "thinker" }, `${this.seats[seat].alias} ${verb}`),
        ...this.parts(told),
      ),
    );
  }

  thoughts(event) {
    const found = event.thoughts
      ? Object.entries(event.thoughts).map(([seat, thought]) => [Number(seat), thought])
      : event.thought
        ? [[event.by ?? event.seat, event.thought]]
        : [];
    return found
      .filter(([, thought]) => thought)
      .map(([seat, thought]) =>
        element(
          "p",
          { className: "thought" },
          element("span", { className: "thinker" }, filledIn(gettext("%(name)s thinks"), { name: this.seats[seat].alias })),
          ...this.parts(thought),
        ),
      );
  }

  aside(event) {
    if ("clock" in event) return moment(event.clock);
    if (PROPOSED.has(event.kind)) return `proposes ${this.whom(event.target)}`;
    if (Number.isInteger(event.target) && event.target in this.seats) return `to ${this.seats[event.target].alias}`;
    return ASIDES[event.kind] ?? "";
  }

  whom(target) {
    return target === null ? "nobody" : this.seats[target].alias;
  }

  heardBy(heardBy) {
    if (heardBy === undefined || heardBy === "everyone") return "";
    if (heardBy === "nobody") return "Nobody at the table hears this";
    return `Only ${listed(heardBy.map((seat) => this.seats[seat].alias))} can hear this`;
  }

  /** The text with the names at the table in their colours. A pattern with one group splits into text, name, text, … */
  parts(text) {
    return text
      .replace(/(?<=\d) %/g, "\u202f%") // stays with its number
      .split(this.names)
      .map((piece, place) =>
        place % 2
          ? element("span", { className: `mention ${this.byName.get(piece).hue}` }, piece)
          : piece,
      )
      .filter((piece) => piece !== "");
  }
}

/** Whether a mark tells whoever watches nothing: that it is true of what all have just seen, and of a place, where
 * somebody was at some time; that nobody can tell of a deed, which is one of words. */
function tellsNothing({ kind, value, verdict }) {
  if (kind === "deed" && verdict === "unknowable") return true;
  return verdict === "true" && (kind === "place" || kind === "vote" || /^(nominat|vot)/i.test(value));
}

/** A claim in words; its value is a player's. */
function saidOf(kind, about, value) {
  if (kind === "result") return `a power showed ${about} as ${value}`;
  if (kind === "place") return `${about} was in ${value}`;
  if (kind === "deed") return `${about} ${value}`;
  return kind === "vote" ? ofVote(about, value) : `${about} is ${value}`;
}

/** A claim of a vote, as league/queries/claims.py words it. */
function ofVote(about, value) {
  const [was, isNot] = [PAST.test(value), NOT.test(value)];
  const name = value.replace(FOR, "");
  if (isNot) return was ? `${about} did not vote for ${name}` : `${about} does not vote for ${name}`;
  return was ? `${about} voted for ${name}` : `${about} votes for ${name}`;
}

/** A time of a talk as it is read: "1:05". */
function moment(clock) {
  return `${Math.floor(clock / 60)}:${String(clock % 60).padStart(2, "0")}`;
}

/** What a scene is called. */
export function headline(event) {
  // Its sentence begins with who has won, with the verb that goes with them, and goes on with why.
  if (event.kind === "ended") return event.winner === "draw" ? "A draw" : event.text.split(":")[0];
  if (event.kind !== "phase" && event.phase === "setup") return "The table is set";
  const [name, number] = event.kind === "phase" ? [event.name, event.number] : [event.phase, event.round];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${number}`;
}

/** What became of somebody in a scene of this title, in words for the table; null for an event that tells no fate. */
export function fate(event, scene, falls) {
  return event.kind in falls ? `${FATES[event.kind] ?? "gone"}, ${scene.toLowerCase()}` : null;
}

/** What the scene of an event's phase and round is called among elements. */
function idOf(event) {
  if (event.phase === "setup") return "before";
  return `${event.phase.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${event.round}`;
}

/** Whose event it is: who leaves the game with it or speaks in it, else the seat of that name; null where there is none.
 * `whose` has the fields with that seat, by kind. */
export function seatOf(event, seats, whose) {
  const number = event[whose[event.kind] ?? "seat"];
  return Number.isInteger(number) && number in seats ? number : null;
}

/** Whether an event tells that somebody chose somebody, openly, and nothing else. */
function isChoice(event) {
  const own = Object.keys(event).filter((name) => !ROW_FIELDS.includes(name));
  return (event.heard_by ?? "everyone") === "everyone" && own.toSorted().join() === "seat,target";
}

/** Whether a claim is that its speaker nominates somebody: what they do with these words tells it. */
function isDoneNext({ kind, about, value }, seat) {
  return kind === "deed" && about === seat && value.toLowerCase().startsWith("nominat");
}

/** The last row of a scene but for what the narrator says. */
function lastRow(lines) {
  let row = lines.lastElementChild;
  while (row?.matches(".narration")) row = row.previousElementSibling;
  return row;
}

/** What an event is folded into; "" for one with a line of its own. */
function foldOf(event) {
  if (event.kind in ROUTINE) return "ticks";
  if (DEALS.has(event.kind)) return "deal";
  return SHOWN.has(event.kind) ? "ballot" : "";
}

/** Whether an event belongs to what is folded already. Ticks in which a lens hears nothing stand together. */
function takes(events, event, shape) {
  if (foldOf(events[0]) !== shape) return false;
  return event.kind !== "tick" || events.every(({ kind }) => kind === "tick");
}

function foldOfTicks() {
  const lines = element("ol", { className: "lines" });
  return element("li", { className: "fold" }, element("details", {}, element("summary"), lines));
}

function foldOfVotes() {
  const lines = element("ol", { className: "lines" });
  const details = element("details", {}, element("summary", {}, gettext("One by one")), lines);
  const ballot = element("div", { className: "body ballot" }, element("h3", {}, "The vote"), element("ul"), details);
  return element("li", { className: "line voted" }, ballot);
}

function headingOf(events) {
  const ticks = events.filter(({ kind }) => kind === "tick").map(({ number }) => number);
  if (!ticks.length) return "";
  return ticks.length > 1 ? `Ticks ${ticks[0]} to ${ticks.at(-1)}` : `Tick ${ticks[0]}`;
}

/** How many are what; of a deal that is heard alone what it says. */
function dealOf(events) {
  if (events.length === 1) return events[0].text;
  const roles = new Map();
  for (const { role } of events) roles.set(role, (roles.get(role) ?? 0) + 1);
  return [...roles].map(([role, count]) => (count > 1 ? `${role} ×${count}` : role)).join(", ");
}

/** The letters of an element, for the server's blanks are not the script's. */
function plain(made) {
  return made.textContent.replace(/\s+/g, "");
}

/** Says above a fold what is in it; it is cut short where something with a line of its own happens right after. */
function summarize({ events, row }, shape, { isCutShort = false } = {}) {
  const [heading, told] =
    shape === "deal"
      ? ["The deal", dealOf(events)]
      : [headingOf(events), toldOf(events, row.querySelectorAll(".thought").length, isCutShort)];
  row.querySelector("summary").replaceChildren(
    ...(heading ? [element("b", {}, heading)] : []),
    ...(told ? [element("span", { className: "aside" }, told)] : []),
  );
}

/** How many do what, and how many thoughts there are, in a few words. What comes right after ticks is in the last of them. */
function toldOf(events, thoughts, isCutShort) {
  if (events.every(({ kind }) => kind === "tick")) {
    if (!isCutShort) return "no news from the ship";
    return events.length > 1 ? "no news from the ship until the last" : "";
  }
  const said = [];
  for (const [kind, [one, more]] of Object.entries(ROUTINE)) {
    const count = events.filter((event) => event.kind === kind).length;
    if (count && kind !== "tick") said.push(`${count} ${count > 1 ? more : one}`);
  }
  if (thoughts) said.push(`${thoughts} thought${thoughts === 1 ? "" : "s"}`);
  return said.join(", ");
}

