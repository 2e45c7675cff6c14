// The form of a season: how many of the roster are ticked, how many games that makes a block, and all or none at once.

const bar = document.querySelector(".pick-all");
const design = document.querySelector("[name=design]");
const boxes = [...document.querySelector(".picks").querySelectorAll("input[type=checkbox]")]; // not of the other side

function count() {
  const ticked = boxes.filter((box) => box.checked).length;
  const block = design?.value === "blocks" ? `, ${ticked} games a block` : "";
  bar.querySelector("[role=status]").textContent = `${ticked} of ${boxes.length} players${block}`;
}

if (boxes.length) {
  bar.hidden = false;
  bar.addEventListener("click", ({ target }) => {
    if (!target.dataset.tick) return;
    for (const box of boxes) box.checked = target.dataset.tick === "all";
    count();
  });
  for (const each of [...boxes, design].filter(Boolean)) each.addEventListener("change", count);
  count();
}
