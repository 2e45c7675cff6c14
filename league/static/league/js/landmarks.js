// Names what scrolls in the admin: simplebar makes every such part a region, and calls all of them "scrollable content".
// And what leads elsewhere, where the library names none of it.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const { gettext = (text) => text } = globalThis; // as words.js has it
  const name = (bar) => bar.closest("nav") ? gettext("Pages of the admin") : bar.querySelector("#result_list") ? gettext("Rows") : gettext("More");
  const ways = { "nav-sidebar-inner": gettext("Main"), "tabs-items": gettext("Parts of this page"), "tabs-dropdown": gettext("More parts") };
  for (const [id, title] of Object.entries(ways)) document.getElementById(id)?.setAttribute("aria-label", title);
  const seen = new Map();
  for (const bar of document.querySelectorAll("[data-simplebar]")) {
    const title = name(bar);
    const number = (seen.get(title) ?? 0) + 1;
    seen.set(title, number);
    bar.dataset.simplebarAriaLabel = number > 1 ? `${title} ${number}` : title;
    const region = bar.querySelector(".simplebar-content-wrapper");
    if (region) region.setAttribute("aria-label", bar.dataset.simplebarAriaLabel);
  }
}, { capture: true });
