// A game's events as they happen: a socket, and when none can be had the API, asked again and again.
// Law: an event is handed on once and in order; whatever was missed is fetched by its number (`after`), so a lost
// connection loses nothing. What this lens may see is for the server to decide; nothing is filtered here.

import { asked } from "./asking.js";
import { gettext } from "./words.js";

const FINAL = new Map([
  [4400, gettext("This address is not right.")],
  [4403, gettext("This lens is not open to you now.")],
  [4404, gettext("This game is gone.")],
]);
const HELD = gettext("Many look on from where you are: a little behind");
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
const TRIES_BEFORE_ASKING = 3;
const ASK_EVERY = 2_500;
const ASK_FOR_STATUS = 8; // every so many times
const SILENCE = 45_000; // the server pings more often than this; a longer silence is a dead line

export class Live extends EventTarget {
  #after;
  #socket = null;
  #failures = 0;
  #asked = 0;
  #retry = 0;
  #asking = 0;
  #silence = 0;
  #closed = false;
  #listening = new AbortController();

  /** `socket`, `events` and `narrations` are paths, `after` is the number of the last event that the page already has. */
  constructor({ socket, events, narrations, lens, after }) {
    super();
    this.paths = { socket, events, narrations };
    this.lens = lens;
    this.#after = after;
    const { signal } = this.#listening;
    addEventListener("online", () => this.#again(0), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#again(0), { signal });
  }

  open() {
    if (this.#closed || this.#socket) return;
    let socket;
    try {
      socket = new WebSocket(
        this.#address(this.paths.socket, location.protocol === "https:" ? "wss:" : "ws:", { narrations: 1, beats: 1 }),
      );
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    socket.addEventListener("open", () => this.#say("line", { state: "open", reason: "" }));
    socket.addEventListener("message", (message) => {
      // Whoever was being asked meanwhile may have answered after the socket was open.
      if (this.#failures) this.#say("line", { state: "open", reason: "" });
      this.#failures = 0;
      clearTimeout(this.#asking);
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => socket.close(), SILENCE);
      this.#take(JSON.parse(message.data), socket);
    });
    socket.addEventListener("close", (close) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (FINAL.has(close.code)) this.close(FINAL.get(close.code));
      else this.#lost();
    });
  }

  /** No more is wanted; `reason` is shown when it is not the end of the game. */
  close(reason = "") {
    this.#closed = true;
    this.#listening.abort();
    for (const timer of [this.#retry, this.#asking, this.#silence]) clearTimeout(timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#say("line", { state: "closed", reason });
  }

  /** Whether this lens is told what the narrator says. */
  get #isNarrated() {
    return ["audience", "glass"].includes(this.lens);
  }

  /** Hands on all narrations again, as they are told now, or those from an event on. */
  async retell(after = 0) {
    if (!this.#isNarrated) return;
    const all = this.#address(this.paths.narrations, location.protocol, { after: Math.max(0, after) });
    try {
      for (const narration of await this.#fetched(all)) this.#say("retold", narration);
    } catch {
      // what stands there already will do
    }
  }

  /** Hands on what has happened by now, where the page has learned of the end before its last events. */
  async catchUp() {
    for (let before = -1; before < this.#after; ) {
      before = this.#after;
      this.#hand(await this.#fetched(this.#address(this.paths.events)));
    }
  }

  #hand(events) {
    for (const event of events) {
      if (event.seq !== this.#after + 1) continue; // the socket was faster
      this.#after = event.seq;
      this.#say("event", event);
    }
  }

  #take(frame, socket) {
    if (frame.type === "status") this.#say("status", frame);
    if (frame.type === "narration") this.#say("narration", frame);
    if (frame.type === "beat") this.#say("beat", frame.beat);
    if (frame.type !== "event" || frame.seq <= this.#after) return;
    if (frame.seq > this.#after + 1) {
      socket.close(); // something is missing: begin again behind the last one that is here
      return;
    }
    this.#after = frame.seq;
    this.#say("event", frame.event);
  }

  #lost() {
    clearTimeout(this.#silence);
    if (this.#closed) return;
    this.#failures += 1;
    this.#say("line", { state: "lost", reason: "" });
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1));
    this.#again(wait * (0.5 + Math.random() / 2));
    if (this.#failures === TRIES_BEFORE_ASKING) this.#ask();
  }

  #again(wait) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), wait);
  }

  /** What the socket cannot bring, the API is asked for, until the socket is there again. */
  async #ask() {
    clearTimeout(this.#asking);
    this.#asked += 1;
    try {
      const asides = this.#address(this.paths.narrations);
      const events = await this.#fetched(this.#address(this.paths.events));
      if (events.some(({ seq }) => seq > this.#after)) this.#say("asked", {}); // for the beats, which are not beside them
      this.#hand(events);
      if (this.#isNarrated) for (const narration of await this.#fetched(asides)) this.#say("narration", narration);
      if (this.#failures) this.#say("line", { state: "asking", reason: "" });
      // Nobody else tells of a pause, a void or the end.
      if (this.#asked % ASK_FOR_STATUS === 0) this.#say("status", await this.#answered(new URL("..", this.#address(this.paths.events))));
    } catch {
      // the line is down altogether: the next time asks again
    }
    if (!this.#closed && this.#failures) this.#asking = setTimeout(() => this.#ask(), ASK_EVERY);
  }

  async #fetched(address) {
    return (await this.#answered(address)).results;
  }

  #answered(address) {
    return asked(address, () => this.#failures && this.#say("line", { state: "asking", reason: HELD }));
  }

  #address(path, protocol = location.protocol, more = {}) {
    const address = new URL(path, location.href);
    address.protocol = protocol;
    address.search = new URLSearchParams({ after: this.#after, lens: this.lens, ...more });
    return address;
  }

  #say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
