// Renders parts of the page anew: fetches this very page again and swaps what is marked data-fresh. So the server's
// HTML is the only source of these parts.

let running = null;
let again = false;

/** Swaps every data-fresh part whose content changed; calls while one is under way are one more afterwards. */
export function freshen() {
  if (running) {
    again = true;
    return running;
  }
  running = swap().finally(() => {
    running = null;
    if (again) {
      again = false;
      freshen();
    }
  });
  return running;
}

async function swap() {
  let page;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return null;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null; // the line is down: what stands stays, the next call tries again
  }
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh) part.remove();
    else if (fresh.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) {
      part.replaceChildren(...document.adoptNode(fresh).childNodes);
    }
  }
  document.title = page.title;
  document.dispatchEvent(new CustomEvent("fresh", { detail: page }));
  return page;
}
