// Beside each part of a sheet that models are told: how many words it has, and how many all have. The site counts again
// when the sheet is saved; without this script it is only not seen while one writes.
"use strict";

const counted = (field) =>
  field.value
    .split("\n")
    .map((line) => (field.dataset.told === "by name" ? line.slice(line.indexOf(":") + 1) : line))
    .join(" ")
    .split(/\s+/)
    .filter(Boolean).length;

document.addEventListener("DOMContentLoaded", () => {
  const { ngettext = (one, more, count) => (count === 1 ? one : more) } = globalThis; // as words.js has it
  const filledIn = (text, count) => text.replace("%(count)s", String(count));
  const fields = [...document.querySelectorAll("textarea[data-told]")];
  if (!fields.length) return;
  const all = document.createElement("p");
  all.className = "font-semibold p-3 text-important";
  all.setAttribute("role", "status");
  fields[0].form.querySelector("textarea[data-told]").closest("fieldset").append(all);
  const told = new Map();
  for (const field of fields) {
    const count = document.createElement("span");
    count.className = "block mt-1 text-xs";
    field.after(count);
    told.set(field, count);
  }
  const tell = () => {
    let sum = 0;
    for (const [field, count] of told) {
      const number = counted(field);
      count.textContent = filledIn(ngettext("%(count)s word", "%(count)s words", number), number);
      sum += number;
    }
    const text = filledIn(ngettext("%(count)s word in all", "%(count)s words in all", sum), sum);
    if (all.textContent !== text) all.textContent = text;
  };
  document.addEventListener("input", tell);
  tell();
});
