// The API's documentation is dark by a class of its own, where the site is dark by the reader's choice or the system's.
"use strict";

(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const show = () => root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  system.addEventListener("change", show);
  show();
})();
