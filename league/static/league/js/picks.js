// The form of a season: how many of the roster are ticked, how many the largest table needs, how many games a block has
// with all rule books that are ticked, and all or none at once.

const bar = document.querySelector(".pick-all");
const design = document.querySelector("[name=design]");
const boxes = [...document.querySelector(".picks").querySelectorAll("input[type=checkbox]")]; // not of the other side
const books = [...document.querySelectorAll(".book-pick")];

function count() {
  const ticked = boxes.filter((box) => box.checked).length;
  const played = books.filter((book) => book.querySelector(".head input")?.checked ?? true);
  const least = Math.max(0, ...played.map((book) => Number(book.querySelector("[name$=-seats]")?.value) || 0));
  const told = [`${ticked} of ${boxes.length} players`];
  if (design?.value !== "teams" && least) {
    told.push(ticked < least ? `${least - ticked} more are needed, for a table of ${least}` : `at least ${least} are needed`);
  }
  if (design?.value === "blocks" && ticked && played.length) {
    const each = played.length > 1 ? ` (${ticked} of each of ${played.length} rule books)` : "";
    told.push(`${ticked * played.length} games a block${each}`);
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
