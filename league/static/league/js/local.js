// Times marked data-local are told on the clocks of whoever looks, those marked data-zone too with the zone of these;
// without this script they are told in UTC.

const told = new WeakSet();
const SHOWN = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
const { lang } = document.documentElement;
const LANGUAGE = lang === "en" ? "en-GB" : lang;
const words = new Intl.DateTimeFormat(LANGUAGE, SHOWN);
const zoned = new Intl.DateTimeFormat(LANGUAGE, { ...SHOWN, timeZoneName: "short" });

/** Tells the times of this page; those that come later, too. */
export function tellLocally() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    if (told.has(time) && time.dataset.told === time.dateTime) continue;
    told.add(time);
    time.dataset.told = time.dateTime;
    time.title = time.dateTime;
    time.textContent = ("zone" in time.dataset ? zoned : words).format(new Date(time.dateTime));
  }
}

tellLocally();
new MutationObserver(tellLocally).observe(document.body, { childList: true, subtree: true });
