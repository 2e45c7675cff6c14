// The page of a game that is over: the rail keeps step with the reader, or with the replay; who has come to the end has
// watched it.

import { countDown } from "./countdown.js";
import { watched, watchedWhenSeen } from "./endings.js";
import { Passages } from "./passages.js";
import { Rail } from "./rail.js";
import { Replay } from "./replay.js";

const transcript = document.getElementById("transcript");
let awaited = null; // the end, once it is here
const rail = new Rail(document.getElementById("rail"), transcript);
const replay = document.getElementById("replay");
if (replay) new Replay(replay, rail, seen, () => {}, (event) => passages.reach(event));
countDown(); // to the next game, which the end tells
const passages = new Passages(transcript, transcript.dataset.lens, () => {
  rail.renew();
  lookForTheEnd();
});
lookForTheEnd();

/** Who has come to the end has watched it. */
function lookForTheEnd() {
  const end = document.getElementById("end");
  if (!end || end === awaited) return;
  awaited = end;
  watchedWhenSeen(transcript.dataset.game, end, showMarks);
}

/** Who has come to the end may know all, and which claims were false. */
function showMarks() {
  passages.reach(Infinity);
  if (!transcript.classList.contains("keeps-end")) return;
  transcript.classList.remove("keeps-end");
  passages.mark().catch(() => {}); // the next page has them
}

/** And what the game taught, where that part of the page stands open. */
async function showLessons() {
  const link = document.querySelector("#learned a[data-taught]");
  if (!link) return;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || !link.isConnected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [, ...told] = document.adoptNode(page.getElementById("learned")).children;
    const part = document.getElementById("learned");
    part.replaceChildren(part.querySelector("summary"), ...told);
  } catch {
    // the link stays
  }
}

function seen() {
  watched(transcript.dataset.game);
  showMarks();
  showLessons();
}
