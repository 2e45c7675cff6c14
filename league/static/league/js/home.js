// The front page: the newest words of the game that is on, and everything else anew when the league changes.

import { areShown } from "./endings.js";
import { follow as followLeague } from "./league.js";
import { Live } from "./live.js";
import { Table } from "./table.js";
import { Transcript, headline } from "./transcript.js";
import { freshen } from "./fresh.js";
import { gettext } from "./words.js";

const LINES = 8; // as many as the server shows; the window for them shows what fits of the newest
const AFTER_THE_END = 1_500;

let live = null;
let marquee = null;

/** Listens to the game on the marquee; when the page was rendered anew, to the one that is there now. */
function watch() {
  const found = document.getElementById("marquee");
  if (found === marquee) return;
  marquee = found;
  live?.close();
  live = null;
  if (!marquee) return;
  const data = JSON.parse(document.getElementById("game-data").textContent);
  const lines = marquee.querySelector(".lines");
  const transcript = new Transcript(lines, { ...data, isApart: true });
  const table = new Table(data, marquee.querySelector(".roster"), () => marquee.querySelector(".now"));
  live = new Live(data);
  let isKept = false; // what comes with the end tells it
  live.addEventListener("event", ({ detail: event }) => {
    isKept ||= event.kind === "ended" && !areShown();
    if (isKept && event.kind !== "ended") return;
    table.learn(event);
    if (event.kind === "phase" || event.kind === "ended") begin(event);
    else show(lines, transcript.line(event));
  });
  live.addEventListener("status", ({ detail: stand }) => {
    if (stand.status !== data.status || stand.waiting !== data.waiting) setTimeout(freshen, Math.random() * 400);
  });
  live.open();
}

function begin(event) {
  marquee.querySelector("h1").textContent = event.kind === "ended" && !areShown() ? gettext("The end") : headline(event);
  marquee.className = `marquee ${event.kind === "ended" ? "end" : event.name}`;
  if (event.kind === "ended") setTimeout(freshen, AFTER_THE_END + Math.random() * 1_000);
}

function show(lines, line) {
  line.classList.add("is-new");
  lines.append(line);
  while (lines.children.length > LINES) lines.firstElementChild.remove();
}

document.addEventListener("fresh", watch);
followLeague();
watch();
