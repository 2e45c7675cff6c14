// The API's documentation is dark by a class of its own, where the site is dark by the reader's choice or the system's.
// In it each operation opens by a button that holds a link, and who goes by the keyboard stops twice at the same thing:
// the link is only text here. And it draws a <main> of its own within the page's, which has one: there it is a <div>.
"use strict";

(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const show = () => root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  system.addEventListener("change", show);
  new MutationObserver(show).observe(root, { attributeFilter: ["data-theme"] });
  show();

  const make = document.createElement.bind(document);
  document.createElement = (name, options) => make(name === "main" ? "div" : name, options);

  const mend = () => {
    for (const link of document.querySelectorAll(".opblock-summary-control a[href]")) link.removeAttribute("href");
  };
  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(mend).observe(document.getElementById("swagger-ui"), { childList: true, subtree: true });
    mend();
  });
})();
