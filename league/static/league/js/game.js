// The live game page: goes on where the server's HTML stops.

import { countDown } from "./countdown.js";
import { watched, watchedWhenSeen } from "./endings.js";
import { Follow } from "./follow.js";
import { freshen } from "./fresh.js";
import { Live } from "./live.js";
import { Passages } from "./passages.js";
import { Rail } from "./rail.js";
import { Replay } from "./replay.js";
import { Table } from "./table.js";
import { Transcript, element, headline } from "./transcript.js";
import { gettext } from "./words.js";

const LINES = {
  waiting: gettext("Connecting"),
  open: gettext("Connected"),
  lost: gettext("Reconnecting"),
  asking: gettext("A little behind"),
  closed: gettext("Closed"),
};
const LIVE = gettext("Live"); // open, and the game goes on at this moment
const WHEN_LEARNED = 6_000; // what its players learned is known some seconds later
const AFTER_THE_END = 1_500; // the server closes the books a moment after the last event

const data = JSON.parse(document.getElementById("game-data").textContent);
const root = document.getElementById("transcript");
const transcript = new Transcript(root, data, data.fold);
const table = new Table(data, document.getElementById("table"), () => document.getElementById("now"));
const follow = new Follow(document.getElementById("follow"), newest);
const rail = new Rail(document.getElementById("rail"), root);
const passages = new Passages(root, data.lens, () => rail.renew());
const waiting = [];
const stage = new Replay(document.getElementById("replay"), rail, () => told(), tellBeside);
const live = new Live(data);

live.addEventListener("event", ({ detail: event }) => {
  document.getElementById("nothing-yet")?.remove();
  const made = transcript.add(event);
  data.after = event.seq;
  made.classList.add("is-new");
  readAlong(made);
  const { title } = transcript;
  whenSeen(() => table.learn(event, title));
  listScenes();
  if (event.kind === "phase" || event.kind === "ended") whenSeen(() => headed(event, made));
  follow.arrived();
  rail.renew();
});

live.addEventListener("beat", ({ detail: beat }) => stage.arrive(beat));
live.addEventListener("asked", () => stage.reload().catch(() => stage.isBehind || told()));

live.addEventListener("narration", ({ detail: narration }) => {
  stage.narrate(narration);
  transcript.narrate(narration)?.classList.add("is-new");
  follow.arrived();
  if (data.dictated) listenAgain();
});

live.addEventListener("retold", ({ detail: narration }) => {
  stage.narrate(narration);
  transcript.narrate(narration);
});

live.addEventListener("status", ({ detail: stand }) => {
  if (stand.status === data.status && stand.waiting === data.waiting) return;
  const tell = () => setTimeout(freshen, Math.random() * 400);
  if (stand.status === "finished") whenSeen(tell);
  else tell();
});

/** What happens is told beside the stage when whoever looks back there, or stands still, has come to that. */
function whenSeen(tell) {
  if (stage.isBehind) waiting.push(tell);
  else tell();
}

function told() {
  for (const tell of waiting.splice(0)) tell();
}

/** What stands beside the stage is as of the beat that it shows. */
function tellBeside({ title, seats }) {
  table.show(seats);
  if (title) name(title);
}

function name(title) {
  document.getElementById("headline").textContent = title;
  document.title = document.title.replace(/^[^·]*/, `${title} `);
}

let line = { state: "waiting", reason: "" };
live.addEventListener("line", ({ detail }) => {
  line = detail;
  tellLine();
});

function tellLine() {
  const goesOn = data.status === "running" && !data.waiting && !data.late;
  stage.tell(goesOn && line.state === "open");
  document.documentElement.classList.toggle("is-cut", ["lost", "asking"].includes(line.state));
  follow.tell(line.state, line.reason || (line.state === "open" && goesOn ? LIVE : LINES[line.state]));
}

// The server's own page says when the game is over: then it no longer carries the bar that follows.
document.addEventListener("fresh", ({ detail: page }) => {
  if (page.getElementById("follow")) {
    const { status, waiting } = JSON.parse(page.getElementById("game-data").textContent);
    Object.assign(data, { status, waiting });
    tellLine();
    stage.tellBeside();
    return;
  }
  const bar = document.getElementById("follow");
  if (!bar) return; // it was over by then
  if (data.lens === "glass") setTimeout(freshen, WHEN_LEARNED + Math.random() * 4_000);
  takeOver();
  live.close();
  stage.close();
  bar.remove();
});

/** A model's words come some seconds after the house's that they replace. */
let listening = 0;
function listenAgain() {
  clearTimeout(listening);
  listening = setTimeout(() => live.retell(), 8_000 + Math.random() * 4_000);
}

countDown();
live.open();
// Who comes between a game's last event and the closing of its books has the end from the server, and no event tells it.
watchedWhenSeen(root.dataset.game, document.getElementById("end"));

function newest() {
  const scene = root.lastElementChild;
  return scene?.querySelector(".lines")?.lastElementChild ?? scene;
}

/** For whoever follows, a fold is open while something happens in it. Ticks in which nothing is heard stay closed. */
let opened = null;
function readAlong(made) {
  const fold = made.closest(".fold > details");
  if (opened && fold !== opened) {
    if (follow.on) opened.open = false;
    opened = null;
  }
  if (!fold || opened || !follow.on || fold.querySelectorAll("[data-seq] .token").length === 0) return;
  fold.open = true;
  opened = fold;
}

/** A new scene changes the headline and the title of the window. */
function headed(event, scene) {
  name(headline(event));
  if (event.kind !== "ended") return;
  document.querySelector("#contents .end-link").textContent = headline(event);
  watched(root.dataset.game);
  if (data.sides[event.winner]) scene.classList.add(data.sides[event.winner]);
  setTimeout(freshen, AFTER_THE_END + Math.random() * 1_000);
}

/** Every scene is in the contents. */
function listScenes() {
  const contents = document.getElementById("contents");
  contents.parentElement.hidden = false;
  const listed = new Set([...contents.querySelectorAll("a")].map(({ hash }) => hash));
  for (const scene of root.querySelectorAll(".scene")) {
    if (listed.has(`#${scene.id}`)) continue;
    const line = scene.dataset.seq ?? scene.querySelector("[data-seq]").dataset.seq;
    const className = `${scene.id.replace(/-\d+$/, "")}-link`;
    const link = element("a", { className, href: `?lens=${data.lens}&line=${line}#${scene.id}` }, scene.id === "end" ? gettext("The end") : scene.querySelector("h2").textContent);
    contents.append(element("li", {}, link));
  }
}

/** Takes from the server whatever the transcript here lacks of a game that is over. */
async function takeOver() {
  await live.catchUp().catch(() => {}); // what they show of claims that were made before comes with the events alone
  await passages.fillUp(data.after).catch(() => {});
  await live.retell(data.after - 3); // the line may have been closed between an event and what was said to it
  listScenes();
  rail.renew();
}
