// What this browser is told of how games ended: all of it, or of those alone that were watched to their end. Two cookies
// say so to the server (league/access/endings.py), which sends nothing else.

const YEAR = 31_536_000; // seconds
const MOST = 100; // games
const SHOWN = "endings=shown";

/** Whether this browser is told how all games ended. */
export const areShown = () => cookies().includes(SHOWN);

const cookies = () => document.cookie.split("; ");

function keep(name, value) {
  const safely = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${safely}`;
}

/** Says that a game was watched to its end. */
export function watched(game) {
  const known = cookies().find((each) => each.startsWith("watched="));
  const before = known ? known.slice("watched=".length).split(".") : [];
  keep("watched", [game, ...before.filter((each) => each && each !== game)].slice(0, MOST).join("."));
}

/** Says so as soon as an element of the page comes into view, and then does what is to be done `then`. */
export function watchedWhenSeen(game, end, then = () => {}) {
  if (!end) return;
  const looking = new IntersectionObserver((seen) => {
    if (!seen.some((each) => each.isIntersecting)) return;
    looking.disconnect();
    watched(game);
    then();
  });
  looking.observe(end);
}

document.addEventListener("click", (click) => {
  const pressed = click.target instanceof Element && click.target.closest("[data-endings]");
  if (!pressed || click.ctrlKey || click.metaKey || click.shiftKey || !navigator.cookieEnabled) return;
  click.preventDefault();
  keep("endings", cookies().includes(SHOWN) ? "hidden" : "shown");
  location.reload();
});
