// Times marked data-local are told on the clocks of whoever looks; without this script they are told in UTC.

const told = new WeakSet();
const words = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** Tells the times of this page; those that come later, too. */
export function tellLocally() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    if (told.has(time) && time.dataset.told === time.dateTime) continue;
    told.add(time);
    time.dataset.told = time.dateTime;
    time.title = time.dateTime;
    time.textContent = words.format(new Date(time.dateTime));
  }
}

tellLocally();
new MutationObserver(tellLocally).observe(document.body, { childList: true, subtree: true });
