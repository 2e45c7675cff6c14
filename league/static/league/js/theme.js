// Light or dark, as the reader last chose. A classic script in the head, so that no page flashes the other one first.
"use strict";

(() => {
  const root = document.documentElement;
  root.dataset.script = "";

  const remembered = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage is forbidden: the system's choice stands
    }
  };

  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("click", (click) => {
    if (!(click.target instanceof Element) || !click.target.closest("[data-theme-toggle]")) return;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // not remembered, but changed
    }
  });
})();
