// A game's events as they happen: a socket, and when none can be had the API, asked again and again.
// Law: an event is handed on once and in order; whatever was missed is fetched by its number (`after`), so a lost
// connection loses nothing. What this lens may see is for the server to decide; nothing is filtered here.

const FINAL = new Map([
  [4400, "This address is not right."],
  [4403, "This lens is not open to you now."],
  [4404, "This game is gone."],
]);
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const TRIES_BEFORE_POLLING = 3;
const POLL_EVERY = 2_500;
const SILENCE = 45_000; // the server pings more often than this; a longer silence is a dead line

export class Live extends EventTarget {
  #after;
  #socket = null;
  #failures = 0;
  #timer = 0;
  #silence = 0;
  #closed = false;

  /** `socket` and `events` are paths, `after` is the number of the last event that the page already has. */
  constructor({ socket, events, lens, after }) {
    super();
    this.paths = { socket, events };
    this.lens = lens;
    this.#after = after;
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.#socket) this.#again(0);
    });
  }

  get after() {
    return this.#after;
  }

  open() {
    if (this.#closed || this.#socket) return;
    if (this.#failures >= TRIES_BEFORE_POLLING) {
      this.#poll();
      if (this.#failures % 8 !== 1) return; // a socket is tried again now and then
    }
    const address = new URL(this.paths.socket, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.search = new URLSearchParams({ after: this.#after, lens: this.lens });
    let socket;
    try {
      socket = new WebSocket(address);
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#failures = 0;
      this.#say("line", "open");
      this.#listen();
    });
    socket.addEventListener("message", (message) => {
      this.#listen();
      this.#take(JSON.parse(message.data));
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
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
    this.#socket = null;
    this.#say("line", "closed", reason);
  }

  #take(frame) {
    if (frame.type === "status") this.#say("status", frame);
    if (frame.type !== "event" || frame.seq <= this.#after) return;
    if (frame.seq > this.#after + 1) {
      this.#socket?.close(); // something is missing: begin again behind the last one that is here
      return;
    }
    this.#after = frame.seq;
    this.#say("event", frame.event);
  }

  #lost() {
    if (this.#closed) return;
    this.#failures += 1;
    this.#say("line", this.#failures < TRIES_BEFORE_POLLING ? "lost" : "polling");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1));
    this.#again(this.#failures < TRIES_BEFORE_POLLING ? wait * (0.5 + Math.random() / 2) : POLL_EVERY);
  }

  #again(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket?.close(), SILENCE);
  }

  async #poll() {
    this.#failures += 1;
    try {
      const address = new URL(this.paths.events, location.href);
      address.search = new URLSearchParams({ after: this.#after, lens: this.lens });
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      for (const event of (await answer.json()).results) this.#take({ type: "event", seq: event.seq, event });
      this.#say("line", "polling");
      if (this.#failures % 8 === 0) this.#say("status", {}); // nobody else says when a game is paused or called off
    } catch {
      this.#say("line", "lost");
    }
    if (!this.#socket && !this.#closed) this.#again(POLL_EVERY);
  }

  #say(name, detail, reason = "") {
    this.dispatchEvent(new CustomEvent(name, { detail: name === "line" ? { state: detail, reason } : detail }));
  }
}
