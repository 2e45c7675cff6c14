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
  preview(fields[0].form);
});

// What a model would be told, a moment after the last key: the same address that the button opens.
const WAIT = 800; // milliseconds

function preview(form) {
  const shown = document.getElementById("briefing");
  const button = form.querySelector('[formaction="preview/"]');
  if (!shown || !button) return;
  let due = 0;
  let latest = 0;
  const look = async () => {
    const number = ++latest;
    const answer = await fetch("preview/", {
      method: "POST",
      body: new FormData(form),
      headers: { "X-Requested-With": "fetch" },
    }).catch(() => null);
    if (number !== latest || !answer || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    shown.replaceChildren(...page.body.childNodes);
  };
  form.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(look, WAIT);
  });
  button.addEventListener("click", (event) => {
    event.preventDefault();
    look();
  });
  look();
}
