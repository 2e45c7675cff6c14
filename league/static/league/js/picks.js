// The form of a season: how many of the roster are ticked, and all or none of them at once.

const bar = document.querySelector(".pick-all");
const boxes = [...document.querySelectorAll(".picks input[type=checkbox]")];

function count() {
  const ticked = boxes.filter((box) => box.checked).length;
  bar.querySelector("[role=status]").textContent = `${ticked} of ${boxes.length} players`;
}

if (boxes.length) {
  bar.hidden = false;
  bar.addEventListener("click", ({ target }) => {
    if (!target.dataset.tick) return;
    for (const box of boxes) box.checked = target.dataset.tick === "all";
    count();
  });
  for (const box of boxes) box.addEventListener("change", count);
  count();
}
