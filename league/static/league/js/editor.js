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

const inWords = (number) => `${number} ${number === 1 ? "word" : "words"}`;

document.addEventListener("DOMContentLoaded", () => {
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
      count.textContent = inWords(number);
      sum += number;
    }
    const text = `${inWords(sum)} in all`;
    if (all.textContent !== text) all.textContent = text;
  };
  document.addEventListener("input", tell);
  tell();
});
