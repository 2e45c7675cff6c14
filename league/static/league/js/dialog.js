// The admin's dialogs: while one is open, the keyboard is in it, and what lies behind is out of reach. The library opens
// and closes them by a style alone, so that is what is watched.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const content = document.getElementById("modal-content");
  if (!content) return;
  const frame = content.closest("body > *");
  let open = false;
  let opener = null;

  const enter = () => {
    const first = "#dialog-form :is(input:not([type=hidden]), select, textarea)";
    (content.querySelector(first) ?? content.querySelector("#dialog"))?.focus();
  };

  const follow = () => {
    const shown = getComputedStyle(frame).display !== "none";
    if (shown === open) return;
    open = shown;
    if (open) opener = document.activeElement;
    for (const each of document.body.children) {
      if (each !== frame) each.inert = open;
    }
    if (open) enter();
    else if (opener?.isConnected) opener.focus();
  };

  new MutationObserver(follow).observe(frame, { attributes: true });
  content.addEventListener("htmx:afterSettle", () => {
    if (open) enter(); // a form that comes back with a complaint is another form
  });
});
