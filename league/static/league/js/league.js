// Pages that show what is on: count down, and render anew when the league's socket says that something changed.
// Without a socket they look for themselves, less often.
// Law: what happened while nobody listened, such as between the making of the page and the opening of its socket, is told
// by nobody: whenever a socket opens, the first one too, the page looks.

import { countDown } from "./countdown.js";
import { freshen } from "./fresh.js";

const LONGEST_WAIT = 30_000;
const SILENCE = 45_000; // the server pings more often than this; a longer silence is a dead line
let failures = 0;
let soon = 0;
let silence = 0;
let retry = 0;

/** Changes come in bursts (a game ends, standings move, the next begins): one rendering for each burst. */
function changed() {
  clearTimeout(soon);
  soon = setTimeout(freshen, 200 + Math.random() * 300);
}

function heard(socket) {
  clearTimeout(silence);
  silence = setTimeout(() => socket.close(), SILENCE);
}

function listen() {
  clearTimeout(retry);
  retry = 0;
  const address = new URL("/ws/league/", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    failures = 0;
    heard(socket);
    changed();
  });
  socket.addEventListener("message", (message) => {
    heard(socket);
    if (JSON.parse(message.data).type !== "ping") changed();
  });
  socket.addEventListener("close", () => {
    clearTimeout(silence);
    failures += 1;
    retry = setTimeout(listen, Math.min(LONGEST_WAIT, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2));
    if (failures > 2) changed();
  });
}

/** Starts the clocks and listens to the league. */
export function follow() {
  countDown();
  listen();
  const again = () => retry && !document.hidden && listen(); // whoever looks, or has a line again, does not wait
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
}
