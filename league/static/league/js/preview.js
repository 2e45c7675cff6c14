// What a model would be told of what stands in the form, a moment after the last key: the same address that the button
// below it opens. Without this script the button opens a page of its own.
"use strict";

const WAIT = 800; // milliseconds

document.addEventListener("DOMContentLoaded", () => {
  const shown = document.getElementById("briefing");
  const button = document.querySelector('[formaction="preview/"]');
  if (!shown || !button || !button.form) return;
  const { form } = button;
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
});
