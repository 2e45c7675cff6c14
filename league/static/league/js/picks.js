// The form of a season: how many of the roster are ticked, how many the largest table needs, how many games a block has
// with all rule books that are ticked, and all or none at once.

import { filledIn, gettext } from "./words.js";

const bar = document.querySelector(".pick-all");
const design = document.querySelector("[name=design]");
const boxes = [...document.querySelector(".picks").querySelectorAll("input[type=checkbox]")]; // not of the other side
const books = [...document.querySelectorAll(".book-pick")];

function count() {
  const ticked = boxes.filter((box) => box.checked).length;
  const played = books.filter((book) => book.querySelector(".head input")?.checked ?? true);
  const least = Math.max(0, ...played.map((book) => Number(book.querySelector("[name$=-seats]")?.value) || 0));
  const told = [filledIn(gettext("%(ticked)s of %(all)s players"), { ticked, all: boxes.length })];
  if (design?.value !== "teams" && least) {
    const words = ticked < least ? gettext("%(missing)s more are needed, for a table of %(least)s") : gettext("at least %(least)s are needed");
    told.push(filledIn(words, { missing: least - ticked, least }));
  }
  if (design?.value === "blocks" && ticked && played.length) {
    const words = played.length > 1 ? gettext("%(games)s games a block (%(ticked)s of each of %(books)s rule books)") : gettext("%(games)s games a block");
    told.push(filledIn(words, { games: ticked * played.length, ticked, books: played.length }));
  }
  bar.querySelector("[role=status]").textContent = told.join("; ");
}

if (boxes.length) {
  bar.hidden = false;
  bar.addEventListener("click", ({ target }) => {
    if (!target.dataset.tick) return;
    for (const box of boxes) box.checked = target.dataset.tick === "all";
    count();
  });
  const said = books.flatMap((book) => [...book.querySelectorAll(".head input, [name$=-seats]")]);
  for (const each of [...boxes, ...said, design].filter(Boolean)) each.addEventListener("input", count);
  count();
}
