// What the API is asked by a page. Law: many may look on from one address, and share how often it may ask: who is told to
// come later (429) comes then, by itself, and says meanwhile for how long; not all who wait come at the same moment.

const [LEAST, LONGEST] = [1, 120]; // seconds
const SPREAD = 0.25; // of the wait, by which one comes later than another

/** The answer to a question, as JSON. `held` is told of each wait for how many seconds it is; raises what was wrong. */
export async function asked(address, held = () => {}) {
  for (;;) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.ok) return answer.json();
    if (answer.status !== 429) throw new Error(`the API answered ${answer.status}`);
    const wait = Math.min(LONGEST, Math.max(LEAST, Number(answer.headers.get("Retry-After")) || LEAST));
    const seconds = Math.ceil(wait * (1 + SPREAD * Math.random()));
    held(seconds);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}
